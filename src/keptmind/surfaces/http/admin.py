"""`/admin`: keys and flags of a tenant; nobody's memories."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from keptmind.model.caller import CallerKey, Issued
from keptmind.surfaces.http import answers, reports
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.bodies import CallerSaid
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.queries import PageAsked
from keptmind.surfaces.standing import caller_shape, callers_shape, flags_shape, issued_shape

router = APIRouter(prefix="/admin", tags=["admin"], route_class=ExactRoute)


@router.get("/callers", responses=answers.of(reports.Callers))
def list_callers(ask: Asking, asked: Annotated[PageAsked, Query()]) -> JSONResponse:
    """List the tenant's keys by prefix, ended ones too."""
    return JSONResponse(callers_shape(ask.house.callers.page(ask.of_tenant(), after=asked.cursor, limit=asked.limit)))


@router.post("/callers", status_code=201, responses=answers.of(reports.Issued, created=True))
def create_caller(ask: Asking, said: CallerSaid) -> JSONResponse:
    """Make a key; the answer is the only place where it is told."""
    granted: dict[str, Any] = said.given({})
    name = granted.pop("name", None)
    return issued(ask.house.callers.issue(ask.of_tenant(), name, granted), 201)


@router.post("/callers/{caller_id}/rotate", responses=answers.of(reports.Issued, 404))
def rotate_caller(ask: Asking, caller_id: str) -> JSONResponse:
    """Give a key another secret; the old one ends at once."""
    return issued(ask.house.callers.rotate(ask.of_tenant(), caller_id), 200)


@router.delete("/callers/{caller_id}", responses=answers.of(reports.OneCaller, 404))
def revoke_caller(ask: Asking, caller_id: str) -> JSONResponse:
    """End a key for good."""
    key: CallerKey = ask.house.callers.revoke(ask.of_tenant(), caller_id)
    return JSONResponse({"caller": caller_shape(key)})


@router.get("/flags", responses=answers.of(reports.Flags))
def flags(ask: Asking) -> JSONResponse:
    """Return every flag with its value and where that comes from."""
    ask.house.callers.admit(ask.of_tenant(), "flags")
    return JSONResponse(flags_shape(ask.house.flags))


def issued(one: Issued, status: int) -> JSONResponse:
    """Return a key with its secret."""
    return JSONResponse(issued_shape(one), status_code=status)
