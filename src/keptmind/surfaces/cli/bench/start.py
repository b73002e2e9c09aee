"""How long it takes to start: the import alone, and a whole search from the command line."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.stand import ONE_OWNER
from keptmind.surfaces.cli.bench.timing import milliseconds

PASS = (sys.executable, "-c", "pass")
IMPORT = (sys.executable, "-c", "import keptmind")
USE = (sys.executable, "-c", "from keptmind import Memory")
COMMAND = (sys.executable, "-c", "import sys; from keptmind.surfaces.cli import main; sys.exit(main())")  # what `keptmind` runs


def starts(path: Path, question: str, runs: int) -> list[Figure]:
    """Start interpreters in turns and return the medians."""
    search = (*COMMAND, "search", question, "--user", ONE_OWNER)
    programs = {"pass": PASS, "import": IMPORT, "use": USE, "search": search}
    # an installation has its bytecode; where this environment forbids writing it, every start would compile the package anew
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    surroundings = {**kept, "KEPTMIND_URL": f"sqlite:///{path}"}
    works = {name: _ends_well(program, surroundings) for name, program in programs.items()}
    times: dict[str, list[float]] = {name: [] for name, runs_well in works.items() if runs_well}
    for _ in range(runs):
        for name in times:
            times[name].append(milliseconds(partial(_ends_well, programs[name], surroundings)))
    medians = {name: median(taken) for name, taken in times.items()}
    return [
        _figure("import keptmind", medians, "import", 150),
        _figure("from keptmind import Memory", medians, "use", None),
        _figure("keptmind search, from cold", medians, "search", 500),
    ]


def _ends_well(program: Sequence[str], surroundings: Mapping[str, str]) -> bool:
    done = subprocess.run(program, env=surroundings, capture_output=True, check=False)  # noqa: S603 (this very interpreter)
    return done.returncode == 0


def _figure(name: str, medians: Mapping[str, float], which: str, limit: float | None) -> Figure:
    return Figure(
        name=name,
        ours=medians.get(which),
        unit="ms",
        reference=medians["pass"],
        beside="python -c pass",
        target=None if limit is None else Target(limit=limit),
        note="" if which in medians else "does not run",
    )
