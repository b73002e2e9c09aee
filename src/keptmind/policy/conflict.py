"""
Whether a new statement is the same as what is known, adds to it or goes against it, and what that comes to; pure.

Deterministic: keys, titles and words decide, no threshold of similarity does. Only rows that were recalled can be named.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from keptmind.model.candidate import Operation
from keptmind.model.decision import Add, Decision, Dispute, Follow, Late, Propose, Refuse, Renew, Restate, Revise
from keptmind.model.draft import Draft
from keptmind.model.memory import GUESSES, PERSONS_OWN, Kind, Memory, Source, Status
from keptmind.model.settings import Flags
from keptmind.policy.likeness import Likeness, compare, corrects, near_equal
from keptmind.text.gist import gist
from keptmind.text.normalise import fold, value

COMPARED = frozenset({
    "kind", "key", "title", "subject", "tags", "target", "share", "purposes", "sensitivity",
    "expires_at", "review_after", "valid_from", "valid_to",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """The known row that a draft is about, and how the two statements stand to each other."""

    known: Memory
    likeness: Likeness


def meet(draft: Draft, said: str, same_key: Memory | None, marked: Sequence[Memory], *, now: datetime) -> Met | None:
    """Return what a draft meets: what its key names, else what its words or its title resemble, first of all what holds at its time."""
    if same_key is not None:
        return Met(known=same_key, likeness=_under_one_key(said, same_key, draft))
    alike = [Met(known=one, likeness=_like(draft, said, one)) for one in sorted(marked, key=lambda one: _of_another_time(draft, one, now))]
    for wanted in (Likeness.SAME, Likeness.CONFLICT, Likeness.COMPATIBLE):
        for met in alike:
            if met.likeness is wanted and _may_be_one(draft, met):
                return met
    titled = (Met(known=one, likeness=Likeness.CONFLICT) for one in marked if _titled_alike(draft, said, one))
    return next((met for met in titled if _may_be_one(draft, met)), None)


def beaten(draft: Draft, said: str, met: Met | None, marked: Sequence[Memory], *, now: datetime) -> list[Memory]:
    """Return the other rows in force that the person's own word goes against as well: of two truths none may stay beside the third."""
    if draft.source not in PERSONS_OWN or draft.occurred_at is not None:
        return []
    rows = (Met(known=one, likeness=_like(draft, said, one)) for one in marked if met is None or one.id != met.known.id)
    against = (other for other in rows if other.likeness is Likeness.CONFLICT and _may_be_one(draft, other))
    in_force = [other.known for other in against if other.known.status is Status.ACTIVE and not other.known.expired]
    return [known for known in in_force if begins_later(draft.valid_from, now) or not begins_later(known.valid_from, now)]


def begins_later(valid_from: datetime | None, now: datetime) -> bool:
    """Tell whether something holds only from a time to come."""
    return valid_from is not None and valid_from > now


def follows(draft: Draft, known: Memory, now: datetime) -> bool:
    """Tell whether a draft holds from a time to come, and what is known before it."""
    return begins_later(draft.valid_from, now) and not begins_later(known.valid_from, draft.valid_from or now)


def _of_another_time(draft: Draft, known: Memory, now: datetime) -> bool:
    """Tell whether one of the two is a plan that the other is not: those that are one kind of thing meet first."""
    return begins_later(draft.valid_from, now) is not begins_later(known.valid_from, now)


def _under_one_key(said: str, known: Memory, draft: Draft) -> Likeness:
    found = compare(told(known), said, state=_is_state(draft, known))
    return Likeness.CONFLICT if found is Likeness.DIFFERENT else found


def _like(draft: Draft, said: str, known: Memory) -> Likeness:
    before = told(known)
    found = compare(before, said, state=_is_state(draft, known))
    if found is Likeness.CONFLICT and draft.kind is known.kind is Kind.EVENT and _only_numbers_differ(before, said):
        return Likeness.DIFFERENT  # what happened twice happened twice
    return found


def _titled_alike(draft: Draft, said: str, known: Memory) -> bool:
    """Tell whether two statements bear one title, and not just because they are appointments on two dates."""
    return _same_title(draft, known) and (_is_state(draft, known) or not _only_the_date_differs(told(known), said))


def told(known: Memory) -> str:
    """Return what a row says, folded for comparison."""
    return value(known.content) if known.value is None else known.value


def _is_state(draft: Draft, known: Memory) -> bool:
    return draft.kind is Kind.STATE and known.kind is Kind.STATE


def _same_title(draft: Draft, known: Memory) -> bool:
    return draft.title is not None and known.title is not None and fold(draft.title) == fold(known.title)


def _only_the_date_differs(before: str, said: str) -> bool:
    one, other = gist(before, dates_aside=True), gist(said, dates_aside=True)
    return one is not None and other is not None and one.words == other.words


def _only_numbers_differ(before: str, said: str) -> bool:
    one, other = gist(before), gist(said)
    return one is not None and other is not None and one.affirmed == other.affirmed


