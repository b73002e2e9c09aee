"""Step: which rows stood in force at an earlier instant, and may be shown by what they were then as well as by what they are now; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from keptmind.model.memory import Kind, Memory, Status
from keptmind.model.reach import Reach
from keptmind.model.scope import NARROWNESS
from keptmind.policy import access
from keptmind.ports.store import Stood


@dataclass(frozen=True, slots=True, kw_only=True)
class Revisited:
    """`known` is the whole collection of that instant, by which terms are weighed; `eligible` are those of it that may answer."""

    known: tuple[Memory, ...]
    eligible: tuple[Memory, ...]


def revisit(stood: Iterable[Stood], at: datetime, reach: Reach, kinds: frozenset[Kind]) -> Revisited:
    """Return the rows of that instant; each bears the stricter of its two sensitivities."""
    known = tuple(_guarded(one) for one in stood if _in_force(one.memory, at) and access.may_surface(one.memory, reach).allowed)
    return Revisited(known=known, eligible=tuple(row for row in _narrowest(known, reach) if row.kind in kinds))


def _guarded(stood: Stood) -> Memory:
    return replace(stood.memory, sensitivity=max(stood.memory.sensitivity, stood.sensitivity))


def _in_force(row: Memory, at: datetime) -> bool:
    begun = row.valid_from is None or row.valid_from <= at
    ended = any(end is not None and end <= at for end in (row.valid_to, row.expires_at))
    return row.status is Status.ACTIVE and begun and not ended


def _narrowest(rows: Sequence[Memory], reach: Reach) -> list[Memory]:
    """Leave out what a narrower row of the same key overrides; a reach over every scope shows them all."""
    if reach.scopes is None:
        return list(rows)
    ranks: dict[str, int] = {}
    for row in rows:
        if row.key is not None:
            ranks[row.key] = min(NARROWNESS[row.scope.type], ranks.get(row.key, len(NARROWNESS)))
    return [row for row in rows if row.key is None or NARROWNESS[row.scope.type] == ranks[row.key]]
