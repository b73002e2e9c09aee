"""What looking at a statement and comparing it adds to a save: the rules, what is recalled of it, the decision."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.stand import Stand
from keptmind.surfaces.cli.bench.texts import Texts
from keptmind.surfaces.cli.bench.timing import p50
from keptmind.write import pipeline

SEED = 9
STEPS = ("wish", "remembered", "admit", "recall", "encounter", "decide")  # of a save's path, all but drawing, indexing and writing


def admission(stand: Stand, rows: int, count: int) -> Figure:
    """Save statements one by one among so many rows, and add up what those steps take of each."""
    texts = Texts(SEED)
    stand.save(texts.statement())
    times: list[float] = []
    with clocked() as spent:
        for _ in range(count):
            spent.clear()
            stand.save(texts.statement())
            times.append(sum(spent) * 1_000_000)
    name = f"admission and comparison of one save, {rows:,} rows of one owner, p50"
    return Figure(name=name, ours=p50(times), unit="µs", target=Target(limit=150))


@contextmanager
def clocked() -> Iterator[list[float]]:
    """Note how many seconds each of the steps takes meanwhile."""
    spent: list[float] = []
    steps = {name: getattr(pipeline, name) for name in STEPS}
    for name, step in steps.items():
        setattr(pipeline, name, _timed(step, spent))
    try:
        yield spent
    finally:
        for name, step in steps.items():
            setattr(pipeline, name, step)


def _timed(step: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        start = perf_counter()
        try:
            return step(*given, **named)
        finally:
            spent.append(perf_counter() - start)

    return timed
