"""What is on record about an act: who, when, which rows, by which rule; never what they say."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from keptmind.model.memory import MemoryId

UNCHANGED = "unchanged"  # the rule of an act that found things as they were asked for


class Action(StrEnum):
    """The audit events, named as operators know them."""

    CREATED = "memory.created"
    UPDATED = "memory.updated"
    SUPPRESSED = "memory.suppressed"
    ARCHIVED = "memory.archived"
    RESTORED = "memory.restored"
    DELETED = "memory.deleted"
    READ = "memory.read"
    SEARCH = "memory.search"
    REFUSED = "memory.refused"
    POLICY_DENIED = "memory.policy_denied"
    ALERT = "memory.alert"
    CONFIRMED = "memory.confirmed"
    CANDIDATE_CREATED = "memory.candidate_created"
    CANDIDATE_ACCEPTED = "memory.candidate_accepted"
    CANDIDATE_REJECTED = "memory.candidate_rejected"
    CANDIDATE_EXPIRED = "memory.candidate_expired"
    AUTO_APPLIED = "memory.candidate_auto_applied"
    UNDONE = "memory.candidate_undone"
    SETTINGS_CHANGED = "settings.changed"
    GROUP_JOINED = "group.joined"
    GROUP_LEFT = "group.left"
    CALLER_CREATED = "caller.created"
    CALLER_ROTATED = "caller.rotated"
    CALLER_REVOKED = "caller.revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEvent:
    """One event; `fingerprint` is a keyed hash, useless without the tenant's key."""

    id: str
    at: datetime
    tenant: str
    owner: str
    action: Action
    caller: str
    purpose: str
    scope: str = ""
    memory_ids: tuple[MemoryId, ...] = ()
    rule: str = ""
    rule_version: int = 0
    revision: int | None = None
    fingerprint: str = ""
    request_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """Which events of a record are looked for: of one action, from `since` on, before `until`; at most so many."""

    action: Action | None = None
    since: datetime | None = None
    until: datetime | None = None
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    """Some events of a record; `next_cursor` continues it."""

    items: tuple[AuditEvent, ...]
    next_cursor: str | None
    has_more: bool
    applied_limit: int
