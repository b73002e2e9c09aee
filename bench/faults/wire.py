"""Stands between a client and a PostgreSQL server, passes on what they say, and has the server cut a connection at a chosen message."""

import re
import socket
import threading
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

CHUNK = 1 << 16
SECONDS = 0.3  # the longest that an answer is waited for: in a pipeline there is none to each message
KEY_DATA = re.compile(rb"K\x00\x00\x00[\x0c-\xff](....)", re.DOTALL)  # BackendKeyData: the number of the server's process
COMMIT = re.compile(rb"(?:\x00|Q\x00\x00\x00\x0b)COMMIT\x00")
NAMED_COMMIT = re.compile(rb"(_pg3_\d+)\x00COMMIT\x00")  # how the driver prepares it


@dataclass(slots=True)
class Cut:
    """Where to cut: before the n-th message from now or after the server has answered it; None stands for the next commit."""

    number: int | None
    after: bool
    done: bool = False


class Wire:
    """Listens in a folder as a server would; `count` is how many messages the clients have sent."""

    def __init__(self, server: str, folder: Path) -> None:
        self.count = 0
        self._server = server
        self._cut: Cut | None = None
        self._lock = threading.Lock()
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / ".s.PGSQL.5432"))
        self._listening.listen(16)
        parts = conninfo_to_dict(server)
        self.url = f"postgresql://{parts['user']}@/{parts['dbname']}?host={folder}"
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self, cut: Cut) -> None:
        """Cut there, counted from here."""
        with self._lock:
            self.count, self._cut = 0, cut

    def disarm(self) -> None:
        """Cut no more."""
        with self._lock:
            self.count, self._cut = 0, None

    def close(self) -> None:
        """Listen no more."""
        self._listening.close()

    def terminate(self, pid: int) -> None:
        """Have the server end one of its processes, and wait until it has."""
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))

    def due(self, *, is_commit: bool) -> Cut | None:
        """Count a message, and return the cut that is to be made at it."""
        with self._lock:
            self.count += 1
            cut = self._cut
            if cut is None or cut.done or not (is_commit if cut.number is None else self.count >= cut.number):
                return None
            cut.done = True
            return cut

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            Line(self, client, _connected(self._server)).start()


class Line:
    """One connection, in both directions."""

    def __init__(self, wire: Wire, client: socket.socket, server: socket.socket) -> None:
        self._wire, self._client, self._server = wire, client, server
        self._pid = 0
        self._commit: bytes | None = None
        self._answered = threading.Event()
        self._mute = False

    def start(self) -> None:
        """Pass on from now on."""
        threading.Thread(target=self._ask, daemon=True).start()
        threading.Thread(target=self._answer, daemon=True).start()

    def _ask(self) -> None:
        while message := _received(self._client):
            cut = self._wire.due(is_commit=self._commits(message))
            if cut is not None and not cut.after:
                self._wire.terminate(self._pid)
            self._mute = cut is not None and cut.after
            self._answered.clear()
            if not _sent(self._server, message):
                break
            if cut is not None and cut.after:
                self._answered.wait(SECONDS)
                self._wire.terminate(self._pid)
                _shut(self._client)
        _shut(self._server)

    def _answer(self) -> None:
        while message := _received(self._server):
            if not self._pid and (found := KEY_DATA.search(message)):
                self._pid = int.from_bytes(found[1], "big")
            self._answered.set()
            if not self._mute and not _sent(self._client, message):
                break
        _shut(self._client)

    def _commits(self, message: bytes) -> bool:
        """Tell whether a message commits, written out or by the name under which the driver has prepared it."""
        if found := NAMED_COMMIT.search(message):
            self._commit = b"\x00" + found[1] + b"\x00"
        return bool(COMMIT.search(message)) or (self._commit is not None and self._commit in message)


def _connected(server: str) -> socket.socket:
    parts = conninfo_to_dict(server)
    host, port = str(parts.get("host", "")), int(parts.get("port") or 5432)
    if not host.startswith("/"):
        return socket.create_connection((host or "127.0.0.1", port))
    connected = socket.socket(socket.AF_UNIX)
    connected.connect(f"{host}/.s.PGSQL.{port}")
    return connected


def _received(end: socket.socket) -> bytes:
    try:
        return end.recv(CHUNK)
    except OSError:
        return b""


def _sent(end: socket.socket, message: bytes) -> bool:
    try:
        end.sendall(message)
    except OSError:
        return False
    return True


def _shut(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it was shut already
