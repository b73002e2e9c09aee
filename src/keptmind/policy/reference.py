"""Whether a statement points at something that it does not name: a dangling "he", "it", "there", "tomorrow"; pure."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from keptmind.policy import pointing
from keptmind.text.patterns import compiled
from keptmind.text.plain import simplified

_WORD = r"[A-Za-zÀ-ɏ]+(?:'[a-z]+)?|[.!?;:,]"


def unclear(text: str) -> bool:
    """Tell whether the text cannot be understood alone, for it does not say whom, what, where or when it means."""
    return (
        _unclear_in_english(text)
        if text.isascii()
        else _unclear_in_english(text.replace("’", "'")) or _unclear_in_chinese(simplified(text))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A pointing word where it stands: the words as written and in lower case, marks among them."""

    written: Sequence[str]
    words: Sequence[str]
    at: int

    @property
    def before(self) -> str:
        """The word before it; empty at the beginning of a sentence."""
        found = self.words[self.at - 1] if self.at else ""
        return "" if found in ".!?;:" else found

    @property
    def after(self) -> str:
        """The word or mark after it; a full stop at the end."""
        return self.words[self.at + 1] if self.at + 1 < len(self.words) else "."


def _unclear_in_english(text: str) -> bool:
    written = compiled(_WORD).findall(text)
    words = [word.lower() for word in written]
    if _POINTING.isdisjoint(words):
        return False
    if not pointing.RELATIVE.isdisjoint(words) and _is_undated(" ".join(words), text):
        return True
    return any(_POINTERS[word](_Place(written=written, words=words, at=at)) for at, word in enumerate(words) if word in _POINTERS)


def _is_undated(line: str, text: str) -> bool:
    return compiled(pointing.RELATIVE_TIME).search(line) is not None and compiled(pointing.DATED).search(text) is None


def _nobody(place: _Place) -> bool:
    """Tell whether no person was named before; or right behind a comma, as in "when he was five, Tom moved"."""
    if any(_is_person(place, at) for at in range(place.at)):
        return False
    return not any(_is_person(place, at) for at in range(place.at + 2, len(place.words)) if place.words[at - 1] == ",")


def _none_of_them(place: _Place) -> bool:
    return _nobody(place) and _nothing(place)


def _whose(place: _Place) -> bool:
    """Tell whether a possessive begins a sentence and nobody is named; within one it mostly is the owner's."""
    return not place.before and _nobody(place)


def _nothing(place: _Place) -> bool:
    """Tell whether nothing was named before."""
    return not any(_is_thing(place, at) for at in range(place.at))


def _it(place: _Place) -> bool:
    around = " ".join(place.words[max(0, place.at - 2) : place.at + 5])
    return not compiled(pointing.EXPLETIVE).search(around) and _nothing(place)


def _there(place: _Place) -> bool:
    return place.after not in pointing.EXISTING and _nothing(place)


def _this(place: _Place) -> bool:
    """Tell it of this, these and those; "this week" is a matter of dates, "these days" and "those who" point at nothing."""
    return place.after not in pointing.NOT_POINTED_AT and _nothing(place)


def _that(place: _Place) -> bool:
    """Leave "that" alone where it joins two clauses."""
    begins = not place.before and place.after in pointing.BEGUN_BY_THAT
    ends = place.after in pointing.BEHIND_THAT or place.before in pointing.BEFORE_THAT
    return (begins or ends) and _nothing(place)


def _is_person(place: _Place, at: int) -> bool:
    return place.words[at] in pointing.PEOPLE or (_is_name(place, at) and (at == 0 or place.words[at - 1] not in pointing.PLACING))


def _is_name(place: _Place, at: int) -> bool:
    """Tell whether it is written like a name; the first word of a sentence only where it is the subject of a verb, or owns something."""
    written, word = place.written[at], place.words[at]
    if not written[0].isupper() or word in pointing.NO_NAMES:
        return False
    if at and place.words[at - 1] not in ".!?;:":
        return True
    following = place.words[at + 1] if at + 1 < len(place.words) else ""
    return (
        word.endswith("'s")
        or following in pointing.AFTER_A_NAME
        or (len(following) > 3 and following.endswith(("s", "ed")) and not word.endswith("ly"))
    )


def _is_thing(place: _Place, at: int) -> bool:
    """Tell whether a word names a thing: behind an article or the like, a name, or whatever is neither a verb nor a little word."""
    word = place.words[at]
    if word in pointing.LITTLE or not word[0].isalpha():
        return False
    if at and place.words[at - 1] in pointing.ARTICLES:
        return True
    if word in pointing.PEOPLE:
        return False
    if at and place.written[at][0].isupper():
        return word not in pointing.NO_NAMES
    return (
        at != place.at - 1
        and word not in pointing.VERBS
        and not word.endswith(("ly", "ing", "ed"))
        and not (at == 0 and word.endswith("s"))
    )


_POINTERS: dict[str, Callable[[_Place], bool]] = {
    **dict.fromkeys(("he", "she", "him", "he's", "she's", "he'd", "she'd", "he'll", "she'll"), _nobody),
    **dict.fromkeys(("they", "them", "they're", "they've", "they'll"), _none_of_them),
    **dict.fromkeys(("his", "her", "their", "its"), _whose),
    **dict.fromkeys(("it", "it's", "it'll"), _it),
    **dict.fromkeys(("this", "these", "those"), _this),
    **dict.fromkeys(("that", "that's"), _that),
    "there": _there,
}
_POINTING = frozenset(_POINTERS) | pointing.RELATIVE


def _unclear_in_chinese(text: str) -> bool:
    if compiled(pointing.RELATIVE_TIME_ZH).search(text) and not compiled(pointing.DATED).search(text):
        return True
    return compiled(pointing.POINTING_ZH).search(text) is not None and any(
        _dangles(text, found) for found in compiled(pointing.POINTER_ZH).finditer(text)
    )


def _dangles(text: str, pointer: re.Match[str]) -> bool:
    """Tell whether nothing before it can be meant: for a person a person, else an earlier clause, or the noun right before it."""
    before = text[: pointer.start()]
    if pointer["person"]:
        return compiled(pointing.PERSON_ZH).search(before) is None
    if compiled(pointing.EARLIER_CLAUSE).search(before):
        return False
    return pointer["thing"] is None or compiled(pointing.NOUN_BEFORE).search(before) is None
