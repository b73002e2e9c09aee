"""
Lets several processes write one file for a while and looks whether anything was lost or anybody met a lock.

Run it as `python bench/faults/two_writers.py --seconds 30`; it ends 0 where all is well.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from whole import faults

from keptmind import Memory, Page
from keptmind.model.memory import Memory as Row

CHILD = """
import sys, time
from keptmind import Memory
url, name, until = sys.argv[1], sys.argv[2], time.monotonic() + float(sys.argv[3])
alive, number = {}, 0
with Memory(url) as store:
    me = store.for_user("u1")
    while time.monotonic() < until:
        number += 1
        saved = me.save(f"Writer {name} keeps statement {number}", key=f"{name} {number}").memory
        alive[saved.id] = 1
        if number % 3 == 0:
            one = next(iter(alive))
            alive[one] = me.update(one, expected_revision=alive[one], content=f"Writer {name} edits at {number}").revision
        if number % 50 == 0:
            one = next(iter(alive))
            me.forget(one)
            del alive[one]
        if number % 10 == 0:
            me.search("statement")
    for one, revision in alive.items():
        print(one, revision)
"""


def main() -> int:
    """Write for as long as asked; end 1 where anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--writers", type=int, default=2)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "memory.db"
        alive, errors = written(f"sqlite:///{database}", asked.writers, asked.seconds)
        with Memory(f"sqlite:///{database}") as store:
            me = store.for_user("u1")
            kept: dict[str, int] = {row.id: row.revision for row in every_row(me.list)}
        wrong = [*errors, *faults(database)]
        wrong += [f"lost: {one}" for one in alive if one not in kept]
        wrong += [f"never acknowledged: {one}" for one in kept if one not in alive]
        wrong += [f"an edit is lost: {one}" for one, revision in alive.items() if kept.get(one, revision) != revision]
    sys.stdout.writelines(f"{one}\n" for one in wrong)
    told = f"{asked.writers} writers, {asked.seconds:g} s: {len(alive)} rows acknowledged, {len(kept)} there, {len(wrong)} faults"
    sys.stdout.write(f"{told}\n")
    return 1 if wrong else 0


def written(url: str, writers: int, seconds: float) -> tuple[dict[str, int], list[str]]:
    """Return what the writers say is there, with its revision, and whatever they complained of."""
    command = [sys.executable, "-c", CHILD, url]
    children = [
        subprocess.Popen([*command, str(name), str(seconds)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603
        for name in range(writers)
    ]
    alive: dict[str, int] = {}
    errors: list[str] = []
    for child in children:
        with child:
            told, complaint = child.communicate()
        alive.update((one, int(revision)) for one, revision in (line.split() for line in told.splitlines()))
        errors += [complaint.strip()] if complaint or child.returncode else []
    return alive, errors


def every_row(listing: Callable[..., Page]) -> Iterator[Row]:
    """Return every row of a list, page by page."""
    page = listing(limit=200)
    while True:
        yield from page.items
        if not page.has_more:
            return
        page = listing(limit=200, cursor=page.next_cursor)


if __name__ == "__main__":
    sys.exit(main())
