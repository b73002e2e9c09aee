"""The shapes of answers, for the OpenAPI document; answers themselves are made in one place for all doors (`surfaces.shapes`)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from keptmind.model.erasure import Deletion as Erasure
from keptmind.model.erasure import Stage
from keptmind.surfaces.shapes import deletion_shape

PROBLEM = {"$ref": "#/components/schemas/Problem"}
ERRORS = {
    400: "The request cannot be understood.",
    401: "No valid key or token.",
    403: "Not permitted here.",
    404: "Nothing of that name within reach.",
    409: "Somebody changed it first.",
    413: "The body is too large.",
    422: "What it says may not be kept.",
    429: "Too many requests.",
    503: "Memory cannot answer now.",
}


class Answer(BaseModel):
    """An object with no other members."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """A problem of RFC 9457: `code` is stable, `title` and `detail` are in the reader's language."""

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
    memory_id: str
    memory_key: str | None
    title: str | None
    content: str
    category: str
    target: str
    subject: str | None
    tags: list[str]
    scope_type: str
    scope_id: str
    workspace_type: str | None
    share: str
    source: str
    sensitivity: str
    purposes: list[str]
    consent: ConsentGiven | None
    status: str
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
    change_type: str
    changed_via: str
    source_candidate: str | None


class OneMemory(Answer):
    memory: Memory


class Versions(Answer):
    versions: list[Version]


class MemoryPage(Answer):
    items: list[Memory]
    next_cursor: str | None
    has_more: bool
    applied_limit: int


class PendingItem(Answer):
    type: str
    id: str
    summary: str
    actions: list[str]
    expires_at: datetime


class Candidate(Answer):
    candidate_id: str
    operation: str
    proposed_content: str
    category: str
    scope_type: str
    scope_id: str
    target_memory_id: str | None
    expected_revision: int | None
    reason: str | None
    rule: str
    status: str
    resulting_memory_id: str | None
    created_at: datetime
    decided_at: datetime | None
    expires_at: datetime
    pending_item: PendingItem


class OneCandidate(Answer):
    candidate: Candidate


class Candidates(Answer):
    candidates: list[Candidate]


class Overflow(Answer):
    limit: int
    size: int
    room: list[str]
    enough: int


class Saved(Answer):
    outcome: str
    memory: Memory | None
    candidate: Candidate | None
    rule: str | None
    proposal: str | None
    overflow: Overflow | None


class Question(Answer):
    question_id: str
    state: str
    asked_at: datetime
    first: Memory | None
    second: Memory | None


class OneQuestion(Answer):
    question: Question


class Questions(Answer):
    questions: list[Question]


class Evidence(Answer):
    source: str
    role: str
    sign: int
    conversation: str | None
    run: str | None
    occurred_at: datetime
    note: str | None


class Provenance(Answer):
    source: str
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
    by_kind: dict[str, int]
    by_status: dict[str, int]
    by_scope: dict[str, int]
    expired: int
    memory_revision: int
    refused_by_rule: dict[str, int]


class OneStats(Answer):
    stats: Counts


class Step(Answer):
    name: str
    state: str
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
    state: str
    count: int
    memory_ids: list[str]
    steps: list[Step]
    requested_at: datetime
    completed_at: datetime | None
    receipt: Receipt | None


class OneDeletion(Answer):
    deletion: Deletion


class Deletions(Answer):
    deletions: list[Deletion]
    next_cursor: str | None
    has_more: bool


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
    locale: str | None
    consent_mode: str | None
    standing_consent: dict[str, ConsentGiven]
    delivery: dict[str, str]
    revision: int
    updated_at: datetime | None


class OneSettings(Answer):
    settings: Settings


class Grant(Answer):
    verbs: list[str]
    users: list[str] | None
    purposes: list[str] | None
    excluded_kinds: list[str]
    highest_sensitivity: str
    workspaces: list[str] | None
    fields: list[str] | None


class Caller(Answer):
    caller_id: str
    name: str
    prefix: str
    grant: Grant
    created_at: datetime
    revoked_at: datetime | None


class OneCaller(Answer):
    caller: Caller


class Issued(OneCaller):
    key: str = Field(description="The key itself, told this once.")


class Callers(Answer):
    items: list[Caller]
    next_cursor: str | None
    has_more: bool
    applied_limit: int


class Flag(Answer):
    name: str
    value: Any
    origin: str


class Flags(Answer):
    flags: list[Flag]


class Done(Answer):
    ok: bool


class OldMemory(Answer):
    memory_key: str | None
    content: str
    category: str


class OneOldMemory(Answer):
    memory: OldMemory


class OldMemories(Answer):
    memories: list[OldMemory]
    next_cursor: str | None
    has_more: bool


class Event(Answer):
    event_id: str
    at: datetime
    user_id: str
    action: str
    caller: str
    purpose: str
    scope: str
    memory_ids: list[str]
    rule: str
    rule_version: int
    revision: int | None
    fingerprint: str
    request_id: str


class Events(Answer):
    items: list[Event]
    next_cursor: str | None
    has_more: bool
    applied_limit: int


class Check(Answer):
    name: str
    state: str
    count: int
    seconds: float
    code: str


class Ready(Answer):
    ok: bool
    degradations: list[str]
    schema_version: int | None
    checks: list[Check]


class Health(Answer):
    status: str


def of(model: type[BaseModel], *, also: Sequence[int] = (), created: bool = False) -> dict[int | str, dict[str, Any]]:
    """Return the answers of a route: this model where it succeeds, a problem for everything else."""
    succeeds = (201 if created else 200, *also)
    answers: dict[int | str, dict[str, Any]] = {status: {"model": model} for status in succeeds}
    return {**answers, **{status: problem_of(told) for status, told in ERRORS.items()}}


def problem_of(told: str) -> dict[str, Any]:
    """Return how a problem stands in the document."""
    return {"description": told, "content": {"application/problem+json": {"schema": PROBLEM}}}


def erased(deletion: Erasure) -> JSONResponse:
    """Return an erasure: 200 once its bytes are gone, 202 before."""
    return JSONResponse(deletion_shape(deletion), status_code=200 if deletion.state is Stage.BYTES_GONE else 202)
