"""
The path of what waits for the person, read downwards: (admit) → recall → decide → put, or blank.

Everything here runs inside the transaction that the service opened. A candidate is decided once: whoever comes second is told so.
"""

from dataclasses import dataclass, replace

from keptmind.errors import CandidateDecided, CandidateMoved, ContentRefused, KeptmindError, QuestionClosed, StaleRevision
from keptmind.model.audit import UNCHANGED, Action
from keptmind.model.candidate import Candidate, CandidateStatus, Operation
from keptmind.model.decision import Add, Decision, Outcome, Propose, Restate, Revise, Saved
from keptmind.model.draft import Draft
from keptmind.model.memory import PERSONS_OWN, ChangeType, Memory, MemoryId, Source, Status
from keptmind.model.question import Keep, Question, QuestionState
from keptmind.model.scope import Scope
from keptmind.model.verdict import ALLOWED
from keptmind.policy.access import everything, may_meet
from keptmind.policy.admission import Rejection
from keptmind.policy.conflict import Met, applied
from keptmind.policy.likeness import Likeness
from keptmind.policy.retention import REJECTED_LIFE
from keptmind.ports.store import Transaction
from keptmind.write import amend as amending
from keptmind.write import apply as applying
from keptmind.write.admit import admit
from keptmind.write.correction import core_full, key_is_taken, move
from keptmind.write.decide import Neighbours, decide, encounter
from keptmind.write.dispute import resolve
from keptmind.write.draw import draw
from keptmind.write.entry import entry, origin
from keptmind.write.hand import Hand, refused
from keptmind.write.pipeline import candidate_for, put, remembered, turned_away, wish
from keptmind.write.recall import Wanted, recall
from keptmind.write.weigh import weigh


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """What the person accepts: the draft of it as they edited it; `edited` where the words are their own."""

    candidate: Candidate
    draft: Draft | None
    edited: bool


def suggest(tx: Transaction, hand: Hand, memory: Memory, draft: Draft, *, expected_revision: int) -> Saved | KeptmindError:
    """Let a guess about one row come to what the consent mode makes of guesses: it waits, or is applied so that it can be undone."""
    if memory.revision != expected_revision:
        return refused(tx, hand, StaleRevision(current_revision=memory.revision), memory=memory)
    wanted = wish(hand, draft)
    (before,) = remembered(tx, hand, [wanted])
    admitted = admit(draft, hand.circumstances, before)
    if isinstance(admitted, Rejection):
        return turned_away(tx, hand, draft, admitted)
    wanted = replace(wanted, draft=admitted)
    met = encounter(admitted, wanted.said, Neighbours(same_key=memory, marked=()), now=hand.now)
    return put(tx, hand, wanted, decide(admitted, wanted.said, met, flags=hand.circumstances.flags, known_at=None, now=hand.now))


def accept(tx: Transaction, hand: Hand, acceptance: Acceptance) -> Memory | KeptmindError:
    """
    Make a memory of what waits; accepting it again changes nothing.

    A candidate whose target has moved on is compared again and comes back as a new one.
    """
    candidate = acceptance.candidate
    if candidate.status is CandidateStatus.ACCEPTED and candidate.resulting_memory is not None:
        accepted = _row(tx, hand, candidate.resulting_memory)
        if accepted is None:
            return _decided(tx, hand, candidate)
        tx.audit.append(hand.event(Action.READ, memory=accepted, rule=UNCHANGED))
        return accepted
    if candidate.status is not CandidateStatus.PENDING or candidate.expires_at <= hand.now:
        return _decided(tx, hand, candidate)
    hand = hand.accepting(candidate.id)
    if candidate.operation is Operation.REMOVE or acceptance.draft is None:
        return _removed(tx, hand, candidate)
    return _kept(tx, hand, candidate, acceptance.draft, edited=acceptance.edited)


