"""What rows cost on disk, and how long it takes to forget one of many."""

from functools import partial
from pathlib import Path
from statistics import median

from keptmind.surfaces.cli.bench.figures import Figure
from keptmind.surfaces.cli.bench.stand import Stand
from keptmind.surfaces.cli.bench.texts import Texts
from keptmind.surfaces.cli.bench.timing import milliseconds

SEED = 8
MEGABYTE = 1_000_000


def size(path: Path, rows: int) -> Figure:
    """Weigh the file of a closed store."""
    weight = sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))
    return Figure(name="file, per 1,000 rows", ours=weight / MEGABYTE / rows * 1_000, unit="MB")


def forgetting(stand: Stand, rows: int, count: int) -> Figure:
    """Save a few rows and forget each by itself, to the receipt."""
    texts = Texts(SEED)
    saved = [stand.save(texts.statement()).memory for _ in range(count)]
    times = [milliseconds(partial(stand.forget, row.id)) for row in saved if row is not None]
    return Figure(name=f"forget one of {rows:,} rows, bytes gone", ours=median(times), unit="ms")
