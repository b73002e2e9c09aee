"""Where a memory came from: one value per statement that supports or contradicts it."""

from dataclasses import dataclass
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
