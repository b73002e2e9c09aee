"""Where a memory came from: one value per statement that supports or contradicts it."""

from dataclasses import dataclass, field
from datetime import datetime

from keptmind.model.memory import MemoryId, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A statement by `role`; `sign` is +1 for support and -1 against; `fingerprint` is keyed and outlives the words."""

    id: str
    memory_id: MemoryId
    source: Source
    role: str
    sign: int
    conversation: str | None
    run: str | None
    occurred_at: datetime
    recorded_at: datetime
    fingerprint: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One sighting of a leaning by a tool: what was seen is a keyed fingerprint, `occasion` the conversation or run."""

    tenant: str
    owner: str
    scope: str
    fingerprint: str
    occasion: str
    observed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """
    Why a memory is known: where it came from, on what it rests, how sure that makes it, and by which rules it was kept.

    `evidence` speaks of its present words, `earlier` of words that it no longer says.
    """

    source: Source
    reason: str | None = field(repr=False)
    evidence: tuple[Evidence, ...]
    earlier: tuple[Evidence, ...]
    confidence: float
    rule: str
    rule_version: int
