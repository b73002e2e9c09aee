"""
Step: fetch what matches, inside the reach and nowhere else.

Lexical search, then the single characters of a Chinese query whose pairs found nothing, then substrings: each stage runs only
where the one before found nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from keptmind.model.memory import Kind
from keptmind.model.query import Query
from keptmind.model.ranking import Match
from keptmind.model.reach import Reach
from keptmind.ports.store import Partition, Scoring, View
from keptmind.text import analyse
from keptmind.text.keys import key_term
from keptmind.text.normalise import fold, fold_key
from keptmind.text.relevance import most, share, weigh

MOST_POSTINGS = 1_500  # terms beyond so many postings, counted from the rarest, only add to candidates that rarer terms made
SPARE_ROWS = 7  # fetched beyond the limit, for what later steps drop
SCANNED_ROWS = 1_000
SHORTEST_SUBSTRING = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """Rows with how well they match in 0..1, and the stage that found them."""

    matches: tuple[Match, ...]
    path: str


def retrieve(view: View, partitions: Sequence[Partition], query: Query, reach: Reach, now: datetime) -> Retrieved:
    """Return what matches the query."""
    if not partitions:
        return Retrieved(matches=(), path="empty")
    kinds = (query.kinds or frozenset(Kind)) - reach.excluded_kinds
    terms = analyse.query_terms(query.text)
    for path, stage in (("lexical", terms.primary), ("characters", terms.fallback)):
        matches = _lexical(view, partitions, query, stage, kinds, reach, now) if stage else ()
        if matches:
            return Retrieved(matches=matches, path=path)
    matches = _substring(view, partitions, query, kinds, reach, now) if terms.primary or terms.fallback else ()
    return Retrieved(matches=matches, path="substring" if matches else "empty")


def _lexical(
    view: View, partitions: Sequence[Partition], query: Query, terms: Sequence[str], kinds: frozenset[Kind], reach: Reach, now: datetime
) -> tuple[Match, ...]:
    numbers = tuple(partition.id for partition in partitions)
    key = key_term(fold_key(query.text))
    frequencies = view.index.frequencies(numbers, (*terms, key), reach.excluded_kinds, now)
    found = frequencies.rows
    rows = sum(partition.rows for partition in partitions) - frequencies.hidden_rows
    weights = weigh(terms if key not in found else (*terms, key), found, rows)
    present = [(term, idf) for term, idf in weights if term in found]
    if not present:
        return ()
    deciding = present[: _deciding(present, found)]
    scoring = Scoring(
        partitions=numbers,
        deciding=tuple(deciding),
        adding=tuple(present[len(deciding) :]),
        average=max(1.0, (sum(partition.length for partition in partitions) - frequencies.hidden_length) / max(1, rows)),
        kinds=kinds,
        limit=query.limit + SPARE_ROWS,
    )
    scored = view.index.score(scoring, now)
    memories = view.memories.at([place for place, _ in scored], reach, numbers, now)
    return tuple(Match(memory=memories[place], lexical=min(1.0, score / most(weights))) for place, score in scored if place in memories)


def _deciding(present: Sequence[tuple[str, float]], found: Mapping[str, int]) -> int:
    """Return how many of the terms, rarest first, make candidates: while their postings together are few, and at least one."""
    together = accumulate(found[term] for term, _ in present)
    return max(1, sum(postings <= MOST_POSTINGS for postings in together))


def _substring(
    view: View, partitions: Sequence[Partition], query: Query, kinds: frozenset[Kind], reach: Reach, now: datetime
) -> tuple[Match, ...]:
    needle = fold(query.text)
    if len(needle) < SHORTEST_SUBSTRING:
        return ()
    numbers = [partition.id for partition in partitions]
    owners = {partition.owner for partition in partitions}
    scanned = view.memories.newest(numbers, owners, kinds, reach, now, SCANNED_ROWS)
    shares = ((memory, share(needle, fold(f"{memory.title or ''}\n{memory.content}"))) for memory in scanned)
    matches = [Match(memory=memory, lexical=lexical) for memory, lexical in shares if lexical]
    return tuple(matches[: query.limit + SPARE_ROWS])
