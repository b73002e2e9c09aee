"""How sure a memory is, from the statements behind it; pure arithmetic, never a model's number."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from math import prod

from keptmind.model.evidence import Evidence
from keptmind.model.memory import PERSONS_OWN, Kind, Source

INITIAL: dict[Source, float] = {
    Source.EXPLICIT: 0.90,
    Source.CONFIRMED: 0.85,
    Source.MANUAL: 0.85,
    Source.IMPORTED: 0.60,
    Source.OBSERVED: 0.50,
    Source.INFERRED: 0.40,
}
MOST_UNCONFIRMED = 0.7  # without the person's own word
HALF_LIFE_DAYS = 730.0  # of a statement behind a state
DIGITS = 6
GUESS_AGAINST_WORD = 0.5  # how far a guess counts against what the person said
ECHOES = frozenset({"assistant", "memory"})  # what the assistant said, and what it was told from memory, supports nothing


def initial(source: Source) -> float:
    """Return the confidence of a memory with a single piece of evidence."""
    return INITIAL[source]


def confidence(evidence: Iterable[Evidence], *, kind: Kind, now: datetime) -> float:
    """
    Return the confidence in 0..1 that these statements together give.

    Noisy-or over independent statements; two are independent when both conversation and day differ, and all imports of one file
    are one statement. Statements against it take from what is for it. The order of the statements does not matter.
    """
    counted = [one for one in evidence if one.role not in ECHOES]
    supporting = [one for one in counted if one.sign > 0]
    opposing = [one for one in counted if one.sign < 0]
    against = _strength(opposing, kind, now)
    if _has_own_word(supporting) and not _has_own_word(opposing):
        against *= GUESS_AGAINST_WORD
    return round(_strength(supporting, kind, now) * (1 - against), DIGITS)


def independent(statements: Collection[tuple[str, date]]) -> int:
    """Return how many statements, each by its occasion and day, are independent: as many as there are of both."""
    return min(len({occasion for occasion, _ in statements}), len({day for _, day in statements}))


def _strength(evidence: Sequence[Evidence], kind: Kind, now: datetime) -> float:
    own = [one for one in evidence if one.source in PERSONS_OWN]
    guessed = [one for one in evidence if one.source not in PERSONS_OWN]
    # a guess adds nothing to the person's own word, but a word that has faded does not weigh less than what others saw
    return max(_together(own, kind, now), min(_together(guessed, kind, now), MOST_UNCONFIRMED))


def _together(evidence: Sequence[Evidence], kind: Kind, now: datetime) -> float:
    weights = sorted((_weight(one, kind, now) for one in evidence), reverse=True)
    counting = independent([(_occasion(one), one.occurred_at.date()) for one in evidence])
    return 1 - prod(1 - weight for weight in weights[:counting])


def _weight(one: Evidence, kind: Kind, now: datetime) -> float:
    if kind is not Kind.STATE:
        return INITIAL[one.source]
    days = max(0.0, (now - one.occurred_at).total_seconds() / 86_400)
    return float(INITIAL[one.source] * 0.5 ** (days / HALF_LIFE_DAYS))


def _occasion(one: Evidence) -> str:
    return f"import {one.note}" if one.source is Source.IMPORTED else f"conversation {one.conversation}"


def _has_own_word(evidence: Iterable[Evidence]) -> bool:
    return any(one.source in PERSONS_OWN for one in evidence)
