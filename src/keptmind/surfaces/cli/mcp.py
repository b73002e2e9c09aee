"""`mcp`: the agent tools for one person, served to an MCP client over standard input and output."""

from importlib.util import find_spec
from typing import Annotated

import typer

from keptmind.errors import InvalidSettings
from keptmind.policy.identity import listed
from keptmind.surfaces.cli.answer import Answer
from keptmind.surfaces.cli.verb import Desk, for_a_person
from keptmind.surfaces.mcp.wire import claim
from keptmind.surfaces.tools.context import TOOL_MODES, ToolContext

ASK, ALLOW, OFF = "ask", "allow", "off"
FORGET = "forget_core_memory"


def prepare() -> None:
    """Keep the protocol's stream clean from here on, whatever is printed. Raises: InvalidSettings without the extra."""
    claim()
    if find_spec("mcp") is None:
        raise InvalidSettings(field="mcp", problem="it needs the extra: pip install 'keptmind[mcp]'")


def serve(
    desk: Desk,
    tools: Annotated[str, typer.Option(help="minimal (search and save), default or all.")] = "default",
    forget: Annotated[
        str,
        typer.Option(help="Before erasing: ask the person through the client, allow what the client approves, or off."),
    ] = ASK,
) -> Answer:
    """Offer the agent tools to an MCP client over standard input and output."""
    from keptmind.surfaces.mcp.stdio import serve as serve_stdio

    serve_stdio(offered(desk, listed("tools", tools, TOOL_MODES), listed("forget", forget, (ASK, ALLOW, OFF))), claim())
    return Answer(shape={})


def offered(desk: Desk, tool_mode: str, forget: str) -> ToolContext:
    """Return the conversation that a client is served, in which the person's own messages are not known."""
    return ToolContext(
        house=desk.house,
        access=desk.context,
        tool_mode=tool_mode,
        confirm=(lambda _memory: True) if forget == ALLOW else None,
        without=frozenset({FORGET} if forget == OFF else ()),
        locale=desk.voice.locale,
    )


mcp = for_a_person(serve, first=prepare)
