"""
Restarts a PostgreSQL server under load, in fast and in immediate mode by turns, while processes save without pause.

Each goes on afterwards; every acknowledged save is there once, and what was not kept was told as `Unavailable`. Run it as
`python bench/faults/restart.py --points 40`; it starts a server of its own and ends 0 where nothing was lost.
"""

import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from children import Child, Say, warm
from stores import SchemaPlace, ailing, control, fresh_word, opened, options, own_server, schemas

from keptmind.errors import OutcomeUnknown, Unavailable

MODES = ("fast", "immediate")
GOES_ON_SECONDS = 60.0
LONGEST = 0.5  # seconds of work between two restarts
BUSY_SECONDS = 10.0


@dataclass(slots=True)
class Told:
    """What one process was told: what was kept, what was not, and what may have been."""

    kept: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    perhaps: set[str] = field(default_factory=set)

    def hear(self, line: list[str]) -> None:
        """Take down one line."""
        match line:
            case ["kept", word, memory_id]:
                self.kept[word] = memory_id
            case ["not", word, *error]:
                self.refused[word] = " ".join(error)
            case ["perhaps", word]:
                self.perhaps.add(word)


def work(say: Say, place: SchemaPlace, owner: str, seed: int, stop: Path) -> None:
    """Save one text after another until told to stop."""
    dice = random.Random(seed)  # noqa: S311
    with opened(place, busy_seconds=BUSY_SECONDS) as store:
        me = store.for_user(owner)
        while not stop.exists():
            word = fresh_word(dice)
            try:
                saved = me.save(f"{word} is kept", key=word).memory
            except Unavailable as error:
                say(*(("perhaps", word) if isinstance(error, OutcomeUnknown) else ("not", word, error)))
            else:
                say("kept", word, saved.id if saved else "none")


def restarted(server: Any, children: list[Child], mode: str) -> list[str]:
    """Restart, and return which processes do not go on."""
    control(server, "-m", mode, "restart")
    before = [_kept(child) for child in children]
    until = time.monotonic() + GOES_ON_SECONDS
    while any(_kept(child) <= known for child, known in zip(children, before, strict=True)):
        if time.monotonic() > until:
            return [f"a process does not go on after a {mode} restart"]
        time.sleep(0.02)
    return []


def _kept(child: Child) -> int:
    return sum(line[0] == "kept" for line in child.said())


def complaints(place: SchemaPlace, told: Told, owner: str) -> list[str]:
    """Return what was lost, is there twice, or is there although its caller was told that it is not."""
    rows = place.rows(f"SELECT id, content FROM memories WHERE owner = '{owner}'")  # noqa: S608
    ids = dict(rows)
    times = Counter(content.split()[0] for content in ids.values())
    wrong = [f"an acknowledged save is lost: {word}" for word, one in told.kept.items() if one not in ids or not times[word]]
    wrong += [f"a save is there {count} times: {word}" for word, count in times.items() if count > 1]
    wrong += [f"told {error}, and kept: {word}" for word, error in told.refused.items() if times[word]]
    heard = set(told.kept) | set(told.refused) | told.perhaps
    return wrong + [f"nobody was told of a save: {word}" for word in times if word not in heard]


def ran(points: int, writers: int, dice: random.Random, logs: Path) -> tuple[list[str], list[Told]]:
    """Restart so often under so many writers, half of them with one owner in common; return what is wrong and what they were told."""
    wrong: list[str] = []
    told = [Told() for _ in range(writers)]
    stop = logs / "stop"
    owners = [f"u{number // 2}" for number in range(writers)]
    with own_server() as server, schemas(server.get_uri()) as make:
        place = make()
        opened(place).close()
        seeds = [dice.getrandbits(32) for _ in owners]
        children = [
            Child(logs / f"{number}", lambda say, owner=owner, seed=seed: work(say, place, owner, seed, stop))
            for number, (owner, seed) in enumerate(zip(owners, seeds, strict=True))
        ]
        for child in children:
            child.until("kept")
        for point in range(points):
            time.sleep(dice.uniform(0.0, LONGEST))
            wrong += [f"point {point}: {one}" for one in restarted(server, children, MODES[point % 2])]
        stop.touch()
        wrong += [complaint for child in children for complaint in child.end()]
        for one, child in zip(told, children, strict=True):
            for line in child.said():
                one.hear(line)
        for owner in sorted(set(owners)):
            wrong += complaints(place, _together([one for one, whose in zip(told, owners, strict=True) if whose == owner]), owner)
        with opened(place) as store:
            wrong += ailing(store, place)
        wrong += place.faults()
    return wrong, told


def _together(several: list[Told]) -> Told:
    whole = Told()
    for one in several:
        whole.kept.update(one.kept)
        whole.refused.update(one.refused)
        whole.perhaps |= one.perhaps
    return whole


def main() -> int:
    """Restart as often as asked; end 1 where anything was wrong."""
    parser = options(__doc__, points=40)
    parser.add_argument("--writers", type=int, default=4)
    asked = parser.parse_args()
    warm()
    with tempfile.TemporaryDirectory() as logs:
        wrong, told = ran(asked.points, asked.writers, random.Random(asked.seed), Path(logs))  # noqa: S311
    whole = _together(told)
    sys.stdout.writelines(f"{one}\n" for one in wrong)
    sys.stdout.write(
        f"postgres: {asked.points} restarts (seed {asked.seed}), {asked.writers} writers, {len(whole.kept)} acknowledged, "
        f"{len(whole.refused)} told not kept, {len(whole.perhaps)} perhaps; {len(wrong)} faults\n"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
