"""The agent tools over streamable HTTP: a real client, a real server on loopback, and the service's own keys."""

import json
import logging
import re
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import anyio
import httpx
import pytest
import uvicorn
from mcp import Client
from mcp.client.session import ClientRequestContext, ElicitationFnT
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import ElicitRequestParams, ElicitResult, InputResponses
from starlette.requests import Request

from engines import a_store
from keptmind import Memory, ToolContext
from keptmind.errors import Unauthenticated
from keptmind.model.context import Caller
from keptmind.policy.identity import access_context
from keptmind.surfaces.cli.mounted import doors
from keptmind.surfaces.http.serve import listening
from keptmind.surfaces.mcp.http import HttpDoor
from service import Service, serving

Came = TypeVar("Came")
Work = Callable[[Client], Awaitable[Came]]

ERAS = ("auto", "legacy")
TEXT = "用户喜欢喝抹茶 🍵"
WISH = {"memory_key": "tea", "content": TEXT, "category": "preference", "scope_type": "global"}
OF_THE_PROTOCOL = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@pytest.fixture
def service() -> Iterator[Service]:
    with a_store(flags={"consent": "auto"}) as store, serving(store, doors(store.house)) as running:
        yield running


def spoken(url: str, headers: dict[str, str], work: Work[Came], *, mode: str = "auto", erases: bool | None = None) -> Came:
    """Do something as a real client, which asks its person and gets this answer, or cannot ask."""
    asked: list[str] = []

    async def ask(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"erase": bool(erases)})

    asks: ElicitationFnT | None = None if erases is None else ask

    async def session() -> Came:
        async with create_mcp_http_client(headers=headers) as http:
            transport = streamable_http_client(url, http_client=http)
            async with Client(transport, mode=mode, elicitation_callback=asks) as client:
                return await work(client)

    return anyio.run(session)


def as_user(service: Service, user: str, **more: str) -> dict[str, str]:
    """Return the headers of a client that asks for a user."""
    return {"Authorization": f"Bearer {service.key()}", "X-Keptmind-User": user, **more}


def at(service: Service) -> str:
    """Return the address of the tools."""
    return f"{service.address}/mcp"


