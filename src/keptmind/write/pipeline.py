"""
The path of a write, read downwards: admit → recall → decide → draw → weigh → index → apply.

Everything here runs inside the transaction that the service opened; no step knows another, only the paths know their order. Changes
by hand take the path in correction.py, decisions about what waits the one in judgement.py; both end in `put` below.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from keptmind.model.audit import Action
from keptmind.model.candidate import Candidate, CandidateStatus, Operation
from keptmind.model.decision import Add, Decision, Dispute, Follow, Late, Outcome, Propose, Refuse, Renew, Restate, Revise, Saved
from keptmind.model.draft import Draft
from keptmind.model.evidence import Observation
from keptmind.model.memory import PERSONS_OWN, ChangeType, Kind, Memory, MemoryId, Source, Status
from keptmind.model.question import Question, QuestionState
from keptmind.policy.access import may_meet
from keptmind.policy.admission import Past, Rejection, may_be_noted
from keptmind.policy.confidence import independent
from keptmind.policy.conflict import begins_later, follows
from keptmind.policy.edition import RULE_VERSION
from keptmind.policy.retention import OBSERVATION_LIFE, waiting_ends
from keptmind.ports.store import Transaction
from keptmind.text.normalise import value
from keptmind.write import apply as applying
from keptmind.write.admit import admit
from keptmind.write.amend import changed as amended
from keptmind.write.amend import confirmed, moved
from keptmind.write.decide import Neighbours, bounded, decide, encounter, overruled
from keptmind.write.dispute import settle_questions
from keptmind.write.draw import draw, redraw
from keptmind.write.entry import entry, origin, too_full
from keptmind.write.hand import Hand
from keptmind.write.index import borne, marked, within
from keptmind.write.recall import Known, Wanted, past, recall
from keptmind.write.sequel import LATER, end, go_on
from keptmind.write.weigh import weigh

AUTO = "auto-applied"
OVERRIDDEN = "forgotten-overridden"
OVERRULED = "overruled"
OLDER = "older-than-known"
DISPUTED = "order-unknown"
WAITS = "waits-already"


def save(tx: Transaction, hand: Hand, drafts: Sequence[Draft]) -> list[Saved]:
    """Keep drafts in order, or say by which rule one is not kept; an audit event commits with each."""
    wanted = [wish(hand, draft) for draft in drafts]
    history = [seen(tx, hand, one, before) for one, before in zip(wanted, remembered(tx, hand, wanted), strict=True)]
    admitted = [admit(one.draft, hand.circumstances, before) for one, before in zip(wanted, history, strict=True)]
    kept = [replace(one, draft=draft) for one, draft in zip(wanted, admitted, strict=True) if isinstance(draft, Draft)]
    known = recall(tx, kept, tenant=hand.context.tenant, owner=hand.context.owner, now=hand.now)
    each = iter(kept)
    last = kept[-1] if kept else None
    saved: list[Saved] = []
    for position, (one, before, verdict) in enumerate(zip(wanted, history, admitted, strict=True)):
        moment = hand.later(position)
        if isinstance(verdict, Rejection):
            saved.append(turned_away(tx, moment, one.draft, verdict))
        else:
            one = next(each)
            saved.append(_settled(tx, moment, one, known, before, is_last=one is last))
    return saved


def wish(hand: Hand, draft: Draft) -> Wanted:
    """Return a draft with what it is looked up by."""
    said = value(draft.content)
    fingerprint = hand.keys.fingerprint(hand.context.tenant, said)
    marks = borne(draft, said)
    return Wanted(draft=draft, said=said, fingerprint=fingerprint, marks=marks, probes=(*marks, *within(draft, said)))


def remembered(tx: Transaction, hand: Hand, wanted: Sequence[Wanted]) -> list[Past]:
    """Return what is on record of each draft's words."""
    return past(tx, wanted, tenant=hand.context.tenant, owner=hand.context.owner, now=hand.now)


def seen(tx: Transaction, hand: Hand, wanted: Wanted, before: Past) -> Past:
    """Count the sightings of a leaning by a tool, this one among them; of what is secret or sensitive not even a fingerprint is kept."""
    draft, route = wanted.draft, hand.context.route
    if draft.source is not Source.OBSERVED or draft.kind is not Kind.PREFERENCE or not may_be_noted(draft):
        return before
    observation = Observation(
        tenant=hand.context.tenant,
        owner=hand.context.owner,
        scope=str(draft.scope),
        fingerprint=wanted.fingerprint,
        occasion=route.conversation or route.run or "",
        observed_at=draft.occurred_at or hand.now,
    )
    sightings = tx.observations.note(observation, hand.now + OBSERVATION_LIFE)
    return replace(before, observed=independent([(one.occasion, one.observed_at.date()) for one in sightings]))


