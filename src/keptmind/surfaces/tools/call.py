"""Offering the tools and calling them: whatever a model gives, the answer is an object, and a refusal is on record."""

import logging
from typing import Any

from keptmind.errors import IsolatedConversation, KeptmindError, UnknownField, UnknownWord
from keptmind.model.context import Mode
from keptmind.surfaces.messages import say
from keptmind.surfaces.outcome import outcome
from keptmind.surfaces.shapes import Shape, details_of, error_shape
from keptmind.surfaces.tools import core, keeping, recalling
from keptmind.surfaces.tools.arguments import checked
from keptmind.surfaces.tools.context import AnswerLater, ToolContext
from keptmind.surfaces.tools.definition import Form, Tool
from keptmind.surfaces.tools.told import harmless

log = logging.getLogger("keptmind.tools")

TOOLS: tuple[Tool, ...] = (
    recalling.SEARCH,
    recalling.LIST,
    keeping.SAVE,
    keeping.UPDATE,
    keeping.FORGET,
    keeping.ARCHIVE,
    recalling.GREP,
    core.CHANGE,
    core.READ,
    recalling.TIME,
)
ARGUMENTS = {"key": "memory_key", "kind": "category", "kinds": "category", "scope": "scope_type"}  # what a service's field is called here


def tools(context: ToolContext) -> tuple[Tool, ...]:
    """Return the tools that are offered here: those of the tool mode, without those the host leaves out; none where tools are off."""
    if context.house.rulebook.flags.tools_enabled == "off":
        return ()
    return tuple(tool for tool in TOOLS if context.tool_mode in tool.modes and tool.name not in context.without)


def tool_schemas(context: ToolContext, form: Form = "openai") -> list[Shape]:
    """Return the definitions of the tools that are offered, as a model API takes them: `openai` or `anthropic`. Raises: UnknownWord."""
    if form not in ("openai", "anthropic"):
        raise UnknownWord(field="form", allowed=("openai", "anthropic"))
    return [tool.told(form) for tool in tools(context)]


def call_tool(context: ToolContext, name: str, arguments: object = None) -> Shape:
    """
    Call a tool as a model asked for it, with an object of arguments or its JSON text, and return its answer.

    What stands in the way is an answer too: `{"error": {"code", "message", "details", "family"}}`. Only a `confirm` of the host that raises
    `AnswerLater` is heard outside.
    """
    try:
        shape: Shape = harmless(_answered(context, name, arguments))
    except AnswerLater:
        raise
    except Exception as error:  # noqa: BLE001 the edge: a model is told that it failed, and never with the text of a memory
        return _complaint(context, name, error)
    return shape


def _answered(context: ToolContext, name: object, arguments: object) -> Shape:
    tool = _named(context, name)
    if context.access.mode is Mode.ISOLATED:
        raise context.refused(IsolatedConversation())
    try:
        given = checked(tool, arguments)
    except UnknownField as unknown:
        raise context.refused(unknown) from None
    return tool.run(context, given)


def _named(context: ToolContext, name: object) -> Tool:
    """Return a tool that is offered. Raises: UnknownWord, on record."""
    offered = {tool.name: tool for tool in tools(context)}
    if not isinstance(name, str) or name not in offered:
        raise context.refused(UnknownWord(field="tool", allowed=tuple(offered) or None), "tool-not-offered")
    return offered[name]


def _complaint(context: ToolContext, name: object, error: Exception) -> Shape:
    details: dict[str, Any] = dict(details_of(error))
    taken = {parameter.name for tool in TOOLS if tool.name == name for parameter in tool.parameters}
    if details.get("field") in ARGUMENTS.keys() - taken:
        details["field"] = ARGUMENTS[details["field"]]
    if not isinstance(error, KeptmindError):
        log.error("a tool failed: %s", type(error).__name__)
    ending = outcome(error)
    code = error.code if isinstance(error, KeptmindError) else ending.message
    told: Shape = error_shape(code, say(ending.message, context.locale, details), details)
    told["error"]["family"] = ending.tool
    safe: Shape = harmless(told)
    return safe
