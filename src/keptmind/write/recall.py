"""Step: what is already known under the drafts' keys, words and titles, each in exactly its scope, and what may not come back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from keptmind.model.draft import Draft
from keptmind.model.memory import Memory
from keptmind.model.scope import Scope
from keptmind.policy.admission import NOTHING_PAST, Past
from keptmind.ports.store import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """
    A draft with what it says folded, the keyed fingerprint of that, and the marks by which it may meet a row.

    `marks` are those it would bear as a row, `probes` these and those of what may stand inside it.
    """

    draft: Draft
    said: str
    fingerprint: str
    marks: tuple[str, ...]
    probes: tuple[str, ...]


class Known:
    """What is known; it learns as a batch goes on, so that a later draft meets an earlier one of the same batch."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[Scope, str], Memory] = {}
        self._by_mark: dict[str, dict[str, Memory]] = {}

    def learn(self, memory: Memory, marks: Iterable[str]) -> None:
        """Take note of a row and the marks it bears; the latest under a key is the one that is met."""
        if memory.key is not None:
            self._by_key[memory.scope, memory.key] = memory
        for mark in marks:
            self._by_mark.setdefault(mark, {})[memory.id] = memory

    def unlearn(self, memory: Memory, marks: Iterable[str]) -> None:
        """Take note that a row no longer bears these marks, nor stands under its key unless it is learned again."""
        for mark in marks:
            self._by_mark.get(mark, {}).pop(memory.id, None)
        if memory.key is not None and self._by_key.get((memory.scope, memory.key)) == memory:
            del self._by_key[memory.scope, memory.key]

    def same_key(self, draft: Draft) -> Memory | None:
        """Return the row that stands under the draft's key."""
        return None if draft.key is None else self._by_key.get((draft.scope, draft.key))

    def marked(self, wanted: Wanted) -> list[Memory]:
        """Return the rows that share a mark with a draft, oldest first."""
        found = {known: memory for mark in wanted.probes for known, memory in self._by_mark.get(mark, {}).items()}
        return [found[known] for known in sorted(found)]


def recall(tx: Transaction, several: Sequence[Wanted], *, tenant: str, owner: str, now: datetime) -> Known:
    """Look inside the writing transaction, so that nothing can come between looking and writing."""
    known = Known()
    if not several:
        return known
    probes = dict.fromkeys(mark for wanted in several for mark in wanted.probes)
    for mark, memory in tx.marks.met(tenant, owner, tuple(probes), now):
        known.learn(memory, (mark,))
    keys = [(wanted.draft.scope, wanted.draft.key) for wanted in several if wanted.draft.key is not None]
    for memory in tx.memories.by_keys(tenant, owner, list(dict.fromkeys(keys)), now):
        known.learn(memory, ())
    return known


def past(tx: Transaction, several: Sequence[Wanted], *, tenant: str, owner: str, now: datetime) -> list[Past]:
    """Return, draft by draft, whether the person had it forgotten or turned it down in that scope."""
    on_record = tx.deletions.past(tenant, owner, [wanted.fingerprint for wanted in several], now)
    if not on_record:
        return [NOTHING_PAST] * len(several)
    named = [(str(wanted.draft.scope), wanted.fingerprint) for wanted in several]
    return [Past(forgotten=("forgotten", *one) in on_record, rejected=("rejected", *one) in on_record) for one in named]
