"""What the process says of itself: whether it runs, whether memory can be used, what it counted, and what it understands."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from keptmind.surfaces.http import answers, reports
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.standing import report_shape

router = APIRouter(tags=["health"], route_class=ExactRoute)
COUNTED: answers.Answers = {200: {"description": "What was asked for.", "content": {"text/plain": {"schema": {"type": "string"}}}}}
READY = {503: "It cannot be used."}


@router.get("/healthz", responses=answers.of_open(reports.Health))
async def healthz() -> JSONResponse:
    """Tell that the process runs; it asks nothing of the store."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", responses=answers.of_open(reports.Ready, also=READY))
def readyz(ask: Asking) -> JSONResponse:
    """Tell whether memory can be used, and what is worse than it should be; answers within a second."""
    report = ask.house.health.ready()
    return JSONResponse(report_shape(report), status_code=200 if report.ok else 503)


@router.get("/metrics", response_class=Response, responses={**COUNTED, **answers.meeting(*answers.BY_CALLERS)})
def metrics(ask: Asking) -> Response:
    """Return what this process counted, for Prometheus; needs the verb `audit`."""
    ask.house.activity.admit(ask.of_tenant(), "metrics")
    text, media_type = ask.desk.meter.render()
    return Response(text, media_type=media_type)


@router.get("/openapi.json", responses=answers.of_open(reports.Document))
async def openapi(request: Request) -> JSONResponse:
    """Return this document."""
    return JSONResponse(request.app.openapi())
