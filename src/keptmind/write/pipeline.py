"""
The path of a write, read downwards: admit → recall → decide → draw → index → apply.

Everything here runs inside the transaction that the service opened; no step knows another, only this file knows their order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from keptmind.errors import ContentRefused, KeptmindError, KeyTaken, StaleRevision
from keptmind.model.audit import Action, AuditEvent
from keptmind.model.context import AccessContext
from keptmind.model.decision import Add, Decision, Outcome, Propose, Refuse, Renew, Restate, Revise, Saved
from keptmind.model.draft import Draft
from keptmind.model.evidence import Evidence
from keptmind.model.memory import ChangedVia, ChangeType, Memory, MemoryId, Source, Status
from keptmind.policy.admission import RULE_VERSION, Circumstances, Rejection
from keptmind.ports.keys import Ids, Keys
from keptmind.ports.store import Transaction
from keptmind.text.normalise import value
from keptmind.write import amend as amending
from keptmind.write import apply as applying
from keptmind.write.admit import admit
from keptmind.write.decide import decide
from keptmind.write.draw import Origin, content_hash, draw, redraw
from keptmind.write.index import index
from keptmind.write.recall import Known, Wanted, recall


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What a write needs beside its transaction: who writes, by which rules, when, and fresh names."""

    context: AccessContext
    circumstances: Circumstances
    ids: Ids
    keys: Keys
    via: ChangedVia
    now: datetime

    def later(self, position: int) -> "Hand":
        """Return the hand some microseconds on, so that what is saved together is listed in the order given."""
        return replace(self, now=self.now + timedelta(microseconds=position)) if position else self

    def origin(self) -> Origin:
        """Return whose row a draft becomes."""
        context = self.context
        return Origin(tenant=context.tenant, owner=context.owner, via=self.via, rule_version=RULE_VERSION, now=self.now)


def save(tx: Transaction, hand: Hand, drafts: Sequence[Draft]) -> list[Saved]:
    """Keep drafts in order, or say by which rule one is not kept; an audit event commits with each."""
    admitted = [admit(draft, hand.circumstances) for draft in drafts]
    several = [_wanted(hand, draft) for draft in admitted if isinstance(draft, Draft)]
    known = recall(tx, several, hand.context.tenant, hand.context.owner, hand.now)
    each = iter(several)
    saved: list[Saved] = []
    for position, (draft, verdict) in enumerate(zip(drafts, admitted, strict=True)):
        moment = hand.later(position)
        if isinstance(verdict, Rejection):
            saved.append(_turned_away(tx, moment, draft, verdict))
        else:
            saved.append(_settled(tx, moment, next(each), known))
    return saved


def _wanted(hand: Hand, draft: Draft) -> Wanted:
    said = value(draft.content)
    fingerprint = hand.keys.fingerprint(hand.context.tenant, said)
    return Wanted(draft=draft, content_hash=content_hash(said), fingerprint=fingerprint)


def _settled(tx: Transaction, hand: Hand, wanted: Wanted, known: Known) -> Saved:
    draft, flags = wanted.draft, hand.circumstances.flags
    forgotten = known.was_forgotten(wanted)
    decision = decide(draft, known.same_key(draft), known.same_text(wanted), flags, forgotten=forgotten)
    saved = _carry_out(tx, hand, draft, decision, wanted.fingerprint)
    if isinstance(decision, Revise | Renew):
        known.unlearn(decision.known)
    if saved.memory is not None:
        known.learn(saved.memory)
    tx.audit.append(_event(hand, saved, draft, wanted.fingerprint))
    return saved


def _turned_away(tx: Transaction, hand: Hand, draft: Draft, rejection: Rejection) -> Saved:
    tx.audit.append(event(hand, Action.REFUSED, rule=rejection.rule, scope=f"{draft.scope}", kind=draft.kind.value))
    return Saved(outcome=Outcome.REFUSED, rule=rejection.rule, proposal=rejection.proposal)


def _carry_out(tx: Transaction, hand: Hand, draft: Draft, decision: Decision, fingerprint: str) -> Saved:
    match decision:
        case Refuse(rule=rule):
            return Saved(outcome=Outcome.REFUSED, rule=rule)
        case Propose(known=known, rule=rule):
            proposed = draw(draft, MemoryId(""), hand.origin())
            candidate = applying.propose(tx, rule, known, proposed, fingerprint, hand.ids.mint(hand.now), hand.now)
            return Saved(outcome=Outcome.CANDIDATE, candidate=candidate, rule=rule)
        case Add(rule=rule):
            memory = draw(draft, MemoryId(hand.ids.mint(hand.now)), hand.origin())
            applying.create(tx, entry(memory), _evidence(hand, memory, draft.source, fingerprint), hand.now)
            return Saved(outcome=Outcome.CREATED, memory=memory, rule=rule)
        case Restate(known=known):
            tx.evidence.add(_evidence(hand, known, draft.source, fingerprint), known.tenant, known.owner)
            return Saved(outcome=Outcome.SAME, memory=known)
        case Revise(known=known) | Renew(known=known):
            change = ChangeType.UPDATE if isinstance(decision, Revise) else ChangeType.RENEW
            memory = redraw(known, draft, hand.origin(), change)
            applying.supersede(tx, known, terms(known), entry(memory), hand.now)
            tx.evidence.add(_evidence(hand, memory, draft.source, fingerprint), known.tenant, known.owner)
            return Saved(outcome=Outcome.UPDATED, memory=memory)


