"""Step: keep what fits, whole rows in order, each cut at a clause where it is too long; pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from keptmind.model.memory import Kind
from keptmind.model.ranking import Hit
from keptmind.text.clauses import shorten

Counter = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What fits and what it costs."""

    hits: tuple[Hit, ...]
    tokens: int


def budget(hits: Iterable[Hit], *, limit: int, max_tokens: int, row_tokens: int, counter: Counter) -> Kept:
    """
    Return the first hits that fit into the tokens together, none reading like another.

    A constraint is never cut, and a row that does not fit is passed over.
    """
    kept: dict[str, Hit] = {}
    spent = 0
    for hit in hits:
        fitting, cost = cut(hit, row_tokens, counter)
        if fitting.text and fitting.text not in kept and spent + cost <= max_tokens:
            kept[fitting.text] = fitting
            spent += cost
        if len(kept) == limit:
            break
    return Kept(hits=tuple(kept.values()), tokens=spent)


def cut(hit: Hit, row_tokens: int, counter: Counter) -> tuple[Hit, int]:
    """Return the hit with its text within the row's tokens, and what it costs."""
    cost = counter(hit.text)
    if cost <= row_tokens or hit.memory.kind is Kind.CONSTRAINT:
        return hit, cost
    text = shorten(hit.text, max_tokens=row_tokens, counter=counter)
    return replace(hit, text=text), counter(text)
