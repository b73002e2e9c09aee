"""What the process says of itself: whether it runs, whether memory can be used, what it counted, and what it understands."""

import asyncio
import time
from collections.abc import Callable

import anyio.to_thread
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from keptmind.model.health import Report
from keptmind.surfaces.http import answers, reports
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.standing import report_shape

router = APIRouter(tags=["health"], route_class=ExactRoute)
COUNTED: answers.Answers = {200: {"description": "What was asked for.", "content": {"text/plain": {"schema": {"type": "string"}}}}}
FRESH_SECONDS = 1.0
READY = {503: "It cannot be used."}


class Readiness:
    """
    Looks for everybody who asks: one look at a time, and none within a second of the last, for it tries the writers' lock.

    A thread of its own does it, which nobody who waits for the store can hold.
    """

    def __init__(self, look: Callable[[], Report], clock: Callable[[], float] = time.monotonic) -> None:
        self._look = look
        self._clock = clock
        self._lock = asyncio.Lock()
        self._thread: anyio.CapacityLimiter | None = None
        self._last: tuple[float, Report] | None = None

    async def report(self) -> Report:
        """Return what the last look showed, where that is no older than a second; else look."""
        async with self._lock:
            if self._last is not None and self._clock() - self._last[0] < FRESH_SECONDS:
                return self._last[1]
            if self._thread is None:
                self._thread = anyio.CapacityLimiter(1)
            report = await anyio.to_thread.run_sync(self._look, limiter=self._thread)
            self._last = (self._clock(), report)
            return report


@router.get("/healthz", responses=answers.of_open(reports.Health))
async def healthz() -> JSONResponse:
    """Tell that the process runs; it asks nothing of the store."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", responses=answers.of_open(reports.Ready, also=READY))
async def readyz(request: Request) -> JSONResponse:
    """Tell whether memory can be used, and what is worse than it should be; answers within a second."""
    readiness: Readiness = request.app.state.readiness
    report = await readiness.report()
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