def correct(
    tx: Transaction, hand: Hand, memory: Memory, draft: Draft, changes: frozenset[str], expected_revision: int, *, lowers: bool
) -> Memory | KeptmindError:
    """
    Change a row by hand; what stands in the way is returned, so that its audit event commits.

    `lowers` is the owner's own act of naming a sensitivity, which may then be lower than what the rules find.
    """
    if memory.revision != expected_revision:
        return refused(tx, hand, StaleRevision(current_revision=memory.revision), memory)
    if not lowers:
        draft = replace(draft, sensitivity=max(draft.sensitivity or memory.sensitivity, memory.sensitivity))
    admitted = admit(draft, hand.circumstances)
    if isinstance(admitted, Rejection):
        return refused(tx, hand, ContentRefused(rule=admitted.rule), memory)
    if _key_is_taken(tx, hand, memory, admitted):
        return refused(tx, hand, KeyTaken(current_revision=memory.revision), memory)
    if lowers:
        admitted = replace(admitted, sensitivity=draft.sensitivity)
    amended = amending.amend(memory, draw(admitted, memory.id, hand.origin()), changes, hand.now)
    return _revised(tx, hand, memory, amended, Action.UPDATED)


def move(tx: Transaction, hand: Hand, memory: Memory, status: Status, change: ChangeType, action: Action) -> Memory | KeptmindError:
    """Put a row into another status; a row that is there already stays as it is."""
    if memory.status is status:
        return memory
    if memory.status is Status.ARCHIVED and _key_is_taken(tx, hand, memory, memory):
        return refused(tx, hand, KeyTaken(current_revision=memory.revision), memory)
    return _revised(tx, hand, memory, amending.moved(memory, status, change, hand.via, hand.now), action)


def _revised(tx: Transaction, hand: Hand, memory: Memory, amended: Memory, action: Action) -> Memory:
    applying.supersede(tx, memory, terms(memory), entry(amended), hand.now)
    if amended.content_hash != memory.content_hash:
        fingerprint = hand.keys.fingerprint(memory.tenant, value(amended.content))
        tx.evidence.add(_evidence(hand, amended, Source.MANUAL, fingerprint), memory.tenant, memory.owner)
    tx.audit.append(event(hand, action, memory=amended))
    return amended


def _key_is_taken(tx: Transaction, hand: Hand, memory: Memory, wanted: Draft | Memory) -> bool:
    if wanted.key is None:
        return False
    holders = tx.memories.by_keys(memory.tenant, memory.owner, [(memory.scope, wanted.key)], hand.now)
    return any(holder.id != memory.id for holder in holders)


def refused(tx: Transaction, hand: Hand, error: KeptmindError, memory: Memory) -> KeptmindError:
    """Put a refusal on record and return it, to be raised after the commit."""
    tx.audit.append(event(hand, Action.REFUSED, memory=memory, rule=error.code))
    return error


def entry(memory: Memory) -> applying.Entry:
    """Return a row with what the index holds of it."""
    found = index(memory)
    return applying.Entry(memory=memory, terms=found.counts, length=found.length)


def terms(memory: Memory) -> dict[str, int]:
    """Return the terms under which the index holds a row."""
    return index(memory).counts


def _evidence(hand: Hand, memory: Memory, source: Source, fingerprint: str) -> Evidence:
    return Evidence(
        id=hand.ids.mint(hand.now),
        memory_id=memory.id,
        source=source,
        role="user",
        sign=1,
        conversation=hand.context.route.conversation,
        run=hand.context.route.run,
        occurred_at=hand.now,
        recorded_at=hand.now,
        fingerprint=fingerprint,
    )


_ACTIONS = {
    Outcome.CREATED: Action.CREATED,
    Outcome.SAME: Action.UPDATED,
    Outcome.UPDATED: Action.UPDATED,
    Outcome.CANDIDATE: Action.CANDIDATE_CREATED,
    Outcome.REFUSED: Action.REFUSED,
}


def _event(hand: Hand, saved: Saved, draft: Draft, fingerprint: str) -> AuditEvent:
    rule = saved.rule or saved.outcome.value
    return event(hand, _ACTIONS[saved.outcome], memory=saved.memory, rule=rule, scope=str(draft.scope), fingerprint=fingerprint)


def event(
    hand: Hand,
    action: Action,
    *,
    memory: Memory | None = None,
    rule: str = "",
    scope: str = "",
    kind: str = "",
    fingerprint: str = "",
) -> AuditEvent:
    """Return the audit event of an act; ids, scope, rule and revision, never content."""
    return AuditEvent(
        id=hand.ids.mint(hand.now),
        at=hand.now,
        tenant=hand.context.tenant,
        owner=hand.context.owner,
        action=action,
        caller=hand.context.caller.id,
        purpose=hand.context.purpose,
        scope=scope or (str(memory.scope) if memory else ""),
        memory_ids=(memory.id,) if memory else (),
        rule=f"{rule}:{kind}" if kind else rule,
        rule_version=RULE_VERSION,
        revision=memory.revision if memory else None,
        fingerprint=fingerprint,
    )
