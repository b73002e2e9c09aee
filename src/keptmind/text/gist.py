"""What two statements must share to be about one thing, pure: the words that count, apart from polarity, numbers and opposite verbs."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import chain

from keptmind.text import scripts
from keptmind.text.aside import PHRASES, english
from keptmind.text.aside_chinese import chinese
from keptmind.text.counted import settled
from keptmind.text.entries import CHINESE_NUMBER, COUNTED, DENIED, MODAL, MOMENT, NUMBER, PLAIN, VERB, WHEN, Entry, plain
from keptmind.text.numerals import CHINESE
from keptmind.text.parts import number_and_unit, parts, specials
from keptmind.text.patterns import compiled

_ENOUGH = 3
_HAN_BEGINS = "\u2e80"
_BEGIN_NUMBERS = CHINESE | frozenset("0123456789第")
_NUMBER = r"-?\d+(?:[-.:/]\d+)*(?:%|st|nd|rd|th|[ap]m)?|\d{4}-\d\d-\d\dt[\d:.-]+z?"
_ASCII_TOKEN = re.compile("[a-z0-9]+")
_UNSPACED = f"[{scripts.UNSPACED}]+"
_RUN = rf"{_UNSPACED}|[^\W_{scripts.UNSPACED}]+"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gist:
    """The words that count, and what each part of the statement left behind."""

    words: tuple[str, ...]
    left: tuple[Entry, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """All that was said, where a blank begins each mark of what was set aside."""
        return tuple(chain.from_iterable(entry[1] for entry in self.left))

    @property
    def aside(self) -> tuple[str, ...]:
        """The numbers and moments that were set aside, and the opposite verbs, each by its strength."""
        return tuple(mark[1:] for mark in self.said if mark.startswith((COUNTED, WHEN, VERB)))

    @property
    def affirmed(self) -> bool:
        """Whether negations and negative verbs cancel each other out."""
        return self.said.count(DENIED) % 2 == 0


def gist(folded: str, *, dates_aside: bool = False) -> Gist | None:
    """Give the gist of a folded statement; None where fewer than three words count. Days and times count unless they are set aside."""
    found = reading(folded, dates_aside=dates_aside)
    return found if is_enough(found) else None


def is_enough(found: Gist) -> bool:
    """Tell whether three words count, a word such as can being one of them."""
    return len(found.words) >= _ENOUGH or len(found.words) + sum(mark.startswith(MODAL) for mark in found.said) >= _ENOUGH


def reading(folded: str, *, dates_aside: bool = False) -> Gist:
    """Read a folded statement, however little it says."""
    found = parts(folded, named_moments=dates_aside)
    if folded.isascii():
        left = [english(part) if part.isalpha() else _other(part) for part in found]
    else:
        known, special = _known(dates_aside), specials(named_moments=dates_aside)
        left = [known.get(part) or (_other(part) if part[0] in special or part < _HAN_BEGINS else (part, part, PLAIN)) for part in found]
    for place in [place for place, entry in enumerate(left) if entry[2]]:
        left[place] = settled(found, place, left[place], dates_aside=dates_aside)
    return Gist(words=tuple(chain.from_iterable([entry[0] for entry in left])), left=tuple(left))


def gist_text(found: Gist) -> str:
    """Write the words of a gist as one text: equal for equal gists, and for no others."""
    return " ".join(found.words)


def has_three_tokens(folded: str) -> bool:
    """Tell whether a text has three words, or characters of a script without spaces: fewer are no statement to find inside another."""
    return len(_tokens(compiled(_RUN).findall(folded))) >= _ENOUGH


def _tokens(runs: list[str]) -> list[str]:
    """Cut runs of a script without spaces into characters, and put a blank before every word."""
    unspaced = compiled(_UNSPACED)
    return [token for run in runs for token in (run if unspaced.match(run) else (f" {run}",))]


@cache
def _known(dates_aside: bool) -> dict[str, Entry]:
    """List the Chinese words that are looked at, with the characters they begin with, which alone are plain ones."""
    return {head: plain(head) for head in specials(named_moments=dates_aside) if not head.isdigit()} | chinese()


def _other(part: str) -> Entry:
    """Tell what a part leaves behind that is neither a listed Chinese word nor plain Han text."""
    if not part.isascii():
        return _other_script(part)
    if part.isalpha() or part in PHRASES:
        return english(part)
    if compiled(_NUMBER).fullmatch(part):
        return ((), (COUNTED + part,), NUMBER)
    measured = number_and_unit(part)
    return ((measured[1],), (COUNTED + measured[0], measured[1]), PLAIN) if measured else plain(part)


def _other_script(part: str) -> Entry:
    """Tell it of what is not ASCII: a number with its unit, a named moment, or a word of another alphabet."""
    if part[0] in _BEGIN_NUMBERS:
        return ((part,), (part,), CHINESE_NUMBER)
    return ((part,), (part,), MOMENT if part[0] >= _HAN_BEGINS else PLAIN)
