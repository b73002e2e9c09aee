"""
Lets two to eight processes do the same thing to one person's memories at the same moment.

Of those that ask for the same revision, decide about the same candidate or forget the same row exactly one wins, and the others are
told the truth; of the same key, text or guess there is one. Run it as `python bench/faults/many_writers.py --points 200 --engine
postgres`: so many races, shared out among the numbers of writers; it ends 0 where each had one winner.
"""

import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import BrokenBarrierError
from typing import Any

from children import FORK, Child, Say, warm
from stores import Place, ailing, opened, options, places, with_engine

from keptmind import OwnerMemory
from keptmind.errors import CandidateDecided, Conflict, MemoryNotFound, StaleRevision

FEWEST, MOST = 2, 8
WAIT_SECONDS = 60


@dataclass(slots=True)
class Targets:
    """What the races are about, one a round: rows to edit, rows to forget, candidates to accept, candidates to decide either way."""

    rows: list[str] = field(default_factory=list)
    doomed: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)


Answer = tuple[str, str, int]  # what a writer was told, the id of the row or candidate, its revision


def same_key(me: OwnerMemory, _targets: Targets, turn: int, writer: int) -> Answer:
    """Save a text of one's own under one key."""
    saved = me.save(f"{named(turn)} costs {writer} crowns", key=f"price {turn}")
    assert saved.memory is not None  # noqa: S101
    return saved.outcome, saved.memory.id, saved.memory.revision


def same_text(me: OwnerMemory, _targets: Targets, turn: int, _writer: int) -> Answer:
    """Save one text."""
    saved = me.save(f"{named(turn)} shines green")
    assert saved.memory is not None  # noqa: S101
    return saved.outcome, saved.memory.id, saved.memory.revision


def same_guess(me: OwnerMemory, _targets: Targets, turn: int, _writer: int) -> Answer:
    """Propose one text."""
    saved = me.save(f"{named(turn)} looks red", source="inferred", reason="r")
    assert saved.candidate is not None  # noqa: S101
    return saved.outcome, saved.candidate.id, 0


def same_revision(me: OwnerMemory, targets: Targets, turn: int, writer: int) -> Answer:
    """Edit one revision of one row."""
    edited = me.update(targets.rows[turn], expected_revision=1, content=f"{named(turn)} as writer {writer} has it")
    return "updated", edited.id, edited.revision


def same_candidate(me: OwnerMemory, targets: Targets, turn: int, _writer: int) -> Answer:
    """Accept one candidate."""
    accepted = me.accept(targets.waiting[turn])
    return "accepted", accepted.id, accepted.revision


def either_way(me: OwnerMemory, targets: Targets, turn: int, writer: int) -> Answer:
    """Accept or turn down one candidate, every second writer the one and every second the other."""
    if writer % 2:
        accepted = me.accept(targets.open[turn])
        return "accepted", accepted.id, accepted.revision
    return "rejected", me.reject(targets.open[turn]).id, 0


def same_row(me: OwnerMemory, targets: Targets, turn: int, _writer: int) -> Answer:
    """Forget one row."""
    gone = me.forget(targets.doomed[turn])
    return "forgotten", gone.id, 0


def named(turn: int) -> str:
    """Return what the texts of a turn are about, unlike that of any other: a number would read as a new word on the same thing."""
    return "zq" + "".join("bcdfghjklm"[int(digit)] for digit in f"{turn * 7919 + 104729:012d}")


Act = Callable[[OwnerMemory, Targets, int, int], Answer]
RACES: dict[str, Act] = {
    "key": same_key,
    "text": same_text,
    "guess": same_guess,
    "revision": same_revision,
    "candidate": same_candidate,
    "either": either_way,
    "row": same_row,
}


def work(say: Say, place: Place, targets: Targets, writer: int, turns: int, start: Any) -> None:
    """Run every race in every turn, beginning together with the others."""
    with opened(place) as store:
        me = store.for_user("u1")
        for turn in range(turns):
            for race, act in RACES.items():
                try:
                    start.wait(WAIT_SECONDS)
                except BrokenBarrierError:
                    return  # another has ended, and says why
                try:
                    told = act(me, targets, turn, writer)
                except (Conflict, MemoryNotFound) as error:
                    told = (type(error).__name__, "-", getattr(error, "current_revision", None) or 0)
                say(race, turn, *told)


def prepared(place: Place, turns: int) -> Targets:
    """Keep what the races are about."""
    targets = Targets()
    with opened(place) as store:
        me = store.for_user("u1")
        for name, list_of in (("edited", targets.rows), ("forgotten", targets.doomed)):
            saved = me.save_many([{"content": f"{named(turn)} will be {name}"} for turn in range(turns)])
            list_of += [one.memory.id for one in saved if one.memory is not None]
        for name, list_of in (("tea", targets.waiting), ("coffee", targets.open)):
            guesses = [{"content": f"{named(turn)} drinks {name}", "source": "inferred", "reason": "r"} for turn in range(turns)]
            list_of += [one.candidate.id for one in me.save_many(guesses) if one.candidate is not None]
    return targets


