"""How many memories a second in batches, and how much memory that takes: measured in a process of its own."""

import json
import resource
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.progress import stage
from keptmind.surfaces.cli.bench.stand import BATCH, open_stand
from keptmind.surfaces.cli.bench.texts import Texts

SEED = 6
MEGABYTE = 1_000_000
UNIT_OF_RSS = 1 if sys.platform == "darwin" else 1_024


def bulk(folder: Path, rows: int) -> list[Figure]:
    """Save so many in batches of 1,000 for one owner, in a child process."""
    child = [sys.executable, "-m", __name__, str(folder / "bulk.db"), str(rows)]
    done = subprocess.run(child, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 (this very interpreter and module)
    found = json.loads(done.stdout)
    return [
        Figure(
            name=f"bulk, {rows:,} memories of one owner, {BATCH:,} a batch",
            ours=rows / found["seconds"],
            unit="/s",
            target=Target(limit=3_000, at_least=True),
        ),
        Figure(name="memory of the process meanwhile, at most", ours=found["peak"] / MEGABYTE, unit="MB", target=Target(limit=300)),
    ]


def run(path: Path, rows: int) -> dict[str, float]:
    """Save them here and now; seconds spent in saving alone, and the peak of resident memory in bytes."""
    seconds = 0.0
    with open_stand(path) as stand, stage(f"saving {rows:,} memories", rows) as advance:
        for batch in Texts(SEED).batches(rows, BATCH):
            start = perf_counter()
            stand.save_many(batch)
            seconds += perf_counter() - start
            advance(len(batch))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT_OF_RSS
    return {"seconds": seconds, "peak": peak}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(Path(sys.argv[1]), int(sys.argv[2]))))
