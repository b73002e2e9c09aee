"""
Step: put matches in order by everything that is known of them; pure.

A score is a product of factors in 0..1, so that 1 is the most any query can reach. Each factor but the lexical one moves a
score by little: they order what matches about equally well. The result does not depend on the order of the input.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from keptmind.model.memory import Memory
from keptmind.model.ranking import Factors, Hit, Match
from keptmind.text.normalise import fold

HALF_LIFE = timedelta(days=180)
RECENCY_SHARE = 0.1
IMPORTANCE_SHARE = 0.1
CONFIDENCE_SHARE = 0.2
OVERDUE = 0.8
DIGITS = 6


def fuse(matches: Iterable[Match], now: datetime, *, legacy_phrase: str | None = None) -> list[Hit]:
    """
    Return hits, best first, without repetitions by id, hash or text; ties by id.

    With `legacy_phrase` (read mode legacy) the order is: holds the phrase, words alone, then the later update.
    """
    if legacy_phrase is not None:
        return _distinct(_by_words(matches, now, fold(legacy_phrase)))
    hits = [_hit(match, factors(match, now)) for match in matches]
    return _distinct(sorted(hits, key=lambda hit: (-hit.score, hit.memory.id)))


def factors(match: Match, now: datetime) -> Factors:
    """Return the parts of a match's score."""
    memory = match.memory
    age = max(timedelta(0), now - memory.updated_at)
    overdue = memory.review_after is not None and memory.review_after <= now
    return Factors(
        lexical=match.lexical,
        recency=1 - RECENCY_SHARE * (1 - 0.5 ** (age / HALF_LIFE)),
        importance=1 - IMPORTANCE_SHARE * (1 - memory.importance),
        confidence=1 - CONFIDENCE_SHARE * (1 - memory.confidence),
        review=OVERDUE if overdue else 1.0,
    )


def _hit(match: Match, parts: Factors) -> Hit:
    score = parts.lexical * parts.recency * parts.importance * parts.confidence * parts.review
    return hit(match.memory, round(score, DIGITS), parts)


def hit(memory: Memory, score: float, parts: Factors | None) -> Hit:
    """Return a row as a hit, its text whole."""
    return Hit(memory=memory, score=score, text=memory.content, needs_confirmation=False, factors=parts)


def _by_words(matches: Iterable[Match], now: datetime, phrase: str) -> list[Hit]:
    plain = Factors(lexical=0.0, recency=1.0, importance=1.0, confidence=1.0, review=1.0)
    hits = [hit(match.memory, round(match.lexical, DIGITS), plain) for match in matches]
    return sorted(
        hits, key=lambda found: (phrase not in fold(found.memory.content), -found.score, now - found.memory.updated_at, found.memory.id)
    )


def _distinct(hits: Iterable[Hit]) -> list[Hit]:
    seen: set[str] = set()
    kept: list[Hit] = []
    for found in hits:
        marks = {found.memory.id, found.memory.content_hash, fold(found.text)}
        if not marks & seen:
            kept.append(found)
        seen |= marks
    return kept