def turned_away(tx: Transaction, hand: Hand, draft: Draft, rejection: Rejection) -> Saved:
    """Put on record that a draft is not kept, by its rule and kind, and count it."""
    tx.audit.append(hand.event(Action.REFUSED, rule=f"{rejection.rule}:{draft.kind.value}", scope=str(draft.scope)))
    tx.rule_counts.add(hand.context.tenant, hand.context.owner, rejection.rule, RULE_VERSION)
    return Saved(outcome=Outcome.REFUSED, rule=rejection.rule, proposal=rejection.proposal)


def _settled(tx: Transaction, hand: Hand, wanted: Wanted, known: Known, before: Past, *, is_last: bool) -> Saved:
    neighbours = Neighbours(same_key=known.same_key(wanted.draft), marked=known.marked(wanted))
    met = encounter(wanted.draft, wanted.said, neighbours, now=hand.now)
    known_at = None if met is None or wanted.draft.occurred_at is None else last_stated(tx, met.known, wanted.draft)
    decision = decide(wanted.draft, wanted.said, met, flags=hand.circumstances.flags, known_at=known_at, now=hand.now)
    decision = bounded(decision, met, hand.context)
    if isinstance(decision, Add) and before.forgotten:
        decision = replace(decision, rule=OVERRIDDEN)
    saved = put(tx, hand, wanted, decision)
    if isinstance(decision, Add | Revise | Renew | Restate | Follow) and saved.memory is not None:
        others = overruled(wanted.draft, wanted.said, met, neighbours, now=hand.now)
        for other in (one for one in others if may_meet(hand.context, one).allowed):
            _make_way(tx, hand, other, wanted.draft, known)
    if isinstance(decision, Revise) and saved.memory is not None:
        go_on(tx, hand, decision.known, saved.memory)
    if not is_last:
        _learn(tx, known, decision, saved, wanted, hand.now)
    return saved


def _make_way(tx: Transaction, hand: Hand, other: Memory, draft: Draft, known: Known) -> None:
    """Let a row that the person's word goes against as well end when that word begins to hold: now or later."""
    if begins_later(draft.valid_from, hand.now):
        if draft.valid_to is None and follows(draft, other, hand.now):
            known.learn(end(tx, hand, other, draft.valid_from), marked(other))
        return
    known.unlearn(other, marked(other))
    retired = moved(other, Status.ARCHIVED, ChangeType.ARCHIVE, hand.via, hand.now)
    applying.supersede(tx, entry(other), entry(retired), hand.now)
    tx.audit.append(hand.event(Action.ARCHIVED, memory=retired, rule=OVERRULED))


def _learn(tx: Transaction, known: Known, decision: Decision, saved: Saved, wanted: Wanted, now: datetime) -> None:
    """Let the drafts that follow in the same batch meet what this one left behind."""
    if isinstance(decision, Revise | Renew | Dispute | Late) and saved.memory is not None:
        known.unlearn(decision.known, marked(decision.known))
    if isinstance(decision, Dispute | Follow):
        changed = decision.known
        for _, memory in tx.marks.met(changed.tenant, changed.owner, marked(changed), now):
            known.learn(memory, marked(memory))
    if saved.memory is not None:
        known.learn(saved.memory, wanted.marks if isinstance(decision, Add) else marked(saved.memory))


def last_stated(tx: Transaction, known: Memory, draft: Draft) -> datetime | None:
    """Return when what a row says was last stated, as far as it counts against a draft: the person's word only gives way to their own."""
    own_word_only = draft.source in PERSONS_OWN
    evidence = [one for one in tx.evidence.of(known) if one.source in PERSONS_OWN or not own_word_only]
    return max((one.occurred_at for one in evidence), default=None)


def put(tx: Transaction, hand: Hand, wanted: Wanted, decision: Decision) -> Saved:
    """Carry out a decision, unless a pinned row would outgrow the core block; an audit event commits with it."""
    saved = _carried_out(tx, hand, wanted, decision)
    if saved.outcome is Outcome.REFUSED:
        turned_away(tx, hand, wanted.draft, Rejection(rule=saved.rule or "refused"))
        return saved
    if saved.candidate is not None and saved.candidate.created_at < hand.now and saved.candidate.status is CandidateStatus.PENDING:
        tx.audit.append(hand.event(Action.READ, rule=WAITS, scope=str(wanted.draft.scope), fingerprint=wanted.fingerprint))
        return saved  # that it waits is on record already
    action = ACTIONS[saved.outcome]
    rule = _rule(decision, saved)
    scope = str(wanted.draft.scope)
    tx.audit.append(hand.event(action, memory=saved.memory, rule=rule, scope=scope, fingerprint=wanted.fingerprint))
    if saved.candidate is not None and saved.candidate.status is CandidateStatus.AUTO_APPLIED:
        tx.audit.append(hand.event(Action.AUTO_APPLIED, memory=saved.memory, rule=rule))
    return saved


