"""The HTTP service over loopback: searches beside an empty route that asks the same of the credential and the body."""

import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.plan import Sizes
from keptmind.surfaces.cli.bench.progress import stage
from keptmind.surfaces.cli.bench.stand import open_stand
from keptmind.surfaces.cli.bench.texts import Texts

CONNECTIONS = 32
ROWS = 100  # of each owner
SEED = 31
EMPTY, SEARCH = "/bench/empty", "/me/memory-search"
OWNERS_FOR_EACH = 10  # owners for each one of the other measurements
ROUND = 1_280  # requests of one turn
FIRST = 1_000  # requests after which memory is looked at for the first time

Request = Callable[[int], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a number of requests came to: how many a second, and how long each waited, in milliseconds, ascending."""

    rate: float
    waits: Sequence[float]

    def at(self, share: float) -> float:
        """Return the wait that this share of requests stayed within."""
        return self.waits[min(int(len(self.waits) * share), len(self.waits) - 1)]


def joined(loads: Sequence[Load]) -> Load:
    """Return several turns as one."""
    spent = sum(len(load.waits) / load.rate for load in loads)
    waits = sorted(wait for load in loads for wait in load.waits)
    return Load(rate=len(waits) / spent, waits=waits)


def measure_service(folder: Path, sizes: Sizes) -> Iterator[Figure]:
    """Measure one process with the cache off, and so many owners of a hundred rows."""
    path, owners = folder / "service.db", sizes.owners * OWNERS_FOR_EACH
    with open_stand(path) as stand:
        names = [f"owner-{number}" for number in range(owners)]
        stand.fill(names, min(ROWS, sizes.rows), Texts(SEED), f"filling for {owners:,} owners")
    with _running(path) as (process, port, key):
        asking = Texts(seed=1)
        questions = [asking.question() for _ in range(sizes.questions)]
        empty, search = (_requests(port, key, route, questions, owners) for route in (EMPTY, SEARCH))
        first, each = min(FIRST, sizes.requests), min(ROUND, sizes.requests)
        _load(port, search, first)
        before = _memory(process.pid)
        turns = [(_load(port, empty, each), _load(port, search, each)) for _ in range(sizes.rounds)]
        empties, searches = (joined(loads) for loads in zip(*turns, strict=True))
        yield _rates(owners, empties, searches, sizes.rounds)
        yield _tail(searches)
        _load(port, search, sizes.requests - first - sizes.rounds * each)
        yield _grown(process.pid, before, first, sizes.requests)


def _rates(owners: int, empty: Load, search: Load, rounds: int) -> Figure:
    return Figure(
        name=f"POST {SEARCH}, {owners:,} owners × {ROWS}, {rounds} turns",
        ours=search.rate,
        unit="/s",
        reference=empty.rate,
        beside="empty route",
        target=Target(limit=0.30, on_ratio=True, at_least=True),
    )


def _tail(search: Load) -> Figure:
    return Figure(
        name=f"the same at {CONNECTIONS} connections, p95",
        ours=search.at(0.95),
        unit="ms",
        reference=search.at(0.5),
        beside="p50",
        target=Target(limit=5, on_ratio=True),
    )


def _grown(pid: int, before: float | None, first: int, requests: int) -> Figure:
    after = _memory(pid)
    return Figure(
        name=f"memory of the process after {requests:,} requests",
        ours=after,
        unit="MB",
        reference=before,
        beside=f"after {first:,}",
        target=Target(limit=1.2, on_ratio=True),
        note="" if after is not None else "this system does not tell it",
    )


@contextmanager
def _running(path: Path) -> Iterator[tuple["subprocess.Popen[str]", int, str]]:
    program = [sys.executable, "-m", "keptmind.surfaces.cli.bench.beside", f"sqlite:///{path}"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 (ourselves)
        try:
            said = process.stdout.readline() if process.stdout else ""
            port, key = said.split()
            yield process, int(port), key
        finally:
            process.terminate()


def _requests(port: int, key: str, route: str, questions: Sequence[str], owners: int) -> Request:
    def request(number: int) -> bytes:
        body = json.dumps({"query": questions[number % len(questions)]}).encode()
        lines = (
            f"POST {route} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Authorization: Bearer {key}",
            f"X-Keptmind-User: owner-{number * 7_919 % owners}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        )
        return "\r\n".join((*lines, "", "")).encode() + body

    return request


def _load(port: int, request: Request, count: int) -> Load:
    """Send so many requests over 32 connections, each waiting for its answer before the next."""
    waits: list[float] = []
    each = max(1, count // CONNECTIONS)
    with stage("asking the service", each * CONNECTIONS) as advance:
        begun = time.perf_counter()
        asyncio.run(_together(port, request, each, waits, advance))
        spent = time.perf_counter() - begun
    return Load(rate=len(waits) / spent, waits=sorted(waits))


async def _together(port: int, request: Request, each: int, waits: list[float], advance: Callable[[int], None]) -> None:
    async def one(connection: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for number in range(connection * each, (connection + 1) * each):
            begun = time.perf_counter()
            writer.write(request(number))
            await _answer(reader)
            waits.append((time.perf_counter() - begun) * 1_000)
            advance(1)
        writer.close()
        await writer.wait_closed()

    await asyncio.gather(*(one(connection) for connection in range(CONNECTIONS)))


async def _answer(reader: asyncio.StreamReader) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if b" 200 " not in head[:16]:
        raise RuntimeError(head.split(b"\r\n")[0].decode())
    size = next(line for line in head.split(b"\r\n") if line.startswith(b"content-length:"))
    await reader.readexactly(int(size.split(b":")[1]))


def _memory(pid: int) -> float | None:
    """Return the resident memory of a process in megabytes; None where the system does not tell."""
    with contextlib.suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1_024
    return None
