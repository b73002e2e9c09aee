"""Everything `keptmind bench` measures, in order, at the size asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from keptmind.surfaces.cli.bench.admission import admission
from keptmind.surfaces.cli.bench.bulk import bulk
from keptmind.surfaces.cli.bench.figures import Figure
from keptmind.surfaces.cli.bench.flat import flat
from keptmind.surfaces.cli.bench.grep import greps
from keptmind.surfaces.cli.bench.save import saves
from keptmind.surfaces.cli.bench.search import against_scoring, beside_busy, blocks, core_blocks, larger
from keptmind.surfaces.cli.bench.stand import ONE_OWNER, open_stand
from keptmind.surfaces.cli.bench.start import starts
from keptmind.surfaces.cli.bench.texts import Texts
from keptmind.surfaces.cli.bench.upkeep import forgetting, size


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much of everything."""

    rows: int = 1_000
    many_rows: int = 10_000
    questions: int = 200
    rounds: int = 3
    owners: int = 100
    saves: int = 600
    bulk_rows: int = 20_000
    starts: int = 7
    forgets: int = 7
    requests: int = 6_000


SIZES = {
    "quick": Sizes(),
    "full": Sizes(rounds=5, owners=1_000, saves=3_000, bulk_rows=100_000, starts=15, forgets=15, requests=100_000),
    "smoke": Sizes(rows=30, many_rows=60, questions=4, rounds=1, owners=11, saves=20, bulk_rows=50, starts=1, forgets=1, requests=64),
}


def measure(folder: Path, sizes: Sizes) -> Iterator[Figure]:
    """Take every measurement in a folder of its own."""
    asking = Texts(seed=1)
    questions = [asking.question() for _ in range(sizes.questions)]
    yield from _one_owner(folder / "rows.db", sizes, questions)
    yield from _many_rows(folder / "many-rows.db", sizes, questions)
    yield flat(folder, sizes.owners, sizes.rows, questions, sizes.rounds)
    yield saves(folder, sizes.rows, sizes.saves)
    yield from bulk(folder, sizes.bulk_rows)
    yield from starts(folder / "rows.db", questions[0], sizes.starts)


def _one_owner(path: Path, sizes: Sizes, questions: list[str]) -> Iterator[Figure]:
    with open_stand(path) as stand:
        stand.fill([ONE_OWNER], sizes.rows, Texts(seed=2), "filling for one owner")
        yield against_scoring(stand, sizes.rows, questions, sizes.rounds)
        yield beside_busy(stand, sizes.rows, questions, sizes.rounds)
        yield blocks(stand, sizes.rows, questions, sizes.rounds)
        yield admission(stand, sizes.rows, sizes.questions)
    yield size(path, sizes.rows)
    with open_stand(path) as stand:
        yield core_blocks(stand, sizes.rows, Texts(seed=9), sizes.rounds)


def _many_rows(path: Path, sizes: Sizes, questions: list[str]) -> Iterator[Figure]:
    with open_stand(path) as stand:
        stand.fill([ONE_OWNER], sizes.many_rows, Texts(seed=3), "filling with many rows")
        yield from larger(stand, sizes.many_rows, questions, sizes.rounds)
        yield from greps(stand, sizes.many_rows, sizes.rounds)
        yield forgetting(stand, sizes.many_rows, sizes.forgets)
