"""
The path of a change by hand, read downwards: (admit) → amend → weigh → index → apply.

Everything here runs inside the transaction that the service opened. What stands in the way is returned, never raised, so that its
audit event commits.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from keptmind.errors import ContentRefused, CoreFull, KeptmindError, KeyTaken, NotCompletable, StaleRevision, Unconfirmed
from keptmind.model.audit import Action
from keptmind.model.draft import Draft
from keptmind.model.memory import PERSONS_OWN, ChangeType, Kind, Memory, Source, Status
from keptmind.model.ranking import Overflow
from keptmind.policy.admission import NOTHING_PAST, Rejection
from keptmind.policy.likeness import Likeness, compare
from keptmind.policy.retention import COMPLETED_LIFE
from keptmind.ports.store import Transaction
from keptmind.text.normalise import value
from keptmind.write import amend as amending
from keptmind.write import apply as applying
from keptmind.write.admit import admit
from keptmind.write.dispute import settle_questions
from keptmind.write.draw import draw
from keptmind.write.entry import entry, origin, too_full
from keptmind.write.hand import Hand, refused
from keptmind.write.sequel import go_on
from keptmind.write.weigh import weigh

COMPLETABLE = frozenset({Kind.TASK, Kind.GOAL, Kind.EVENT})


class Feedback(StrEnum):
    """What a person says of a row that was used."""

    WRONG = "wrong"
    IRRELEVANT = "irrelevant"
    OUTDATED = "outdated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is changed by hand; `lowers` is the owner's own act of naming a sensitivity, which may then be lower than the rules find."""

    draft: Draft
    changes: frozenset[str]
    expected_revision: int
    lowers: bool = False
    change: ChangeType = ChangeType.UPDATE
    action: Action = Action.UPDATED
    rule: str = "corrected"


def correct(tx: Transaction, hand: Hand, memory: Memory, correction: Correction) -> Memory | KeptmindError:
    """Change a row by hand."""
    draft = correction.draft
    if memory.revision != correction.expected_revision:
        return refused(tx, hand, StaleRevision(current_revision=memory.revision), memory=memory)
    if not correction.lowers:
        draft = replace(draft, sensitivity=max(draft.sensitivity or memory.sensitivity, memory.sensitivity))
    admitted = admit(draft, hand.circumstances, NOTHING_PAST)
    if isinstance(admitted, Rejection):
        return refused(tx, hand, ContentRefused(rule=admitted.rule), memory=memory, rule=admitted.rule)
    if key_is_taken(tx, hand, memory, admitted):
        return refused(tx, hand, KeyTaken(current_revision=memory.revision), memory=memory)
    if correction.lowers:
        admitted = replace(admitted, sensitivity=draft.sensitivity)
    drawn = draw(admitted, value(admitted.content), memory_id=memory.id, origin=origin(hand))
    amended = amending.amend(memory, drawn, correction.changes, hand.now)
    status = Status.ACTIVE if memory.status is Status.DISPUTED else memory.status  # the owner's own words settle a dispute
    corrected = replace(amended, change_type=correction.change, status=status)
    return _revised(tx, hand, memory, corrected, correction.action, rule=correction.rule)


def move(tx: Transaction, hand: Hand, memory: Memory, status: Status, change: ChangeType, action: Action) -> Memory | KeptmindError:
    """Put a row into another status; a row that is there already stays as it is."""
    if memory.status is status:
        return memory
    if memory.status is Status.ARCHIVED and key_is_taken(tx, hand, memory, memory):
        return refused(tx, hand, KeyTaken(current_revision=memory.revision), memory=memory)
    return _revised(tx, hand, memory, amending.moved(memory, status, change, hand.via, hand.now), action)


def pin(tx: Transaction, hand: Hand, memory: Memory) -> Memory | KeptmindError:
    """Put a row into the core block; nobody's guess stands there, and nothing that does not fit."""
    if memory.pinned_at is not None:
        return memory
    if memory.source not in PERSONS_OWN:
        return refused(tx, hand, Unconfirmed(field="memory_id"), memory=memory)
    pinned = amending.changed(memory, ChangeType.PIN, hand.via, hand.now)
    return _revised(tx, hand, memory, replace(pinned, pinned_at=hand.now), Action.UPDATED)


def unpin(tx: Transaction, hand: Hand, memory: Memory) -> Memory | KeptmindError:
    """Take a row out of the core block."""
    if memory.pinned_at is None:
        return memory
    unpinned = amending.changed(memory, ChangeType.UNPIN, hand.via, hand.now)
    return _revised(tx, hand, memory, replace(unpinned, pinned_at=None), Action.UPDATED)


