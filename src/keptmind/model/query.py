"""What a read asks for."""

from dataclasses import dataclass, field
from datetime import datetime

from keptmind.model.memory import Kind, MemoryId, Sensitivity, Status, Target
from keptmind.model.scope import ScopeType


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A search; `max_tokens` bounds all rows together, `row_tokens` each row but a constraint. `as_of` looks back to an instant."""

    text: str = field(repr=False)
    limit: int
    max_tokens: int
    row_tokens: int
    kinds: frozenset[Kind] | None = None
    fields: frozenset[str] | None = None
    explain: bool = False
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What a list is narrowed to; every part is optional, together they all hold. `after` continues a page."""

    kind: Kind | None = None
    target: Target | None = None
    scope_type: ScopeType | None = None
    scope_id: str | None = None
    status: Status | None = None
    sensitivity: Sensitivity | None = None
    text: str | None = field(default=None, repr=False)
    after: MemoryId | None = None
    limit: int = 50


MAX_PAGE = 200
