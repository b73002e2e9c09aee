"""`keptmind mcp` as a client meets it: a process, its standard streams, and every byte that came out of them."""

import contextlib
import json
import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

from surface.terminal import CLEAN, PROGRAM

PATIENCE = 60  # seconds until a process that says nothing is ended, so that a test fails instead of hanging
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}

# Found by the interpreter before anything else: a library that prints, logs to standard output and speaks up at exit.
LOUD = """
import atexit, logging, os, warnings

print("a banner, printed before the program begins")

class Loud(logging.Handler):
    def emit(self, record):
        print("printed by a log handler", record.levelname)
        os.write(1, b"written to descriptor 1\\n")

logging.basicConfig(level=logging.DEBUG, handlers=[Loud()])
warnings.simplefilter("always")
warnings.warn("this is deprecated", DeprecationWarning)
atexit.register(lambda: print("printed at exit"))
atexit.register(lambda: os.write(1, b"written at exit\\n"))
"""


class McpProcess:
    """One server, spoken to by hand in lines of JSON."""

    def __init__(self, folder: Path, *options: str, environment: dict[str, str] | None = None) -> None:
        self._told = (folder / "stderr").open("wb")
        self._process = subprocess.Popen(
            [PROGRAM, "mcp", "--user", "A", *options],
            cwd=folder,
            env={**CLEAN, "LC_ALL": "C", "PYTHONUNBUFFERED": "", **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._told,
        )
        self._folder = folder
        self._number = 0
        self._guard = threading.Timer(PATIENCE, self._process.kill)
        self._guard.start()
        self.lines: list[bytes] = []

    def __enter__(self) -> "McpProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self._guard.cancel()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._told):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    @property
    def errors(self) -> str:
        """What it said on standard error."""
        return (self._folder / "stderr").read_text(encoding="utf-8")

    def greet(self) -> dict[str, Any]:
        """Open the session."""
        answer = self.ask("initialize", HELLO)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def call(self, name: str, arguments: object) -> dict[str, Any]:
        """Call a tool and return what the call came to."""
        found: dict[str, Any] = self.ask("tools/call", {"name": name, "arguments": arguments})["result"]
        return found

    def ask(self, method: str, params: object) -> dict[str, Any]:
        """Send a request and return its answer."""
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self.answer(self._number)

    def answer(self, request_id: object) -> dict[str, Any]:
        """Return the answer to a request."""
        while True:
            message = self.read()
            if message.get("id") == request_id and "method" not in message:
                return message

    def read(self) -> dict[str, Any]:
        """Return the next message."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the server ended: {self.errors}"
        self.lines.append(line)
        message: dict[str, Any] = json.loads(line.decode("utf-8"))
        return message

    def send(self, message: object) -> None:
        """Send a message."""
        self.write(json.dumps(message, ensure_ascii=False).encode("utf-8"))

    def write(self, line: bytes) -> None:
        """Send a line as it is."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def leave(self) -> int:
        """Close its input, read what is left and return its exit code."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._ended()

    def terminate(self) -> int:
        """Tell it to end, read what is left and return its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self) -> int:
        assert self._process.stdout is not None
        self.lines += self._process.stdout.readlines()
        return self._process.wait()


def loud(folder: Path) -> dict[str, str]:
    """Return an environment in which a library prints, logs and warns wherever it can."""
    site = folder / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(LOUD, encoding="utf-8")
    return {"PYTHONPATH": os.pathsep.join((str(site), *filter(None, [os.environ.get("PYTHONPATH")]))), "PYTHONASYNCIODEBUG": "1"}


def parameters(folder: Path, *options: str) -> dict[str, Any]:
    """Return how a client is told to start a server."""
    inherited = {"PYTHONPATH": os.environ["PYTHONPATH"]} if os.environ.get("PYTHONPATH") else {}
    return {"command": PROGRAM, "args": ["mcp", "--user", "A", *options], "cwd": str(folder), "env": {"LC_ALL": "C", **inherited}}


def is_json_rpc(line: bytes) -> bool:
    """Tell whether a line is one message of the protocol."""
    message = json.loads(line.decode("utf-8"))
    return isinstance(message, dict) and message.get("jsonrpc") == "2.0" and bool({"result", "error", "method"} & set(message))
