"""A proposed change that waits for the person."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A proposed change that is not yet a memory."""

    id: str
    operation: str
    proposed_content: str
    target_memory_id: str | None
    expected_revision: int | None
    status: str
    rule: str

    def __repr__(self) -> str:
        return f"Candidate(id={self.id!r}, operation={self.operation!r}, status={self.status!r})"
