"""The service with one route more, which does nothing: run as a process of its own by the bench."""

import sys
from typing import Annotated

import uvicorn
from fastapi import Depends
from fastapi.responses import JSONResponse

from keptmind.bootstrap import build
from keptmind.model.context import AccessContext
from keptmind.surfaces.http.app import application
from keptmind.surfaces.http.asking import NOBODY, Ask, asking
from keptmind.surfaces.http.bodies import SearchSaid
from keptmind.surfaces.http.serve import SWITCH_SECONDS, end_in_order, listening


def main(url: str) -> None:
    """Serve a store without a cache and without limits; say on which port, and with which key."""
    house = build({"url": url, "cache_entries": 0, "requests_per_minute": 0})
    issued = house.callers.issue(AccessContext(tenant="default", owner=NOBODY), "bench", {"any_user": True})
    app = application(house)

    @app.post("/bench/empty")
    def empty(ask: Annotated[Ask, Depends(asking)], said: SearchSaid) -> JSONResponse:
        ask.context(said.workspace_type)
        return JSONResponse({"ok": True})

    end_in_order(app, house)
    sys.setswitchinterval(SWITCH_SECONDS)
    with listening("127.0.0.1", 0) as listener:
        sys.stdout.write(f"{listener.getsockname()[1]} {issued.secret}\n")
        sys.stdout.flush()
        uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run(sockets=[listener])


if __name__ == "__main__":
    main(sys.argv[1])
