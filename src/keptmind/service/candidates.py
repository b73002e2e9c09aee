"""What waits for the person: proposals to accept, turn down or undo, and questions to answer."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from keptmind.erase.pipeline import Removal
from keptmind.errors import CandidateNotFound, KeptmindError, QuestionNotFound
from keptmind.model.audit import Action
from keptmind.model.candidate import Candidate, CandidatePage, CandidateStatus
from keptmind.model.context import AccessContext
from keptmind.model.draft import Draft
from keptmind.model.memory import Memory, Source
from keptmind.model.query import MAX_PAGE
from keptmind.model.question import Keep, Question
from keptmind.model.reach import Reach
from keptmind.model.scope import shared_group
from keptmind.model.verdict import Verdict
from keptmind.policy import access, form
from keptmind.policy.identity import word
from keptmind.ports.store import Transaction, View
from keptmind.read.disclose import shown
from keptmind.service.erasure import Erasure
from keptmind.service.ground import Ground
from keptmind.service.paging import sealed, unsealed, whole
from keptmind.service.readings import Readings
from keptmind.service.record import absent, allow, denied, disclosure, event, named_id, readable
from keptmind.service.timing import timed
from keptmind.write import judgement
from keptmind.write.amend import wish_for
from keptmind.write.hand import Hand
from keptmind.write.judgement import Acceptance

CANDIDATES = "candidates\x1f"  # with a status, the list that a cursor belongs to
MOST_EXPIRED = 1_000  # of one owner at a time
MOST_OWNERS = 1_000

Judgement = Callable[[Transaction, Hand, Candidate], Any]


class Candidates:
    """Decides what waits; each is decided once."""

    def __init__(self, ground: Ground, erasure: Erasure, readings: Readings) -> None:
        self._ground = ground
        self._erasure = erasure
        self._readings = readings

    @timed("candidates")
    def page(self, context: AccessContext, status: object, *, cursor: object = None, limit: object = MAX_PAGE) -> CandidatePage:
        """Return some of the owner's candidates of one status, oldest first. Raises: Invalid, Refused."""
        wanted, most = word("status", status, CandidateStatus), min(whole("limit", limit), MAX_PAGE)
        after = "" if cursor is None else unsealed(self._ground.keys, context, f"{CANDIDATES}{wanted}", cursor)
        allow(self._ground, context, access.may_look(context))
        with self._ground.store.view() as view:
            found = self._within_reach(view, context, wanted, after, most + 1)
        given = found[:most]
        following = sealed(self._ground.keys, context, f"{CANDIDATES}{wanted}", given[-1].id) if len(found) > most else None
        about = [named for one in given if (named := one.resulting_memory or one.target_memory_id)]
        proposed = [one.proposed for one in given if one.proposed is not None]
        self._readings.record(context, Action.READ, proposed, "candidates", recalled=False, about=about)
        return CandidatePage(items=tuple(self._given(context, one) for one in given), next_cursor=following, applied_limit=most)

    def all(self, context: AccessContext, status: object) -> list[Candidate]:
        """Return every candidate of one status, oldest first. Raises: Invalid, Refused."""
        page = self.page(context, status)
        found = list(page.items)
        while page.next_cursor is not None:
            page = self.page(context, status, cursor=page.next_cursor)
            found += page.items
        return found

    def _within_reach(self, view: View, context: AccessContext, status: CandidateStatus, after: str, most: int) -> list[Candidate]:
        within, now = access.managed_reach(context, self._ground.rulebook), self._ground.clock.now()
        found: list[Candidate] = []
        while len(found) < most:
            rows = view.candidates.page(context.tenant, context.owner, status, now, most, after=after)
            told = (_with_text(view, one, within, now) for one in rows)
            found += [one for one in told if _is_within(one, within)]
            if len(rows) < most:
                break
            after = rows[-1].id
        return found[:most]

    def _given(self, context: AccessContext, candidate: Candidate) -> Candidate:
        proposed = candidate.proposed
        return candidate if proposed is None else replace(candidate, proposed=shown(proposed, disclosure(context)))

    @timed("accept")
    def accept(self, context: AccessContext, candidate_id: object, edits: dict[str, Any]) -> Memory:
        """
        Make a memory of what waits, with the person's edits of content, kind or scope; accepting it again changes nothing.

        Raises: CandidateNotFound, CandidateDecided, CandidateMoved (a new candidate waits), ContentRefused, CoreFull, Invalid, Refused.
        """
        named = {name: given for name, given in edits.items() if given is not None}

        def judge(tx: Transaction, hand: Hand, candidate: Candidate) -> Memory | KeptmindError:
            draft = self._draft(context, hand, candidate, named)
            if draft is not None:
                verdict = self._may_save(tx, context, hand, draft)
                if not verdict.allowed:
                    return denied(tx, self._ground, context, verdict.rule)
            accepted = judgement.accept(tx, hand, Acceptance(candidate=candidate, draft=draft, edited="content" in named))
            return readable(tx, self._ground, context, accepted) if isinstance(accepted, Memory) else accepted

        accepted: Memory = self._judged(context, candidate_id, judge)
        return shown(accepted, disclosure(context))

    def _draft(self, context: AccessContext, hand: Hand, candidate: Candidate, edits: dict[str, Any]) -> Draft | None:
        proposed = candidate.proposed
        if proposed is None:
            return None
        wish = {**wish_for(proposed, {name: given for name, given in edits.items() if name != "scope"}), "source": Source.CONFIRMED}
        if proposed.expires_at is not None and proposed.expires_at > hand.now and "kind" not in edits:
            wish["expires_at"] = proposed.expires_at
        zone = self._ground.zone(hand.circumstances.settings)
        moved = {"scope": edits["scope"]} if "scope" in edits else {}
        at = None if moved else candidate.scope
        draft = form.draft(context, self._ground.rulebook, zone, hand.now, {**wish, **moved}, at=at)
        own = {"key", "title", "subject"} | ({"purposes"} if self._chosen(proposed) else set())
        return replace(draft, given=(draft.given & own) | frozenset(edits))

    def _chosen(self, proposed: Memory) -> bool:
        """Tell whether the purposes of a proposal were chosen, and not those of its kind."""
        return proposed.purposes != form.default_purposes(proposed.kind, self._ground.rulebook.purposes)

    def _may_save(self, tx: Transaction, context: AccessContext, hand: Hand, draft: Draft) -> Verdict:
        group = shared_group(draft.share)
        is_member = group is None or tx.groups.has(context.tenant, group, context.owner)
        return access.may_save(context, hand.circumstances.settings, draft.scope, group, self._ground.rulebook, is_member=is_member)

    @timed("reject")
    def reject(self, context: AccessContext, candidate_id: object) -> Candidate:
        """
        Turn down what waits: its text is blanked, its bytes go, and it is not proposed again for 90 days.

        Raises: CandidateNotFound, CandidateDecided, Refused.
        """
        removal: list[Removal] = []

        def judge(tx: Transaction, hand: Hand, candidate: Candidate) -> Candidate | KeptmindError:
            rejected = judgement.reject(tx, hand, candidate)
            if isinstance(rejected, Candidate) and candidate.proposed is not None:
                removal.append(self._erasure.blank(tx, context, texts_of(candidate.proposed)))
            return rejected

        rejected: Candidate = self._judged(context, candidate_id, judge)
        for one in removal:
            self._erasure.finish(one)
        return rejected

    @timed("undo")
    def undo(self, context: AccessContext, candidate_id: object) -> Memory:
        """Take back what was applied without asking. Raises: CandidateNotFound, CandidateDecided, CandidateMoved, Refused."""

        def judge(tx: Transaction, hand: Hand, candidate: Candidate) -> Memory | KeptmindError:
            undone = judgement.undo(tx, hand, candidate)
            return readable(tx, self._ground, context, undone) if isinstance(undone, Memory) else undone

        undone: Memory = self._judged(context, candidate_id, judge)
        return shown(undone, disclosure(context))

    def expire(self) -> int:
        """Blank what waited too long, of any owner, and return how many that were."""
        with self._ground.store.view() as view:
            owners = view.candidates.overdue(self._ground.clock.now(), MOST_OWNERS)
        return sum(self._expire(AccessContext(tenant=tenant, owner=owner)) for tenant, owner in owners)

    def _expire(self, context: AccessContext) -> int:
        with self._ground.writing(context) as tx:
            blanked = tx.candidates.expire(context.tenant, context.owner, self._ground.clock.now(), MOST_EXPIRED)
            for _ in blanked:
                tx.audit.append(event(self._ground, context, Action.CANDIDATE_EXPIRED, rule="expired"))
            removal = self._erasure.blank(tx, context, [text for texts in blanked for text in texts]) if blanked else None
        if removal is not None:
            self._erasure.finish(removal)
        return len(blanked)

    @timed("questions")
    def questions(self, context: AccessContext) -> list[Question]:
        """Return what the person is asked, each with its two rows. Raises: Refused."""
        allow(self._ground, context, access.may_look(context))
        within, now = access.managed_reach(context, self._ground.rulebook), self._ground.clock.now()
        with self._ground.store.view() as view:
            asked = view.questions.open(context.tenant, context.owner)
            rows = {one: view.memories.get(one, within, now) for question in asked for one in (question.first_id, question.second_id)}
        self._readings.record(context, Action.READ, [row for row in rows.values() if row], "questions", recalled=False)
        seen = {one: row and shown(row, disclosure(context)) for one, row in rows.items()}
        return [replace(question, first=seen[question.first_id], second=seen[question.second_id]) for question in asked]

    @timed("answer")
    def answer(self, context: AccessContext, question_id: object, keep: object) -> Question:
        """Say which of two disputed rows holds: first, second, both or neither. Raises: QuestionNotFound, QuestionClosed, Refused."""
        said, wanted = word("keep", keep, Keep), named_id(question_id, "question_id")
        outcome: Question | KeptmindError
        with self._ground.writing(context) as tx:
            verdict = access.may_manage(context)
            question = tx.questions.get(wanted, context.tenant, context.owner) if verdict.allowed else None
            if not verdict.allowed:
                outcome = denied(tx, self._ground, context, verdict.rule)
            elif question is None or not self._sees_both(tx, context, question):
                is_anothers = tx.questions.exists_elsewhere(wanted, *context.whose)
                outcome = absent(tx, self._ground, context, QuestionNotFound(), is_anothers=is_anothers)
            else:
                outcome = judgement.answer(tx, self._hand(tx, context), question, said)
        if isinstance(outcome, KeptmindError):
            raise outcome
        return outcome

    def _sees_both(self, tx: Transaction, context: AccessContext, question: Question) -> bool:
        """Tell whether both rows of a question are the caller's to decide about."""
        within, now = access.own_reach(context, self._ground.rulebook), self._ground.clock.now()
        return all(tx.memories.get(one, within, now) is not None for one in (question.first_id, question.second_id))

    def _judged(self, context: AccessContext, candidate_id: object, judge: Judgement) -> Any:
        wanted = named_id(candidate_id, "candidate_id")
        verdict = access.may_manage(context)
        outcome: Any
        with self._ground.writing(context) as tx:
            hand = self._hand(tx, context)
            found = tx.candidates.get(wanted, context.tenant, context.owner, hand.now) if verdict.allowed else None
            within = access.own_reach(context, self._ground.rulebook)
            if found is not None and not _is_within(_with_text(tx, found, within, hand.now), within):
                found = None
            if not verdict.allowed:
                outcome = denied(tx, self._ground, context, verdict.rule)
            elif found is None:
                is_anothers = tx.candidates.exists_elsewhere(wanted, *context.whose)
                outcome = absent(tx, self._ground, context, CandidateNotFound(), is_anothers=is_anothers)
            else:
                outcome = judge(tx, hand, found)
        if isinstance(outcome, KeptmindError):
            raise outcome
        return outcome

    def _hand(self, tx: Transaction, context: AccessContext) -> Hand:
        return self._ground.hand(context, tx.settings.of(context.tenant, context.owner))


def _with_text(view: View | Transaction, candidate: Candidate, within: Reach, now: datetime) -> Candidate:
    """Return what was kept without asking with the row it became, so that one sees what would be undone."""
    if candidate.status is not CandidateStatus.AUTO_APPLIED or candidate.resulting_memory is None:
        return candidate
    return replace(candidate, proposed=view.memories.get(candidate.resulting_memory, within, now))


def _is_within(candidate: Candidate, within: Reach) -> bool:
    if candidate.proposed is not None:
        return access.may_be_judged(candidate.proposed, within).allowed
    return candidate.status is not CandidateStatus.AUTO_APPLIED and access.may_know_of(candidate.kind, candidate.scope, within).allowed


def texts_of(memory: Memory) -> list[str]:
    """Return every text of a row that was proposed, to be looked for in the bytes."""
    texts = (memory.content, memory.value, memory.title, memory.subject, memory.key, memory.reason, *memory.tags)
    return [text for text in texts if text]
