"""The shapes of answers about a person's memories, for the OpenAPI document; `surfaces.shapes` makes the answers, for all doors."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from keptmind.model.candidate import CandidateStatus, Operation
from keptmind.model.decision import Outcome
from keptmind.model.erasure import Stage, StepName, StepState
from keptmind.model.memory import ChangedVia, ChangeType, Kind, Source, Status, Target
from keptmind.model.question import QuestionState
from keptmind.model.scope import ScopeType
from keptmind.model.settings import ConsentMode
from keptmind.surfaces.http.words import DeliveryWord, LocaleWord, Sensitive, SensitivityWord

AT = "2026-03-02T12:00:00+00:00"
ALLERGY: dict[str, Any] = {
    "memory_id": "01991b3c-5a00-7000-8000-000000000001",
    "memory_key": "allergy",
    "title": None,
    "content": "I am allergic to peanuts",
    "category": "constraint",
    "target": "user",
    "subject": None,
    "tags": [],
    "scope_type": "global",
    "scope_id": "",
    "workspace_type": None,
    "share": "private",
    "source": "explicit",
    "sensitivity": "restricted",
    "purposes": ["personalization", "task", "recommendation", "safety"],
    "consent": {"purposes": ["personalization"], "destinations": ["local"]},
    "status": "active",
    "revision": 1,
    "importance": 0.9,
    "confidence": 0.9,
    "reason": None,
    "expired": False,
    "created_at": AT,
    "updated_at": AT,
    "last_confirmed_at": AT,
    "review_after": None,
    "expires_at": "2027-03-02T12:00:00+00:00",
    "valid_from": None,
    "valid_to": None,
    "consent_at": AT,
    "pinned_at": None,
}
STALE: dict[str, Any] = {
    "type": "urn:keptmind:problem:stale-revision",
    "title": "somebody changed it first: read again",
    "status": 409,
    "code": "stale-revision",
    "detail": "it has been changed since: it is at revision 2 now",
    "details": {"current_revision": 2},
    "current_revision": 2,
}


class Answer(BaseModel):
    """An object with no other members."""

    model_config = ConfigDict(extra="forbid")


class Paged(Answer):
    """One page of a list."""

    next_cursor: str | None
    has_more: bool
    applied_limit: int


class Problem(BaseModel):
    """A problem of RFC 9457: `code` is stable, `title` and `detail` are in the reader's language."""

    model_config = ConfigDict(json_schema_extra={"examples": [STALE]})

    type: str
    title: str
    status: int
    code: str
    detail: str
    details: dict[str, Any]
    current_revision: int | None = None
    rule: str | None = None
    proposal: str | None = None


class ConsentGiven(Answer):
    purposes: list[str]
    destinations: list[str]


class Memory(Answer):
    """One small durable statement; times are UTC, and texts that the reader is not given are blank."""

    model_config = ConfigDict(json_schema_extra={"examples": [ALLERGY]})

    memory_id: str
    memory_key: str | None
    title: str | None
    content: str
    category: Kind
    target: Target
    subject: str | None
    tags: list[str]
    scope_type: ScopeType
    scope_id: str
    workspace_type: str | None
    share: str
    source: Source
    sensitivity: SensitivityWord
    purposes: list[str]
    consent: ConsentGiven | None
    status: Status
    revision: int
    importance: float
    confidence: float
    reason: str | None
    expired: bool
    created_at: datetime
    updated_at: datetime
    last_confirmed_at: datetime | None
    review_after: datetime | None
    expires_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    consent_at: datetime | None
    pinned_at: datetime | None


class Version(Memory):
    change_type: ChangeType
    changed_via: ChangedVia
    source_candidate: str | None


class OneMemory(Answer):
    memory: Memory


class Versions(Answer):
    versions: list[Version]


class MemoryPage(Paged):
    items: list[Memory]


class PendingItem(Answer):
    type: str
    id: str
    summary: str
    actions: list[str]
    expires_at: datetime


class Candidate(Answer):
    candidate_id: str
    operation: Operation
    proposed_content: str
    category: Kind
    scope_type: ScopeType
    scope_id: str
    target_memory_id: str | None
    expected_revision: int | None
    reason: str | None
    rule: str
    status: CandidateStatus
    resulting_memory_id: str | None
    created_at: datetime
    decided_at: datetime | None
    expires_at: datetime
    pending_item: PendingItem


class OneCandidate(Answer):
    candidate: Candidate


class Candidates(Paged):
    candidates: list[Candidate]


class Overflow(Answer):
    limit: int
    size: int
    room: list[str]
    enough: int


class Saved(Answer):
    outcome: Outcome
    memory: Memory | None
    candidate: Candidate | None
    rule: str | None
    proposal: str | None
    overflow: Overflow | None


class Question(Answer):
    question_id: str
    state: QuestionState
    asked_at: datetime
    first: Memory | None
    second: Memory | None


class OneQuestion(Answer):
    question: Question


class Questions(Answer):
    questions: list[Question]


class Evidence(Answer):
    source: Source
    role: str
    sign: int
    conversation: str | None
    run: str | None
    occurred_at: datetime
    note: str | None


class Provenance(Answer):
    source: Source
    reason: str | None
    confidence: float
    rule: str
    rule_version: int
    evidence: list[Evidence]
    earlier: list[Evidence]


class OneProvenance(Answer):
    provenance: Provenance


class Hit(Answer):
    memory: Memory
    score: float
    text: str
    needs_confirmation: bool
    factors: dict[str, Any] | None


class Found(Answer):
    hits: list[Hit]
    applied_limit: int
    applied_tokens: int
    tokens: int


class Block(Answer):
    text: str
    tokens: int
    left_out: int
    hits: list[Hit]


class OneBlock(Answer):
    context: Block


class Core(Answer):
    text: str
    user_used: int
    agent_used: int
    left_out: int
    memory_ids: list[str]


class OneCore(Answer):
    core_block: Core


class Counts(Answer):
    total: int
    by_kind: dict[Kind, int]
    by_status: dict[Status, int]
    by_scope: dict[str, int] = Field(description="By type and id: workspace:work.")
    expired: int
    memory_revision: int
    refused_by_rule: dict[str, int]


class OneStats(Answer):
    stats: Counts


class Step(Answer):
    name: StepName
    state: StepState
    attempts: int
    note: str


class Receipt(Answer):
    operation: str
    memories: int
    requested_at: datetime
    bytes_gone_at: datetime
    statement: str


class Deletion(Answer):
    deletion_id: str | None
    state: Stage
    count: int
    memory_ids: list[str]
    steps: list[Step]
    requested_at: datetime
    completed_at: datetime | None
    receipt: Receipt | None


class OneDeletion(Answer):
    deletion: Deletion


class Deletions(Paged):
    deletions: list[Deletion]


class Previewed(Answer):
    memory_id: str
    revision: int
    content: str


class Preview(Answer):
    token: str
    expires_at: datetime
    memories: list[Previewed]


class Settings(Answer):
    saved_memory_enabled: bool
    read_enabled: bool
    write_enabled: bool
    auto_extract_enabled: bool
    time_zone: str
    locale: LocaleWord | None
    consent_mode: ConsentMode | None
    standing_consent: dict[Sensitive, ConsentGiven]
    delivery: dict[str, DeliveryWord]
    revision: int
    updated_at: datetime | None


class OneSettings(Answer):
    settings: Settings


class Done(Answer):
    ok: bool


class OldMemory(Answer):
    memory_key: str | None
    content: str
    category: Kind


class OneOldMemory(Answer):
    memory: OldMemory


class OldMemories(Paged):
    memories: list[OldMemory]
