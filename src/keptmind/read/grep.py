"""
Step: look for a piece of text, or a regular expression of linear time, in what a reader is given of each row; pure.

Nothing else of a row is looked at: whoever may not read a text must not find out what it says by asking for it.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from typing import Protocol

from keptmind.errors import InvalidPattern
from keptmind.model.memory import MemoryId
from keptmind.ports.store import Glimpses
from keptmind.text.normalise import fold
from keptmind.text.patterns import compiled

# Measured over 10,000 rows: the dearest expression of this size takes some two seconds, an ordinary one 15 ms.
MOST_INSTRUCTIONS = 500
MOST_BYTES = 1 << 19
TOGETHER = 64  # texts

_ANCHOR = r"[$^]|\\[Az]"  # or what looks like one


class Expression(Protocol):
    """A compiled regular expression, as far as it is used here."""

    @property
    def programsize(self) -> int: ...

    def search(self, text: bytes) -> object | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of text, folded: case, width and script make no difference. `word` is its longest run without spaces."""

    folded: str = field(repr=False)
    word: str = field(repr=False)
    names: tuple[str, ...] = ("content", "title", "key")

    def among(self, texts: Sequence[str | None]) -> list[int]:
        """Return which of the texts hold it; most ASCII texts are dismissed without being folded."""
        folded, word = self.folded, self.word
        return [
            place
            for place, text in enumerate(texts)
            if text is not None and (not text.isascii() or word in text.lower()) and folded in fold(text)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verbatim:
    """
    A regular expression over texts as they were written.

    One without anchors that matches nowhere in several texts joined matches in none of them (NUL, which no text holds, is no letter
    to `\\b`); they are looked at one by one only where it does: a tenth of the time where little matches.
    """

    expression: Expression = field(repr=False)
    anchored: bool
    names: tuple[str, ...] = ("content", "title")

    def among(self, texts: Sequence[str | None]) -> list[int]:
        """Return which of the texts match anywhere."""
        several = ((start, texts[start : start + TOGETHER]) for start in range(0, len(texts), TOGETHER))
        return [start + place for start, some in several if self._may_hold(some) for place in self._holding(some)]

    def _may_hold(self, texts: Sequence[str | None]) -> bool:
        joined = "\0".join(text for text in texts if text is not None)
        return self.anchored or self.expression.search(joined.encode()) is not None

    def _holding(self, texts: Sequence[str | None]) -> list[int]:
        search = self.expression.search
        return [place for place, text in enumerate(texts) if text is not None and search(text.encode()) is not None]


Pattern = Piece | Verbatim
Mask = Callable[[Sequence[str], Sequence[int]], Sequence[str]]


def pattern(text: str, *, regex: bool) -> Pattern:
    """Read a pattern, which must not be blank. Raises: InvalidPattern."""
    if regex:
        return Verbatim(expression=_compiled(text), anchored=compiled(_ANCHOR).search(text) is not None)
    folded = fold(text)
    return Piece(folded=folded, word=max(folded.split(), key=len))


def _compiled(text: str) -> Expression:
    import re2  # only who uses it pays for it

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = MOST_BYTES
    try:
        expression: Expression = re2.compile(text, options)
    except re2.error as error:
        raise InvalidPattern(field="pattern", problem=_problem(str(error))) from None
    if expression.programsize > MOST_INSTRUCTIONS:
        raise InvalidPattern(field="pattern", problem="too large a regular expression")
    return expression


def _problem(said: str) -> str:
    too_large = "too large" in said or "repetition size" in said
    return "too large a regular expression" if too_large else "not a regular expression of linear time"


def grep(glimpses: Glimpses, wanted: Pattern, given: Set[str], mask: Mask) -> list[MemoryId]:
    """Return which rows hold the pattern in one of the texts that are given, the content masked as it is for its reader."""
    texts: dict[str, Sequence[str | None]] = {
        "content": mask(glimpses.contents, glimpses.rule_versions),
        "title": glimpses.titles,
        "key": glimpses.keys,
    }
    looked_at = [texts[name] for name in wanted.names if name in given and texts[name].count(None) < len(texts[name])]
    held = {place for column in looked_at for place in wanted.among(column)}
    return [glimpses.ids[place] for place in sorted(held)]
