"""The agent tools over MCP as a door: a real client, whose person accepts what a tool proposed and agrees to every erasure."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import ElicitRequestParams, ElicitResult

from doors import Cell, Door, LibraryDoor, Seen, texts
from keptmind.surfaces.tools.call import TOOLS
from keptmind.surfaces.tools.core import CHANGE
from keptmind.surfaces.tools.recalling import TIME
from service import Service


class ToolDoor(Door):
    """The tools; each tenant through a key that may do everything for anybody. What they do not offer is None."""

    name = "MCP"

    def __init__(self, service: Service, tenants: Iterable[str]) -> None:
        super().__init__()
        everything = {"any_user": True, "verbs": ["read", "write", "manage", "forget", "settings"]}
        self._keys = {tenant: service.key(tenant=tenant, **everything) for tenant in tenants}
        self._address = f"{service.address}/mcp"
        self._person = LibraryDoor(service.store)
        self._open = ExitStack()
        self._portal: BlockingPortal = self._open.enter_context(start_blocking_portal())
        self._connected: tuple[Cell, Client, AbstractContextManager[Client]] | None = None

    def close(self) -> None:
        """End the connection."""
        self._hang_up()
        self._open.close()

    def unasked(self) -> list[str]:
        named = {tool.name for tool in TOOLS} - {TIME.name, CHANGE.name}  # one tells nothing that is kept, one goes by what the block shows
        return sorted(named - self.asked)

    def _hang_up(self) -> None:
        if self._connected is not None:
            self._connected[2].__exit__(None, None, None)
            self._connected = None

    def _client(self, at: Cell) -> Client:
        """Return a client that is connected for a cell; the one before it hangs up."""
        if self._connected is None or self._connected[0] != at:
            self._hang_up()
            line = self._portal.wrap_async_context_manager(self._dialled(at))
            self._connected = (at, line.__enter__(), line)
        return self._connected[1]

    @asynccontextmanager
    async def _dialled(self, at: Cell) -> Any:
        route = {"Workspace": at.workspace, "Mode": at.mode, "Read-Mode": at.read_mode, "User": at.user, "Conversation": at.conversation}
        headers = {f"X-Keptmind-{name}": said for name, said in route.items() if said is not None}
        known = {**headers, "X-Keptmind-Tools": "all", "Authorization": f"Bearer {self._keys[at.tenant]}"}
        async with (
            create_mcp_http_client(headers=known) as http,
            Client(streamable_http_client(self._address, http_client=http), elicitation_callback=_agree) as client,
        ):
            yield client

    def _ask(self, at: Cell, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        answer = self._portal.call(self._client(at).call_tool, tool, arguments)
        self.told = str(answer)
        self.asked.add(tool)
        said: dict[str, Any] = answer.structured_content
        return said

    def _seen(self, at: Cell, tool: str, seen: Callable[[dict[str, Any]], Iterable[str]], **arguments: Any) -> Seen:
        said = self._ask(at, tool, arguments)
        return ("refused", said["error"]["code"]) if "error" in said else ("ok", frozenset(seen(said)))

    def _accepted(self, at: Cell, tool: str, **arguments: Any) -> Seen:
        """Call a tool that may only propose, and have the person accept it."""
        said = self._ask(at, tool, arguments)
        if "error" in said:
            return "refused", said["error"]["code"]
        assert said["outcome"] == "candidate", said["outcome"]  # nobody's present message vouches for it
        return self._person.accept(at, said["candidate_id"])

    def save(self, at: Cell, content: str, **said: Any) -> Seen:
        named = {"memory_key": content.split()[-1], "category": said.get("kind", "fact"), "scope_type": said.get("scope", "global")}
        return self._accepted(at, "save_core_memory", content=content, **named)

    def search(self, at: Cell, query: str) -> Seen:
        return self._seen(at, "search_core_memories", _rows, query=query)

    def grep(self, at: Cell, pattern: str) -> Seen:
        return self._seen(at, "grep_memories", _rows, pattern=pattern)

    def told_of_all(self, at: Cell) -> Seen:
        return self._seen(at, "list_core_memories", _rows)

    def core_rows(self, at: Cell) -> Seen:
        return self._seen(at, "read_core_block", _rows)

    def update(self, at: Cell, memory_id: str, revision: int, content: str) -> Seen:
        return self._accepted(at, "update_core_memory", memory_id=memory_id, expected_revision=revision, content=content)

    def change(self, at: Cell, verb: str, memory_id: str) -> Seen | None:
        return self._seen(at, "archive_core_memory", _row, memory_id=memory_id) if verb == "archive" else None

    def forget(self, at: Cell, memory_id: str) -> Seen:
        return self._seen(at, "forget_core_memory", lambda said: self.within(str(said)), memory_id=memory_id)


async def _agree(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
    return ElicitResult(action="accept", content={"erase": True})


def _rows(said: dict[str, Any]) -> list[str]:
    return texts(said["memories"])


def _row(said: dict[str, Any]) -> list[str]:
    return texts([said["memory"]])
