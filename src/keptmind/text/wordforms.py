"""One word as it stands in a text turned into its terms, pure: whole, in parts, without ending or accent."""

import re
import unicodedata
from functools import cache, lru_cache

from keptmind.text import scripts, words
from keptmind.text.patterns import compiled
from keptmind.text.stem import stem

JOINT = "[-_'./:@&]"

_JOINED = re.compile(JOINT)
_CLITIC = "'(?:s|m|re|ve|ll|d)$"
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_OMITTED = f"[{scripts.OMITTED_MARKS}]+"
# Arabic letters typed for Persian ones, and the carriers of a hamza.
_PERSIAN = str.maketrans("يىكأإآة", "ییکاااه")


def word_terms(word: str) -> tuple[str, ...]:
    """
    List the terms of one folded word: none for a stop word, several for an identifier.

    Only plain ASCII words are remembered between calls, so that no number, address or token lingers in memory.
    """
    return _english(word) if word.isalpha() and word.isascii() else _spelled(word)


@lru_cache(maxsize=16_384)
def _english(word: str) -> tuple[str, ...]:
    if word in words.ENGLISH:
        return ()
    return ("not",) if word in words.NEGATED else (stem(word),)


@cache
def _part() -> re.Pattern[str]:
    return re.compile(rf"[^\W\d_]+(?:[{scripts.MARKS}]+[^\W\d_]*)*|\d+")


def _spelled(word: str) -> tuple[str, ...]:
    if word.isdigit():
        return (word,)
    if "'" in word:
        return _with_apostrophe(word)
    if ordinal := _ORDINAL.fullmatch(word):
        return (ordinal[1],)
    return _foreign(word) if _part().fullmatch(word) else _compound(word)


def _with_apostrophe(word: str) -> tuple[str, ...]:
    if word.endswith("n't"):
        return ("not",)
    bare = compiled(_CLITIC).sub("", word)
    return word_terms(bare) if bare != word else _compound(word)


def _compound(word: str) -> tuple[str, ...]:
    """Give the whole, the parts between joints, and the letters and digits of these; a single character says too little."""
    terms = [word]
    for part in _JOINED.split(word):
        pieces = _part().findall(part)
        if len(pieces) > 1:
            terms.append(part)
        terms += [term for piece in pieces if len(piece) > 1 for term in word_terms(piece)]
    return tuple(dict.fromkeys(terms))


def _foreign(word: str) -> tuple[str, ...]:
    """Give the word as it is written, and as it is typed by those who leave the accents out."""
    bare = compiled(_OMITTED).sub("", unicodedata.normalize("NFD", word))
    typed = stem(bare) if bare.isascii() else unicodedata.normalize("NFC", bare).translate(_PERSIAN)
    return (word,) if typed == word else (word, typed)
