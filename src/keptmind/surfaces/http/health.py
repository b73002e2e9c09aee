"""`/healthz`, `/readyz` and `/metrics`: whether the process runs, whether memory can be used, and what was counted."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import JSONResponse, Response

from keptmind.surfaces.http import replies
from keptmind.surfaces.http.asking import Ask, asking
from keptmind.surfaces.http.queries import Asked
from keptmind.surfaces.standing import report_shape

router = APIRouter(tags=["health"])
Asking = Annotated[Ask, Depends(asking)]
PLAIN = {"content": {"text/plain": {"schema": {"type": "string"}}}}


@router.get("/healthz", responses={200: {"model": replies.Health}})
async def healthz() -> JSONResponse:
    """Tell that the process runs; it asks nothing of the store."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", responses={200: {"model": replies.Ready}, 503: {"model": replies.Ready}})
def readyz(ask: Asking) -> JSONResponse:
    """Tell whether memory can be used, and what is worse than it should be; answers within a second."""
    report = ask.house.health.ready()
    return JSONResponse(report_shape(report), status_code=200 if report.ok else 503)


@router.get("/metrics", response_class=Response, responses={**replies.of(replies.Done), 200: PLAIN})
def metrics(ask: Asking, _asked: Annotated[Asked, Query()]) -> Response:
    """Return what this process counted, for Prometheus; needs the verb `audit`."""
    ask.house.activity.admit(ask.of_tenant())
    text, media_type = ask.desk.meter.render()
    return Response(text, media_type=media_type)
