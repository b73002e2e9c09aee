"""
How many requests that can wait for the store work at once, so that threads are left to those that only read.

Who waits for a turn takes no thread; who holds one has sent the whole of the request, and gives it back with the first byte of the
answer, so that a slow client keeps nobody waiting.
"""

import asyncio
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from keptmind.errors import StoreBusy
from keptmind.model.context import ReadMode
from keptmind.surfaces.http.problems import preferred, problem

WRITING = 8
CALLING_TOOLS = 4  # a tool may read or write, and its address does not say which
LEAST_PATIENCE = 5.0  # seconds: many that write at once are no fault, however little a writer is to wait for another process
SAFE = ("GET", "HEAD", "OPTIONS")
READS = frozenset({"/me/memory-search", "/me/memory-grep", "/me/memory-context", "/me/forget-preview", "/sign-out"})
WAITING_READS = frozenset({"/me/activity"})  # writes first what was just read
READ_MODE = "x-keptmind-read-mode"


class Turns:
    """
    Lets requests that can wait for the store through, so many at once.

    Who gets no turn for `patience` seconds is told that the store is busy; `doors` are the addresses of tools.
    """

    def __init__(self, app: ASGIApp, *, doors: Collection[str], patience: float) -> None:
        self._app = app
        self._doors = doors
        self._patience = patience
        self._writing = asyncio.Semaphore(WRITING)
        self._calling = asyncio.Semaphore(CALLING_TOOLS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its turn."""
        turns = self._turns(scope) if scope["type"] == "http" else None
        if turns is None:
            await self._app(scope, receive, send)
            return
        sent = await Sent.whole(receive)
        try:
            async with asyncio.timeout(self._patience):
                await turns.acquire()
        except TimeoutError:
            await problem(StoreBusy(), preferred(Headers(scope=scope).get("accept-language", "")))(scope, receive, send)
            return
        turn = Turn(turns, send)
        try:
            await self._app(scope, sent, turn)
        finally:
            turn.end()

    def _turns(self, scope: Scope) -> asyncio.Semaphore | None:
        path, method = scope["path"], scope["method"]
        if path in self._doors:
            return None if method in SAFE else self._calling
        reads = path in READS if method not in SAFE else path not in WAITING_READS
        guarded = Headers(scope=scope).get(READ_MODE) == ReadMode.EXPLICIT.value  # is put on record before it is answered
        return None if reads and not guarded else self._writing


class Sent:
    """A request whose body was received before, handed on as it came."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._messages: list[Message | HTTPException] = []

    @classmethod
    async def whole(cls, receive: Receive) -> "Sent":
        """Receive a request to its end, or to where its client left."""
        sent = cls(receive)
        more = True
        while more:
            try:
                message = await receive()
            except HTTPException as error:  # it is too large, which is told where it is read
                sent._messages.append(error)
                break
            sent._messages.append(message)
            more = message["type"] == "http.request" and message.get("more_body", False)
        return sent

    async def __call__(self) -> Message:
        """Receive the next message."""
        if not self._messages:
            return await self._receive()
        message = self._messages.pop(0)
        if isinstance(message, HTTPException):
            raise message
        return message


class Turn:
    """Sends an answer on; the turn is over with its first message, when the work is done."""

    def __init__(self, turns: asyncio.Semaphore, send: Send) -> None:
        self._turns: asyncio.Semaphore | None = turns
        self._send = send

    async def __call__(self, message: Message) -> None:
        """Send one message of the answer."""
        self.end()
        await self._send(message)

    def end(self) -> None:
        """Give the turn back, once."""
        turns, self._turns = self._turns, None
        if turns is not None:
            turns.release()