def _rule(decision: Decision, saved: Saved) -> str:
    """Return by which rule an act is on record: also where its caller is told no rule."""
    match decision:
        case Revise(keeps_evidence=False, rule=None):
            return "replaced"
        case Renew():
            return "renewed"
    return saved.rule or saved.outcome.value


ACTIONS = {
    Outcome.CREATED: Action.CREATED,
    Outcome.SAME: Action.UPDATED,
    Outcome.UPDATED: Action.UPDATED,
    Outcome.CANDIDATE: Action.CANDIDATE_CREATED,
}


def _carried_out(tx: Transaction, hand: Hand, wanted: Wanted, decision: Decision) -> Saved:
    match decision:
        case Refuse(rule=rule):
            return Saved(outcome=Outcome.REFUSED, rule=rule)
        case Propose(known=known, operation=operation, rule=rule):
            return _proposed(tx, hand, wanted, known, operation, rule)
        case Add(rule=rule):
            return _added(tx, hand, wanted, rule)
        case Restate(known=known):
            return _restated(tx, hand, wanted, known)
        case Revise(known=known, keeps_evidence=keeps, rule=rule):
            return _revised(tx, hand, wanted, known, ChangeType.UPDATE, keeps_evidence=keeps, rule=rule)
        case Renew(known=known):
            return _revised(tx, hand, wanted, known, ChangeType.RENEW, keeps_evidence=False, rule=None)
        case Dispute(known=known):
            return _disputed(tx, hand, wanted, known)
        case Follow(known=known):
            return _followed(tx, hand, wanted, known)
        case Late(known=known):
            return _late(tx, hand, wanted, known)


def _proposed(tx: Transaction, hand: Hand, wanted: Wanted, known: Memory | None, operation: Operation, rule: str) -> Saved:
    proposed = _drawn(hand, wanted, MemoryId(""))
    candidate = applying.propose(tx, candidate_for(hand, wanted, known, operation, rule, proposed), proposed, hand.now)
    return Saved(outcome=Outcome.CANDIDATE, candidate=candidate, rule=rule)


def candidate_for(hand: Hand, wanted: Wanted, known: Memory | None, operation: Operation, rule: str, proposed: Memory | None) -> Candidate:
    """Return a fresh candidate for what a draft would do to a known row, or to none."""
    return Candidate(
        id=hand.ids.mint(hand.now),
        operation=operation,
        target_memory_id=None if known is None else known.id,
        expected_revision=None if known is None else known.revision,
        status=CandidateStatus.PENDING,
        rule=rule,
        kind=wanted.draft.kind,
        scope=wanted.draft.scope,
        fingerprint=wanted.fingerprint,
        created_at=hand.now,
        expires_at=waiting_ends(None if proposed is None else proposed.expires_at, hand.now),
        proposed=proposed,
        source_conversation=hand.context.route.conversation,
    )


def _added(tx: Transaction, hand: Hand, wanted: Wanted, rule: str | None) -> Saved:
    memory = _drawn(hand, wanted, MemoryId(hand.ids.mint(hand.now)))
    evidence = hand.evidence(memory, wanted.draft.source, wanted.fingerprint, occurred_at=wanted.draft.occurred_at)
    full = too_full(tx, hand, memory)
    if full is not None:
        return Saved(outcome=Outcome.REFUSED, rule="core-full", overflow=full)
    if wanted.draft.occurred_at is not None:  # else it is worth just what its source is worth, as drawn
        memory = weigh(memory, [evidence], wanted.fingerprint, hand.now)
    applied = _applied_by_itself(tx, hand, wanted, None, memory, Operation.CREATE) if rule == AUTO else None
    memory = memory if applied is None else replace(memory, source_candidate=applied.id)
    applying.create(tx, entry(memory, wanted.marks), evidence, hand.now)
    return Saved(outcome=Outcome.CREATED, memory=memory, candidate=applied, rule=rule)


def _restated(tx: Transaction, hand: Hand, wanted: Wanted, known: Memory) -> Saved:
    draft, fingerprint = wanted.draft, hand.fingerprint(known.content)
    tx.evidence.add(hand.evidence(known, draft.source, fingerprint, occurred_at=draft.occurred_at), known.tenant, known.owner)
    own = draft.source in PERSONS_OWN and draft.occurred_at is None
    said = confirmed(known, hand.now, by=draft.source) if own else known
    restated = weigh(said, tx.evidence.for_words(known, fingerprint), fingerprint, hand.now)
    if restated != known:
        stirs = (restated.confidence, restated.source, restated.review_after) != (known.confidence, known.source, known.review_after)
        tx.memories.touch(restated, stirs=stirs)
    return Saved(outcome=Outcome.SAME, memory=restated)