def complete(tx: Transaction, hand: Hand, memory: Memory) -> Memory | KeptmindError:
    """Say that a piece of work is done: the row stays for a day."""
    if memory.kind not in COMPLETABLE:
        return refused(tx, hand, NotCompletable(), memory=memory)
    ends = hand.now + COMPLETED_LIFE
    done = amending.changed(memory, ChangeType.COMPLETE, hand.via, hand.now)
    ended = replace(done, expires_at=ends if memory.expires_at is None else min(ends, memory.expires_at))
    return _revised(tx, hand, memory, ended, Action.UPDATED)


def confirm(tx: Transaction, hand: Hand, memory: Memory) -> Memory | KeptmindError:
    """Take the person's word that a row holds: evidence, a fresh review and a fresh year for what is restricted; no new revision."""
    fingerprint = hand.fingerprint(memory.content)
    tx.evidence.add(hand.evidence(memory, Source.CONFIRMED, fingerprint), memory.tenant, memory.owner)
    confirmed = weigh(amending.confirmed(memory, hand.now), tx.evidence.for_words(memory, fingerprint), fingerprint, hand.now)
    tx.memories.touch(confirmed, stirs=True)
    tx.settings.changed(memory.tenant, memory.owner)
    tx.audit.append(hand.event(Action.CONFIRMED, memory=confirmed, rule="confirm", fingerprint=fingerprint))
    return confirmed


def feedback(tx: Transaction, hand: Hand, memory: Memory, said: Feedback) -> Memory | KeptmindError:
    """Take the person's word about a row that was used: wrong pauses it, outdated ends it, irrelevant makes it weigh less."""
    changed = amending.changed(memory, ChangeType.FEEDBACK, hand.via, hand.now)
    match said:
        case Feedback.WRONG:
            fingerprint = hand.fingerprint(memory.content)
            tx.evidence.add(hand.evidence(memory, Source.MANUAL, fingerprint, sign=-1), memory.tenant, memory.owner)
            doubted = weigh(changed, tx.evidence.for_words(memory, fingerprint), fingerprint, hand.now)
            changed = replace(doubted, status=Status.SUPPRESSED if memory.status is Status.ACTIVE else memory.status)
        case Feedback.OUTDATED:
            begun = memory.valid_from is None or memory.valid_from < hand.now
            changed = replace(changed, valid_to=hand.now, valid_from=memory.valid_from if begun else None)
        case Feedback.IRRELEVANT:
            changed = replace(changed, importance=max(0.0, memory.importance - 0.1))
    return _revised(tx, hand, memory, changed, Action.UPDATED, rule=f"feedback-{said.value}")


def _revised(tx: Transaction, hand: Hand, memory: Memory, amended: Memory, action: Action, *, rule: str = "") -> Memory | KeptmindError:
    full = too_full(tx, hand, amended, before=memory)
    if full is not None:
        return refused(tx, hand, core_full(full, memory.revision), memory=memory)
    if amended.content_hash != memory.content_hash:
        amended = _reworded(tx, hand, memory, amended)
    applying.supersede(tx, entry(memory), entry(amended), hand.now)
    go_on(tx, hand, memory, amended)
    if memory.status is Status.DISPUTED and amended.status is not Status.DISPUTED:
        settle_questions(tx, hand, memory, amended)
    fingerprint = hand.fingerprint(amended.content)
    tx.audit.append(hand.event(action, memory=amended, rule=rule or amended.change_type.value, fingerprint=fingerprint))
    return amended


def _reworded(tx: Transaction, hand: Hand, memory: Memory, amended: Memory) -> Memory:
    """Let the person's own hand count for the new words; what was said for the old ones counts on unless they are gone against."""
    before, fingerprint = hand.fingerprint(memory.content), hand.fingerprint(amended.content)
    state = memory.kind is Kind.STATE and amended.kind is Kind.STATE
    if compare(value(memory.content), value(amended.content), state=state) in (Likeness.SAME, Likeness.COMPATIBLE):
        tx.evidence.carry(memory, before, fingerprint)
    tx.evidence.add(hand.evidence(amended, Source.MANUAL, fingerprint), memory.tenant, memory.owner)
    return weigh(amended, tx.evidence.for_words(memory, fingerprint), fingerprint, hand.now)


def core_full(full: Overflow, revision: int | None) -> CoreFull:
    """Return the error that says by how much the core block would be outgrown, and what could make room."""
    return CoreFull(limit=full.limit, size=full.size, enough=full.enough or None, room=full.ids, current_revision=revision)


def key_is_taken(tx: Transaction, hand: Hand, memory: Memory, wanted: Draft | Memory) -> bool:
    """Tell whether another row stands under the key that a row would have."""
    if wanted.key is None:
        return False
    holders = tx.memories.by_keys(memory.tenant, memory.owner, [(memory.scope, wanted.key)], hand.now)
    return any(holder.id != memory.id for holder in holders)
