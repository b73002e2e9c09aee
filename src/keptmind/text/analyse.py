"""What a text can be found by, pure: the terms of the lexical index and those of a query, made by the same rules."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from operator import add

from keptmind.text import words
from keptmind.text.normalise import fold
from keptmind.text.patterns import compiled
from keptmind.text.pieces import pieces
from keptmind.text.wordforms import word_terms

_LABEL = r"\s*(?:\([^()]{0,80}\)\s*)?(\w[\w'’.-]{0,40}?) ?(?::\s|：)"
_NAME = re.compile("(?<![A-Za-z])[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ]+")
_ASKED_FOR = r"\b(?:how (?:many|much|long|often)|(?:what|which) (?:kind|type|sort)s?(?: of)?)\b"
_PARTICLES = f"[{''.join(sorted(words.CHINESE))}]+"

_LOOKED_AT = 4_000
# Statements are short, and the shorter one is not the better one: this evens lines out and still tells a line from a page.
_EVENING = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryTerms:
    """The terms to search for, and those to try when none of these is found anywhere."""

    primary: tuple[str, ...]
    fallback: tuple[str, ...]


def index_terms(text: str) -> dict[str, int]:
    """Count the terms a text is found by."""
    found = _label(text)
    for chunk in fold(text).split():
        # an ASCII word, perhaps with one mark behind it: most of English, and safe to remember
        found += _plain(chunk) if chunk.isascii() and (chunk[:-1] or chunk).isalpha() else _indexed(chunk)
    return dict(Counter(found))


def length(terms: Mapping[str, int]) -> int:
    """Give the length of a document for BM25."""
    return _EVENING + sum(terms.values())


def query_terms(text: str) -> QueryTerms:
    """
    List the distinct terms of a query in order of first appearance; query syntax means nothing.

    Of a long text only the first and the last 4,000 characters are looked at.
    """
    if len(text) > 2 * _LOOKED_AT:
        text = f"{text[:_LOOKED_AT]} {text[-_LOOKED_AT:]}"
    primary: list[str] = []
    fallback: list[str] = []
    for run, word, emoji in pieces(compiled(_ASKED_FOR).sub(" ", fold(text))):
        primary += word_terms(word) if word else _content(run) if run else (emoji,)
        fallback += run
    primary += _named(text)
    return QueryTerms(primary=_distinct(primary), fallback=_distinct(fallback, besides={*primary, *words.CHINESE}))


def _distinct(terms: list[str], *, besides: Set[str] = frozenset()) -> tuple[str, ...]:
    return tuple(term for term in dict.fromkeys(terms) if term not in besides)


@lru_cache(maxsize=16_384)
def _plain(chunk: str) -> tuple[str, ...]:
    return tuple(_indexed(chunk))


def _indexed(chunk: str) -> list[str]:
    found: list[str] = []
    for run, word, emoji in pieces(chunk):
        found += word_terms(word) if word else (*run, *_pairs(run)) if run else (emoji,)
    return found


def _pairs(run: str) -> Iterable[str]:
    return map(add, run, run[1:])


def _content(run: str) -> list[str]:
    """Give the pairs that say something, and each single character that is the whole run or stands between particles."""
    if len(run) == 1:
        return [] if run in words.CHINESE_SINGLES else [run]
    pairs = [pair for pair in _pairs(run) if pair not in words.CHINESE_PAIRS and not words.CHINESE.issuperset(pair)]
    return pairs + [piece for piece in compiled(_PARTICLES).split(run) if len(piece) == 1] if len(run) > 2 else pairs


def _label(text: str) -> list[str]:
    """Give the terms that mark whose statement it is or what it is about: the one word before a first colon."""
    label = compiled(_LABEL).match(text)
    return [f"{term}:" for term in word_terms(fold(label[1]))] if label else []


def _named(text: str) -> list[str]:
    """Give the labels that a query may ask for: its capitalised words."""
    return [f"{term}:" for name in _NAME.findall(text) for term in word_terms(fold(name))]
