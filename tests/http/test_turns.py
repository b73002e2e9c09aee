"""While writers wait for a store that somebody holds, who only reads is answered, and so is who asks whether memory can be used."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from factories import a_url, another_process
from keptmind import Memory
from keptmind.model.health import Report
from keptmind.surfaces.cli.mounted import doors
from keptmind.surfaces.http.health import Readiness
from keptmind.surfaces.http.serve import THREADS
from keptmind.surfaces.http.turns import CALLING_TOOLS, READS, SAFE, WAITING_READS, WRITING, Turns
from operations import OPERATIONS
from service import Service, serving

LIST = "/me/core-memories"
MANY = 48  # more than any server here has threads
SOON = 10.0  # seconds after which a client gives up; writers wait three times as long


@contextmanager
def crowded(service: Service, file: Path, act: Any) -> Iterator[list[Future[httpx.Response]]]:
    """Hold the file, and have very many clients do something that waits for it."""
    clients = [service.client("ann", key=service.key()) for _ in range(MANY)]
    with ThreadPoolExecutor(MANY) as pool, another_process(file):
        waiting = [pool.submit(act, client, number) for number, client in enumerate(clients)]
        threading.Event().wait(1.0)  # until they have been sent
        assert not any(one.done() for one in waiting)
        yield waiting


def saving(client: httpx.Client, number: int) -> httpx.Response:
    return client.post(LIST, json={"content": f"likes tea number {number}"})


def explicitly(client: httpx.Client, number: int) -> httpx.Response:
    return client.post("/me/memory-search", json={"query": "tea"}, headers={"X-Keptmind-Read-Mode": "explicit"})


def with_a_tool(client: httpx.Client, number: int) -> httpx.Response:
    arguments = {"memory_key": f"tea {number}", "content": f"likes tea number {number}", "category": "fact", "scope_type": "global"}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "save_core_memory", "arguments": arguments}}
    return client.post("/mcp", json=call, headers={"Accept": "application/json, text/event-stream"})


@pytest.mark.parametrize("act", [saving, explicitly, with_a_tool])
def test_reads_and_looks_at_health_do_not_wait_for_writers(act: Any, tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store, serving(store, doors(store.house)) as service:
        me = service.client("ann")
        me.post(LIST, json={"content": "likes tea"})
        with crowded(service, tmp_path / "memory.db", act) as waiting:
            ready = service.nobody().get("/readyz", timeout=SOON)
            found = [
                me.post("/me/memory-search", json={"query": "tea"}, timeout=SOON),
                me.post("/me/memory-context", json={"query": "tea"}, timeout=SOON),
                me.get(LIST, timeout=SOON),
                me.get("/metrics", timeout=SOON),
            ]
            still = sum(not one.done() for one in waiting)
        done = [one.result(60) for one in waiting]

    assert (ready.status_code, ready.json()["degradations"]) == (200, ["store-busy"])
    assert [answer.status_code for answer in found] == [200] * 4
    assert still == MANY
    assert {answer.is_success for answer in done} == {True}


def test_who_gets_no_turn_is_told_so_and_the_next_is_served_again() -> None:
    told, go_on = list[Any](), asyncio.Event()
    scope = {"type": "http", "method": "POST", "path": LIST, "headers": []}

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["body"] == b"{}"
        await go_on.wait()
        await send({"type": "http.response.start", "status": 201, "headers": []})

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message: Any) -> None:
        told.append(message.get("status"))

    async def ask() -> None:
        turns = Turns(app, doors=(), patience=0.1)
        async with asyncio.TaskGroup() as group:
            for _ in range(WRITING):
                group.create_task(turns(scope, receive, send))
            await asyncio.sleep(0)
            await turns(scope, receive, send)
            go_on.set()
        await turns(scope, receive, send)

    asyncio.run(ask())

    assert [status for status in told if status] == [503] + [201] * (WRITING + 1)


def test_when_writers_give_up_each_is_told_that_the_store_is_busy(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path), busy_seconds=0.3) as store, serving(store) as service:
        clients = [service.client("ann", key=service.key()) for _ in range(MANY)]
        with ThreadPoolExecutor(MANY) as pool, another_process(tmp_path / "memory.db"):
            answers = list(pool.map(saving, clients, range(MANY)))
        kept = service.client("ann").get(LIST).json()["items"]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(503, "store-busy")}
    assert kept == []


def test_a_body_that_is_too_large_is_refused_as_ever_and_one_that_comes_in_parts_is_read(tmp_path: Path) -> None:
    def parts(size: int) -> Iterator[bytes]:
        yield b'{"content": "likes '
        for _ in range(size // 1_000):
            yield b"tea " * 250
        yield b'"}'

    with Memory(a_url(tmp_path), body_bytes=100_000) as store, serving(store) as service:
        me = service.client("ann")
        large, small = (me.post(LIST, content=parts(size), headers={"Content-Type": "application/json"}) for size in (200_000, 1_000))

    assert (large.status_code, large.json()["code"]) == (413, "body-too-large")
    assert small.status_code == 201


def test_a_client_that_sends_slowly_keeps_nobody_waiting(tmp_path: Path) -> None:
    go_on = threading.Event()

    def slowly() -> Iterator[bytes]:
        yield b'{"content": '
        go_on.wait(60)
        yield b'"likes coffee"}'

    with Memory(a_url(tmp_path)) as store, serving(store) as service, ThreadPoolExecutor(WRITING + 1) as pool:
        slow = [
            pool.submit(service.client("bo").post, LIST, content=slowly(), headers={"Content-Type": "application/json"})
            for _ in range(WRITING + 1)
        ]
        threading.Event().wait(0.5)
        quick = service.client("ann").post(LIST, json={"content": "likes tea"}, timeout=SOON)
        go_on.set()
        statuses = {one.result(60).status_code for one in slow}

    assert quick.status_code == 201
    assert statuses <= {200, 201}


def test_threads_are_left_to_those_that_read() -> None:
    assert WRITING + CALLING_TOOLS < THREADS


def test_what_passes_without_a_turn_is_a_route_that_there_is() -> None:
    assert {f"POST {path}" for path in READS} | {f"GET {path}" for path in WAITING_READS} <= set(OPERATIONS)


REPORT = Report(ok=True, degradations=(), schema_version=1, checks=())


def test_however_many_ask_at_once_one_looks() -> None:
    looks, times = list[int](), [0.0]

    def look() -> Report:
        looks.append(threading.get_ident())
        threading.Event().wait(0.05)
        return REPORT

    async def ask() -> None:
        readiness = Readiness(look, lambda: times[0])
        for at in (0.0, 0.5, 1.0):
            times[0] = at
            async with anyio.create_task_group() as group:
                for _ in range(50):
                    group.start_soon(readiness.report)

    anyio.run(ask)

    assert len(looks) == 2  # at first, and when the answer was a second old


def test_a_look_that_fails_is_tried_again() -> None:
    tries = iter((True, False))

    def look() -> Report:
        if next(tries):
            raise RuntimeError("gone")
        return REPORT

    async def ask() -> Report:
        readiness = Readiness(look)
        with pytest.raises(RuntimeError, match="gone"):
            await readiness.report()
        return await readiness.report()

    assert anyio.run(ask) is REPORT


def test_only_what_can_wait_for_the_store_needs_a_turn() -> None:
    async def nothing(*_: Any) -> None:
        pass

    turns = Turns(nothing, doors=("/mcp",), patience=1.0)

    def needed(method: str, path: str, **headers: str) -> Any:
        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        return turns._turns({"type": "http", "method": method, "path": path, "headers": named})

    explicit = partial(needed, x_keptmind_read_mode="explicit")
    assert [needed("GET", LIST), needed("POST", "/me/memory-search"), needed("GET", "/mcp"), needed("GET", "/readyz")] == [None] * 4
    assert {needed("POST", LIST), needed("DELETE", LIST), explicit("GET", LIST), explicit("POST", "/me/memory-search")} == {turns._writing}
    assert needed("GET", "/me/activity") is turns._writing
    assert needed("POST", "/mcp") is turns._calling
    assert SAFE == ("GET", "HEAD", "OPTIONS")
