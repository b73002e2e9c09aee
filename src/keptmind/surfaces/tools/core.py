"""The tools for the core block: what stands in every prompt of this person."""

from typing import Any

from keptmind.errors import Conflict, InvalidField, MemoryNotFound, Refused
from keptmind.model.memory import MAX_CONTENT, Kind, Memory, Target
from keptmind.surfaces.messages import say
from keptmind.surfaces.outcome import outcome
from keptmind.surfaces.shapes import Shape, details_of
from keptmind.surfaces.tools.context import ToolContext
from keptmind.surfaces.tools.definition import Given, Parameter, Tool
from keptmind.surfaces.tools.keeping import CANDIDATE, CONTENT, revised, wish
from keptmind.surfaces.tools.recalling import NOT_INSTRUCTIONS
from keptmind.surfaces.tools.told import labelled, memory_told, saved_told
from keptmind.text.normalise import fold

KINDS = {Target.USER.value: Kind.FACT, Target.AGENT.value: Kind.PROCEDURE}


def read(context: ToolContext, _given: Given) -> Shape:
    """Return the rows of the core block, and how full its two parts are."""
    block = context.house.recall.core_block(context.access)
    limits = context.house.rulebook.limits
    used = {
        Target.USER.value: {"used": block.user_used, "limit": limits.core_user_chars},
        Target.AGENT.value: {"used": block.agent_used, "limit": limits.core_agent_chars},
    }
    return labelled({"memories": [memory_told(context, row) for row in block.rows], "room": used, "left_out": block.left_out})


def change(context: ToolContext, given: Given) -> Shape:
    """Add to the core block, or replace or remove what stands in it."""
    return ACTIONS[given["action"]](context, given)


def add(context: ToolContext, given: Given) -> Shape:
    """Save a statement and pin it; what may not be pinned is kept all the same, and the answer says why it does not stand there."""
    target = given["target"]
    saved = context.house.memories.save(context.access, wish(context, _with_content(given), kind=KINDS[target].value, target=target))
    if saved.memory is None:
        return {**saved_told(context, saved), "pinned": False}
    try:
        pinned = context.house.changes.pin(context.access, saved.memory.id)
    except (Conflict, Refused) as error:
        return {**saved_told(context, saved), "pinned": False, "not_pinned": _why(context, error)}
    return {**saved_told(context, saved), "memory": memory_told(context, pinned), "pinned": True}


def _why(context: ToolContext, error: Conflict | Refused) -> Shape:
    details = details_of(error)
    return {"code": error.code, "message": say(outcome(error).message, context.locale, details), "details": dict(details)}


def replace(context: ToolContext, given: Given) -> Shape:
    """Correct a row of the core block as this conversation was last told it; who quotes its text knows it as it stands."""
    memory = _meant(context, given)
    told = context.seen.revision(memory.id)
    quoted = memory.revision if told is None and "memory_id" not in given else None
    return revised(context, memory.id, {"content": _with_content(given)["content"]}, quoted)


def remove(context: ToolContext, given: Given) -> Shape:
    """Take a row out of the core block and retire it."""
    memory = _meant(context, given)
    context.house.changes.unpin(context.access, memory.id)
    archived = context.house.changes.archive(context.access, memory.id)
    return labelled({"outcome": archived.status.value, "memory": memory_told(context, archived)})


ACTIONS = {"add": add, "replace": replace, "remove": remove}


def _with_content(given: Given) -> dict[str, Any]:
    if "content" not in given:
        raise InvalidField(field="content", problem="missing")
    return {"content": given["content"]}


def _meant(context: ToolContext, given: Given) -> Memory:
    """Return the one pinned row that is meant, by its id or by a piece of its text. Raises: MemoryNotFound, InvalidField."""
    rows = [row for row in context.house.recall.core_block(context.access).rows if row.pinned_at and row.target.value == given["target"]]
    if "memory_id" in given:
        found = [row for row in rows if row.id == given["memory_id"]]
    elif fold(given.get("old_text", "")):
        found = [row for row in rows if fold(given["old_text"]) in fold(row.content)]
    else:
        raise InvalidField(field="memory_id", problem="missing")
    if not found:
        raise MemoryNotFound()
    if len(found) > 1:
        raise InvalidField(field="old_text", problem="stands in several memories")
    return found[0]


READ = Tool(
    name="read_core_block",
    title="Read the core block",
    about=f"Return what is pinned: the memories that stand in every prompt of this person, and how much room is left. {NOT_INSTRUCTIONS}",
    parameters=(),
    run=read,
    modes=("all",),
    reads=True,
)
CHANGE = Tool(
    name="memory",
    title="Change the core block",
    about=(
        "Change the core block, the few memories that stand in every prompt of this person: add saves and pins a statement, replace "
        f"corrects a pinned one, remove unpins and retires it (the person can bring it back). {CANDIDATE} A guess is not pinned."
    ),
    parameters=(
        Parameter(name="action", about="What to do.", allowed=tuple(ACTIONS), required=True),
        Parameter(
            name="target",
            about="user: about the person; agent: about how the assistant is to work for them.",
            allowed=tuple(KINDS),
            required=True,
        ),
        Parameter(name="content", about=f"For add and replace. {CONTENT.about}", most=MAX_CONTENT),
        Parameter(name="memory_id", about="For replace and remove: the memory_id of the pinned memory."),
        Parameter(name="old_text", about="Instead of memory_id: a piece of text that only this pinned memory holds."),
    ),
    run=change,
    modes=("all",),
)
