"""The fences around recalled text, pure: no stored or pasted text can close one, open one, or pass for what stands inside."""

import re
import unicodedata
from functools import cache

from keptmind.text.invisible import INVISIBLE, without_invisible
from keptmind.text.patterns import compiled

OPEN = "<memory-context>"
CLOSE = "</memory-context>"
CORE_OPEN = "<memory-core>"
CORE_CLOSE = "</memory-core>"

_NAMES = ("memorycontext", "memorycore")
_LEFT, _RIGHT, _AMPERSAND = "<\u226e\ufe64\uff1c", ">\u226f\ufe65\uff1e", "&\ufe60\uff06"
# An ampersand becomes a bracket where something unescapes it, so it is watched and replaced like one.
_TELLTALE = f"[{_LEFT}{_RIGHT}{_AMPERSAND}]"
_HARMLESS = str.maketrans({**dict.fromkeys(_LEFT, "‹"), **dict.fromkeys(_RIGHT, "›"), **dict.fromkeys(_AMPERSAND, "⅋")})
_ESCAPED = f"[{_AMPERSAND}](?:amp;|#0*38;|#x0*26;)*"
_SPELLED_LEFT = f"{_ESCAPED}(?:lt(?![a-z])|#0*60(?!\\d)|#x0*3c(?![\\da-f]));?"
_SPELLED_RIGHT = f"{_ESCAPED}(?:gt(?![a-z])|#0*62(?!\\d)|#x0*3e(?![\\da-f]));?"
_ESCAPED_AGAIN = "(?i)&(?:amp;|#0*38;|#x0*26;)+"
_LINE_BREAKS = "[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]"
_SPACE = r"\s+"
# Hangul fillers count as letters and show nothing.
_NO_LETTER = "[\\W_\u115f\u1160\u3164\uffa0]+"
# Spaces are gone where this looks, so what follows the name may be the next word: no end of a word is asked for.
_FORGED = r"<(?:[^\w<]|_)*memory(?:[^\w<]|_)+(?:context|core)"
# Escaped deeper than this by other means than "&amp;", a text is up to no good.
_DEPTH = 8


def inert(text: str) -> str:
    """
    Flatten a stored text to one line that cannot close or open a fence, however often it is unescaped or normalised.

    Brackets are replaced only where the name of a fence stands in the text in any disguise.
    """
    line = _one_line(text)
    return _without_brackets(line) if compiled(_TELLTALE).search(line) and _names_fence(line) else line


def defuse(text: str) -> str:
    """Neutralise every forged fence in a user's message and leave the rest as it was written, line breaks included."""
    if not compiled(_TELLTALE).search(text):
        return text
    defused = _tag().sub(lambda tag: _without_brackets(tag[0]), text)
    return _without_brackets(defused) if _forges_fence(defused) else defused


def strip_blocks(text: str) -> str:
    """Remove every recalled block; one that is never closed ends with the text."""
    kept: list[str] = []
    begin, inside = 0, False
    for tag in _tag().finditer(text):
        closing = tag["slash"] is not None
        if tag["right"] and closing == inside:
            kept.append("" if inside else text[begin : tag.start()])
            begin, inside = tag.end(), not inside
    if not begin:
        return text
    return " ".join(part for part in (*kept, "" if inside else text[begin:]) if part).strip()


def _one_line(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    visible = without_invisible(text)
    return " ".join(compiled(_LINE_BREAKS).sub(" ", visible).split()) if compiled(_LINE_BREAKS).search(visible) else visible


def _names_fence(text: str) -> bool:
    unfolded = _unfolded(text)
    if unfolded is None:
        return True
    letters = compiled(_NO_LETTER).sub("", unfolded)
    return any(name in letters for name in _NAMES)


def _forges_fence(text: str) -> bool:
    if not compiled(_TELLTALE).search(text):
        return False
    unfolded = _unfolded(text)
    return unfolded is None or compiled(_FORGED).search(unfolded) is not None


def _unfolded(text: str) -> str | None:
    """Unescape and normalise until nothing changes, without spaces and invisible characters; None where that takes too long."""
    for _ in range(_DEPTH):
        deeper = _unfolded_once(text)
        if deeper == text:
            return text.casefold()
        text = deeper
    return None


def _unfolded_once(text: str) -> str:
    from html import unescape  # its table of entities is large, and most texts have none

    seen = unescape(compiled(_ESCAPED_AGAIN).sub("&", text)) if "&" in text else text
    return unicodedata.normalize("NFKC", compiled(_SPACE).sub("", compiled(INVISIBLE).sub("", seen)))


def _without_brackets(text: str) -> str:
    left, right = _spelled()
    return right.sub("›", left.sub("‹", text)).translate(_HARMLESS)


@cache
def _spelled() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(_SPELLED_LEFT, re.IGNORECASE), re.compile(_SPELLED_RIGHT, re.IGNORECASE)


@cache
def _tag() -> re.Pattern[str]:
    """Match an opening or closing fence in any case, with spaces and invisible characters anywhere."""
    unseen = f"{INVISIBLE}*"
    gap = f"(?:\\s|{INVISIBLE}){{0,40}}"
    memory, context, core = (unseen.join(word) for word in ("memory", "context", "core"))
    return re.compile(
        f"(?:[{_LEFT}]|{_SPELLED_LEFT}){gap}(?P<slash>[/／])?{gap}{memory}(?:[\\s_\u2010-\u2015\uff0d-]|{INVISIBLE}){{1,40}}"
        f"(?:{context}|{core})"
        f"(?![\\w-]){gap}(?P<right>[{_RIGHT}]|{_SPELLED_RIGHT})?",
        re.IGNORECASE,
    )
