"""How fast a search is: against the scoring statement alone, in a larger file, and beside a busy thread."""

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.scoring import Asked, scoring_of
from keptmind.surfaces.cli.bench.stand import Stand, alongside
from keptmind.surfaces.cli.bench.texts import Texts
from keptmind.surfaces.cli.bench.timing import in_turns, milliseconds, p50, p95

PINNED = 20
SERVED_INTERVAL = 0.00005  # seconds; what `keptmind serve` sets


def against_scoring(stand: Stand, rows: int, questions: Sequence[str], rounds: int) -> Figure:
    """Time a search and its own scoring statement on a bare connection in turns."""
    heard = [(question, scoring_of(stand, question)) for question in questions]
    with closing(sqlite3.connect(f"file:{stand.path}?mode=ro", uri=True, isolation_level=None)) as bare:
        pairs = [(partial(stand.search, question), partial(_score, bare, asked)) for question, asked in heard if asked]
        ours, scoring = in_turns(pairs, rounds)
    return Figure(
        name=f"search, {rows:,} rows of one owner, p50",
        ours=p50(ours),
        unit="ms",
        reference=p50(scoring),
        beside="its scoring statement alone",
        target=Target(limit=4, on_ratio=True),
    )


def _score(bare: sqlite3.Connection, asked: Sequence[Asked]) -> None:
    for one in asked:
        bare.execute(one.statement, one.parameters).fetchall()


def larger(stand: Stand, rows: int, questions: Sequence[str], rounds: int) -> list[Figure]:
    """Time searches over an owner with many rows."""
    for question in questions:
        stand.search(question)
    times = [milliseconds(partial(stand.search, question)) for _ in range(rounds) for question in questions]
    return [
        Figure(name=f"search, {rows:,} rows of one owner, p50", ours=p50(times), unit="ms"),
        Figure(name=f"search, {rows:,} rows of one owner, p95", ours=p95(times), unit="ms", target=Target(limit=10)),
    ]


def beside_busy(stand: Stand, rows: int, questions: Sequence[str], rounds: int) -> Figure:
    """Time searches while another thread computes, and while none does, in turns."""
    idle: list[float] = []
    busy: list[float] = []
    with switching(SERVED_INTERVAL):
        for _ in range(rounds):
            idle += _times(stand, questions)
            with alongside(_compute):
                busy += _times(stand, questions)
    return Figure(
        name=f"search beside a busy thread, {rows:,} rows, p50",
        ours=p50(busy),
        unit="ms",
        reference=p50(idle),
        beside="idle",
        target=Target(limit=4, on_ratio=True),
    )


def _times(stand: Stand, questions: Sequence[str]) -> list[float]:
    return [milliseconds(partial(stand.search, question)) for question in questions]


def _compute() -> int:
    total = 0
    for number in range(1_000):
        total += number
    return total


@contextmanager
def switching(seconds: float) -> Iterator[None]:
    """Let threads take turns this often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(seconds)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def blocks(stand: Stand, rows: int, questions: Sequence[str], rounds: int) -> Figure:
    """Time context blocks."""
    for question in questions:
        stand.block(question)
    times = [milliseconds(partial(stand.block, question)) for _ in range(rounds) for question in questions]
    return Figure(name=f"context block, {rows:,} rows of one owner, p50", ours=p50(times), unit="ms")


def core_blocks(stand: Stand, rows: int, texts: Texts, rounds: int) -> Figure:
    """Time core blocks of a few pinned rows among many."""
    for saved in stand.save_many([texts.statement()[:60] for _ in range(PINNED)]):
        if saved.memory is not None:
            stand.pin(saved.memory)
    stand.core()
    times = [milliseconds(stand.core) for _ in range(50 * rounds)]
    return Figure(name=f"core block, {PINNED} pinned of {rows:,} rows, p50", ours=p50(times), unit="ms", target=Target(limit=2))