def _kept(tx: Transaction, hand: Hand, candidate: Candidate, draft: Draft, *, edited: bool) -> Memory | KeptmindError:
    wanted = wish(hand, draft)
    (before,) = remembered(tx, hand, [wanted])
    before = replace(before, rejected=False, forgotten=before.forgotten and not edited)  # words of one's own pass
    admitted = admit(draft, hand.circumstances, before)
    if isinstance(admitted, Rejection):
        return refused(tx, hand, ContentRefused(rule=admitted.rule), rule=admitted.rule)
    wanted = replace(wanted, draft=replace(admitted, waits=None))
    met = _met(tx, hand, wanted, candidate)
    verdict = ALLOWED if met is None else may_meet(hand.context, met.known)
    if not verdict.allowed:
        return refused(tx, hand, ContentRefused(rule=verdict.rule), rule=verdict.rule)
    if _has_moved_on(candidate, met):
        return _compared_again(tx, hand, candidate, wanted, met)
    wanted = _without_taken_key(tx, hand, wanted, met)
    saved = put(tx, hand, wanted, _comes_to(met, wanted, hand))
    if saved.outcome is Outcome.REFUSED or saved.memory is None:
        return ContentRefused(rule=saved.rule) if saved.overflow is None else core_full(saved.overflow, candidate.expected_revision)
    if candidate.proposed is not None:
        guess = hand.evidence(saved.memory, candidate.proposed.source, candidate.fingerprint, occurred_at=candidate.created_at)
        tx.evidence.add(replace(guess, conversation=candidate.source_conversation), saved.memory.tenant, saved.memory.owner)
    _decide(tx, hand, candidate, CandidateStatus.ACCEPTED, Action.CANDIDATE_ACCEPTED, saved.memory)
    return saved.memory


def _without_taken_key(tx: Transaction, hand: Hand, wanted: Wanted, met: Met | None) -> Wanted:
    """Leave out the key that was proposed where another row has it by now: it was a suggestion."""
    if met is None or wanted.draft.key in (None, met.known.key) or not key_is_taken(tx, hand, met.known, wanted.draft):
        return wanted
    return replace(wanted, draft=replace(wanted.draft, key=None, given=wanted.draft.given - {"key"}))


def _met(tx: Transaction, hand: Hand, wanted: Wanted, candidate: Candidate) -> Met | None:
    """Return what the proposal meets today: its target where that still stands, else what its words meet."""
    if candidate.target_memory_id is not None and wanted.draft.scope == candidate.scope:
        target = _row(tx, hand, candidate.target_memory_id)
        if target is not None and target.status is not Status.ARCHIVED:
            return encounter(wanted.draft, wanted.said, Neighbours(same_key=target, marked=()), now=hand.now)
    known = recall(tx, [wanted], tenant=hand.context.tenant, owner=hand.context.owner, now=hand.now)
    neighbours = Neighbours(same_key=known.same_key(wanted.draft), marked=known.marked(wanted))
    return encounter(wanted.draft, wanted.said, neighbours, now=hand.now)


def _has_moved_on(candidate: Candidate, met: Met | None) -> bool:
    if met is None or met.likeness is Likeness.SAME:
        return False
    return met.known.id != candidate.target_memory_id or met.known.revision != candidate.expected_revision


def _compared_again(tx: Transaction, hand: Hand, candidate: Candidate, wanted: Wanted, met: Met | None) -> KeptmindError:
    assert met is not None  # noqa: S101 (only what was met can have moved on)
    operation = Operation.REPLACE if met.likeness is Likeness.CONFLICT else Operation.UPDATE
    drawn = draw(wanted.draft, wanted.said, memory_id=met.known.id, origin=origin(hand))
    proposed = drawn if candidate.proposed is None else replace(drawn, source=candidate.proposed.source)  # it is a guess still
    _decide(tx, hand, candidate, CandidateStatus.EXPIRED, Action.CANDIDATE_EXPIRED, None)
    renewed = applying.propose(tx, candidate_for(hand, wanted, met.known, operation, "target-moved", proposed), proposed, hand.now)
    tx.audit.append(hand.event(Action.CANDIDATE_CREATED, memory=met.known, rule="target-moved"))
    return CandidateMoved(current_revision=met.known.revision, candidate=renewed.id)


