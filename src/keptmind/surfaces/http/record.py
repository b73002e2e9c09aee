"""`/me/activity`, `/admin/audit` and `/admin/alerts`: what is on record, for its owner and for auditors; none of it holds a text."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from keptmind.surfaces.http import answers, reports
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.queries import AuditAsked, PageAsked
from keptmind.surfaces.standing import events_shape

router = APIRouter(tags=["record"], route_class=ExactRoute)


@router.get("/me/activity", responses=answers.of(reports.Events))
def activity(ask: Asking, asked: Annotated[PageAsked, Query()]) -> JSONResponse:
    """Return what was done with the person's memories, by whom and why, newest first."""
    return JSONResponse(events_shape(ask.house.activity.own(ask.context(), cursor=asked.cursor, limit=asked.limit)))


@router.get("/admin/audit", responses=answers.of(reports.Events))
def audit(ask: Asking, asked: Annotated[AuditAsked, Query()]) -> JSONResponse:
    """Return the tenant's record: of one user newest first, of everybody by user and then oldest first."""
    page = ask.house.activity.audit(
        ask.of_tenant(),
        user=asked.user,
        action=asked.action,
        since=asked.since,
        until=asked.until,
        cursor=asked.cursor,
        limit=asked.limit,
    )
    return JSONResponse(events_shape(page))


@router.get("/admin/alerts", responses=answers.of(reports.Events))
def alerts(ask: Asking, asked: Annotated[PageAsked, Query()]) -> JSONResponse:
    """Return the tenant's alerts, newest first: tries at another's memories, wide reads, guarded reads."""
    return JSONResponse(events_shape(ask.house.activity.alerts(ask.of_tenant(), cursor=asked.cursor, limit=asked.limit)))