def _revised(
    tx: Transaction, hand: Hand, wanted: Wanted, known: Memory, change: ChangeType, *, keeps_evidence: bool, rule: str | None
) -> Saved:
    memory = redraw(known, wanted.draft, wanted.said, origin=origin(hand), change=change)
    full = too_full(tx, hand, memory, before=known)
    if full is not None:
        return Saved(outcome=Outcome.REFUSED, rule="core-full", overflow=full)
    if keeps_evidence:
        tx.evidence.carry(known, hand.fingerprint(known.content), wanted.fingerprint)
    evidence = hand.evidence(memory, wanted.draft.source, wanted.fingerprint, occurred_at=wanted.draft.occurred_at)
    memory = weigh(memory, [*tx.evidence.for_words(known, wanted.fingerprint), evidence], wanted.fingerprint, hand.now)
    operation = Operation.UPDATE if keeps_evidence else Operation.REPLACE
    applied = _applied_by_itself(tx, hand, wanted, known, memory, operation) if rule == AUTO else None
    memory = memory if applied is None else replace(memory, source_candidate=applied.id)
    applying.supersede(tx, entry(known), entry(memory), hand.now)
    tx.evidence.add(evidence, known.tenant, known.owner)
    if known.status is Status.DISPUTED:
        settle_questions(tx, hand, known, memory)
    return Saved(outcome=Outcome.UPDATED, memory=memory, candidate=applied, rule=rule)


def _applied_by_itself(
    tx: Transaction, hand: Hand, wanted: Wanted, known: Memory | None, memory: Memory, operation: Operation
) -> Candidate:
    """Put on record what was applied without asking, so that it can be undone; its text is that of the row."""
    waiting = candidate_for(hand, wanted, known, operation, AUTO, None)
    applied = replace(waiting, status=CandidateStatus.AUTO_APPLIED, resulting_memory=memory.id, decided_at=hand.now)
    tx.candidates.add(applied, memory.tenant, memory.owner)
    return applied


def _disputed(tx: Transaction, hand: Hand, wanted: Wanted, known: Memory) -> Saved:
    """Keep both statements out of prompts until the person says which holds; a key stays with the one that had it."""
    drawn = replace(_drawn(hand, wanted, MemoryId(hand.ids.mint(hand.now))), status=Status.DISPUTED)
    memory = drawn if drawn.key != known.key else replace(drawn, key=None)
    evidence = hand.evidence(memory, wanted.draft.source, wanted.fingerprint, occurred_at=wanted.draft.occurred_at)
    applying.create(tx, entry(weigh(memory, [evidence], wanted.fingerprint, hand.now)), evidence, hand.now)
    doubted = replace(known, status=Status.DISPUTED, revision=known.revision + 1, change_type=ChangeType.DISPUTE, updated_at=hand.now)
    applying.supersede(tx, entry(known), entry(doubted), hand.now)
    question = Question(id=hand.ids.mint(hand.now), first_id=known.id, second_id=memory.id, state=QuestionState.OPEN, asked_at=hand.now)
    tx.questions.ask(question, known.tenant, known.owner)
    tx.audit.append(hand.event(Action.UPDATED, memory=doubted, rule=DISPUTED))
    return Saved(outcome=Outcome.CREATED, memory=memory, rule=DISPUTED)


def _followed(tx: Transaction, hand: Hand, wanted: Wanted, known: Memory) -> Saved:
    """Keep what is to hold from a time to come beside what holds until then."""
    saved = _added(tx, hand, wanted, LATER)
    if saved.outcome is not Outcome.REFUSED:
        end(tx, hand, known, wanted.draft.valid_from)
    return saved


def _late(tx: Transaction, hand: Hand, wanted: Wanted, known: Memory) -> Saved:
    """Put an older statement into the history, where it belongs: the row says afterwards what it said before."""
    stated = redraw(known, wanted.draft, wanted.said, origin=origin(hand), change=ChangeType.LATE)
    stated = replace(stated, source=wanted.draft.source, valid_from=stated.valid_from or wanted.draft.occurred_at)
    again = amended(known, ChangeType.RESTORE, hand.via, hand.now)
    standing = replace(again, revision=stated.revision + 1)
    applying.supersede(tx, entry(known), entry(stated), hand.now)
    applying.supersede(tx, entry(stated), entry(standing), hand.now)
    evidence = hand.evidence(known, wanted.draft.source, wanted.fingerprint, sign=-1, occurred_at=wanted.draft.occurred_at)
    tx.evidence.add(evidence, known.tenant, known.owner)
    return Saved(outcome=Outcome.SAME, memory=standing, rule=OLDER)


def _drawn(hand: Hand, wanted: Wanted, memory_id: MemoryId) -> Memory:
    return draw(wanted.draft, wanted.said, memory_id=memory_id, origin=origin(hand))
