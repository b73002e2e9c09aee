"""Step: keep what fits, whole rows in order, each cut at a clause where it is too long; pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from keptmind.model.memory import Kind
from keptmind.model.ranking import Hit
from keptmind.text.clauses import shorten

Counter = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What fits and what it costs; `left_out` counts rows that did not fit, whatever came after them."""

    hits: tuple[Hit, ...]
    tokens: int
    left_out: int


def budget(hits: Sequence[Hit], *, limit: int, max_tokens: int, row_tokens: int, counter: Counter) -> Kept:
    """Return the first hits that fit into the tokens together; a constraint is never cut, and a row that does not fit is passed over."""
    kept: list[Hit] = []
    spent = 0
    for hit in hits:
        if len(kept) == limit:
            break
        fitting = cut(hit, row_tokens, counter)
        cost = counter(fitting.text)
        if fitting.text and spent + cost <= max_tokens:
            kept.append(fitting)
            spent += cost
    return Kept(hits=tuple(kept), tokens=spent, left_out=min(limit, len(hits)) - len(kept))


def cut(hit: Hit, row_tokens: int, counter: Counter) -> Hit:
    """Return the hit with its text within the row's tokens."""
    if hit.memory.kind is Kind.CONSTRAINT:
        return hit
    text = shorten(hit.text, max_tokens=row_tokens, counter=counter)
    return hit if text == hit.text else replace(hit, text=text)
