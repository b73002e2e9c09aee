"""
The path of an erasure, read downwards: plan → remove (first transaction) → sweep → attest.

The first transaction makes the rows unreadable everywhere; the sweep makes the bytes go; the receipt comes last, or not yet.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from keptmind.erase.attest import attest
from keptmind.erase.plan import plan, texts, tombstones
from keptmind.erase.sweep import sweep
from keptmind.errors import Unavailable
from keptmind.model.erasure import Deletion, Step, Tombstone
from keptmind.model.memory import Memory
from keptmind.policy.retention import REJECTED_LIFE
from keptmind.ports.clock import Clock
from keptmind.ports.keys import Keys
from keptmind.ports.store import Shredder, Store, Transaction
from keptmind.text.normalise import value

Indexed = tuple[dict[str, int], tuple[str, ...]]  # the terms and the marks of a row


@dataclass(frozen=True, slots=True, kw_only=True)
class Broom:
    """What an erasure needs: the store, what shreds its bytes, the keys of fingerprints, the time, and how caches are dropped."""

    store: Store
    shredder: Shredder
    keys: Keys
    clock: Clock
    drop_caches: Callable[[], None]
    blocks_relearning: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """An operation whose rows are gone, and the texts to look for; these live in this process only."""

    deletion: Deletion
    texts: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Removal(operation={self.deletion.id!r})"


def remove(
    tx: Transaction,
    broom: Broom,
    operation: str,
    tenant: str,
    owner: str,
    memories: Sequence[Memory],
    indexed: Callable[[Memory], Indexed],
    now: datetime,
) -> Removal:
    """Erase the rows inside the open transaction; the list outside the database is synced before the commit."""
    deletion = plan(operation, tenant, owner, memories, now, places=broom.shredder.steps)
    stones: list[Tombstone] = []
    known: list[str] = []
    for memory in memories:
        earlier = tx.memories.earlier(memory)
        buried = tombstones(memory, earlier, operation, lambda said: broom.keys.fingerprint(tenant, value(said)), now)
        known += [*texts(memory, earlier), *tx.candidates.erase_about(memory, [stone.fingerprint for stone in buried])]
        stones += [stone if broom.blocks_relearning else replace(stone, blocks_relearning=False) for stone in buried]
        _hush(tx, memory, {stone.fingerprint for stone in buried}, now)
        terms, marks = indexed(memory)
        tx.index.remove(memory, terms, now)
        tx.memories.erase(memory)
        tx.marks.drop(memory, marks)
        tx.observations.erase(tenant, owner, [stone.fingerprint for stone in buried])
    tx.deletions.open(deletion, stones)
    tx.settings.changed(tenant, owner)
    broom.shredder.list_erased(stones)
    return Removal(deletion=deletion, texts=tuple(dict.fromkeys(known)))


def _hush(tx: Transaction, memory: Memory, buried: set[str], now: datetime) -> None:
    """Keep what a row rested on, said in other words, from being proposed again for a while: the guess behind an edited acceptance."""
    for fingerprint in {one.fingerprint for one in tx.evidence.of(memory)} - buried:
        tx.candidates.turn_down(memory.scope, fingerprint, tenant=memory.tenant, owner=memory.owner, now=now, until=now + REJECTED_LIFE)


def finish(broom: Broom, deletion: Deletion, known_texts: Sequence[str] | None) -> Deletion:
    """Sweep, look again and record how far it came; may be called any number of times."""
    swept = sweep(deletion, broom.shredder, broom.drop_caches, known_texts)
    if swept == deletion:
        return deletion
    try:
        with broom.store.transaction((deletion.tenant, deletion.owner)) as tx:
            attested = attest(tx, swept, broom.clock.now())
            tx.deletions.advance(attested)
    except Unavailable:  # the rows are gone; how far the rest has come is put on record next time
        return deletion
    return attested


def resume(broom: Broom) -> list[Deletion]:
    """Finish what is unfinished, all with one sweep of the bytes; nobody knows those texts any more."""
    with broom.store.view() as view:
        unfinished = view.deletions.unfinished()
    together = replace(broom, shredder=Together(broom.shredder))
    return [finish(together, deletion, None) for deletion in unfinished]


class Together:
    """A shredder whose costly steps run once, however many operations wait for them; all of these were committed before."""

    def __init__(self, shredder: Shredder) -> None:
        self.steps = shredder.steps
        self.list_erased = shredder.list_erased
        self.outwait = shredder.outwait
        self.drop_migration_backups = cache(shredder.drop_migration_backups)
        self._once = cache(lambda: shredder.shred(None))

    def shred(self, _texts: Sequence[str] | None) -> Step:
        """Return the outcome of the one sweep; it takes no texts, so it must rewrite."""
        return self._once()
