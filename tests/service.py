"""The HTTP service for a test: a real server on loopback over a store, and clients with keys of their own."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import httpx
import uvicorn
from starlette.types import ASGIApp

from keptmind import Memory
from keptmind.model.context import AccessContext
from keptmind.surfaces.http.app import application
from keptmind.surfaces.http.asking import Desk
from keptmind.surfaces.http.metrics import PrometheusMeter
from keptmind.surfaces.http.serve import configured, listening

EVERYTHING = ("read", "write", "manage", "forget", "settings", "audit", "admin")


class Service:
    """A running service; `store` is the store that it serves."""

    def __init__(self, store: Memory, address: str, desk: Desk) -> None:
        self.store = store
        self.desk = desk
        self.address = address
        self._clients: list[httpx.Client] = []

    def key(self, *, tenant: str = "default", **granted: Any) -> str:
        """Return a new key; without a grant it may do everything for anybody."""
        grant = granted or {"any_user": True, "verbs": list(EVERYTHING)}
        return self.store.house.callers.issue(AccessContext(tenant=tenant, owner=""), "a test", grant).secret

    def client(self, user: str | None = None, *, key: str | None = None, **headers: str) -> httpx.Client:
        """Return a client that asks for a user; without a key of its own it may do everything."""
        named = {"X-Keptmind-User": user} if user is not None else {}
        said = {f"X-Keptmind-{name.replace('_', '-')}": value for name, value in headers.items()}
        made = httpx.Client(base_url=self.address, headers={"Authorization": f"Bearer {key or self.key()}", **named, **said}, timeout=30)
        self._clients.append(made)
        return made

    def nobody(self, **headers: str) -> httpx.Client:
        """Return a client without a key."""
        made = httpx.Client(base_url=self.address, headers=headers, timeout=30)
        self._clients.append(made)
        return made

    def close(self) -> None:
        """Close the clients."""
        for client in self._clients:
            client.close()


@contextmanager
def serving(store: Memory, mounted: Mapping[str, ASGIApp] | None = None, meter: PrometheusMeter | None = None) -> Iterator[Service]:
    """Serve a store on a free port of this machine, with further doors by their paths; `meter` is the one it was opened with."""
    with closing(listening("127.0.0.1", 0)) as listener:
        app = application(store.house, meter, mounted=mounted)
        server = uvicorn.Server(configured(app, lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        service = Service(store, f"http://127.0.0.1:{listener.getsockname()[1]}", app.state.desk)
        try:
            yield service
        finally:
            service.close()
            server.should_exit = True
            thread.join()
