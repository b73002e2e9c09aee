"""How figures are printed: one table for people, one object for programs."""

import json
import os
import platform
import sqlite3
import sys
from collections.abc import Sequence
from typing import Any

from keptmind.surfaces.cli.bench.figures import Figure

HEADINGS = ("measurement", "ours", "reference", "ratio", "target", "")


def machine() -> dict[str, Any]:
    """Return what the figures depend on."""
    return {"cores": os.cpu_count(), "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}


def as_json(size: str, figures: Sequence[Figure]) -> str:
    """Return the whole run as one object."""
    return json.dumps({"size": size, **machine(), "figures": [figure.spelled() for figure in figures]}, ensure_ascii=False)


def show(size: str, figures: Sequence[Figure]) -> None:
    """Print the table."""
    table([figure.cells() for figure in figures], HEADINGS)
    told = machine()
    missed = sum(figure.is_met is False for figure in figures)
    say(f"{size} run on {told['cores']} cores, Python {told['python']}, SQLite {told['sqlite']}; {missed} targets missed.")


def table(rows: Sequence[Sequence[str]], headings: Sequence[str]) -> None:
    """Print rows under headings; numbers to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    shown = Table(box=box.SIMPLE_HEAD)
    for position, heading in enumerate(headings):
        shown.add_column(heading, justify="right" if 0 < position < len(headings) - 1 else "left")
    for row in rows:
        shown.add_row(*row)
    console = Console(highlight=False)
    console.print(shown) if console.is_terminal else Console(highlight=False, width=160).print(shown)


def say(line: str) -> None:
    """Print one line."""
    sys.stdout.write(f"{line}\n")
