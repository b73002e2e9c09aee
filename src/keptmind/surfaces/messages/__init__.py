"""
Every sentence a person may be told, in English and Chinese, by key; pure.

A `{name}` stands for a detail; a part in `[…]` is left out where one of its details is not given.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

from keptmind.surfaces.messages.chinese import CHINESE, NOTES, PROBLEMS
from keptmind.surfaces.messages.english import ENGLISH

Locale = Literal["en", "zh"]
LOCALES: tuple[Locale, ...] = ("en", "zh")

MESSAGES: dict[Locale, dict[str, str]] = {"en": ENGLISH, "zh": CHINESE}
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_PLACE = re.compile(r"\{(\w+)\}")


def say(key: str, locale: Locale, details: Mapping[str, Any]) -> str:
    """Return a sentence with its details filled in; a key without a sentence is said by its family's, `error`."""
    table = MESSAGES[locale]
    given = {name: _told(name, detail, locale) for name, detail in details.items() if detail not in (None, "")}
    known = _OPTIONAL.sub(lambda part: _where_told(part[1], given), table.get(key, table["error"]))
    return _PLACE.sub(lambda place: given.get(place[1], "?"), known)


def _where_told(part: str, given: Mapping[str, str]) -> str:
    return part if all(place in given for place in _PLACE.findall(part)) else ""


def _told(name: str, detail: Any, locale: Locale) -> str:
    if isinstance(detail, tuple):
        return ("、" if locale == "zh" else ", ").join(map(str, detail))
    if locale == "zh" and name == "problem":
        return PROBLEMS.get(detail, str(detail))
    return _noted(str(detail)) if locale == "zh" and name == "note" else str(detail)


def _noted(note: str) -> str:
    """Return a note in Chinese where it is known: its words, and after a colon figures that every language has."""
    words, colon, figures = note.partition(": ")
    known = NOTES.get(words)
    return note if known is None else f"{known}：{figures}" if colon else known
