"""Whether a store is sound: the file, the counts, the index against a fresh analysis, erasures kept."""

from collections.abc import Iterator
from dataclasses import dataclass

from keptmind.model.memory import Memory
from keptmind.ports.store import Place, View
from keptmind.service.ground import Ground
from keptmind.write.entry import indexed

AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The outcome of one check; `count` is how many things break it."""

    check: str
    ok: bool
    count: int
    note: str = ""


class Doctor:
    """Looks at everything and changes nothing."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def examine(self) -> tuple[Finding, ...]:
        """Run every check over one consistent state."""
        damage = self._ground.store.damage()
        with self._ground.store.view() as view:
            counts = dict(view.examination.counts())
            counts["index-out-of-date"] = sum(not _agrees(view, place, memory) for place, memory in self._rows(view))
        file = Finding(check="file", ok=not damage, count=len(damage), note="; ".join(damage)[:200])
        return (file, *(Finding(check=check, ok=not count, count=count) for check, count in counts.items()))

    def _rows(self, view: View) -> Iterator[tuple[Place, Memory]]:
        now, after = self._ground.clock.now(), ""
        while rows := view.examination.some(after, AT_ONCE, now):
            yield from rows
            after = rows[-1][1].id


def _agrees(view: View, place: Place, memory: Memory) -> bool:
    terms, marks = indexed(memory)
    return view.index.agrees(place, terms) and view.marks.bears(memory, marks)