async def answer(client: Client, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return what a tool answers."""
    found: dict[str, Any] = (await client.call_tool(name, arguments)).structured_content
    return found


async def saved_and_found(client: Client) -> dict[str, Any]:
    """Save a memory and search for it."""
    await answer(client, "save_core_memory", WISH)
    return await answer(client, "search_core_memories", {"query": "抹茶"})


@pytest.mark.parametrize("mode", ERAS)
def test_a_client_saves_and_finds_for_the_user_that_its_key_names(mode: str, service: Service) -> None:
    found = spoken(at(service), as_user(service, "A"), saved_and_found, mode=mode)

    assert [row["content"] for row in found["memories"]] == [TEXT]
    assert [row.content for row in service.store.for_user("A").list().items] == [TEXT]
    assert service.store.for_user("B").list().items == ()


def test_the_client_that_the_page_shows_lists_the_tools_and_searches(service: Service) -> None:
    service.store.for_user("lin").save(TEXT)
    page = (Path(__file__).resolve().parents[2] / "docs" / "howto" / "mcp.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    script = shown.replace("km_…", service.key()).replace("http://127.0.0.1:8766", service.address).replace('"tea"', '"抹茶"')

    done = subprocess.run([sys.executable, "-W", "error", "-X", "utf8", "-c", script], capture_output=True, encoding="utf-8", timeout=120)

    assert done.returncode == 0, done.stderr
    assert "save_core_memory" in done.stdout
    assert TEXT in done.stdout


def test_the_log_names_the_door_of_the_tools(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="keptmind.http")

    httpx.get(at(service))
    httpx.get(f"{service.address}/nowhere")
    until = time.monotonic() + 10
    while len(routes := [vars(one)["route"] for one in caplog.records if one.message == "request"]) < 2 and time.monotonic() < until:
        time.sleep(0.01)  # a line is written once the answer has been sent

    assert routes == ["/mcp", "-"]


@pytest.mark.parametrize("mode", ERAS)
def test_the_tools_are_told_with_their_own_schemas_and_hints(mode: str, service: Service) -> None:
    async def listed(client: Client) -> list[Any]:
        return list((await client.list_tools()).tools)

    tools = {tool.name: tool for tool in spoken(at(service), as_user(service, "A", **{"X-Keptmind-Tools": "all"}), listed, mode=mode)}

    assert len(tools) == 10
    assert all(tool.input_schema["additionalProperties"] is False for tool in tools.values())
    assert tools["save_core_memory"].input_schema["required"] == ["memory_key", "content", "category", "scope_type"]
    hints = {name: tool.annotations for name, tool in tools.items()}
    assert [name for name, hint in hints.items() if hint.destructive_hint] == ["forget_core_memory"]
    assert hints["search_core_memories"].read_only_hint
    assert not hints["save_core_memory"].read_only_hint


@pytest.mark.parametrize("mode", ERAS)
def test_no_log_holds_what_a_memory_says_however_verbose_it_is(mode: str, service: Service, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    spoken(at(service), as_user(service, "A"), saved_and_found, mode=mode)

    assert caplog.records
    assert TEXT not in caplog.text


def test_without_a_key_or_for_nobody_nothing_is_answered(service: Service) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    answers = [
        httpx.post(at(service), json=body, headers={**OF_THE_PROTOCOL, **given})
        for given in ({}, {"Authorization": "Bearer km_nothing"}, {"Authorization": f"Bearer {service.key()}"})
    ]

    assert [answer.status_code for answer in answers] == [401, 401, 400]
    assert [answer.json()["code"] for answer in answers] == ["unauthenticated", "unauthenticated", "missing-identity"]
    assert answers[0].headers["www-authenticate"] == "Bearer"


def test_a_key_without_the_verb_is_refused_by_every_tool_that_needs_it(service: Service) -> None:
    key = service.key(users=["A"], verbs=["read"])
    headers = {"Authorization": f"Bearer {key}", "X-Keptmind-Tools": "all"}

    async def tried(client: Client) -> list[str]:
        calls = [("save_core_memory", WISH), ("archive_core_memory", {"memory_id": "x"}), ("forget_core_memory", {"memory_id": "x"})]
        return [(await answer(client, name, given))["error"]["code"] for name, given in calls]

    assert spoken(at(service), headers, tried, erases=True) == ["verb-not-granted"] * 3


def kept(service: Service, user: str = "A") -> str:
    """Keep a memory and return its id."""
    memory = service.store.for_user(user).save("The user owns a red bicycle.").memory
    assert memory is not None
    return memory.id


@pytest.mark.parametrize(("erases", "left"), [(True, 0), (False, 1), (None, 1)])
def test_a_memory_is_erased_only_when_its_owner_says_so(erases: bool | None, left: int, service: Service) -> None:
    wanted = {"memory_id": kept(service)}

    came = spoken(at(service), as_user(service, "A"), lambda client: answer(client, "forget_core_memory", wanted), erases=erases)

    assert len(service.store.for_user("A").list().items) == left
    assert ("deletion" in came) == (left == 0)
    assert left == 0 or came["error"]["code"] == "confirmation-needed"


def test_an_answer_to_a_question_that_was_never_put_erases_nothing(service: Service) -> None:
    wanted = kept(service)
    agreed = ElicitResult(action="accept", content={"erase": True})
    made_up: InputResponses = {f"erase:{wanted}:1": agreed, f"erase:{wanted}": agreed, "erase": agreed}

    async def forget(client: Client) -> dict[str, Any]:
        called = await client.call_tool("forget_core_memory", {"memory_id": wanted}, input_responses=made_up)
        return called.structured_content or {}

    came = spoken(at(service), as_user(service, "A"), forget, erases=False)

    assert came["error"]["code"] == "confirmation-needed"
    assert len(service.store.for_user("A").list().items) == 1


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"])
def test_without_sessions_there_is_nothing_to_listen_to_and_nothing_to_end(method: str, service: Service) -> None:
    answer = httpx.request(method, at(service), headers={**OF_THE_PROTOCOL, **as_user(service, "A")}, timeout=5)

    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["code"] == "method-not-allowed"


def test_a_client_of_the_handshake_era_cannot_be_asked_without_a_session(service: Service) -> None:
    wanted = {"memory_id": kept(service)}

    came = spoken(
        at(service), as_user(service, "A"), lambda client: answer(client, "forget_core_memory", wanted), mode="legacy", erases=True
    )

    assert came["error"]["code"] == "confirmation-needed"
    assert len(service.store.for_user("A").list().items) == 1


def test_the_revision_last_told_counts_in_the_conversation_that_the_route_names(service: Service) -> None:
    wanted = kept(service)
    changes = {"memory_id": wanted, "content": "The user owns a blue bicycle."}

    async def searched(client: Client) -> dict[str, Any]:
        return await answer(client, "search_core_memories", {"query": "bicycle"})

    async def updated(client: Client) -> dict[str, Any]:
        return await answer(client, "update_core_memory", changes)

    headers = {name: as_user(service, "A", **{"X-Keptmind-Conversation": name}) for name in ("c1", "c2")}
    headers["c1 of another key"] = {**headers["c1"], "Authorization": f"Bearer {service.key()}"}
    spoken(at(service), headers["c1"], searched)
    came = {name: spoken(at(service), headers[name], updated) for name in headers}

    assert came["c1"]["outcome"] == "candidate"
    assert came["c2"]["error"]["code"] == "revision-unknown"
    assert came["c1 of another key"]["error"]["code"] == "revision-unknown"


NESTED: Any = []
for _ in range(200):
    NESTED = [NESTED]

ODD_PARAMS: list[Any] = [
    [],
    None,
    {"name": 7},
    {"name": "search_core_memories", "arguments": []},
    {"name": "search_core_memories", "arguments": "text"},
    {"name": "search_core_memories", "arguments": {"query": "x", "limit": "ten"}},
    {"name": "search_core_memories", "arguments": {"query": "x", "limit": -1}},
    {"name": "search_core_memories", "arguments": {"query": "x", "limit": 10_000_000}},
    {"name": "search_core_memories", "arguments": {"query": "x", "metadata": NESTED}},
    {"name": "save_core_memory", "arguments": {**WISH, "content": ""}},
    {"name": "save_core_memory", "arguments": {**WISH, "content": "x" * 100_000}},
    {"name": "save_core_memory", "arguments": {**WISH, "content": "\ud83d"}},
    {"name": "no_such_tool", "arguments": {}},
]
BODIES = [
    b"[]",
    b"null",
    b'"text"',
    b"\xff\xfe",
    b"{",
    b"[" * 100_000,
    *(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode() for params in ODD_PARAMS),
]


def test_no_body_makes_the_service_fail(service: Service) -> None:
    headers = {**OF_THE_PROTOCOL, **as_user(service, "A")}
    with httpx.Client(headers=headers, timeout=30) as client:
        answers = [client.post(at(service), content=body) for body in BODIES]
        modern = [client.post(at(service), content=body, headers={"MCP-Protocol-Version": "2026-07-28"}) for body in BODIES]
        huge = client.post(at(service), content=b'"' + b"x" * 5_000_000 + b'"')

    assert {answer.status_code for answer in (*answers, *modern)} <= {200, 400}
    assert all(isinstance(answer.json(), dict) for answer in (*answers, *modern))
    assert huge.status_code == 413


def test_a_list_over_mcp_reaches_row_501(service: Service) -> None:
    service.store.for_user("A").save_many([{"content": f"Row number {number}"} for number in range(501)])

    async def walked(client: Client) -> list[str]:
        page = await answer(client, "list_core_memories", {})
        seen = [row["memory_id"] for row in page["memories"]]
        while page["has_more"]:
            page = await answer(client, "list_core_memories", {"cursor": page["next_cursor"]})
            seen += [row["memory_id"] for row in page["memories"]]
        return seen

    seen = spoken(at(service), as_user(service, "A"), walked)

    assert len(seen) == len(set(seen)) == 501


@pytest.fixture
def store() -> Iterator[Memory]:
    with a_store() as memory:
        yield memory


@pytest.fixture
def door() -> Iterator[Service]:
    """A door of its own, with sessions; who asks is said in two headers, and one that says nothing is nobody."""
    with a_store() as store:

        def context(request: Request) -> ToolContext:
            caller = request.headers.get("x-caller")
            if caller is None:
                raise Unauthenticated()
            user = request.headers.get("x-user")
            return ToolContext(
                house=store.house, access=access_context(user, store.house.rulebook, tenant="default", caller=Caller(id=caller))
            )

        with serving(store, {"/mcp": HttpDoor(context, sessions=True)}) as running:
            yield running


@contextmanager
def opened(door: Service, **who: str) -> Iterator[httpx.Client]:
    """Open a session by hand."""
    with httpx.Client(headers={**OF_THE_PROTOCOL, **{f"x-{name}": one for name, one in who.items()}}, timeout=30) as client:
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
        greeting = client.post(at(door), json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
        client.headers["mcp-session-id"] = greeting.headers["mcp-session-id"]
        client.post(at(door), json={"jsonrpc": "2.0", "method": "notifications/initialized"})
        yield client


def test_a_session_answers_only_to_the_caller_and_the_person_that_opened_it(door: Service) -> None:
    ask = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}
    thieves: list[dict[str, str]] = [{"x-caller": "two", "x-user": "A"}, {"x-caller": "one", "x-user": "B"}]
    with opened(door, caller="one", user="A") as client:
        own = client.post(at(door), json=ask)
        stolen = [client.post(at(door), json=ask, headers=thief) for thief in thieves]
        ended = [client.delete(at(door), headers=thief) for thief in thieves]
        nobody = httpx.post(at(door), json=ask, headers={**OF_THE_PROTOCOL, "mcp-session-id": client.headers["mcp-session-id"]})
        still = client.post(at(door), json=ask)

    assert (own.status_code, still.status_code) == (200, 200)
    assert [answer.status_code for answer in (*stolen, *ended)] == [404] * 4
    assert nobody.status_code == 401
    assert nobody.json()["error"]["code"] == "unauthenticated"


@pytest.mark.parametrize(("erases", "left"), [(True, 0), (False, 1)])
def test_in_a_session_a_client_of_the_handshake_era_asks_its_person(erases: bool, left: int, door: Service) -> None:
    wanted = {"memory_id": kept(door)}
    headers = {"x-caller": "one", "x-user": "A"}

    spoken(at(door), headers, lambda client: answer(client, "forget_core_memory", wanted), mode="legacy", erases=erases)

    assert len(door.store.for_user("A").list().items) == left


def test_a_session_remembers_which_revision_it_was_told(door: Service) -> None:
    wanted = kept(door)

    async def session(client: Client) -> list[dict[str, Any]]:
        changes = {"memory_id": wanted, "content": "The user owns a blue bicycle."}
        before = await answer(client, "update_core_memory", changes)
        await answer(client, "search_core_memories", {"query": "bicycle"})
        return [before, await answer(client, "update_core_memory", changes)]

    before, after = spoken(at(door), {"x-caller": "one", "x-user": "A"}, session, mode="legacy")

    assert before["error"]["code"] == "revision-unknown"
    assert after["outcome"] == "candidate"


def test_the_door_can_be_run_by_itself(store: Memory) -> None:
    def context(request: Request) -> ToolContext:
        if "x-user" not in request.headers:
            raise Unauthenticated()
        return store.for_user(request.headers["x-user"]).tools()

    with closing(listening("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(HttpDoor(context, body_bytes=10_000), log_config=None, lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/anywhere"
        found = spoken(url, {"x-user": "A"}, saved_and_found)
        nobody = httpx.post(url, content=b"{}", headers=OF_THE_PROTOCOL)
        huge = httpx.post(url, content=b"x" * 10_001, headers={**OF_THE_PROTOCOL, "x-user": "A"})
        server.should_exit = True
        thread.join()

    assert found["memories"] == []
    assert (nobody.status_code, nobody.json()["error"]["code"]) == (401, "unauthenticated")
    assert (huge.status_code, huge.json()["error"]["code"]) == (413, "body-too-large")
