"""
BM25, pure: what a term of a query is worth, and what a text that holds it earns (k1 = 0.9, b = 0.4).

The scoring statement of the index says the same in SQL (Robertson and Zaragoza 2009; docs/adr/0001).
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log

SATURATION = 1.9  # k1 + 1: what a term's weight tends to as its frequency grows
MOST_TERMS = 64


def weigh(terms: Sequence[str], found: Mapping[str, int], rows: int) -> list[tuple[str, float]]:
    """Return the rarest 64 terms with their idf, rarest first: ln(1 + (N - df + 0.5) / (df + 0.5))."""
    rarest = sorted(terms, key=lambda term: found.get(term, 0))[:MOST_TERMS]
    return [(term, log(1 + (rows - found.get(term, 0) + 0.5) / (found.get(term, 0) + 0.5))) for term in rarest]


def most(weights: Iterable[tuple[str, float]]) -> float:
    """Return what a text can earn at most."""
    return SATURATION * sum(idf for _, idf in weights)


def earned(weights: Iterable[tuple[str, float]], counts: Mapping[str, int], length: int, average: float) -> float:
    """Return what a text with these terms earns."""
    evened = 0.9 * (0.6 + 0.4 * length / average)
    return sum(idf * counts[term] * SATURATION / (counts[term] + evened) for term, idf in weights if term in counts)


def share(needle: str, text: str) -> float:
    """Return how much of a text a piece of it is, both folded; 0 where it does not hold it."""
    return len(needle) / len(text) if needle in text else 0.0
