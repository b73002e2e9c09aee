"""Disputes between two rows, and how they end: the rows of one question hold again, or make way."""

from collections.abc import Collection
from dataclasses import replace

from keptmind.model.audit import Action
from keptmind.model.memory import ChangeType, Kind, Memory, MemoryId, Status
from keptmind.model.question import QuestionState
from keptmind.policy.access import everything
from keptmind.policy.likeness import Likeness, compare
from keptmind.ports.store import Transaction
from keptmind.text.normalise import value
from keptmind.write import amend as amending
from keptmind.write import apply as applying
from keptmind.write.entry import entry, too_full
from keptmind.write.hand import Hand


def settle_questions(tx: Transaction, hand: Hand, memory: Memory, standing: Memory | None, *, besides: Collection[MemoryId] = ()) -> None:
    """
    Withdraw the questions about a row that its owner has changed, or has had erased together with others.

    The other row of each holds again, unless what stands now goes against it: then it is retired.
    """
    for question in tx.questions.about(memory.id, memory.tenant, memory.owner):
        tx.questions.settle(question.id, QuestionState.WITHDRAWN, tenant=memory.tenant, owner=memory.owner, at=hand.now)
        other_id = question.second_id if question.first_id == memory.id else question.first_id
        other = tx.memories.get(other_id, everything(memory.tenant, memory.owner), hand.now)
        if other is not None and other.status is Status.DISPUTED and other.id not in besides:
            resolve(tx, hand, other, Status.ARCHIVED if standing is not None and _goes_against(standing, memory, other) else Status.ACTIVE)


def _goes_against(standing: Memory, before: Memory, other: Memory) -> bool:
    """Tell whether what stands goes against the other row: in its own words, or because it still says what was in dispute."""
    if standing.status is not Status.ACTIVE:
        return False
    state = standing.kind is Kind.STATE and other.kind is Kind.STATE
    if compare(value(other.content), value(standing.content), state=state) is Likeness.CONFLICT:
        return True
    return compare(value(before.content), value(standing.content), state=state) in (Likeness.SAME, Likeness.COMPATIBLE)


def resolve(tx: Transaction, hand: Hand, memory: Memory, status: Status, *, becomes: Memory | None = None) -> Memory:
    """Take a row out of a dispute, as it `becomes`; a pinned one that fits into the core block no more is unpinned."""
    resolved = amending.moved(becomes or memory, status, ChangeType.RESOLVE, hand.via, hand.now)
    if too_full(tx, hand, resolved) is not None:
        resolved = replace(resolved, pinned_at=None)
    applying.supersede(tx, entry(memory), entry(resolved), hand.now)
    if status is Status.ARCHIVED:
        tx.candidates.expire_about(memory, hand.now)
    tx.audit.append(hand.event(Action.ARCHIVED if status is Status.ARCHIVED else Action.RESTORED, memory=resolved, rule="resolved"))
    return resolved
