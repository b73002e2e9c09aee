"""
Kills a process in the middle of its work, at random points, and looks at what is left.

What was acknowledged must be there, or gone with its bytes where it was an erasure; what was not is wholly there or not at all; the
doctor finds nothing. Run it as `python bench/faults/kill9.py --points 200 --during all --engine postgres`; it ends 0 where nothing
was lost. On PostgreSQL it is the client that is killed.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from children import Child, Say, warm
from stores import Place, ailing, opened, options, places, with_engine

from keptmind import Memory, OwnerMemory
from keptmind.errors import NotFound

AT_ONCE = 12
POINTS_A_STORE = 10
LONGEST = 0.2  # seconds between being ready and being killed


@dataclass(slots=True)
class Row:
    """What is known of a memory: the word that its text begins with at each revision, and what was asked for last."""

    words: list[str]
    asked: str | None = None  # the word of an edit that was asked for, and not acknowledged
    forgetting: bool = False
    forgotten: bool = False


@dataclass(slots=True)
class Told:
    """What the killed process had said by then; `waiting` are candidates: their word, and the memory once accepted."""

    rows: dict[str, Row] = field(default_factory=dict)
    waiting: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    count: int = 0
    in_mid: bool = False  # killed between asking and being told

    def hear(self, line: list[str]) -> None:
        """Take down one line."""
        match line:
            case ["saved", memory_id, word]:
                self.rows[memory_id] = Row([word])
            case ["waits", candidate_id, word]:
                self.waiting[candidate_id] = (word, None)
            case ["edits", memory_id, word]:
                self.rows[memory_id].asked = word
            case ["edited", memory_id, word]:
                self.rows[memory_id].words.append(word)
                self.rows[memory_id].asked = None
            case ["accepted", candidate_id, memory_id]:
                word, _ = self.waiting[candidate_id]
                self.waiting[candidate_id] = (word, memory_id)
                self.rows[memory_id] = Row([word])
            case ["forgets", memory_id]:
                self.rows[memory_id].forgetting = True
            case ["forgot", memory_id, _]:
                self.rows[memory_id].forgotten = True
        if line[0] in ("begins", "done"):
            self.in_mid = line[0] == "begins"
            self.count += line[0] == "done"


def work(say: Say, place: Place, during: str, seed: int) -> None:
    """Do one kind of work until killed."""
    dice = random.Random(seed)  # noqa: S311
    prepare, act = WORK[during]
    with opened(place) as store:
        me = store.for_user("u1")
        stock = prepare(me, dice, say)
        say("ready")
        while True:
            if not stock:
                stock = prepare(me, dice, say)
            one = stock.pop()
            say("begins")
            act(me, dice, say, one)
            say("done")


def nothing(_me: OwnerMemory, _dice: random.Random, _say: Say) -> list[str]:
    """Prepare nothing."""
    return [""] * AT_ONCE


def some_rows(me: OwnerMemory, dice: random.Random, say: Say) -> list[str]:
    """Save rows to work on, in one transaction."""
    words = [a_word(dice) for _ in range(AT_ONCE)]
    saved = me.save_many([{"content": text(dice, word)} for word in words])
    rows = [one.memory.id for one in saved if one.memory is not None]
    for memory_id, word in zip(rows, words, strict=True):
        say("saved", memory_id, word)
    return rows


def some_candidates(me: OwnerMemory, dice: random.Random, say: Say) -> list[str]:
    """Let guesses wait, in one transaction."""
    words = [a_word(dice) for _ in range(AT_ONCE)]
    saved = me.save_many([{"content": text(dice, word), "source": "inferred", "reason": "r"} for word in words])
    waiting = [one.candidate.id for one in saved if one.candidate is not None]
    for candidate_id, word in zip(waiting, words, strict=True):
        say("waits", candidate_id, word)
    return waiting


def save(me: OwnerMemory, dice: random.Random, say: Say, _one: str) -> None:
    """Save a row."""
    word = a_word(dice)
    saved = me.save(text(dice, word), title=word if dice.random() < 0.3 else None).memory
    assert saved is not None  # noqa: S101
    say("saved", saved.id, word)


def update(me: OwnerMemory, dice: random.Random, say: Say, one: str) -> None:
    """Edit a row."""
    word = a_word(dice)
    say("edits", one, word)
    me.update(one, expected_revision=1, content=text(dice, word))
    say("edited", one, word)


def accept(me: OwnerMemory, _dice: random.Random, say: Say, one: str) -> None:
    """Accept what waits."""
    say("accepted", one, me.accept(one).id)


def forget(me: OwnerMemory, _dice: random.Random, say: Say, one: str) -> None:
    """Forget a row; says so before it asks, since a killed process may have erased without having said so."""
    say("forgets", one)
    say("forgot", one, me.forget(one).state)


Prepare = Callable[[OwnerMemory, random.Random, Say], list[str]]
Act = Callable[[OwnerMemory, random.Random, Say, str], None]
WORK: dict[str, tuple[Prepare, Act]] = {
    "save": (nothing, save),
    "update": (some_rows, update),
    "accept": (some_candidates, accept),
    "forget": (some_rows, forget),
}


def a_word(dice: random.Random) -> str:
    """Return a word that stands nowhere else."""
    return "zq" + "".join(dice.choice("bcdfghjklmnpqrtvwxz") for _ in range(14))


def text(dice: random.Random, word: str) -> str:
    """Return a text of any length that begins with the word."""
    filler = " ".join(f"w{dice.randrange(5000)}" for _ in range(dice.randrange(3, 150)))
    return f"{word} {filler}"[:1900]


def killed(place: Place, log: Path, during: str, dice: random.Random) -> Told:
    """Let a process work for a while, kill it, and return what it had said."""
    seed = dice.getrandbits(32)
    child = Child(log, lambda say: work(say, place, during, seed))
    child.until("ready")
    time.sleep(dice.uniform(0.0, LONGEST))
    child.kill()
    place.quiet()
    told = Told()
    for line in child.said():
        told.hear(line)
    return told


def complaints(place: Place, told: Told) -> list[str]:
    """Return what was lost, came back or is half there, after the store was opened again."""
    with opened(place) as store:
        me = store.for_user("u1")
        wrong = [one for memory_id, row in told.rows.items() for one in of_row(me, memory_id, row)]
        wrong += of_candidates(place, me, told)
        wrong += [f"an erasure is not finished: {one.id} {one.state}" for one in me.deletions() if one.state != place.erased]
        wrong += ailing(store, place)
    gone = [word for row in told.rows.values() if row.forgotten for word in row.words]
    return wrong + place.faults() + [f"a forgotten word is still there: {word}" for word in place.holding(gone)]


def of_row(me: OwnerMemory, memory_id: str, row: Row) -> list[str]:
    """Return what is wrong with one row."""
    try:
        found = me.get(memory_id)
    except NotFound:
        return [] if row.forgetting else [f"what was acknowledged is lost: {memory_id}"]
    if row.forgotten:
        return [f"an acknowledged erasure is undone: {memory_id}"]
    words = [*row.words, row.asked] if row.asked and found.revision > len(row.words) else row.words
    wrong = [f"an edit is lost or half there: {memory_id}"] if found.revision != len(words) else []
    wrong += [f"a text is half there: {memory_id}"] if found.content.split()[0] != words[-1] else []
    wrong += [f"a row is not found by its word: {memory_id}"] if found_by(me, words[-1]) != [memory_id] else []
    wrong += [f"a row is found by what it said before: {memory_id}"] if any(memory_id in found_by(me, old) for old in words[:-1]) else []
    said = [version.content.split()[0] for version in me.history(memory_id)]
    return wrong + ([f"the history is not what was said: {memory_id}"] if said != words else [])


def found_by(me: OwnerMemory, word: str) -> list[str]:
    """Return the memories that hold a word."""
    return [hit.memory.id for hit in me.search(word) if word in hit.memory.content]


def of_candidates(place: Place, me: OwnerMemory, told: Told) -> list[str]:
    """Return which candidates are neither waiting without a row nor accepted with one."""
    if not told.waiting:
        return []
    stands = {one: (status, row) for one, status, row in place.rows("SELECT id, status, resulting_memory FROM memory_candidates")}
    wrong: list[str] = []
    for candidate_id, (word, memory_id) in told.waiting.items():
        status, row = stands.get(candidate_id, ("lost", None))
        right = ("accepted", memory_id) if memory_id else (status, row) if status == "accepted" and row else ("pending", None)
        rows = found_by(me, word)
        wrong += [f"a candidate is {status}, not {right[0]}: {candidate_id}"] if (status, row) != right else []
        wrong += [f"a candidate is {status}, and its rows are {rows}"] if rows != ([row] if row else []) else []
    return wrong


def main() -> int:
    """Run as many points of each kind as asked for; end 1 where anything was wrong."""
    parser = with_engine(options(__doc__))
    parser.add_argument("--during", choices=(*WORK, "all"), default="all")
    asked = parser.parse_args()
    dice = random.Random(asked.seed)  # noqa: S311
    wrong = 0
    warm()
    with tempfile.TemporaryDirectory() as logs, places(asked.engine, asked.server) as make:
        for during in WORK if asked.during == "all" else (asked.during,):
            told = 0
            in_mid = faults = 0
            for point in range(asked.points):
                if point % POINTS_A_STORE == 0:
                    place = made(make)
                heard = killed(place, Path(logs) / f"{during}-{point}", during, dice)
                found = complaints(place, heard)
                told, in_mid, faults = told + heard.count, in_mid + heard.in_mid, faults + len(found)
                sys.stdout.writelines(f"{during}, point {point}: {one}\n" for one in found)
            sys.stdout.write(
                f"{asked.engine}, {during}: {asked.points} points (seed {asked.seed}), {in_mid} in mid operation, "
                f"{told} acknowledged, {faults} faults\n"
            )
            wrong += faults
    return 1 if wrong else 0


def made(make: Callable[[], Place]) -> Place:
    """Return a fresh store with its tables."""
    place = make()
    store: Memory = opened(place)
    store.close()
    return place


if __name__ == "__main__":
    sys.exit(main())
