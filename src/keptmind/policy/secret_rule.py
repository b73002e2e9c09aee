"""One rule that sees a secret, and the short ways to write one; pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from keptmind.policy import checksums
from keptmind.policy.checksums import Spans
from keptmind.text.patterns import compiled

Accept = Callable[[re.Match[str]], Spans]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One way to see a secret: `accept` answers where in a match of `pattern` secrets stand, if any."""

    id: str
    names: str
    source: str
    accept: Accept
    certain: bool = True
    hints: tuple[str, ...] = ()
    digits: int = 0
    long: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        """The source compiled, at its first use: compiling them all takes longer than an import may."""
        return compiled(self.source)

    @property
    def placeholder(self) -> str:
        """What stands in the text instead."""
        return f"[{self.names} removed]"


def rule(
    id: str,
    names: str,
    pattern: str,
    *hints: str,
    accept: Accept = checksums.whole,
    certain: bool = True,
    digits: int = 0,
    long: bool = False,
    case: bool = False,
) -> Rule:
    """Write a rule in one line; small and capital letters are one unless `case` tells them apart."""
    source = pattern if case else f"(?i){pattern}"
    return Rule(id=id, names=names, source=source, accept=accept, certain=certain, hints=hints, digits=digits, long=long)


def prefixed(id: str, prefixes: str, body: str, least: int) -> Rule:
    """Write the rule of a key that a vendor begins in its own way."""
    beginnings = "|".join(map(re.escape, prefixes.split()))
    pattern = rf"(?P<secret>(?:{beginnings}){body}{{{least},}})"
    return rule(id, "api key", pattern, accept=checksums.drawn, digits=1, long=True, case=True)
