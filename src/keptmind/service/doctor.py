"""Whether a store is sound: the file, what its schema declares, the counts, what is derived against a fresh analysis, erasures kept."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from keptmind.ports.soundness import Fresh
from keptmind.ports.store import View
from keptmind.service.erasure import Erasure
from keptmind.service.ground import Ground
from keptmind.service.mender import Mender, fresh

AT_ONCE = 500
NOTE = 200  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The outcome of one check; `count` is how many things break it."""

    check: str
    ok: bool
    count: int
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What was found, how many of which things were made anew or dropped, and what is found now."""

    before: tuple[Finding, ...]
    mended: Mapping[str, int]
    after: tuple[Finding, ...]

    @property
    def left(self) -> tuple[Finding, ...]:
        """What no repair can make good: it is not derived from anything that the store still holds."""
        return tuple(finding for finding in self.after if not finding.ok)


class Doctor:
    """Looks at everything; changes what is derived, and that only where it is asked to."""

    def __init__(self, ground: Ground, erasure: Erasure) -> None:
        self._ground = ground
        self._mender = Mender(ground, erasure)

    def examine(self) -> tuple[Finding, ...]:
        """Run every check over one consistent state."""
        damage = self._ground.store.damage()
        with self._ground.store.view() as view:
            broken = view.examination.broken()
            counts = {**view.examination.counts(self._ground.clock.now()), **self._compared(view)}
            counts["deletions-unfinished"] = sum(not deletion.only_waits for deletion in view.deletions.unfinished())
        file = Finding(check="file", ok=not damage, count=len(damage), note="; ".join(damage)[:NOTE])
        declared = Finding(check="constraints", ok=not broken, count=sum(broken.values()), note=", ".join(broken)[:NOTE])
        return (file, declared, *(Finding(check=check, ok=not count, count=count) for check, count in counts.items()))

    def repair(self) -> Repair:
        """
        Make what is derived anew where it does not agree, erase again what came back under a tombstone, finish erasures.

        Doing it once more does nothing. What a person said is never touched, nor what is known of it.
        """
        before = self.examine()
        if all(finding.ok for finding in before):
            return Repair(before=before, mended={}, after=before)
        mended = self._mender.mend()
        return Repair(before=before, mended=mended, after=self.examine())

    def _compared(self, view: View) -> dict[str, int]:
        """Hold every row against a fresh analysis of its text."""
        found = Counter({"rows-unreadable": 0, "documents-out-of-date": 0, "index-out-of-date": 0, "marks-out-of-date": 0})
        found["marks-too-many"] = view.examination.marks()
        for one in self._rows(view):
            if one is None:
                found["rows-unreadable"] += 1
                continue
            held = view.examination.held(one)
            found["documents-out-of-date"] += held.document is False
            found["index-out-of-date"] += held.postings != len(one.terms)
            found["marks-out-of-date"] += held.marks != len(set(one.marks))
            found["marks-too-many"] -= held.marks
        return dict(found)

    def _rows(self, view: View) -> Iterator[Fresh | None]:
        now, after = self._ground.clock.now(), ""
        while rows := view.examination.rows(after, AT_ONCE, now):
            yield from (None if memory is None else fresh(place, memory) for _, place, memory in rows)
            after = rows[-1].id
