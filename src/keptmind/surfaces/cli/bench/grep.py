"""How fast texts are looked through for a piece of text, and for a regular expression."""

from collections.abc import Sequence
from functools import partial

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.stand import Stand
from keptmind.surfaces.cli.bench.timing import milliseconds, p50

# none of them stands in any statement, so that every row is looked at
PIECES = ("zzyzx road", "蘑菇云集", "Quokka №7")
EXPRESSIONS = (r"\bzzyzx\b", r"(?i)quokka.*marmalade", r"\d{4}-\d{2}-\d{2}T", r"\p{Hiragana}{3,}")


def greps(stand: Stand, rows: int, rounds: int) -> list[Figure]:
    """Time looks through everything of an owner with many rows."""
    return [
        Figure(
            name=f"grep, {rows:,} rows of one owner, p50",
            ours=_taken(stand, PIECES, rounds, regex=False),
            unit="ms",
            target=Target(limit=50),
        ),
        Figure(
            name="grep by regular expression, p50", ours=_taken(stand, EXPRESSIONS, rounds, regex=True), unit="ms", target=Target(limit=50)
        ),
    ]


def _taken(stand: Stand, patterns: Sequence[str], rounds: int, *, regex: bool) -> float:
    for pattern in patterns:
        stand.grep(pattern, regex=regex)
    times = [milliseconds(partial(stand.grep, pattern, regex=regex)) for _ in range(4 * rounds) for pattern in patterns]
    return p50(times)
