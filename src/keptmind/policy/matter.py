"""One rule that sees a private matter, and the short way to write one; pure."""

import re
from dataclasses import dataclass
from functools import cache

ANYBODY = ("owner", "minor", "third_person")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """
    Words of one matter, looked for only where one of the `hints` stands: the first five letters of a word, or Chinese characters.

    `topic` rules are silent at a distance, `digits` rules where no digit stands; `of` says whose matter it must be.
    """

    id: str
    matter: str
    hints: frozenset[str]
    source: str
    topic: bool = False
    digits: bool = False
    of: tuple[str, ...] = ANYBODY

    @property
    def pattern(self) -> re.Pattern[str]:
        """The source compiled, at its first use: compiling them all takes longer than an import may."""
        return _compiled(self.source)


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def rule(
    id: str, matter: str, hints: str, pattern: str, *, topic: bool = False, digits: bool = False, of: tuple[str, ...] = ANYBODY
) -> Rule:
    """Write a rule in one line, its hints apart by spaces."""
    return Rule(id=id, matter=matter, hints=frozenset(hints.split()), source=pattern, topic=topic, digits=digits, of=of)
