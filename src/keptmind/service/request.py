"""What a caller asks of a read, checked: words, limits, times and patterns."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any

from keptmind.errors import InvalidField, InvalidTime, TextEmpty
from keptmind.model.memory import Kind
from keptmind.policy import form
from keptmind.policy.identity import listed, word
from keptmind.read.disclose import NAMES
from keptmind.read.grep import Pattern
from keptmind.read.grep import pattern as read_pattern
from keptmind.service.paging import whole

MAX_PATTERN = 500
MICROSECOND = timedelta(microseconds=1)


def last_words(message: object) -> str:
    """Return the text of a message, or of the last user message of a conversation. Raises: InvalidField."""
    if isinstance(message, str):
        return message
    if not isinstance(message, Sequence):
        raise InvalidField(field="query_or_messages", problem="neither text nor messages")
    spoken = [_said(turn) for turn in message if isinstance(turn, Mapping) and turn.get("role") == "user"]
    return spoken[-1] if spoken else ""


def _said(turn: Mapping[str, Any]) -> str:
    content = turn.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, Sequence) else ()
    texts = (part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


def text(field: str, given: object) -> str:
    """Return a text as it was given. Raises: InvalidField."""
    if not isinstance(given, str):
        raise InvalidField(field=field, problem="not a string")
    return given


def at_most(field: str, given: object, most: int) -> int:
    """Return a positive whole number, lowered to the most there may be. Raises: InvalidField."""
    return min(whole(field, given), most)


def kinds(given: object) -> frozenset[Kind] | None:
    """Return the kinds that are asked for; None is all. Raises: InvalidField, UnknownWord."""
    return None if given is None else frozenset(word("kinds", one, Kind) for one in _several("kinds", given))


def fields(given: object) -> frozenset[str] | None:
    """Return the fields that are asked for; None is all. Raises: InvalidField, UnknownWord."""
    return None if given is None else frozenset(listed("fields", one, sorted(NAMES)) for one in _several("fields", given))


def _several(field: str, given: object) -> Sequence[object]:
    if isinstance(given, str) or not isinstance(given, (list, tuple, set, frozenset)) or not given:
        raise InvalidField(field=field, problem="not a list of words")
    return list(given)


def pattern(given: object, *, regex: object) -> Pattern:
    """Return what is to be looked for. Raises: InvalidField, NulCharacter, TextEmpty, TextTooLong, InvalidPattern."""
    wanted = form.short_text("pattern", text("pattern", given), MAX_PATTERN)
    if wanted is None:
        raise TextEmpty(field="pattern")
    return read_pattern(wanted, regex=form.flag("regex", regex))


def past(field: str, given: object, zone: tzinfo, now: datetime) -> datetime | None:
    """Return an instant gone by; a date alone is the end of that local day, of today what has passed of it. Raises: InvalidTime."""
    begins, ends = (form.when(field, given, zone, end_of_day=end_of_day) for end_of_day in (False, True))
    if begins is None or ends is None:
        return None
    if begins > now:
        raise InvalidTime(field=field, problem="in the future")
    return min(ends if begins == ends else ends - MICROSECOND, now)
