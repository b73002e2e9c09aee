"""How time is taken: in milliseconds, in turns, and summed up by quantiles."""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter

Act = Callable[[], object]


def milliseconds(act: Act) -> float:
    """Run it once and return how long it took."""
    start = perf_counter()
    act()
    return (perf_counter() - start) * 1_000


def in_turns(pairs: Sequence[tuple[Act, Act]], rounds: int) -> tuple[list[float], list[float]]:
    """Time both of each pair in turns, A B A B, so that whatever else the machine does falls on both; the first round warms up."""
    first: list[float] = []
    second: list[float] = []
    for turn in range(rounds + 1):
        for one, other in pairs:
            times = milliseconds(one), milliseconds(other)
            if turn:
                first.append(times[0])
                second.append(times[1])
    return first, second


def p50(times: Sequence[float]) -> float:
    """Return the median."""
    return median(times)


def p95(times: Sequence[float]) -> float:
    """Return the time that 19 of 20 stay below."""
    return quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
