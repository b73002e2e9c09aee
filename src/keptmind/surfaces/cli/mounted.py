"""The further doors that the HTTP service opens beside its own routes."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from keptmind.bootstrap import House

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from keptmind.surfaces.tools.context import ToolContext


def doors(house: House) -> "dict[str, ASGIApp]":
    """Return them by their paths: the agent tools over MCP, where the extra is installed, for whom the service's own keys admit."""
    if find_spec("mcp") is None:
        return {}
    from keptmind.surfaces.http.asking import TOOLS, Ask
    from keptmind.surfaces.http.problems import language, problem
    from keptmind.surfaces.mcp.http import HttpDoor
    from keptmind.surfaces.tools.context import ToolContext

    def context(request: "Request") -> "ToolContext":
        access, mode = Ask(request).context(), request.headers.get(TOOLS, "default")
        return ToolContext(house=house, access=access, tool_mode=mode, locale=language(request))

    door = HttpDoor(context, body_bytes=house.doors.body_bytes, complain=lambda request, error: problem(error, language(request)))
    return {"/mcp": door}
