"""The service as an ASGI application over an open store."""

from collections.abc import Mapping
from importlib.metadata import version

from fastapi import FastAPI
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from keptmind.bootstrap import House
from keptmind.surfaces.http import admin, forgetting, health, memories, old_layer, person, problems, recall, record, sign_in, waiting
from keptmind.surfaces.http.asking import Desk
from keptmind.surfaces.http.document import document, named
from keptmind.surfaces.http.gate import Gate
from keptmind.surfaces.http.metrics import PrometheusMeter
from keptmind.surfaces.http.turns import LEAST_PATIENCE, Turns

ABOUT = "Long-term memory for AI assistants: owned, correctable, purpose-bound, and truly erasable."
PARTS = (memories, recall, waiting, forgetting, person, old_layer, record, admin, health, sign_in)
GROUPS = [{"name": part.router.tags[0], "description": (part.__doc__ or "").strip()} for part in PARTS]


class Mounted(Route):
    """A further door; the log names it as it names our own routes."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        scope["route"] = self
        await super().handle(scope, receive, send)


def application(
    house: House, meter: PrometheusMeter | None = None, *, hosts: tuple[str, ...] = (), mounted: Mapping[str, ASGIApp] | None = None
) -> FastAPI:
    """Return the service; `meter` is the one the store was opened with, `hosts` are the names of the address it listens on,
    `mounted` further doors by their paths."""
    app = FastAPI(
        title="keptmind",
        version=version("keptmind"),
        description=ABOUT,
        openapi_url=None,  # a route of ours tells it
        openapi_tags=GROUPS,
        generate_unique_id_function=named,
        redirect_slashes=False,  # an empty id is no address; least of all that of everything
    )
    app.state.readiness = health.Readiness(lambda: house.health.ready())
    app.state.desk = Desk(house, meter or PrometheusMeter())
    for part in PARTS:
        app.include_router(part.router)
    problems.install(app)
    for path, door in (mounted or {}).items():
        app.router.routes.append(Mounted(path, door))  # a mount would send whoever asks for it to another address first
    app.add_middleware(Turns, doors=tuple(mounted or ()), patience=max(LEAST_PATIENCE, house.doors.busy_seconds))
    app.add_middleware(Gate, hosts=(*house.doors.hosts, *hosts), body_bytes=house.doors.body_bytes)
    app.openapi = lambda: document(app, house.rulebook)  # type: ignore[method-assign] # the way FastAPI has it overridden
    return app
