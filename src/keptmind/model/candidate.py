"""A proposed change that waits for the person, and what became of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from keptmind.model.memory import Kind, Memory, MemoryId
from keptmind.model.scope import Scope


class Operation(StrEnum):
    """What a candidate would do; `replace` goes against what stands, `update` adds to it."""

    CREATE = "create"
    UPDATE = "update"
    REPLACE = "replace"
    REMOVE = "remove"


class CandidateStatus(StrEnum):
    """What became of a candidate; an undone one is rejected."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    EXPIRED = "expired"
    AUTO_APPLIED = "auto_applied"


ACTIONS = {CandidateStatus.PENDING: ("accept", "reject"), CandidateStatus.AUTO_APPLIED: ("undo",)}
SUMMARY = 160  # characters of the proposed text that a pending item shows


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingItem:
    """What a host can show beside its own approvals, whatever their sort."""

    type: str
    id: str
    summary: str
    actions: tuple[str, ...]
    expires_at: datetime

    def __repr__(self) -> str:
        return f"PendingItem(type={self.type!r}, id={self.id!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """
    A proposed change that is not yet a memory.

    `proposed` is the row it would become, None once its text is blanked. `expected_revision` is that of the target when it was
    proposed, `resulting_memory` what became of it.
    """

    id: str
    operation: Operation
    target_memory_id: MemoryId | None
    expected_revision: int | None
    status: CandidateStatus
    rule: str
    kind: Kind
    scope: Scope
    fingerprint: str
    created_at: datetime
    expires_at: datetime
    proposed: Memory | None = None
    decided_at: datetime | None = None
    resulting_memory: MemoryId | None = None
    source_conversation: str | None = None

    @property
    def proposed_content(self) -> str:
        """The proposed text; empty once it is blanked."""
        return "" if self.proposed is None else self.proposed.content

    @property
    def reason(self) -> str | None:
        """Why it is worth keeping, as whoever proposed it said."""
        return None if self.proposed is None else self.proposed.reason

    def pending_item(self) -> PendingItem:
        """Return the neutral shape of it."""
        text = self.proposed_content
        return PendingItem(
            type=f"memory.{self.operation.value}",
            id=self.id,
            summary=text if len(text) <= SUMMARY else f"{text[: SUMMARY - 1]}…",
            actions=ACTIONS.get(self.status, ()),
            expires_at=self.expires_at,
        )

    def __repr__(self) -> str:
        return f"Candidate(id={self.id!r}, operation={self.operation.value!r}, status={self.status.value!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidatePage:
    """Some candidates of one status, oldest first; `next_cursor` continues them."""

    items: tuple[Candidate, ...]
    next_cursor: str | None
    applied_limit: int
