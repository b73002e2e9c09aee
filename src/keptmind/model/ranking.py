"""What a read returns: rows in order, each with what put it there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from keptmind.model.memory import Memory, MemoryId, Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Factors:
    """The parts of a score; each lies in 0..1 and the score is their product, rounded to six digits."""

    lexical: float
    recency: float
    importance: float
    confidence: float
    review: float


class Sketch(Protocol):
    """What ranking needs of a row; the rest of it is read out only for the rows that are returned."""

    @property
    def id(self) -> MemoryId: ...
    @property
    def content(self) -> str: ...
    @property
    def content_hash(self) -> str: ...
    @property
    def importance(self) -> float: ...
    @property
    def confidence(self) -> float: ...
    @property
    def updated_at(self) -> datetime: ...
    @property
    def review_after(self) -> datetime | None: ...

    def whole(self) -> Memory: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One row the index offers, before it is adjusted; `lexical` in 0..1."""

    memory: Sketch
    lexical: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One row of an answer; `text` is what fits the row's budget, `memory` the row itself."""

    memory: Memory
    score: float
    text: str = field(repr=False)
    needs_confirmation: bool
    factors: Factors | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An answer; `applied_limit` and `applied_tokens` are what was really used, `path` names the last stage that ran."""

    hits: tuple[Hit, ...]
    applied_limit: int
    applied_tokens: int
    tokens: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextBlock:
    """
    Text to put before the user's own; `tokens` is the estimate of `text`, `left_out` counts rows that did not fit.

    `path` names the last stage of the search that ran for it, or the fallback that stood in.
    """

    text: str = field(repr=False)
    hits: tuple[Hit, ...]
    tokens: int
    left_out: int
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreBlock:
    """
    Text for the system prompt; `user_used` and `agent_used` are the code points of its two parts, headings included.

    `rows` stand in it, in order; `left_out` counts pinned rows that found no room.
    """

    text: str = field(repr=False)
    user_used: int
    agent_used: int
    rows: tuple[Memory, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Overflow:
    """
    Pinned rows that do not fit into their part of the core block: `size` code points where `limit` are allowed.

    Unpinning `enough` of the rows `ids`, which are listed largest first, makes room: where one is enough, any one of them; else all.
    Where `enough` is 0, none would: the row that is to stay is too long by itself.
    """

    target: Target
    limit: int
    size: int
    ids: tuple[MemoryId, ...]
    enough: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some rows of a list, in order of creation; `next_cursor` continues it."""

    items: tuple[Memory, ...]
    next_cursor: str | None
    has_more: bool
    applied_limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Counts of one owner's rows within reach."""

    total: int
    by_kind: dict[str, int]
    by_status: dict[str, int]
    by_scope: dict[str, int]
    expired: int
    memory_revision: int
    refused_by_rule: Mapping[str, int] = field(default_factory=dict)
