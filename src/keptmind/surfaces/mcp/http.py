"""
The agent tools over streamable HTTP, as an ASGI application that another service can put under one of its paths.

Every request says anew who asks: nothing that one caller opened can be used by another.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import anyio.to_thread
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.context import ServerRequestContext
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.server.streamable_http_manager import DEFAULT_MAX_REQUEST_BODY_SIZE, StreamableHTTPSessionManager
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Message, Receive, Scope, Send

from keptmind.errors import BodyTooLarge, KeptmindError, MethodNotAllowed, Unauthenticated
from keptmind.surfaces.mcp.lines import Unreadable, mended
from keptmind.surfaces.mcp.server import memory_server, quieten
from keptmind.surfaces.messages import say
from keptmind.surfaces.outcome import outcome
from keptmind.surfaces.shapes import details_of, error_shape
from keptmind.surfaces.tools.context import Conversations, Seen, ToolContext

Contexts = Callable[[Request], ToolContext]
Complaint = Callable[[Request, KeptmindError], Response]

CONTEXT = "keptmind.tools"


class HttpDoor:
    """
    An ASGI application.

    `contexts` finds out who asks, in a worker thread, and may raise one of our errors; `complain` answers that error. With `sessions` a
    client of the handshake era keeps a session, in which its owner can be asked before something is erased; it lives in this process
    alone and answers only to the caller and person that opened it. Without them any node can answer any request.
    """

    def __init__(
        self,
        contexts: Contexts,
        *,
        sessions: bool = False,
        body_bytes: int = DEFAULT_MAX_REQUEST_BODY_SIZE,
        complain: Complaint | None = None,
    ) -> None:
        quieten()
        self._contexts = contexts
        self._complain = complain or complaint
        self._sessions = sessions
        self._body_bytes = body_bytes
        self._conversations = Conversations()
        self._manager = StreamableHTTPSessionManager(
            memory_server(self._context_of), json_response=not sessions, stateless=not sessions, max_request_body_size=body_bytes
        )
        self._running: asyncio.Task[None] | None = None
        self._started = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; what is not HTTP is none of its business."""
        if scope["type"] == "lifespan":
            await _lived(receive, send)
        elif scope["type"] == "http":
            await self._answered(scope, receive, send)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            if not self._sessions and request.method != "POST":
                raise MethodNotAllowed(allowed=("POST",))  # a stream that nothing is ever sent on would only be held open
            context = await anyio.to_thread.run_sync(self._contexts, request)
            body = await self._body(request)
        except KeptmindError as error:
            await self._complain(request, error)(scope, receive, send)
            return
        except ClientDisconnect:
            return
        except Unreadable as unreadable:
            await JSONResponse(unreadable.reply.model_dump(by_alias=True), status_code=400)(scope, receive, send)
            return
        await self._run()
        known = {**scope, CONTEXT: context, "user": principal(context)}
        await self._manager.handle_request(known, _again(body, receive), send)

    async def _body(self, request: Request) -> bytes:
        """Return a body as a message that can be read. Raises: BodyTooLarge, Unreadable."""
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > self._body_bytes:
                raise BodyTooLarge(limit=self._body_bytes)
        return mended(bytes(body)) if request.method == "POST" else bytes(body)

    async def _run(self) -> None:
        """Start what serves the sessions, in the loop that asks first; it ends with that loop, for a mounted application is not told."""
        if self._running is None:
            self._running = asyncio.create_task(self._serve())
        await self._started.wait()

    async def _serve(self) -> None:
        async with self._manager.run():
            self._started.set()
            await asyncio.Event().wait()

    def _context_of(self, asked: ServerRequestContext[Any, Any]) -> ToolContext:
        request: Any = asked.request
        context: ToolContext = request.scope[CONTEXT]
        return context.remembering(self._seen(context, request.headers.get(MCP_SESSION_ID_HEADER)))

    def _seen(self, context: ToolContext, session: str | None) -> Seen:
        """Return the revisions that this conversation was told: that of the session, or the one which the route names."""
        access = context.access
        named = session or access.route.conversation
        if named is None:
            return context.seen
        return self._conversations.seen_by(access.tenant, access.owner, access.caller.id, "session" if session else "route", named)


def principal(context: ToolContext) -> AuthenticatedUser:
    """Return whom a session belongs to: one caller, asking for one person."""
    access = context.access
    whose = json.dumps(access.whose)
    return AuthenticatedUser(AccessToken(token="", client_id=access.caller.id, scopes=[], subject=whose))


def complaint(_request: Request, error: KeptmindError) -> Response:
    """Return an error as JSON with the status of its family."""
    ending, details = outcome(error), details_of(error)
    headers = {"WWW-Authenticate": "Bearer"} if isinstance(error, Unauthenticated) else {}
    if isinstance(error, MethodNotAllowed):
        headers["Allow"] = "POST"
    return JSONResponse(error_shape(error.code, say(ending.message, "en", details), details), status_code=ending.http, headers=headers)


async def _lived(receive: Receive, send: Send) -> None:
    """Answer a server that runs this application by itself when it starts and stops."""
    while (await receive())["type"] == "lifespan.startup":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a way to receive a body that was read already."""
    unread = [body]

    async def again() -> Message:
        if unread:
            return {"type": "http.request", "body": unread.pop(), "more_body": False}
        return await receive()

    return again
