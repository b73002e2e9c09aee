"""What holds until something else begins: it ends then, and goes on where that is called off or put off."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from keptmind.model.audit import Action
from keptmind.model.memory import ChangeType, Memory, MemoryId, Status
from keptmind.policy.conflict import begins_later
from keptmind.ports.store import Transaction
from keptmind.write import amend as amending
from keptmind.write import apply as applying
from keptmind.write.entry import entry
from keptmind.write.hand import Hand
from keptmind.write.index import marked

LATER = "begins-later"


def end(tx: Transaction, hand: Hand, known: Memory, at: datetime | None) -> Memory:
    """Let a row hold until then, if it was to hold longer."""
    if at is None or (known.valid_to is not None and known.valid_to <= at):
        return known
    return _ending(tx, hand, known, at)


def go_on(tx: Transaction, hand: Hand, before: Memory, after: Memory | None, *, besides: Collection[MemoryId] = ()) -> None:
    """
    Let the rows that were to end with the beginning of a plan end with its new beginning, or not at all.

    `after` is None where the plan is erased; a plan that has begun has done so for good.
    """
    at = _beginning(after, hand.now)
    if not begins_later(before.valid_from, hand.now) or at == before.valid_from:
        return
    rows = {row.id: row for _, row in tx.marks.met(before.tenant, before.owner, marked(before), hand.now)}
    for row in rows.values():
        if row.valid_to == before.valid_from and row.id != before.id and row.id not in besides:
            _ending(tx, hand, row, at)


def _beginning(plan: Memory | None, now: datetime) -> datetime | None:
    """Return when a plan begins for good: not one that is called off or paused, nor one that ends by itself."""
    stands = plan is not None and plan.status is Status.ACTIVE and plan.valid_to is None and begins_later(plan.valid_from, now)
    return plan.valid_from if plan is not None and stands else None


def _ending(tx: Transaction, hand: Hand, row: Memory, at: datetime | None) -> Memory:
    ended = replace(amending.changed(row, ChangeType.UPDATE, hand.via, hand.now), valid_to=at)
    applying.supersede(tx, entry(row), entry(ended), hand.now)
    tx.audit.append(hand.event(Action.UPDATED, memory=ended, rule=LATER))
    return ended
