"""Serving one client over standard input and output, until it leaves or the process is told to end."""

import asyncio
import os
import signal
import threading
from typing import Any

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, RequestId

from keptmind.surfaces.mcp.lines import Unreadable, read, written
from keptmind.surfaces.mcp.server import memory_server, quieten
from keptmind.surfaces.mcp.wire import Wire
from keptmind.surfaces.tools.context import ToolContext

CHUNK = 65_536
READ_AHEAD = 64  # lines that wait to be dispatched
LAST_ANSWERS_SECONDS = 5.0

Incoming = MemoryObjectSendStream[SessionMessage | Exception]
Outgoing = MemoryObjectReceiveStream[SessionMessage]


def serve(context: ToolContext, wire: Wire, *, patience: float = LAST_ANSWERS_SECONDS) -> None:
    """
    Serve the tools of one conversation; returns when the client closes its end, or at SIGTERM or SIGINT.

    `patience` is for how many seconds calls that a client sent before it left are waited for.
    """
    quieten()
    anyio.run(_served, memory_server(lambda _request: context), wire, patience)


async def _served(server: Server[Any], wire: Wire, patience: float) -> None:
    incoming, arriving = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    leaving, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as group:
        line = Line(wire, group.cancel_scope, patience)
        group.start_soon(_until_told_to_end, group.cancel_scope)
        group.start_soon(line.receive, incoming)
        group.start_soon(line.send, outgoing)
        await server.run(arriving, leaving, server.create_initialization_options())
        group.cancel_scope.cancel()


async def _until_told_to_end(scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            scope.cancel()


class Line:
    """The line to one client, and which of its requests are still to be answered."""

    def __init__(self, wire: Wire, scope: anyio.CancelScope, patience: float) -> None:
        self._wire = wire
        self._scope = scope
        self._patience = patience
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._room = threading.Semaphore(READ_AHEAD)
        self._open: set[RequestId] = set()
        self._answered = asyncio.Event()
        self._writing = asyncio.Lock()

    async def receive(self, incoming: Incoming) -> None:
        """Hand on what the client sends; when it has left, what it asked before is answered first."""
        loop = asyncio.get_running_loop()
        # reading cannot be interrupted, and a thread that does it must not keep the process alive
        threading.Thread(target=self._read, args=(loop,), name="keptmind-mcp-reader", daemon=True).start()
        async with incoming:
            while (line := await self._lines.get()) is not None:
                self._room.release()
                await self._take(line, incoming)
            with anyio.move_on_after(self._patience):
                while self._open:
                    self._answered.clear()
                    await self._answered.wait()

    async def _take(self, line: bytes, incoming: Incoming) -> None:
        try:
            message = read(line)
        except Unreadable as unreadable:
            await self._write(written(unreadable.reply))
            return
        match message:
            case JSONRPCRequest(id=request_id):
                self._open.add(request_id)
            case JSONRPCNotification(method="notifications/cancelled", params=params):
                self._close((params or {}).get("requestId"))
            case _:
                pass
        await incoming.send(SessionMessage(message))

    async def send(self, outgoing: Outgoing) -> None:
        """Write what the server has to say."""
        async with outgoing:
            async for sent in outgoing:
                await self._write(written(sent.message))
                if isinstance(sent.message, (JSONRPCResponse, JSONRPCError)):
                    self._close(sent.message.id)

    def _close(self, request_id: object) -> None:
        if isinstance(request_id, (str, int)):
            self._open.discard(request_id)
        self._answered.set()

    async def _write(self, data: bytes) -> None:
        """Write a whole line; a client that no longer listens ends the service."""
        async with self._writing:
            try:
                await anyio.to_thread.run_sync(_write_all, self._wire.writing, data, abandon_on_cancel=True)
            except OSError:
                self._scope.cancel()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read lines, in a thread of its own, until the end; when the loop has ended, nobody waits for more."""
        rest = b""
        try:
            while chunk := _chunk(self._wire.reading):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in filter(bytes.strip, lines):
                    self._pass_on(loop, line)
            if rest.strip():
                self._pass_on(loop, rest)
            self._pass_on(loop, None)
        except RuntimeError:
            return

    def _pass_on(self, loop: asyncio.AbstractEventLoop, line: bytes | None) -> None:
        self._room.acquire()
        loop.call_soon_threadsafe(self._lines.put_nowait, line)


def _chunk(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
