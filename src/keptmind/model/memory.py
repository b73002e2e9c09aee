"""A memory: one small durable statement owned by one user."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import NewType

from keptmind.model.scope import Scope

MemoryId = NewType("MemoryId", str)

MAX_CONTENT = 2_000  # characters (code points)
MAX_KEY = 128
MAX_TITLE = 200
MAX_SUBJECT = 200
MAX_REASON = 500
MAX_TAGS = 16
MAX_TAG = 64


class Kind(StrEnum):
    """What sort of statement it is; decides its life, purposes and prompt section."""

    CONSTRAINT = "constraint"
    PREFERENCE = "preference"
    FACT = "fact"
    STATE = "state"
    GOAL = "goal"
    EVENT = "event"
    TASK = "task"
    PROCEDURE = "procedure"


class Target(StrEnum):
    """Whether it is about the person or about the assistant's way of working."""

    USER = "user"
    AGENT = "agent"


class Source(StrEnum):
    """Where it came from, strongest first."""

    EXPLICIT = "explicit"
    CONFIRMED = "confirmed"
    MANUAL = "manual"
    IMPORTED = "imported"
    OBSERVED = "observed"
    INFERRED = "inferred"


PERSONS_OWN = frozenset({Source.EXPLICIT, Source.CONFIRMED, Source.MANUAL})
GUESSES = frozenset({Source.INFERRED, Source.OBSERVED})


class Sensitivity(IntEnum):
    """How guarded it is; a stricter level is a larger number."""

    PUBLIC = 0
    PRIVATE = 1
    RESTRICTED = 2
    SEALED = 3

    @property
    def word(self) -> str:
        """The word callers use."""
        return self.name.lower()


SENSITIVITY_WORDS: dict[str, Sensitivity] = {level.word: level for level in Sensitivity}


class Status(StrEnum):
    """Expired is a matter of time and no status; forgotten rows do not exist."""

    ACTIVE = "active"
    DISPUTED = "disputed"
    SUPPRESSED = "suppressed"
    ARCHIVED = "archived"


class ChangeType(StrEnum):
    """What made this revision."""

    CREATE = "create"
    UPDATE = "update"
    REPLACE = "replace"
    RENEW = "renew"
    LATE = "late"
    DISPUTE = "dispute"
    RESOLVE = "resolve"
    PIN = "pin"
    UNPIN = "unpin"
    COMPLETE = "complete"
    FEEDBACK = "feedback"
    SUPPRESS = "suppress"
    ARCHIVE = "archive"
    RESTORE = "restore"


class ChangedVia(StrEnum):
    """Through which door."""

    USER_API = "user_api"
    AGENT_TOOL = "agent_tool"
    CANDIDATE = "candidate"
    WORKER = "worker"
    MIGRATION = "migration"
    GOVERNANCE = "governance"


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """The owner's recorded consent that restricted text serves these purposes and goes to these destinations."""

    purposes: tuple[str, ...]
    destinations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """
    A memory as it stands at one revision.

    All times are aware UTC. `content`, `title` and the other texts are empty where the reader is not given them.
    """

    id: MemoryId
    tenant: str
    owner: str
    scope: Scope
    share: str
    key: str | None
    title: str | None
    content: str
    kind: Kind
    target: Target
    subject: str | None
    value: str | None
    tags: tuple[str, ...]
    source: Source
    sensitivity: Sensitivity
    purposes: tuple[str, ...]
    consent: Consent | None
    consent_at: datetime | None
    status: Status
    pinned_at: datetime | None
    revision: int
    importance: float
    confidence: float
    content_hash: str
    char_count: int
    valid_from: datetime | None
    valid_to: datetime | None
    created_at: datetime
    updated_at: datetime
    last_confirmed_at: datetime | None
    review_after: datetime | None
    expires_at: datetime | None
    reason: str | None
    needs_confirmation: bool
    rule_version: int
    change_type: ChangeType
    changed_via: ChangedVia
    source_candidate: str | None
    expired: bool = False

    def __repr__(self) -> str:
        return f"Memory(id={self.id!r}, kind={self.kind.value!r}, revision={self.revision}, status={self.status.value!r})"

    @property
    def user_id(self) -> str:
        """The owner's stable id."""
        return self.owner

    def whole(self) -> "Memory":
        """A memory is its own sketch."""
        return self