def _comes_to(met: Met | None, wanted: Wanted, hand: Hand) -> Decision:
    if met is None:
        return Add()
    if met.likeness is Likeness.SAME and met.known.status is Status.ACTIVE and wanted.draft.kind is met.known.kind:
        return Restate(known=met.known)
    decision = applied(wanted.draft, met, hand.now)
    return decision if not isinstance(decision, Propose) else Revise(known=met.known, keeps_evidence=met.likeness is not Likeness.CONFLICT)


def _removed(tx: Transaction, hand: Hand, candidate: Candidate) -> Memory | KeptmindError:
    target = None if candidate.target_memory_id is None else _row(tx, hand, candidate.target_memory_id)
    if target is None or target.revision != candidate.expected_revision:
        _decide(tx, hand, candidate, CandidateStatus.EXPIRED, Action.CANDIDATE_EXPIRED, None)
        return CandidateMoved(current_revision=None if target is None else target.revision)
    archived = move(tx, hand, target, Status.ARCHIVED, ChangeType.ARCHIVE, Action.ARCHIVED)
    if isinstance(archived, Memory):
        _decide(tx, hand, candidate, CandidateStatus.ACCEPTED, Action.CANDIDATE_ACCEPTED, archived)
    return archived


def reject(tx: Transaction, hand: Hand, candidate: Candidate) -> Candidate | KeptmindError:
    """Turn down what waits: its text is blanked, and it is not proposed again for 90 days; turning it down again changes nothing."""
    if candidate.status is CandidateStatus.REJECTED:
        tx.audit.append(hand.event(Action.READ, rule=UNCHANGED, scope=str(candidate.scope)))
        return candidate
    if candidate.status is not CandidateStatus.PENDING:
        return _decided(tx, hand, candidate)
    return _turned_down(tx, hand, candidate, Action.CANDIDATE_REJECTED)


def _turn_down(tx: Transaction, hand: Hand, scope: Scope, fingerprint: str) -> None:
    tenant, owner, until = hand.context.tenant, hand.context.owner, hand.now + REJECTED_LIFE
    tx.candidates.turn_down(scope, fingerprint, tenant=tenant, owner=owner, now=hand.now, until=until)


def _turned_down(tx: Transaction, hand: Hand, candidate: Candidate, action: Action) -> Candidate:
    _turn_down(tx, hand, candidate.scope, candidate.fingerprint)
    return _decide(tx, hand, candidate, CandidateStatus.REJECTED, action, None)


def undo(tx: Transaction, hand: Hand, candidate: Candidate) -> Memory | KeptmindError:
    """Take back what was applied without asking: what it made is retired, what it changed says again what it said."""
    if candidate.status is not CandidateStatus.AUTO_APPLIED or candidate.resulting_memory is None:
        return _decided(tx, hand, candidate)
    memory = _row(tx, hand, candidate.resulting_memory)
    if memory is None or memory.source_candidate != candidate.id or memory.source in PERSONS_OWN or memory.status is Status.DISPUTED:
        return refused(tx, hand, CandidateMoved(current_revision=None if memory is None else memory.revision), memory=memory)
    undone = _taken_back(tx, hand, candidate, memory)
    if isinstance(undone, Memory):
        _turned_down(tx, hand, candidate, Action.UNDONE)
    return undone


