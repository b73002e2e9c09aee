"""What routes answer alike, and what a route may answer, for the OpenAPI document: its own shape, and the problems it can meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel

from keptmind.model.decision import Outcome
from keptmind.model.erasure import Deletion, Stage
from keptmind.model.memory import Memory
from keptmind.surfaces.http import replies
from keptmind.surfaces.shapes import Shape, deletion_shape, memory_shape

Answers = dict[int | str, dict[str, Any]]
NOTHING: Mapping[int, str] = {}
ERASING = {202: "Nobody can read it any more; its bytes are not gone yet."}
TEXT = {"type": "string"}
STATUS = {Outcome.CREATED: 201, Outcome.SAME: 200, Outcome.UPDATED: 200, Outcome.CANDIDATE: 202}


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """A problem that a request can meet: its name in the document, when it is met, and the headers that come with it."""

    name: str
    told: str
    headers: dict[str, dict[str, Any]] = field(default_factory=dict)


PROBLEMS = {
    400: Met(name="Invalid", told="The request cannot be understood."),
    401: Met(
        name="Unauthenticated",
        told="There is no key or token, or none that is in force.",
        headers={"WWW-Authenticate": {"required": True, "schema": TEXT}},
    ),
    403: Met(name="Refused", told="A grant, mode, scope or setting does not permit it."),
    404: Met(name="NotFound", told="Nothing of that name is within reach; what is another's looks the same."),
    409: Met(name="Conflict", told="Somebody changed it first; `current_revision` says where it stands."),
    413: Met(name="TooLarge", told="The body is too large."),
    422: Met(name="NotKept", told="A rule of admission refuses what it says; `rule` names it."),
    429: Met(
        name="TooManyRequests",
        told="This caller asks too often.",
        headers={"Retry-After": {"required": True, "description": "Seconds.", "schema": {"type": "integer", "minimum": 1}}},
    ),
    503: Met(name="Unavailable", told="Memory cannot answer now; nothing was written."),
}
BY_ANYBODY = (400, 413)
BY_CALLERS = (400, 401, 403, 413, 429, 503)
REVISIONED: tuple[type[BaseModel], ...] = (replies.OneMemory, replies.OneSettings)
ETAG = {"required": True, "description": "The revision.", "schema": {"type": "string", "pattern": '^"[0-9]+"$'}}
OLD = {"Deprecation": {"required": True, "schema": TEXT}, "Link": {"required": True, "schema": TEXT}}


def of(model: type[BaseModel], *met: int, also: Mapping[int, str] = NOTHING, created: bool = False) -> Answers:
    """Return the answers of a route for callers: this model where it succeeds; beside what every caller can meet, these problems."""
    told = {201: "What was made."} if created else {200: "What was asked for."}
    more = {"headers": {"ETag": ETAG}} if model in REVISIONED else {}
    return {**_succeeding(model, {**told, **also}, more), **meeting(*BY_CALLERS, *met)}


def of_old(model: type[BaseModel], *met: int, also: Mapping[int, str] = NOTHING) -> Answers:
    """Return the answers of a route of the old layer."""
    return {**_succeeding(model, {200: "What was asked for.", **also}, {"headers": OLD}), **meeting(*BY_CALLERS, *met)}


def of_open(model: type[BaseModel], *, also: Mapping[int, str] = NOTHING) -> Answers:
    """Return the answers of a route that anybody may ask."""
    return {**_succeeding(model, {200: "What was asked for.", **also}, {}), **meeting(*BY_ANYBODY)}


def _succeeding(model: type[BaseModel], told: Mapping[int, str], more: Mapping[str, Any]) -> Answers:
    return {status: {"model": model, "description": when, **more} for status, when in told.items()}


def meeting(*met: int) -> Answers:
    """Return these problems as the document refers to them."""
    return {status: {"$ref": f"#/components/responses/{PROBLEMS[status].name}"} for status in sorted(met)}


def erased(deletion: Deletion) -> JSONResponse:
    """Return an erasure: 200 once its bytes are gone, 202 before."""
    return JSONResponse(deletion_shape(deletion), status_code=200 if deletion.state is Stage.BYTES_GONE else 202)


def one(memory: Memory) -> JSONResponse:
    """Return a memory with its revision as the ETag."""
    return JSONResponse({"memory": memory_shape(memory)}, headers=etag(memory.revision))


def etag(revision: int) -> dict[str, str]:
    """Return the header that names a revision."""
    return {"ETag": f'"{revision}"'}


def page(name: str, shapes: Sequence[Shape], next_cursor: str | None, applied_limit: int) -> Shape:
    """Return one page of a list, its items under this name, and where to go on."""
    return {name: list(shapes), "next_cursor": next_cursor, "has_more": next_cursor is not None, "applied_limit": applied_limit}
