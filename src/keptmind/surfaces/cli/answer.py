"""What a verb comes to, and how it is printed: UTF-8 always, one JSON object or lines, nothing that moves a terminal."""

import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from keptmind.errors import KeptmindError, MissingIdentity
from keptmind.surfaces.messages import Locale, say
from keptmind.surfaces.outcome import outcome
from keptmind.surfaces.shapes import Shape, details_of, error_shape

HINTS = {"user_id": "cli.user-hint", "users": "cli.users-hint"}  # how what is missing is given here

# control characters but tab and line feed, line separators, and what turns the direction of the rest of the line
_RESTLESS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`lines` or `shape` go to standard output, `aside` is one line for standard error, without any memory's text."""

    shape: Shape
    lines: Sequence[str] = ()
    aside: str = ""
    exit: int = 0


def complaint(error: BaseException, locale: Locale) -> Answer:
    """Return what is said of an error: one line with its code, or the same as an object."""
    details, ending = details_of(error), outcome(error)
    message = say(ending.message, locale, details)
    hint = HINTS.get(str(details.get("field"))) if isinstance(error, MissingIdentity) else None
    if hint is not None:
        message = f"{message} ({say(hint, locale, {})})"
    code = error.code if isinstance(error, KeptmindError) else ending.message
    return Answer(shape=error_shape(code, message, details), aside=f"keptmind: {message} [{code}]", exit=ending.exit)


def give(answer: Answer, *, as_json: bool) -> None:
    """Print an answer, and flush it, so that a reader who left is noticed here."""
    if as_json:
        print(json.dumps(answer.shape, ensure_ascii=False), flush=True)  # noqa: T201
        return
    for line in answer.lines:
        print(still(line))  # noqa: T201
    sys.stdout.flush()
    if answer.aside:
        print(still(answer.aside), file=sys.stderr, flush=True)  # noqa: T201


def still(text: str) -> str:
    """Return a text in which what would move a terminal is spelled out."""
    return _RESTLESS.sub(lambda found: ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    """Return a text on a single line."""
    return " ⏎ ".join(text.splitlines())


def speak_utf8() -> None:
    """Make both outputs UTF-8, whatever the environment's locale says; one that was closed before the start swallows what it is told."""
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))  # noqa: SIM115 as long as the process
    for stream in (sys.stdout, sys.stderr):
        _utf8(stream)


def _utf8(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
