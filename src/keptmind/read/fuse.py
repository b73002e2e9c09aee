"""
Step: put matches in order by everything that is known of them; pure.

A score is a product of factors in 0..1, so that 1 is the most any query can reach. Each factor but the lexical one moves a
score by little: they order what matches about equally well. The result does not depend on the order of the input.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from keptmind.model.memory import Memory
from keptmind.model.ranking import Factors, Hit, Match
from keptmind.text.normalise import fold

HALF_LIFE = timedelta(days=180).total_seconds()
RECENCY_SHARE = 0.1
IMPORTANCE_SHARE = 0.1
CONFIDENCE_SHARE = 0.2
OVERDUE = 0.8
DIGITS = 6
UNADJUSTED = Factors(lexical=0.0, recency=1.0, importance=1.0, confidence=1.0, review=1.0)


def fuse(matches: Iterable[Match], now: datetime, *, legacy_phrase: str | None = None) -> Iterator[Hit]:
    """
    Yield hits, best first, without repetitions by id or hash; ties by id. Rows are read out whole only as they are taken.

    With `legacy_phrase` (read mode legacy) the order is: holds the phrase, words alone, then the later update.
    """
    if legacy_phrase is None:
        scored = sorted((_scored(match, now) for match in matches), key=lambda one: (-one.score, one.match.memory.id))
    else:
        scored = _by_words(matches, now, fold(legacy_phrase))
    return (hit(one.match.memory.whole(), one.score, one.factors) for one in _distinct(scored))


@dataclass(frozen=True, slots=True)
class Scored:
    """A match with its score and what made it."""

    match: Match
    score: float
    factors: Factors


def _scored(match: Match, now: datetime) -> Scored:
    parts = factors(match, now)
    score = parts.lexical * parts.recency * parts.importance * parts.confidence * parts.review
    return Scored(match, round(score, DIGITS), parts)


def factors(match: Match, now: datetime) -> Factors:
    """Return the parts of a match's score."""
    memory = match.memory
    age = max(0.0, (now - memory.updated_at).total_seconds())
    review_after = memory.review_after
    return Factors(
        lexical=match.lexical,
        recency=1 - RECENCY_SHARE * (1 - 0.5 ** (age / HALF_LIFE)),
        importance=1 - IMPORTANCE_SHARE * (1 - memory.importance),
        confidence=1 - CONFIDENCE_SHARE * (1 - memory.confidence),
        review=OVERDUE if review_after is not None and review_after <= now else 1.0,
    )


def hit(memory: Memory, score: float, parts: Factors | None) -> Hit:
    """Return a row as a hit, its text whole."""
    return Hit(memory=memory, score=score, text=memory.content, needs_confirmation=memory.needs_confirmation, factors=parts)


def _by_words(matches: Iterable[Match], now: datetime, phrase: str) -> list[Scored]:
    scored = [Scored(match, round(match.lexical, DIGITS), replace(UNADJUSTED, lexical=match.lexical)) for match in matches]
    return sorted(scored, key=lambda one: _legacy_order(one, now, phrase))


def _legacy_order(one: Scored, now: datetime, phrase: str) -> tuple[bool, float, timedelta, str]:
    memory = one.match.memory
    return phrase not in fold(memory.content), -one.score, now - memory.updated_at, memory.id


def _distinct(scored: Iterable[Scored]) -> Iterator[Scored]:
    seen: set[str] = set()
    for one in scored:
        marks = {one.match.memory.id, one.match.memory.content_hash}
        if not marks & seen:
            yield one
        seen |= marks
