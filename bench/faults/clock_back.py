"""
Sets the clock back an hour between operations, again and again, and looks whether anything minds.

Nothing may be lost or found twice; revisions only rise, each history tells what was said in the order in which it was said, a list is
whole even where rows are saved between its pages, and what is forgotten stays so. Run it as
`python bench/faults/clock_back.py --points 200 --engine postgres`; it ends 0 where all that held.
"""

import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from stores import KEY, Place, ailing, fresh_word, options, places, with_engine

from keptmind import Memory, OwnerMemory
from keptmind.bootstrap import build
from keptmind.engines.clock import SystemClock
from keptmind.errors import MemoryNotFound, StaleRevision

BACK = timedelta(hours=1)
PAGE = 7
LOOK_EVERY = 10  # points between two looks at everything


class HandClock(SystemClock):
    """A clock that stands where it was set."""

    def __init__(self) -> None:
        self.at = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the instant it was set to."""
        return self.at


class ClockedMemory(Memory):
    """The library's front door over a store that runs by a given clock."""

    def __init__(self, url: str, clock: HandClock) -> None:
        self.house = build({"url": url, "key": KEY}, clock)


@dataclass(slots=True)
class Book:
    """What must be there: of each row what it said, revision by revision; and what was forgotten."""

    said: dict[str, list[str]] = field(default_factory=dict)
    forgotten: list[str] = field(default_factory=list)
    acknowledged: int = 0


class Hand:
    """Does one thing after another, and notes what was acknowledged."""

    def __init__(self, me: OwnerMemory, dice: random.Random) -> None:
        self.book = Book()
        self._me = me
        self._dice = dice

    def act(self) -> list[str]:
        """Do one thing, and return what is wrong with the answer."""
        verbs = (self.save, self.save, self.update, self.update, self.accept, self.forget, self.find)
        self.book.acknowledged += 1
        return self._dice.choice(verbs if self.book.said else (self.save,))()

    def save(self) -> list[str]:
        """Save a row under a key of its own."""
        content = f"{self._word()} is kept"
        saved = self._me.save(content, key=content).memory
        if saved is None or saved.id in self.book.said:
            return [f"a save was told {saved and saved.id}"]
        self.book.said[saved.id] = [content]
        return []

    def update(self) -> list[str]:
        """Edit a row; the revision before is stale afterwards."""
        one = self._dice.choice(list(self.book.said))
        words, content = self.book.said[one], f"{self._word()} is edited"
        edited = self._me.update(one, expected_revision=len(words), content=content)
        words.append(content)
        wrong = [f"revision {edited.revision} follows {len(words) - 1}"] if edited.revision != len(words) else []
        try:
            self._me.update(one, expected_revision=len(words) - 1, content="stale")
        except StaleRevision:
            return wrong
        return [*wrong, f"a stale edit went through: {one}"]

    def accept(self) -> list[str]:
        """Let a guess wait, and accept it."""
        content = f"{self._word()} is guessed"
        waiting = self._me.save(content, source="inferred", reason="r").candidate
        if waiting is None:
            return ["a guess does not wait"]
        accepted = self._me.accept(waiting.id)
        self.book.said[accepted.id] = [content]
        return [] if self._me.accept(waiting.id).id == accepted.id else ["accepted twice, it is two rows"]

    def forget(self) -> list[str]:
        """Forget a row; it is not there afterwards."""
        one = self._dice.choice(list(self.book.said))
        self._me.forget(one)
        self.book.forgotten.append(self.book.said.pop(one)[-1])
        try:
            self._me.get(one)
        except MemoryNotFound:
            return []
        return [f"forgotten and there: {one}"]

    def find(self) -> list[str]:
        """Find a row by what it says."""
        one = self._dice.choice(list(self.book.said))
        content = self.book.said[one][-1]
        found = [hit.memory.id for hit in self._me.search(content.split()[0]) if hit.memory.content == content]
        return [] if found == [one] else [f"{one} is found as {found}"]

    def _word(self) -> str:
        return fresh_word(self._dice)


def everything(me: OwnerMemory, hand: Hand, clock: HandClock) -> list[str]:
    """Return what is wrong with lists, histories and searches."""
    book = hand.book
    standing = set(book.said)
    listed = paged(me, hand, clock)
    wrong = [f"listed {times} times: {one}" for one, times in Counter(listed).items() if times > 1]
    wrong += [f"not listed: {one}" for one in standing - set(listed)] + [
        f"listed and not kept: {one}" for one in set(listed) - set(book.said)
    ]
    for one, words in book.said.items():
        versions = me.history(one)
        wrong += [f"the history of {one} is out of order"] if [version.content for version in versions] != words else []
        wrong += (
            [f"the revisions of {one} do not rise"] if [version.revision for version in versions] != list(range(1, len(words) + 1)) else []
        )
    return wrong + [f"forgotten and found: {word}" for word in book.forgotten if any(word == hit.memory.content for hit in me.search(word))]


def paged(me: OwnerMemory, hand: Hand, clock: HandClock) -> list[str]:
    """Return the ids of a list, page by page, where the clock is set back and a row saved between two pages."""
    page = me.list(limit=PAGE)
    ids = [row.id for row in page.items]
    while page.has_more:
        clock.at -= BACK
        hand.save()
        page = me.list(limit=PAGE, cursor=page.next_cursor)
        ids += [row.id for row in page.items]
    return ids


def ran(place: Place, points: int, dice: random.Random) -> tuple[list[str], int]:
    """Set the clock back so often; return what is wrong and how much was acknowledged."""
    clock = HandClock()
    wrong: list[str] = []
    with ClockedMemory(place.url, clock) as store:
        me = store.for_user("u1")
        hand = Hand(me, dice)
        for point in range(points):
            for _ in range(dice.randrange(1, 4)):
                wrong += [f"point {point}: {one}" for one in hand.act()]
                clock.at += timedelta(minutes=dice.randrange(20))
            clock.at -= BACK
            wrong += [f"point {point}: {one}" for one in hand.act()]
            if point % LOOK_EVERY == LOOK_EVERY - 1 or point == points - 1:
                wrong += [f"point {point}: {one}" for one in everything(me, hand, clock)]
        wrong += ailing(store, place)
    return wrong + place.faults(), hand.book.acknowledged


def main() -> int:
    """Set the clock back as often as asked; end 1 where anything was wrong."""
    asked = with_engine(options(__doc__)).parse_args()
    with places(asked.engine, asked.server) as make:
        wrong, told = ran(make(), asked.points, random.Random(asked.seed))  # noqa: S311
    sys.stdout.writelines(f"{one}\n" for one in wrong)
    summary = f"{asked.engine}: set back {asked.points} times (seed {asked.seed}), {told} operations acknowledged, {len(wrong)} faults"
    sys.stdout.write(f"{summary}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
