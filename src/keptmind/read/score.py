"""
Step: rank texts that stand in no index, by the formula, the terms and the stages of the indexed search; pure.

Words first, then the single characters of a Chinese query whose pairs found nothing, then substrings.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from keptmind.model.memory import Memory, MemoryId
from keptmind.model.query import Query
from keptmind.model.ranking import Match
from keptmind.text import analyse
from keptmind.text.document import Terms, terms_of
from keptmind.text.keys import key_term
from keptmind.text.normalise import fold, fold_key
from keptmind.text.relevance import earned, most, share, weigh

SPARE_ROWS = 7  # beyond the limit, for what later steps drop
SHORTEST_SUBSTRING = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Texts by their terms: how many rows hold each, how many there are, and how long they are on average."""

    terms: dict[MemoryId, Terms]
    found: Counter[str]
    average: float


def score(known: Sequence[Memory], eligible: Sequence[Memory], query: Query) -> tuple[Match, ...]:
    """Return the eligible rows that match, best first; a term's worth is counted over all that is known."""
    asked = analyse.query_terms(query.text)
    collection = _collected(known)
    for terms in (asked.primary, asked.fallback):
        matches = _lexical(collection, eligible, query, terms) if terms else []
        if matches:
            return tuple(matches)
    return tuple(_substring(eligible, query)) if asked.primary or asked.fallback else ()


def _collected(known: Sequence[Memory]) -> Collection:
    terms = {row.id: terms_of(row) for row in known}
    found = Counter(term for one in terms.values() for term in one.counts)
    together = sum(one.length for one in terms.values())
    return Collection(terms=terms, found=found, average=max(1.0, together / max(1, len(terms))))


def _lexical(collection: Collection, eligible: Sequence[Memory], query: Query, terms: Sequence[str]) -> list[Match]:
    key = key_term(fold_key(query.text))
    weights = weigh((*terms, key) if key in collection.found else terms, collection.found, len(collection.terms))
    scored = [(row, _earned(collection, row, weights)) for row in eligible]
    best = sorted((one for one in scored if one[1] > 0), key=lambda one: (-one[1], one[0].id))
    return [Match(memory=row, lexical=min(1.0, lexical / most(weights))) for row, lexical in best[: query.limit + SPARE_ROWS]]


def _earned(collection: Collection, row: Memory, weights: Sequence[tuple[str, float]]) -> float:
    terms = collection.terms[row.id]
    return earned(weights, terms.counts, terms.length, collection.average)


def _substring(eligible: Sequence[Memory], query: Query) -> list[Match]:
    needle = fold(query.text)
    if len(needle) < SHORTEST_SUBSTRING:
        return []
    newest = sorted(eligible, key=lambda row: row.id, reverse=True)
    shares = ((row, share(needle, fold(f"{row.title or ''}\n{row.content}"))) for row in newest)
    return [Match(memory=row, lexical=lexical) for row, lexical in shares if lexical][: query.limit + SPARE_ROWS]
