"""The service as a process: a socket first, then a key and a link told, then requests."""

import contextlib
import errno
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any, Literal

import anyio.to_thread
import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from keptmind.bootstrap import House
from keptmind.errors import InvalidSettings
from keptmind.model.caller import Issued
from keptmind.model.context import AccessContext, Caller, Grant, Verb
from keptmind.policy.grants import OF_A_PERSON
from keptmind.surfaces.http.app import application
from keptmind.surfaces.http.asking import NOBODY
from keptmind.surfaces.http.gate import spelled
from keptmind.surfaces.http.metrics import PrometheusMeter
from keptmind.surfaces.http.sessions import Session

LOOPBACK = ("127.0.0.1", "::1", "localhost")
TENANT = "default"
FIRST = "first admin key"
THREADS = 16  # more only wait for each other: what they do is one process's computing; some never write (turns.py)
SWITCH_SECONDS = 0.00005  # how long a thread may compute before another gets its turn; a search among writers waits 12 times less
BACKLOG = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What is told before the first request: where it listens, the first key where one was made, and a link that works once."""

    address: str
    issued: Issued | None
    link: str


def serve(
    house: House,
    meter: PrometheusMeter,
    *,
    host: str,
    port: int,
    user: str,
    tell: Callable[[Opening], None],
    mounted: Mapping[str, ASGIApp] | None = None,
) -> None:
    """
    Serve until told to end, and close the store.

    On a loopback address the first start makes an admin key. Raises: InvalidSettings where the address is another one and there is no
    key yet, or where it cannot be listened on.
    """
    known = house.callers.is_anybody_known()
    if host not in LOOPBACK and not known:
        raise InvalidSettings(
            field="host", problem="others could reach it, so it is not listened on before there is a key: keptmind keys create"
        )
    with contextlib.closing(listening(host, port)) as listener:
        issued = None if known else first_key(house)
        app = application(house, meter, hosts=(host,), mounted=mounted)
        end_in_order(app, house)
        address = f"http://{spelled(host)}:{listener.getsockname()[1]}"
        token = app.state.desk.sessions.link(own_session(user))
        tell(Opening(address=address, issued=issued, link=f"{address}/sign-in/{token}"))
        sys.setswitchinterval(SWITCH_SECONDS)
        signal.signal(signal.SIGTERM, _leave)  # it comes again once the last request is answered and the store is closed
        uvicorn.Server(configured(app)).run(sockets=[listener])


def configured(app: FastAPI, lifespan: Literal["on", "off"] = "on") -> uvicorn.Config:
    """Return how requests are served: nobody is believed who says in a header from where they ask."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan=lifespan,
        timeout_graceful_shutdown=10,
    )


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises: InvalidSettings."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with contextlib.ExitStack() as unless_it_listens:
            listener = socket.socket(family, kind, protocol)  # a socket that does not say TCP is not told to send at once: 40 ms an answer
            unless_it_listens.callback(listener.close)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
            unless_it_listens.pop_all()
    except (OSError, UnicodeError) as error:
        raise _unheard(error) from None
    return listener


def _unheard(error: OSError | UnicodeError) -> InvalidSettings:
    """Return why an address cannot be listened on."""
    if isinstance(error, socket.gaierror | UnicodeError):  # a name with an empty or endless part cannot even be asked for
        return InvalidSettings(field="host", problem="there is no host of that name")
    match error.errno:
        case errno.EADDRINUSE:
            return InvalidSettings(field="port", problem="another program listens there")
        case errno.EACCES | errno.EPERM:
            return InvalidSettings(field="port", problem="the system does not let it be listened on")
        case _:
            return InvalidSettings(field="host", problem="cannot be listened on")


def first_key(house: House) -> Issued:
    """Make the key that may do everything for anybody of the default tenant."""
    everything = {"any_user": True, "verbs": [verb.value for verb in Verb]}
    return house.callers.issue(AccessContext(tenant=TENANT, owner=NOBODY), FIRST, everything)


def own_session(user: str) -> Session:
    """Return what a person may do in their own browser: everything of theirs."""
    return Session(tenant=TENANT, user=user, caller=Caller(id="browser", grant=Grant(verbs=OF_A_PERSON, users=frozenset({user}))))


def end_in_order(app: FastAPI, house: House) -> None:
    """Set how many requests work at once, and close the store after the last."""
    inner = app.router.lifespan_context

    @contextlib.asynccontextmanager
    async def whole(one: FastAPI) -> AsyncIterator[Any]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        try:
            async with inner(one) as state:
                yield state
        finally:
            await anyio.to_thread.run_sync(house.close)

    app.router.lifespan_context = whole


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)
