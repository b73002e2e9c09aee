"""What is derived made anew, owner by owner, in batches, each in a transaction of its own; nothing that a person said is touched."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from keptmind.model.context import Whose
from keptmind.model.memory import Memory, MemoryId
from keptmind.ports.place import Place
from keptmind.ports.soundness import Fresh
from keptmind.ports.store import Transaction
from keptmind.service.erasure import Erasure
from keptmind.service.ground import Ground
from keptmind.write.entry import entry

AT_ONCE = 500
ROUNDS = 1_000  # of erasing again, so that it ends whatever happens


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many postings stand at each place of an owner, and how many marks each row bears: more than a row accounts for, or fewer."""

    postings: Mapping[Place, int]
    marks: Mapping[MemoryId, int]


class Mender:
    """Mends only where something does not agree, so that mending twice is mending once."""

    def __init__(self, ground: Ground, erasure: Erasure) -> None:
        self._ground = ground
        self._erasure = erasure

    def mend(self) -> dict[str, int]:
        """Mend what belongs to anybody and return how many of which things were made anew, dropped or erased."""
        mended: Counter[str] = Counter()
        for whose in self._owners():
            mended.update(self._erased_again(whose))
            mended.update(self._tidied(whose))
            mended.update(self._rows(whose))
            mended.update(self._tidied(whose))
        with self._ground.store.transaction() as tx:
            mended.update(tx.mending.drop_of_nobody())
        mended["erasures"] += self._resumed()
        self._ground.cache.clear()
        return {what: count for what, count in mended.items() if count}

    def _owners(self) -> Iterator[Whose]:
        after: Whose = ("", "")
        while some := self._some(after):
            yield from some
            after = some[-1]

    def _some(self, after: Whose) -> list[Whose]:
        with self._ground.store.view() as view:
            return view.examination.owners(after, AT_ONCE)

    def _erased_again(self, whose: Whose) -> dict[str, int]:
        erased = 0
        for _ in range(ROUNDS):
            again = self._erasure.again(whose, AT_ONCE)
            if not again:
                break
            erased += again
        return {"erased-again": erased}

    def _tidied(self, whose: Whose) -> Counter[str]:
        """Drop strays and count anew."""
        now = self._ground.clock.now()
        with self._ground.store.transaction(whose) as tx:
            mended = Counter(tx.mending.drop_strays(whose))
            mended["partitions"] = tx.mending.recount(whose, now)
            if behind := max(0, tx.examination.behind_by(whose)):
                mended["owners"] = 1
                tx.settings.changed(*whose, times=behind)
            _stirred(tx, whose, mended)
        return mended

    def _rows(self, whose: Whose) -> Counter[str]:
        with self._ground.store.view() as view:
            examination = view.examination
            counted = Counted(postings=examination.postings_by_place(whose), marks=examination.marks_by_row(whose))
        mended: Counter[str] = Counter()
        after: str | None = ""
        while after is not None:
            after = self._batch(whose, after, counted, mended)
        return mended

    def _batch(self, whose: Whose, after: str, counted: Counted, mended: Counter[str]) -> str | None:
        """Mend some rows and return the id of the last one, None where there was none."""
        now = self._ground.clock.now()
        with self._ground.store.transaction(whose) as tx:
            rows = tx.examination.rows_of(whose, after, AT_ONCE, now)
            readable = [fresh(place, memory) for _, place, memory in rows if memory is not None]
            batch = _mended(tx, whose, readable, counted, now)
            _stirred(tx, whose, batch)
        mended.update(batch)
        return rows[-1].id if rows else None

    def _resumed(self) -> int:
        """Resume the erasures that do more than wait, and return how many came through."""
        with self._ground.store.view() as view:
            unfinished = {deletion.id for deletion in view.deletions.unfinished() if not deletion.only_waits}
        if not unfinished:
            return 0
        return sum(one.id in unfinished and (one.receipt is not None or one.only_waits) for one in self._erasure.resume())


def fresh(place: Place, memory: Memory) -> Fresh:
    """Return a row with what an analysis makes of it now."""
    found = entry(memory)
    terms = {} if place.number is None else found.terms
    return Fresh(memory=memory, place=place, terms=terms, length=found.length, marks=found.marks)


def _mended(tx: Transaction, whose: Whose, rows: Sequence[Fresh], counted: Counted, now: datetime) -> Counter[str]:
    astray = _astray(tx, rows)
    unmarked = [one for one in rows if not _is_marked(tx, one, counted)]
    stale = [one for one in rows if one not in astray and not _is_indexed(tx, one, counted)]
    tx.mending.renew(stale)
    for one in astray:
        tx.mending.move(one, now)
    tx.mending.mark(unmarked, whose)
    return Counter({"rows": len(stale), "moved": len(astray), "marked": len(unmarked)})


def _astray(tx: Transaction, rows: Sequence[Fresh]) -> list[Fresh]:
    """Return the rows that are not in their partition, or that share a place with a row before them."""
    taken: set[Place] = set()
    astray = []
    for one in rows:
        if (one.place.number is not None and one.place in taken) or not tx.mending.is_home(one):
            astray.append(one)
        taken.add(one.place)
    return astray


def _is_marked(tx: Transaction, one: Fresh, counted: Counted) -> bool:
    wanted = len(set(one.marks))
    return tx.examination.held(one).marks == wanted == counted.marks.get(one.memory.id, wanted)


def _is_indexed(tx: Transaction, one: Fresh, counted: Counted) -> bool:
    if one.place.number is None:
        return True
    held, wanted = tx.examination.held(one), len(one.terms)
    return held.document is True and held.postings == wanted == counted.postings.get(one.place, wanted)


def _stirred(tx: Transaction, whose: Whose, mended: Mapping[str, int]) -> None:
    if any(mended.values()):
        tx.mending.stir(whose)
