"""Whether a search takes longer because many others use the same file."""

import random
import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.stand import open_stand
from keptmind.surfaces.cli.bench.texts import Texts
from keptmind.surfaces.cli.bench.timing import in_turns, p50

SEED = 4
FEW = 10


def flat(folder: Path, owners: int, rows: int, questions: Sequence[str], rounds: int) -> Figure:
    """Time searches in a file of many owners and in one of ten, in turns; each search is by one of the file's owners."""
    few, many = folder / "few.db", folder / "many.db"
    texts = Texts(SEED)
    with open_stand(few, synchronous="NORMAL") as stand:
        stand.fill(_owners(0, FEW), rows, texts, "filling for ten owners")
    for suffix in ("", ".key"):
        shutil.copy(f"{few}{suffix}", f"{many}{suffix}")
    with open_stand(many, synchronous="NORMAL") as stand:
        stand.fill(_owners(FEW, owners), rows, texts, f"filling for {owners:,} owners")
    with open_stand(few) as beside, open_stand(many) as stand:
        pairs = [
            (partial(stand.search, question, owner), partial(beside.search, question, other))
            for question, owner, other in zip(questions, _some(owners, len(questions)), _some(FEW, len(questions)), strict=True)
        ]
        ours, reference = in_turns(pairs, rounds)
    return Figure(
        name=f"search, {owners:,} owners × {rows:,} rows, p50",
        ours=p50(ours),
        unit="ms",
        reference=p50(reference),
        beside=f"{FEW} owners",
        target=Target(limit=1.2, on_ratio=True),
    )


def _owners(first: int, end: int) -> list[str]:
    return [f"owner-{number}" for number in range(first, end)]


def _some(owners: int, count: int) -> list[str]:
    return random.Random(SEED).choices(_owners(0, owners), k=count)  # noqa: S311 (a sample, not a secret)