def judged(race: str, answers: list[Answer], place: Place) -> list[str]:
    """Return what is wrong with what the writers of one race were told."""
    told = Counter(outcome for outcome, _, _ in answers)
    ids = {one for outcome, one, _ in answers if one != "-"}
    revisions = sorted(revision for _, _, revision in answers)
    writers = len(answers)
    match race:
        case "key":
            right = told["created"] == 1 and told["updated"] == writers - 1 and len(ids) == 1
            right = right and revisions == list(range(1, writers + 1))
        case "text":
            right = told == Counter({"created": 1, "same": writers - 1}) and len(ids) == 1 and set(revisions) == {1}
        case "guess":
            right = told == Counter({"candidate": writers}) and len(ids) == 1
        case "revision":
            right = told == Counter({"updated": 1, StaleRevision.__name__: writers - 1}) and set(revisions) == {2}
        case "candidate":
            right = told == Counter({"accepted": writers}) and len(ids) == 1
        case "either":
            won = "accepted" if told["accepted"] else "rejected"
            side = writers // 2 if won == "accepted" else writers - writers // 2
            right = told == Counter({won: side, CandidateDecided.__name__: writers - side}) and len(ids) == 1
        case _:
            right = told == Counter({"forgotten": 1, MemoryNotFound.__name__: writers - 1})
    return [] if right else [f"{race} on {place.url.partition(':')[0]}: {writers} writers were told {sorted(answers)}"]


def on_record(place: Place, turns: int, writers: int) -> list[str]:
    """Return what is kept otherwise than the races must leave it: one row a key and text, every text of a key in its history."""
    held = place.rows("SELECT COUNT(*), COUNT(DISTINCT content), COUNT(memory_key) FROM memories")[0]
    accepted = place.rows("SELECT COUNT(*) FROM audit_events WHERE action = 'memory.candidate_accepted'")[0][0]
    decided = dict(place.rows("SELECT status, COUNT(*) FROM memory_candidates GROUP BY status"))
    revisions = dict(place.rows("SELECT memory_key, revision FROM memories WHERE memory_key IS NOT NULL"))
    rows = turns * 3 + decided.get("accepted", 0)
    wrong = [f"{held} rows, texts and keys, not {rows} and {turns} keys"] if held != (rows, rows, turns) else []
    wrong += [f"{accepted} acceptances of {decided}"] if accepted != decided.get("accepted", 0) else []
    wrong += [f"candidates are {decided}"] if decided.get("pending") != turns or sum(decided.values()) != 3 * turns else []
    return wrong + [f"{key} has revision {one}" for key, one in revisions.items() if one != writers]


def ran(place: Place, logs: Path, writers: int, turns: int) -> list[str]:
    """Let so many writers race in one store, and return what is wrong."""
    targets = prepared(place, turns)
    start = FORK.Barrier(writers)
    children = [
        Child(logs / f"{writers}-{one}", lambda say, one=one: work(say, place, targets, one, turns, start)) for one in range(writers)
    ]
    wrong = [complaint for child in children for complaint in child.end(480)]
    answers: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for child in children:
        for race, turn, outcome, one, revision in child.said():
            answers[race, turn].append((outcome, one, int(revision)))
    wrong += [complaint for (race, _), told in answers.items() for complaint in judged(race, told, place)]
    wrong += [f"{len(answers)} races were run, not {turns * len(RACES)}"] if len(answers) != turns * len(RACES) else []
    with opened(place) as store:
        wrong += ailing(store, place)
    return wrong + on_record(place, turns, writers) + place.faults()


def main() -> int:
    """Race with every number of writers; end 1 where anything was wrong."""
    parser = with_engine(options(__doc__))
    parser.add_argument("--most", type=int, choices=range(FEWEST, MOST + 1), default=MOST)
    asked = parser.parse_args()
    numbers = range(FEWEST, asked.most + 1)
    turns = -(-asked.points // (len(numbers) * len(RACES)))
    wrong: list[str] = []
    warm()
    with tempfile.TemporaryDirectory() as logs, places(asked.engine, asked.server) as make:
        for writers in numbers:
            wrong += [f"{writers} writers: {one}" for one in ran(make(), Path(logs), writers, turns)]
    races, calls = turns * len(RACES) * len(numbers), turns * len(RACES) * sum(numbers)
    sys.stdout.writelines(f"{one}\n" for one in wrong)
    sys.stdout.write(f"{asked.engine}: {races} races of {FEWEST} to {asked.most} writers, {calls} calls answered, {len(wrong)} faults\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