def _taken_back(tx: Transaction, hand: Hand, candidate: Candidate, memory: Memory) -> Memory | KeptmindError:
    if candidate.operation is Operation.CREATE:
        return move(tx, hand, memory, Status.ARCHIVED, ChangeType.ARCHIVE, Action.ARCHIVED)
    earlier = next((one for one in tx.memories.versions(memory, hand.now) if one.revision == candidate.expected_revision), None)
    if earlier is None or key_is_taken(tx, hand, memory, earlier):
        return refused(tx, hand, CandidateMoved(current_revision=memory.revision), memory=memory)
    fingerprint = hand.fingerprint(earlier.content)
    if candidate.operation is Operation.UPDATE:
        tx.evidence.carry(memory, hand.fingerprint(memory.content), fingerprint)
    again = replace(
        weigh(earlier, tx.evidence.for_words(memory, fingerprint), fingerprint, hand.now),
        status=memory.status,
        revision=memory.revision + 1,
        change_type=ChangeType.RESTORE,
        changed_via=hand.via,
        updated_at=hand.now,
    )
    applying.supersede(tx, entry(memory), entry(again), hand.now)
    tx.audit.append(hand.event(Action.RESTORED, memory=again, rule="undone"))
    return again


def answer(tx: Transaction, hand: Hand, question: Question, keep: Keep) -> Question | KeptmindError:
    """Let the person say which of two disputed rows holds."""
    if not tx.questions.settle(question.id, QuestionState.ANSWERED, tenant=hand.context.tenant, owner=hand.context.owner, at=hand.now):
        return refused(tx, hand, QuestionClosed())
    kept = {Keep.FIRST: (True, False), Keep.SECOND: (False, True), Keep.BOTH: (True, True), Keep.NEITHER: (False, False)}[keep]
    rows = [_row(tx, hand, question.first_id), _row(tx, hand, question.second_id)]
    disputed = [(row, holds) for row, holds in zip(rows, kept, strict=True) if row is not None and row.status is Status.DISPUTED]
    key = next((row.key for row, _ in disputed if row.key), None) if keep is Keep.SECOND else None
    for row, holds in sorted(disputed, key=lambda one: one[1]):  # what goes makes way before what stays takes its key
        if holds:
            _stays(tx, hand, row, key)
        else:
            resolve(tx, hand, row, Status.ARCHIVED)
            _turn_down(tx, hand, row.scope, hand.fingerprint(row.content))  # the same import is not asked about again
    return replace(question, state=QuestionState.ANSWERED)


def _stays(tx: Transaction, hand: Hand, row: Memory, key: str | None) -> None:
    """Let a row hold by the person's word, under the key of the one that went where it has none."""
    fingerprint = hand.fingerprint(row.content)
    tx.evidence.add(hand.evidence(row, Source.CONFIRMED, fingerprint), row.tenant, row.owner)
    sure = weigh(amending.confirmed(row, hand.now), tx.evidence.for_words(row, fingerprint), fingerprint, hand.now)
    resolve(tx, hand, row, Status.ACTIVE, becomes=replace(sure, key=row.key or key))


def _row(tx: Transaction, hand: Hand, memory_id: MemoryId) -> Memory | None:
    return tx.memories.get(memory_id, everything(hand.context.tenant, hand.context.owner), hand.now)


def _decide(tx: Transaction, hand: Hand, candidate: Candidate, status: CandidateStatus, action: Action, memory: Memory | None) -> Candidate:
    decided = replace(candidate, status=status, proposed=None, decided_at=hand.now, resulting_memory=None if memory is None else memory.id)
    tx.candidates.decide(decided, hand.context.tenant, hand.context.owner, before=candidate.status)
    tx.audit.append(hand.event(action, memory=memory, rule=candidate.rule, scope=str(candidate.scope), fingerprint=candidate.fingerprint))
    return decided


def _decided(tx: Transaction, hand: Hand, candidate: Candidate) -> KeptmindError:
    status = candidate.status.value if candidate.status is not CandidateStatus.PENDING else CandidateStatus.EXPIRED.value
    return refused(tx, hand, CandidateDecided(status=status))
