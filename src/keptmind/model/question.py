"""One question about two statements of which only the person can tell which holds."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from keptmind.model.memory import Memory, MemoryId


class QuestionState(StrEnum):
    """What became of a question; it is withdrawn when one of its two rows is changed, retired or forgotten by hand."""

    OPEN = "open"
    ANSWERED = "answered"
    WITHDRAWN = "withdrawn"


class Keep(StrEnum):
    """What a person may answer."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Which of two memories holds; the rows are those that the asker may see."""

    id: str
    first_id: MemoryId
    second_id: MemoryId
    state: QuestionState
    asked_at: datetime
    first: Memory | None = None
    second: Memory | None = None

    def __repr__(self) -> str:
        return f"Question(id={self.id!r}, state={self.state.value!r})"
