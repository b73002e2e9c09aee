"""
Holds a reader open while rows are forgotten: SQLite's log cannot be emptied then, and nobody may say that the bytes are gone.

While it reads, the operation says that the step is failing and why, and there is no receipt; once it has closed, the next sweep (another
erasure, closing or opening the store) gets to the end, and the text is in no byte. Run it as
`python bench/faults/open_reader.py --points 200`; it ends 0 where that held each time.
"""

import random
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing

from stores import FilePlace, Place, opened, options, places

from keptmind import OwnerMemory
from keptmind.model.erasure import Deletion, StepName, StepState

HELD = "readers hold the log open"


def held(place: FilePlace, me: OwnerMemory, memory_id: str, word: str) -> list[str]:
    """Forget a row beside an open reader; return what is wrong with what is said of it."""
    with closing(sqlite3.connect(place.file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM memories").fetchone()
        gone = me.forget(memory_id)
        wrong = [] if place.holding([word]) else ["the word was not in the bytes: nothing was held open"]
        reader.execute("ROLLBACK")
    steps = {step.name: step for step in gone.steps}
    wrong += [f"it says {gone.state}"] if gone.state != "derived_cleaned" or gone.receipt or gone.completed_at else []
    said = steps[StepName.BYTES]
    wrong += [f"the step says {said.state}: {said.note}"] if (said.state, said.note) != (StepState.FAILING, HELD) else []
    return wrong + (["a search finds it"] if any(word in hit.memory.content for hit in me.search(word)) else [])


def finished(place: FilePlace, deletions: list[Deletion], word: str) -> list[str]:
    """Return what is wrong once the reader has closed and a sweep has come by."""
    wrong = [f"still {one.state}" for one in deletions if one.state != "bytes_gone" or one.receipt is None]
    return wrong + [f"the word is in the bytes: {one}" for one in place.holding([word])]


def point(place: FilePlace, dice: random.Random, way: str) -> tuple[list[str], int]:
    """Forget beside a reader and finish in this way; return what is wrong and how many erasures got to their end."""
    word = f"zq{dice.getrandbits(80):020x}"
    with opened(place) as store:
        me = store.for_user("u1")
        saved = me.save_many([{"content": f"{word} {'filler ' * dice.randrange(100)}", "title": word}, {"content": f"plain {word[::-1]}"}])
        first, other = (one.memory.id for one in saved if one.memory is not None)
        wrong = held(place, me, first, word)
        if way == "next":
            me.forget(other)
            wrong += finished(place, me.deletions(), word)
    wrong += finished(place, [], word)
    with opened(place) as store:
        done = store.for_user("u1").deletions()
    return wrong + finished(place, done, word), len(done)


def main() -> int:
    """Hold a reader open as often as asked; end 1 where anything was wrong."""
    asked = options(__doc__).parse_args()
    dice = random.Random(asked.seed)  # noqa: S311
    faults = count = 0
    with places("sqlite") as make:
        for number in range(asked.points):
            found, done = point(_file(make), dice, ("next", "close")[number % 2])
            sys.stdout.writelines(f"point {number}: {one}\n" for one in found)
            faults, count = faults + len(found), count + done
    sys.stdout.write(
        f"sqlite: {asked.points} readers held open (seed {asked.seed}), {count} erasures finished afterwards, {faults} faults\n"
    )
    return 1 if faults else 0


def _file(make: Callable[[], Place]) -> FilePlace:
    place = make()
    assert isinstance(place, FilePlace)  # noqa: S101
    return place


if __name__ == "__main__":
    sys.exit(main())
