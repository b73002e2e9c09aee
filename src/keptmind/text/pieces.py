"""A folded text cut at its script borders, pure: words, runs of scripts written without spaces, emoji."""

import re
from functools import cache

from keptmind.text import scripts, words
from keptmind.text.patterns import compiled
from keptmind.text.wordforms import JOINT

Piece = tuple[str, str, str]
"""A run, a word and an emoji, of which one is filled."""

_TAIL = r"(?:\+\+|[#%])?"
_ASCII_WORD = re.compile(rf"[a-z0-9]+(?:{JOINT}[a-z0-9]+)*{_TAIL}")
_THOUSANDS = r"(\d),(?=\d{3}(?!\d))"
_DATE = r"\d{4}-(\d\d)-(\d\d)(?!\d)|(\d\d?)月(?:(\d\d?)[日号])?"


def pieces(folded: str) -> list[Piece]:
    """Cut a folded text; numbers lose their separators of thousands, a numeric month is given its name."""
    prepared = _with_month_names(compiled(_THOUSANDS).sub(r"\1", folded) if "," in folded else folded)
    if prepared.isascii():
        return [("", word, "") for word in _ASCII_WORD.findall(prepared)]
    return _piece().findall(prepared.replace("’", "'"))


@cache
def _piece() -> re.Pattern[str]:
    """Compile at first use: the ranges take milliseconds, and plain English never needs them."""
    letters = rf"[^\W_{scripts.UNSPACED}]+(?:[{scripts.MARKS}]+[^\W_{scripts.UNSPACED}]*)*"
    emoji = f"[{scripts.REGIONAL}]{{2}}|[{scripts.PICTOGRAPHS}]"
    return re.compile(rf"([{scripts.UNSPACED}]+)|({letters}(?:{JOINT}{letters})*{_TAIL})|({emoji})")


def _with_month_names(text: str) -> str:
    return compiled(_DATE).sub(_named_month, text) if "-" in text or "月" in text else text


def _named_month(date: re.Match[str]) -> str:
    month, day = int(date[1] or date[3]), date[2] or date[4] or ""
    if not 1 <= month <= len(words.MONTHS):
        return date[0]
    return f" {date[0] if date[1] else ''} {words.MONTHS[month - 1]} {day.lstrip('0')} "