def _may_be_one(draft: Draft, met: Met) -> bool:
    """Two subjects or two keys are two things; what is said again word for word need not name its subject again."""
    known = met.known
    one_key = draft.key is None or known.key is None or draft.key == known.key
    if met.likeness is Likeness.SAME:
        return one_key and (draft.subject is None or _about(draft.subject) == _about(known.subject))
    return one_key and _about(draft.subject) == _about(known.subject)


def _about(subject: str | None) -> str:
    return fold(subject) if subject else ""


def settle(draft: Draft, said: str, met: Met | None, flags: Flags, *, known_at: datetime | None, now: datetime) -> Decision:
    """
    Decide what a save comes to.

    `known_at` is when the person last stated what is known, given only where the draft says when it was stated itself.
    """
    if draft.source in GUESSES and flags.consent == "shadow":
        return Refuse(rule="shadow-mode")
    if met is None:
        return _new(draft, flags)
    if met.known.status is Status.SUPPRESSED:
        return Propose(known=met.known, operation=operation(met), rule="suppressed-stays")
    if met.known.status is Status.DISPUTED and draft.source not in PERSONS_OWN:
        return Propose(known=met.known, operation=operation(met), rule="disputed-waits")
    if met.likeness is not Likeness.SAME and draft.source not in GUESSES and _is_older(draft, known_at):
        return Late(known=met.known)
    if draft.source in PERSONS_OWN:
        return _own_word(draft, said, met, flags, now)
    return _unverified(draft, met, known_at, now) if draft.source is Source.IMPORTED else _guess(draft, met, flags, now)


def _new(draft: Draft, flags: Flags) -> Decision:
    if draft.source not in GUESSES or (flags.consent == "auto" and draft.waits is None):
        return Add(rule="auto-applied" if draft.source in GUESSES else None)
    return Propose(known=None, operation=Operation.CREATE, rule=draft.waits or "inferred-waits")


def _own_word(draft: Draft, said: str, met: Met, flags: Flags, now: datetime) -> Decision:
    if met.known.expired:
        return Renew(known=met.known)
    disputed = met.known.status is Status.DISPUTED  # then even the same words change something: they settle it
    if not disputed and met.likeness is Likeness.SAME and _names_nothing_new(draft, met.known) and said == told(met.known):
        return Restate(known=met.known)
    if flags.conflict_explicit == "candidate" and not draft.replace and not corrects(said):
        return Propose(known=met.known, operation=operation(met), rule="conflict-waits")
    return applied(draft, met, now)


def applied(draft: Draft, met: Met, now: datetime) -> Decision:
    """
    Return what the person's word does to another word on record: it revises it, or follows it when its time has come.

    Under one key only one of them can stand, and what is for a while only cannot end what was before: those wait for the person.
    """
    if met.likeness is not Likeness.SAME and met.known.status is Status.ACTIVE and follows(draft, met.known, now):
        if draft.valid_to is not None or (draft.key is not None and draft.key == met.known.key):
            return Propose(known=met.known, operation=operation(met), rule="begins-later")
        return Follow(known=met.known)
    return Revise(known=met.known, keeps_evidence=met.likeness is not Likeness.CONFLICT)


def _unverified(draft: Draft, met: Met, known_at: datetime | None, now: datetime) -> Decision:
    if met.known.expired:
        return (
            Renew(known=met.known)
            if met.likeness is Likeness.SAME
            else Propose(known=met.known, operation=operation(met), rule="expired-waits")
        )
    if met.likeness is Likeness.SAME and _names_nothing_new(draft, met.known):
        return Restate(known=met.known)
    if met.likeness is Likeness.CONFLICT and draft.occurred_at in (None, known_at) and not follows(draft, met.known, now):
        return Dispute(known=met.known)
    return Propose(known=met.known, operation=operation(met), rule="import-waits")


def _guess(draft: Draft, met: Met, flags: Flags, now: datetime) -> Decision:
    if met.known.expired:
        return Propose(known=met.known, operation=operation(met), rule="expired-waits")
    nothing_new = _names_nothing_new(draft, met.known) if met.likeness is Likeness.SAME else near_equal(met.known.content, draft.content)
    if nothing_new:
        return Restate(known=met.known)  # a more fluent sentence is no reason
    applies = flags.consent == "auto" and draft.waits is None and met.known.source not in PERSONS_OWN
    if applies and not follows(draft, met.known, now):
        return Revise(known=met.known, keeps_evidence=met.likeness is not Likeness.CONFLICT, rule="auto-applied")
    return Propose(known=met.known, operation=operation(met), rule=draft.waits or "inferred-waits")


def operation(met: Met) -> Operation:
    """Return what a statement would do to the row that it meets."""
    return Operation.REPLACE if met.likeness is Likeness.CONFLICT else Operation.UPDATE


def _is_older(draft: Draft, known_at: datetime | None) -> bool:
    return draft.occurred_at is not None and known_at is not None and draft.occurred_at < known_at


def _names_nothing_new(draft: Draft, known: Memory) -> bool:
    return all(_as_it_is(name, draft, known) for name in draft.given & COMPARED)


def _as_it_is(name: str, draft: Draft, known: Memory) -> bool:
    if name == "sensitivity":
        return draft.sensitivity is None or draft.sensitivity <= known.sensitivity
    return bool(getattr(draft, name) == getattr(known, name))
