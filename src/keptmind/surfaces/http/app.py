"""The service as an ASGI application over an open store."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from starlette.routing import Route
from starlette.types import ASGIApp

from keptmind.bootstrap import House
from keptmind.surfaces.http import (
    admin,
    forgetting,
    health,
    memories,
    old_layer,
    person,
    problems,
    recall,
    record,
    replies,
    sign_in,
    waiting,
)
from keptmind.surfaces.http.asking import Desk
from keptmind.surfaces.http.gate import Gate
from keptmind.surfaces.http.metrics import PrometheusMeter

ABOUT = "Long-term memory for AI assistants: owned, correctable, purpose-bound, and truly erasable."
OPEN = ("/healthz", "/readyz", "/sign-in/{token}", "/sign-out")
ROUTERS = tuple(part.router for part in (health, memories, recall, waiting, forgetting, person, old_layer, record, admin, sign_in))


def application(
    house: House, meter: PrometheusMeter | None = None, *, hosts: tuple[str, ...] = (), mounted: Mapping[str, ASGIApp] | None = None
) -> FastAPI:
    """Return the service; `meter` is the one the store was opened with, `hosts` are the names of the address it listens on,
    `mounted` further doors by their paths."""
    app = FastAPI(title="keptmind", version=version("keptmind"), description=ABOUT, docs_url=None, redoc_url=None)
    app.state.desk = Desk(house, meter or PrometheusMeter())
    for router in ROUTERS:
        app.include_router(router)
    problems.install(app)
    for path, door in (mounted or {}).items():
        app.router.routes.append(Route(path, door))  # a mount would send whoever asks for it to another address first
    app.add_middleware(Gate, hosts=(*house.doors.hosts, *hosts), body_bytes=house.doors.body_bytes)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign] # the way FastAPI has it overridden
    return app


def _document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document: problems and keys are the same everywhere, and stand in it once."""
    if app.openapi_schema is None:
        made = FastAPI.openapi(app)
        parts = made.setdefault("components", {})
        parts.setdefault("schemas", {})["Problem"] = replies.Problem.model_json_schema()
        parts["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer", "description": "A key (km_…) or a signed token."}}
        for path, methods in made["paths"].items():
            for operation in methods.values():
                operation["security"] = [] if path in OPEN else [{"key": []}]
        app.openapi_schema = made
    return app.openapi_schema
