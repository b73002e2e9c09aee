"""Step: what is already known under the drafts' keys and words, each in exactly its scope, and what was forgotten there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from keptmind.model.draft import Draft
from keptmind.model.memory import Memory
from keptmind.model.scope import Scope
from keptmind.ports.store import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """An admitted draft with the hash of what it says and the keyed fingerprint of it."""

    draft: Draft
    content_hash: str
    fingerprint: str


class Known:
    """What is known; it learns as a batch goes on, so that a later draft meets an earlier one of the same batch."""

    def __init__(self, forgotten: set[tuple[str, str]]) -> None:
        self._by_key: dict[tuple[Scope, str], Memory] = {}
        self._by_text: dict[tuple[Scope, str], Memory] = {}
        self._forgotten = forgotten

    def learn(self, memory: Memory) -> None:
        """Take note of a row; the oldest that says a thing, and the latest under a key, is the one that is met."""
        if memory.key is not None:
            self._by_key[memory.scope, memory.key] = memory
        met = self._by_text.get((memory.scope, memory.content_hash))
        if met is None or met.id == memory.id:
            self._by_text[memory.scope, memory.content_hash] = memory

    def unlearn(self, memory: Memory) -> None:
        """Take note that a row no longer says this, nor stands under this key unless it is learned again."""
        if self._by_text.get((memory.scope, memory.content_hash)) == memory:
            del self._by_text[memory.scope, memory.content_hash]
        if memory.key is not None and self._by_key.get((memory.scope, memory.key)) == memory:
            del self._by_key[memory.scope, memory.key]

    def same_key(self, draft: Draft) -> Memory | None:
        """Return the row that stands under the draft's key."""
        return None if draft.key is None else self._by_key.get((draft.scope, draft.key))

    def same_text(self, wanted: Wanted) -> Memory | None:
        """Return the row that says the same."""
        return self._by_text.get((wanted.draft.scope, wanted.content_hash))

    def was_forgotten(self, wanted: Wanted) -> bool:
        """Tell whether the person had this forgotten in this scope."""
        return (str(wanted.draft.scope), wanted.fingerprint) in self._forgotten


def recall(tx: Transaction, several: Sequence[Wanted], tenant: str, owner: str, now: datetime) -> Known:
    """Look inside the writing transaction, so that nothing can come between looking and writing."""
    if not several:
        return Known(set())
    known = Known(tx.deletions.forgotten(tenant, owner, [wanted.fingerprint for wanted in several]))
    for memory in tx.memories.by_hashes(tenant, owner, [wanted.content_hash for wanted in several], now):
        known.learn(memory)
    keys = [(wanted.draft.scope, wanted.draft.key) for wanted in several if wanted.draft.key is not None]
    for memory in tx.memories.by_keys(tenant, owner, list(dict.fromkeys(keys)), now):
        known.learn(memory)
    return known
