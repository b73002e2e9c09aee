"""Which topic a text is on, by the words of a workspace's policy, and the policies as a file states them; pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Never

from keptmind.errors import InvalidSettings
from keptmind.model.topics import Topic, WorkspacePolicy
from keptmind.text.patterns import compiled
from keptmind.text.plain import plain
from keptmind.text.stem import stem

MAX_NAME = 64

_WORD = r"[a-z0-9\u00df-\u024f]+"
# Words of a phrase may be joined by marks too: "pre-commit", "parents' evening".
_LATIN = r"[a-z0-9\u00df-\u024f' ./&-]+"
_NUMBER = r" [0-9][^ ]*"
_SENTENCE_END = r"(?<=[.!?;])\s+|[。！？；\n]+"


def topic_of(text: str, topics: Sequence[Topic]) -> str | None:
    """Return the name of the first topic that the text is on; None if it is on none, which is the rule."""
    if not topics:
        return None
    said = _said(plain(text))
    if not _together(tuple(topics)).stands_in(said, said.stems):
        return None
    return next((topic.name for topic in topics if _is_on(said, _signs(topic))), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """A text as topics look at it: folded, by its words, and by these without their endings."""

    folded: str
    words: Sequence[str]
    stems: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sought:
    """Words to look for: single ones, phrases by the longest word in each, and a pattern for those of other scripts."""

    single: frozenset[str]
    phrases: Mapping[str, Sequence[str]]
    unspaced: re.Pattern[str] | None

    def stands_in(self, said: _Said, words: Sequence[str]) -> bool:
        """Tell whether one of them is among the words, in whichever of the two spellings, or in the text as it was folded."""
        if not self.single.isdisjoint(words) or (self.unspaced is not None and self.unspaced.search(_numbered(said.folded))):
            return True
        possible = [phrase for word in words if word in self.phrases for phrase in self.phrases[word]]
        return bool(possible) and _holds(_line(words), possible)


def _holds(line: str, phrases: Iterable[str]) -> bool:
    return any(phrase in line for phrase in phrases)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signs:
    """A topic made ready: its words by their stems, its exceptions by their letters."""

    words: _Sought
    unless: _Sought


def _said(folded: str) -> _Said:
    words = compiled(_WORD).findall(folded)
    return _Said(folded=folded, words=words, stems=_stems(words))


def _stems(words: Iterable[str]) -> list[str]:
    """Take the endings off; only words of letters are remembered, so that no number or token lingers in memory."""
    return [_stemmed(word) if word.isalpha() else word for word in words]


@lru_cache(maxsize=16_384)
def _stemmed(word: str) -> str:
    return stem(word)


def _line(words: Sequence[str]) -> str:
    """Put words into a line, a space at each end, in which a number stands for any other, letters behind it included: 3b is any class."""
    return compiled(_NUMBER).sub(" 0", f" {' '.join(words)} ")


def _numbered(folded: str) -> str:
    return compiled("[0-9]+").sub("0", folded) if compiled("[0-9]").search(folded) else folded


def _is_on(said: _Said, signs: _Signs) -> bool:
    if not signs.words.stands_in(said, said.stems):
        return False
    if not signs.unless.stands_in(said, said.words):
        return True
    sentences = compiled(_SENTENCE_END).split(said.folded)
    return len(sentences) > 1 and any(_is_on(_said(sentence), signs) for sentence in sentences)


@lru_cache(maxsize=512)
def _signs(topic: Topic) -> _Signs:
    return _Signs(words=_sought(topic.words, _stems), unless=_sought(topic.unless, list))


@lru_cache(maxsize=64)
def _together(topics: tuple[Topic, ...]) -> _Sought:
    return _sought([word for topic in topics for word in topic.words], _stems)


def _sought(given: Iterable[str], spelling: Callable[[Sequence[str]], list[str]]) -> _Sought:
    folded = [word for word in (" ".join(plain(word).split()) for word in given) if word]
    spelled = [spelling(compiled(_WORD).findall(word)) for word in folded if compiled(_LATIN).fullmatch(word)]
    others = [_numbered(word) for word in folded if not compiled(_LATIN).fullmatch(word)]
    phrases: dict[str, list[str]] = {}
    for words in spelled:
        if len(words) > 1:
            phrases.setdefault(max(words, key=_telling), []).append(_line(words))
    return _Sought(
        single=frozenset(words[0] for words in spelled if len(words) == 1),
        phrases=phrases,
        unspaced=re.compile(_by_first_letter(others)) if others else None,
    )


def _by_first_letter(words: Iterable[str]) -> str:
    """Put words into one pattern, those with the same first letter together: twice as fast to search for."""
    grouped = groupby(sorted(set(words)), key=itemgetter(0))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(re.escape(word[1:]) for word in group)})" for first, group in grouped)


def _telling(word: str) -> int:
    """Prefer the longest word of a phrase, for it is the rarest; a number would have to be this one."""
    return len(word) if word.isalpha() else 0


def policies(parsed: Mapping[str, Any]) -> tuple[WorkspacePolicy, ...]:
    """
    Return the policies that a parsed file states: a table for each workspace, in it lists of topics, `refused` and `elsewhere`.

    Raises: InvalidSettings, naming the place in the file.
    """
    return tuple(_policy(name, table) for name, table in parsed.items())


def _policy(name: str, table: object) -> WorkspacePolicy:
    stated = _table(name, table, allowed=("refused", "elsewhere"))
    return WorkspacePolicy(name=name, **{part: _topics(f"{name}.{part}", topics) for part, topics in stated.items()})


def _topics(place: str, topics: object) -> tuple[Topic, ...]:
    if not isinstance(topics, list):
        _malformed(place, problem="not a list of topics")
    return tuple(_topic(f"{place}[{number}]", topic) for number, topic in enumerate(topics))


def _topic(place: str, topic: object) -> Topic:
    stated = _table(place, topic, allowed=("name", "words", "unless"))
    name = stated.get("name")
    if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME:
        _malformed(f"{place}.name", problem="not a short name")
    words, unless = (_listed(f"{place}.{part}", stated.get(part, [])) for part in ("words", "unless"))
    if not words:
        _malformed(f"{place}.words", problem="missing")
    return Topic(name=name, words=words, unless=unless)


def _table(place: str, table: object, *, allowed: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(table, Mapping):
        _malformed(place, problem="not a table")
    for name in table:
        if name not in allowed:
            raise InvalidSettings(field=f"policies_file {place}.{name}"[:200], allowed=allowed)
    return table


def _listed(place: str, words: object) -> tuple[str, ...]:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        _malformed(place, problem="not a list of strings")
    for word in words:
        if not any(letter.isalnum() for letter in word):
            _malformed(place, problem="a word without a letter")
    return tuple(words)


def _malformed(place: str, *, problem: str) -> Never:
    raise InvalidSettings(field=f"policies_file {place}"[:200], problem=problem)
