"""
Log lines of a process as JSON, one object a line.

What keptmind logs itself holds ids, counts and codes. What other libraries log may hold anything, so of theirs only the unfilled
template is told, and of an exception only its type and its code.
"""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from io import TextIOWrapper
from typing import Any, TextIO

from keptmind.errors import KeptmindError

KNOWN = (
    "action", "caller", "code", "count", "degradation", "engine", "ids", "method", "operation", "path", "purpose", "route", "rows", "rule",
    "schema_version", "scope", "seconds", "status", "tenant", "tokens", "verb",
)  # fmt: skip
OURS = "keptmind"
WITHHELD = "a line of another library"
LONGEST = 2_000  # characters of a message or of one extra
UNSAFE = {letter: f"\\u{letter:04x}" for letter in (0x85, 0x2028, 0x2029, *range(0xD800, 0xE000))}  # ends a line for some, or is no UTF-8

request_id: ContextVar[str] = ContextVar("request_id", default="")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record)[:LONGEST],
            "request_id": _plain(getattr(record, "request_id", None) or request_id.get()),
            **{name: _plain(vars(record)[name]) for name in KNOWN if name in vars(record)},
        }
        if not _is_ours(record):
            line["where"] = f"{record.module}:{record.lineno}"
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = _exception(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, separators=(",", ":")).translate(UNSAFE)


def to_stderr(level: int = logging.INFO, stream: TextIO | None = None) -> logging.Handler:
    """
    Have what this process logs written to standard error as JSON lines, and by nobody else; return what writes it.

    `level` is that of our own lines; of other libraries what is worth a warning is told.
    """
    told = sys.stderr if stream is None else stream
    if isinstance(told, TextIOWrapper):
        told.reconfigure(encoding="utf-8", errors="backslashreplace")
    handler = logging.StreamHandler(told)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    for other in root.handlers[:]:
        root.removeHandler(other)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(OURS).setLevel(level)
    logging.captureWarnings(True)
    return handler


def _message(record: logging.LogRecord) -> str:
    template = str(record.msg)
    if _is_ours(record):
        try:
            return record.getMessage()
        except (TypeError, ValueError, KeyError):  # a mistake in a call must not have the arguments printed
            return template
    return template if record.args else WITHHELD


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] == OURS


def _plain(given: object) -> str | int | float | bool | list[str | int | float | bool] | None:
    """Return a value that says no more than what it is: a number, a short word, several of them; of anything else its type."""
    match given:
        case None | bool() | int() | float():
            return given
        case str():
            return given[:LONGEST]
        case list() | tuple():
            return [one if isinstance(one, (int, float)) else str(_plain(one)) for one in given]
    return type(given).__name__


def _exception(error: BaseException) -> dict[str, str]:
    told = {"type": type(error).__name__}
    return {**told, "code": error.code} if isinstance(error, KeptmindError) else told
