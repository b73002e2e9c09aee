"""The shapes of answers about a tenant and about the process, for the OpenAPI document."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from keptmind.model.audit import Action
from keptmind.model.context import Verb
from keptmind.model.health import State
from keptmind.model.memory import Kind
from keptmind.surfaces.http.replies import Answer, Paged
from keptmind.surfaces.http.words import FieldWord, SensitivityWord


class Grant(Answer):
    verbs: list[Verb]
    users: list[str] | None
    purposes: list[str] | None
    excluded_kinds: list[Kind]
    highest_sensitivity: SensitivityWord
    workspaces: list[str] | None
    fields: list[FieldWord] | None


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


class Callers(Paged):
    items: list[Caller]


class Flag(Answer):
    name: str
    value: Any
    origin: str


class Flags(Answer):
    flags: list[Flag]


class Event(Answer):
    event_id: str
    at: datetime
    user_id: str
    action: Action
    caller: str
    purpose: str
    scope: str
    memory_ids: list[str]
    rule: str
    rule_version: int
    revision: int | None
    fingerprint: str
    request_id: str


class Events(Paged):
    items: list[Event]


class Check(Answer):
    name: str
    state: State
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


class Document(BaseModel):
    """An OpenAPI document."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]
