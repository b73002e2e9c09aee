"""What stands before every route: the host it was sent to, the size of its body, its name, and what every answer carries."""

import logging
import re
import time
import traceback
import uuid
from collections.abc import Collection
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from keptmind.errors import BodyTooLarge, KeptmindError, UnknownHost
from keptmind.surfaces.http.logs import request_id
from keptmind.surfaces.http.problems import preferred, problem

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
ANY = "*"
TOO_LARGE = 413
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_PORT = re.compile(r":\d+$")
FIXED = ((b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store"), (b"referrer-policy", b"no-referrer"))

log = logging.getLogger("keptmind.http")


class Gate:
    """Lets requests in, and gives each a name that its events and its log line bear."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str], body_bytes: int) -> None:
        self._app = app
        self._hosts = LOOPBACK | {spelled(host.lower()) for host in hosts}
        self._body_bytes = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or turn it away."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        begun, name = time.perf_counter(), _named(headers.get("x-request-id", ""))
        scope["keptmind.request_id"] = name
        request_id.set(name)
        answer = Answer(send, name)
        try:
            await self._answered(scope, receive, answer, headers)
        finally:
            route = getattr(scope.get("route"), "path", "-")
            said = {"method": scope["method"], "route": route, "status": answer.status, "seconds": round(time.perf_counter() - begun, 4)}
            log.info("request", extra={"request_id": name, **said})

    async def _answered(self, scope: Scope, receive: Receive, answer: "Answer", headers: Headers) -> None:
        locale, turned_away = preferred(headers.get("accept-language", "")), self._turned_away(headers)
        if turned_away is not None:
            await problem(turned_away, locale)(scope, receive, answer)
            return
        try:
            await self._app(scope, Measured(receive, self._body_bytes), answer)
        except Exception as error:  # noqa: BLE001 the edge: what nobody foresaw may hold any text, so that only its kind and place are told
            log.error("request failed", extra={"request_id": answer.name, "code": type(error).__name__, "operation": _place(error)})
            if answer.status == 0:  # else the answer breaks off
                await problem(error, locale)(scope, receive, answer)

    def _turned_away(self, headers: Headers) -> KeptmindError | None:
        host = _PORT.sub("", headers.get("host", "").lower())
        if host not in self._hosts and ANY not in self._hosts:
            return UnknownHost()
        size = headers.get("content-length", "0")
        if not (size.isascii() and size.isdigit()) or int(size[:20]) > self._body_bytes:
            return BodyTooLarge(limit=self._body_bytes)
        return None


class Answer:
    """Sends an answer on with the headers that all of them have, and remembers its status."""

    def __init__(self, send: Send, name: str) -> None:
        self.status = 0
        self.name = name
        self._send = send

    async def __call__(self, message: Message) -> None:
        """Send one message of an answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *FIXED, (b"x-request-id", self.name.encode())]
        await self._send(message)


class Measured:
    """Hands on a body as long as it is not too large, whatever its headers said."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def __call__(self) -> Message:
        """Receive one message. Raises: HTTPException once the body has outgrown its limit."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise HTTPException(TOO_LARGE)
        return message


def spelled(host: str) -> str:
    """Return a host as an address of the web spells it: IPv6 in brackets, and without the zone that only this machine knows."""
    return f"[{host.partition('%')[0]}]" if ":" in host and not host.startswith("[") else host


def _place(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).stem}:{last.lineno}"


def _named(given: str) -> str:
    return given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
