"""The command line as a person uses it, in a folder of its own, on a real file: as a process, or for speed in this one."""

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from keptmind.surfaces.cli import program
from keptmind.surfaces.cli.answer import speak_utf8

PROGRAM = str(Path(sys.executable).with_name("keptmind"))
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("KEPTMIND_", "LC_", "LANG"))}


@dataclass(frozen=True)
class Said:
    """What a process said, and how it ended; the texts are exactly its bytes, as UTF-8."""

    code: int
    out: str
    err: str

    @property
    def shape(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        found: dict[str, Any] = json.loads(self.out)
        return found


@dataclass(frozen=True)
class Terminal:
    """A folder, and what the environment says beside the ordinary."""

    folder: Path
    environment: dict[str, str] = field(default_factory=lambda: {"LANG": "en_US.UTF-8"})

    @property
    def file(self) -> Path:
        """Where the store lies unless an option says otherwise."""
        return self.folder / "memory.db"

    def run(self, *words: str, piped: bytes = b"") -> Said:
        """Run one command line."""
        done = subprocess.run(
            [PROGRAM, *words],
            cwd=self.folder,
            env={**CLEAN, **self.environment},
            input=piped,
            capture_output=True,
            timeout=120,
            check=False,
        )
        return Said(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def as_user(self, user: str, *words: str, piped: bytes = b"") -> Said:
        """Run one command line for a user."""
        verb, *rest = words
        return self.run(verb, "--user", user, *rest, piped=piped)

    def saved(self, user: str, *words: str) -> dict[str, Any]:
        """Save a statement that must be kept, without the cost of a process, and return the memory."""
        said = Here(self.folder, self.environment).as_user(user, "save", "--json", *words)
        assert said.code == 0, said.err or said.out
        found: dict[str, Any] = said.shape["memory"]
        return found

    def every_byte(self) -> bytes:
        """Return what stands in the store and in all files beside it."""
        return b"".join(file.read_bytes() for file in sorted(self.folder.iterdir()) if file.is_file())


class Here(Terminal):
    """The same program in this process; only its outputs, its input, the folder and the environment are lent to it."""

    def run(self, *words: str, piped: bytes = b"") -> Said:
        """Run one command line."""
        out, err = (io.TextIOWrapper(io.BytesIO(), write_through=True) for _ in range(2))
        with (
            contextlib.chdir(self.folder),
            mock.patch.dict(os.environ, {**CLEAN, **self.environment}, clear=True),
            mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(piped))),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            speak_utf8()
            code = program.run(list(words))
        return Said(code, bytes_of(out).decode("utf-8"), bytes_of(err).decode("utf-8"))


def bytes_of(stream: io.TextIOWrapper) -> bytes:
    """Return what was written."""
    stream.flush()
    held = stream.buffer
    assert isinstance(held, io.BytesIO)
    return held.getvalue()
