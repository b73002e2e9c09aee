"""What a request is told that met an error: a problem of RFC 9457 with a stable code, in the reader's language."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from keptmind.errors import (
    BodyTooLarge,
    CandidateDecided,
    Conflict,
    ContentRefused,
    CoreFull,
    Detail,
    InvalidBody,
    InvalidField,
    KeptmindError,
    KeyTaken,
    MethodNotAllowed,
    QuestionClosed,
    RequestReused,
    RouteNotFound,
    TooManyRequests,
    Unauthenticated,
    UnknownField,
)
from keptmind.model.decision import Saved
from keptmind.surfaces.messages import Locale, say
from keptmind.surfaces.outcome import outcome
from keptmind.surfaces.shapes import Shape, details_of, told

MEDIA_TYPE = "application/problem+json"
KIND = "urn:keptmind:problem:"
_WEIGHT = re.compile(r"[01](\.[0-9]{0,3})?")

# conflicts that need not come of another's change: they are titled by themselves, all others by their family
TITLED = (RequestReused, CandidateDecided, QuestionClosed, CoreFull, KeyTaken)

# pydantic's names of what is wrong with a value, and what we say of it
SAID = {
    "json_invalid": "not JSON",
    "missing": "missing",
    "string_type": "not a string",
    "int_type": "not a whole number",
    "int_parsing": "not a whole number",
    "int_from_float": "not a whole number",
    "bool_type": "neither true nor false",
    "bool_parsing": "neither true nor false",
    "list_type": "not a list",
    "dict_type": "not an object",
    "model_type": "not an object",
    "model_attributes_type": "not an object",
    "greater_than_equal": "too small",
    "less_than_equal": "too large",
    "string_too_long": "too long",
    "too_long": "too many",
}


def problem(error: BaseException, locale: Locale) -> JSONResponse:
    """Return an error as a problem; a conflict carries the current revision at the top, and what is not ours says nothing of itself."""
    return answered(error, problem_shape(error, locale))


def problem_shape(error: BaseException, locale: Locale) -> Shape:
    """Return the members of a problem."""
    ending, details = outcome(error), details_of(error)
    code = error.code if isinstance(error, KeptmindError) else ending.message
    shape: Shape = {
        "type": f"{KIND}{code}",
        "title": say(error.code if isinstance(error, TITLED) else family(error), locale, {}),
        "status": ending.http,
        "code": code,
        "detail": say(ending.message, locale, details),
        "details": told(details),
    }
    if isinstance(error, Conflict):
        shape["current_revision"] = error.current_revision
    return shape


def family(error: BaseException) -> str:
    """Return the code of the family that an error belongs to."""
    families = [kind for kind in type(error).__mro__ if KeptmindError in kind.__bases__]
    return str(families[0].__dict__["code"]) if families else KeptmindError.code


def answered(error: BaseException, shape: Shape) -> JSONResponse:
    """Return the response that carries a problem."""
    headers: dict[str, str] = {}
    if isinstance(error, Unauthenticated):
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooManyRequests):
        headers["Retry-After"] = str(error.details.get("seconds", 1))
    if isinstance(error, MethodNotAllowed):
        headers["Allow"] = ", ".join(_allowed_by(error))
    return JSONResponse(shape, status_code=shape["status"], media_type=MEDIA_TYPE, headers=headers)


def _allowed_by(error: MethodNotAllowed) -> tuple[str, ...]:
    allowed = error.details.get("allowed")
    return allowed if isinstance(allowed, tuple) else ()


def language(request: Request) -> Locale:
    """Return the language that a reader prefers, of the two there are; English where neither is asked for."""
    return preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> Locale:
    """Return the one of our languages that weighs most in an Accept-Language header; what weighs nothing is not wanted."""
    asked = [(tag, weight) for tag, weight in map(_weighed, header[:1_000].split(",")) if weight > 0]
    for tag, _ in sorted(asked, key=lambda one: -one[1]):
        if tag is not None:
            return tag
    return "en"


def _weighed(part: str) -> tuple[Locale | None, float]:
    """Return which of our languages a part of the header names, and how much it weighs."""
    tag, *parameters = (one.strip().lower() for one in part.split(";"))
    primary = tag.partition("-")[0]
    weights = [one.partition("=")[2].strip() for one in parameters if one.partition("=")[0].strip() == "q"]
    locale: Locale | None = "zh" if primary == "zh" else "en" if primary == "en" else None
    if not weights:
        return locale, 1.0
    return locale, float(weights[0]) if _WEIGHT.fullmatch(weights[0]) else 0.0


def understood(error: RequestValidationError) -> KeptmindError:
    """Return what is wrong with a request in our words: the first fault that its shape has."""
    faults: Sequence[Mapping[str, Any]] = error.errors()
    fault: Mapping[str, Any] = faults[0] if faults else {"type": "", "loc": ()}
    kind, where = str(fault["type"]), [str(one) for one in fault["loc"]]
    field = ".".join(where[1:]) if len(where) > 1 else "body"
    if kind == "extra_forbidden":
        return UnknownField(field=field[:128])
    if kind == "json_invalid" or where == ["body"]:
        return InvalidBody(problem=SAID.get(kind, "not readable"))
    return InvalidField(field=field[:128], problem=SAID.get(kind, "not readable"))


def install(app: FastAPI) -> None:
    """Answer every error with a problem; what nobody foresaw is for the gate."""

    @app.exception_handler(KeptmindError)
    def ours(request: Request, error: KeptmindError) -> JSONResponse:
        return problem(error, language(request))

    @app.exception_handler(RequestValidationError)
    def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        return problem(understood(error), language(request))

    @app.exception_handler(HTTPException)
    def foreign(request: Request, error: HTTPException) -> JSONResponse:
        return problem(_translated(error, request), language(request))


def _translated(error: HTTPException, request: Request) -> KeptmindError:
    if isinstance(error.__cause__, KeptmindError):
        return error.__cause__
    if error.status_code == 404:
        return RouteNotFound()
    if error.status_code == 405:
        return MethodNotAllowed(allowed=_allowed(request) or None)
    return BodyTooLarge() if error.status_code == 413 else InvalidBody(problem="not readable")


def _allowed(request: Request) -> tuple[str, ...]:
    """Return every method of the address that was asked: it may be that of several routes."""
    path = getattr(request.scope.get("route"), "path", "")
    found = request.app.openapi()["paths"].get(path, {})
    return tuple(sorted(name.upper() for name, operation in found.items() if isinstance(operation, dict)))


def refused_problem(saved: Saved, locale: Locale) -> JSONResponse:
    """Return what a statement was refused for: the rule, and a wording without the secret that could be kept instead."""
    full = saved.overflow
    room: dict[str, Detail] = (
        {} if full is None else {"limit": full.limit, "size": full.size, "room": tuple(full.ids), "enough": full.enough}
    )
    error = ContentRefused(rule=saved.rule, **room)
    shape = {**problem_shape(error, locale), "detail": say(saved.rule or error.code, locale, {}), "rule": saved.rule}
    return answered(error, {**shape, "proposal": saved.proposal})
