"""
Kills a process that saves and forgets, at random points, and looks at what is left.

Every acknowledged save must be there, every acknowledged erasure gone with its bytes, and nothing may be half there. Run it as
`python bench/faults/kill9.py --points 200`; it ends 0 where nothing was lost.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from whole import every_byte, faults

from keptmind import Memory
from keptmind.errors import NotFound

# says "wants" before it asks for an erasure, since a killed process may have erased without having said so
CHILD = """
import os, random, sys
from keptmind import Memory
url, seed = sys.argv[1], int(sys.argv[2])
dice = random.Random(seed)
say = lambda *words: os.write(1, (" ".join(words) + "\\n").encode())
with Memory(url) as store:
    me = store.for_user("u1")
    kept = {}
    say("ready")
    while True:
        word = "zq" + "".join(dice.choice("bcdfghjklmnpqrtvwxz") for _ in range(14))
        text = f"{word} " + " ".join(f"w{dice.randrange(5000)}" for _ in range(dice.randrange(3, 150)))
        saved = me.save(text[:1900], title=word if dice.random() < .3 else None).memory
        kept[saved.id] = (word, 1)
        say("saved", saved.id, word)
        if dice.random() < .4:
            one = dice.choice(list(kept))
            word, revision = kept[one]
            edited = me.update(one, expected_revision=revision, content=f"{word} edited " + "more " * dice.randrange(1, 300))
            kept[one] = (word, edited.revision)
            say("edited", one, str(edited.revision))
        if dice.random() < .4:
            one = dice.choice(list(kept))
            word, _ = kept.pop(one)
            say("wants", one, word)
            gone = me.forget(one)
            say("forgot", one, word, gone.state)
"""


@dataclass(slots=True)
class Told:
    """What the killed process had said by then."""

    saved: dict[str, str] = field(default_factory=dict)
    edited: dict[str, int] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=set)
    forgotten: dict[str, str] = field(default_factory=dict)

    def hear(self, line: str) -> None:
        """Take down one whole line."""
        match line.split():
            case ["saved", memory_id, word]:
                self.saved[memory_id] = word
            case ["edited", memory_id, revision]:
                self.edited[memory_id] = int(revision)
            case ["wants", memory_id, _]:
                self.wanted.add(memory_id)
            case ["forgot", memory_id, word, _]:
                self.forgotten[memory_id] = word


def killed(url: str, seed: int, seconds: float) -> Told:
    """Let a process work for so long, kill it, and return what it had said."""
    command = [sys.executable, "-c", CHILD, url, str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:  # noqa: S603 - our own interpreter and program
        assert child.stdout is not None  # noqa: S101
        child.stdout.readline()
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        lines = child.stdout.read().splitlines(keepends=True)
    told = Told()
    for line in lines:
        if line.endswith("\n"):
            told.hear(line)
    return told


def complaints(database: Path, told: Told) -> list[str]:
    """Return what was lost, came back or is half there, after the store was opened again."""
    wrong: list[str] = []
    with Memory(f"sqlite:///{database}") as store:
        me = store.for_user("u1")
        for memory_id, word in told.saved.items():
            try:
                row = me.get(memory_id)
            except NotFound:
                wrong += [] if memory_id in told.wanted else [f"an acknowledged save is lost: {memory_id}"]
                continue
            wrong += [f"an acknowledged erasure is undone: {memory_id}"] if memory_id in told.forgotten else []
            wrong += [f"a text is half there: {memory_id}"] if not row.content.startswith(word) else []
            wrong += [f"an acknowledged edit is lost: {memory_id}"] if row.revision < told.edited.get(memory_id, 1) else []
            found = [hit.memory.id for hit in me.search(word)]
            wrong += [f"a row is not found by its word: {memory_id}"] if found[:1] != [memory_id] else []
        wrong += [f"an erasure is not finished: {one.id} {one.state}" for one in me.deletions() if one.state != "bytes_gone"]
    wrong += faults(database)
    raw = every_byte(database)
    wrong += [f"a forgotten word is in the bytes: {word}" for word in told.forgotten.values() if word.encode() in raw]
    return wrong


def main() -> int:
    """Run as many points as asked for; end 1 where anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))  # noqa: S311
    asked = parser.parse_args()
    dice = random.Random(asked.seed)  # noqa: S311
    saved = erased = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for point in range(asked.points):
            database = Path(folder) / f"{point // 20}.db"
            told = killed(f"sqlite:///{database}", dice.getrandbits(32), dice.uniform(0.0, 0.4))
            found = complaints(database, told)
            saved, erased, wrong = saved + len(told.saved), erased + len(told.forgotten), wrong + len(found)
            sys.stdout.writelines(f"point {point}: {one}\n" for one in found)
    summary = f"{asked.points} points (seed {asked.seed}): {saved} acknowledged saves, {erased} acknowledged erasures, {wrong} faults"
    sys.stdout.write(f"{summary}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
