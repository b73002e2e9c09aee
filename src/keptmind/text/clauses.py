"""A text shortened to a number of tokens, pure: at the end of a clause, else of a word, else of a character, and marked as cut."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from keptmind.text.graphemes import cuts
from keptmind.text.patterns import compiled

MARK = " …"

# A dot or comma ends a clause only before white space: not in 3.5, 1,000 or node.js.
_CLAUSE_END = "[,.;!?…][\"'”’)\\]]*(?=\\s)|[，。；！？、…][”’」』）]*(?![，。；！？、…”’」』）])|(?<=\\S)(?=\\n)"
_WORD_END = re.compile(r"(?<=\S)(?=\s)")


def shorten(text: str, *, max_tokens: int, counter: Callable[[str], int]) -> str:
    """
    Give the text unchanged if it fits, else its beginning and a mark, which together never count more than max_tokens.

    Nothing is left where not even the mark fits.
    """
    if counter(text) <= max_tokens:
        return text

    def fits(cut: int) -> bool:
        return counter(_marked(text, cut)) <= max_tokens

    cut = _last(_ends(compiled(_CLAUSE_END), text), fits) or _last(_ends(_WORD_END, text), fits) or _last(_characters(text, fits), fits)
    if cut:
        return _marked(text, cut)
    return MARK.strip() if counter(MARK.strip()) <= max_tokens else ""


def _marked(text: str, cut: int) -> str:
    return text[:cut].rstrip() + MARK


def _ends(border: re.Pattern[str], text: str) -> list[int]:
    return [found.end() for found in border.finditer(text)]


def _characters(text: str, fits: Callable[[int], bool]) -> list[int]:
    """List the cuts between characters as far as the budget can reach, none of them within leading white space."""
    first = len(text) - len(text.lstrip()) + 1
    reach = _last(range(first, len(text)), fits)
    return [cut for cut in cuts(text[: reach + 1]) if cut >= first]


def _last(places: Sequence[int], fits: Callable[[int], bool]) -> int:
    """Find the last place that fits, 0 if none does; the search halves, and what it returns was tried."""
    found = bisect_left(places, True, key=lambda place: not fits(place))
    return places[found - 1] if found else 0
