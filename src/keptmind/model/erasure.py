"""Forgetting as an operation with stages that can be read, resumed and proved."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from keptmind.model.memory import MemoryId


class Stage(StrEnum):
    """How far an erasure has come; each stage includes those before it."""

    UNREADABLE = "unreadable"
    DERIVED_CLEANED = "derived_cleaned"
    BYTES_GONE = "bytes_gone"


class StepName(StrEnum):
    """Everything that can hold the text today, in the order it is swept; which of them there are, the engine says."""

    ROWS = "rows"
    CACHES = "caches"
    MIGRATION_BACKUPS = "migration_backups"
    BYTES = "bytes"
    LOG = "log"


class StepState(StrEnum):
    """Where one step stands."""

    PENDING = "pending"
    DONE = "done"
    FAILING = "failing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One place to clean; `note` says why it is failing or how it was done, never what was there."""

    name: StepName
    state: StepState
    attempts: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What an owner can keep as proof; without content."""

    operation: str
    memories: int
    requested_at: datetime
    bytes_gone_at: datetime

    @property
    def statement(self) -> str:
        """One English line that says what is proved."""
        what = "1 memory" if self.memories == 1 else f"{self.memories} memories"
        return (
            f"{what} erased by operation {self.operation}: asked for at {self.requested_at.isoformat()}, "
            f"unreadable since then, bytes gone from this machine at {self.bytes_gone_at.isoformat()}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Deletion:
    """One erasure operation; the receipt exists only once every step is verified."""

    id: str
    tenant: str
    owner: str
    memory_ids: tuple[MemoryId, ...]
    state: Stage
    steps: tuple[Step, ...]
    requested_at: datetime
    completed_at: datetime | None
    receipt: Receipt | None

    @property
    def count(self) -> int:
        """How many memories it erases."""
        return len(self.memory_ids)

    @property
    def only_waits(self) -> bool:
        """Tell whether all is done but that the database's log has not been overwritten yet, which takes time and nothing else."""
        left = [(step.name, step.state) for step in self.steps if step.state is not StepState.DONE]
        return left == [(StepName.LOG, StepState.PENDING)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """The minimum kept of one thing a memory said, at the last revision that said it, so that nothing comes back."""

    memory_id: MemoryId
    tenant: str
    owner: str
    scope: str
    revision: int
    fingerprint: str
    blocks_relearning: bool
    erased_at: datetime
    operation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletionPage:
    """Some operations of one owner, latest first; `next_cursor` continues them."""

    items: tuple[Deletion, ...]
    next_cursor: str | None
    applied_limit: int
