"""A folded statement cut into what is compared, pure: words, phrases, numbers, Han characters in runs, signs, but no punctuation."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from keptmind.text import scripts
from keptmind.text.aside import PHRASES
from keptmind.text.aside_chinese import expressions, tails
from keptmind.text.moments import CHINESE_MOMENTS, NAMED_HEADS, NUMBERED
from keptmind.text.numerals import CHINESE
from keptmind.text.patterns import compiled
from keptmind.text.wordforms import JOINT

_TAIL = r"(?:\+\+|[#%])?"
_WORD = rf"[a-z0-9]+(?:{JOINT}[a-z0-9]+)*{_TAIL}"
# Every sign but punctuation says something: 5 < 6, $5, a smile.
_SIGN = r"[^\w\s.,;:!'\"()\[\]{}`´‘’“”„«»‹›、。…·・–—―「」『』《》〈〉【】_/\\-]"
_BELOW_ZERO = r"(?<!\S)-\d+(?:\.\d+)?"
_ASCII = re.compile(f"{_WORD}|{_BELOW_ZERO}|{_SIGN}")
_THOUSANDS = r"(\d),(?=\d{3}(?!\d))"
_UNIT = re.compile(r"(\d+(?:\.\d+)?)(kg|g|mg|km|m|cm|mm|ml|l|lbs?|oz|kb|mb|gb|tb|ms|s|min|h|hrs?|x|k)")

# A word that opens an answer and says nothing of what follows: No, I like tea.
_OPENING = (
    "(?:no|nope|yes|yeah|yep|well|ok|okay|oh|so|sorry|actually|correction|update"
    "|不是?|不对|是的?|对的?|好的?|嗯|哦|其实|更正|纠正)[,:;!，：；！]"
)

_TOGETHER = {"can't": ("can", "not"), "cannot": ("can", "not"), "won't": ("will", "not"), "shan't": ("shall", "not")}
_NEGATED = "do does did is are was were could should would have has had must need"
_SHORT_FORMS: dict[str, tuple[str, ...]] = {
    **_TOGETHER,
    **{word.replace("'", ""): apart for word, apart in _TOGETHER.items()},
    **{f"{word}n{mark}t": (word, "not") for word in _NEGATED.split() for mark in ("'", "")},
    **{f"{word}'s": (word, "is") for word in "it that he she there what here".split()},
}
_ENDINGS = {"m": "am", "re": "are", "ve": "have", "ll": "will"}
_PAIRS = [phrase.split("_")[:2] for phrase in PHRASES]
_HEADS = {head: {word for other, word in _PAIRS if other == head} for head, _ in _PAIRS}
_LENGTHS = (3, 2)
_NOTABLE = frozenset((*_SHORT_FORMS, *_HEADS))

_DIGITS = "0123456789"
_NUMERAL = f"[{''.join(sorted(CHINESE))}]"
_MEASURES = (
    "[个只岁位次杯天元块层周条张本台辆件双套间家口名头匹瓶碗份斤克米度倍遍趟场节门种页章集季秒分级楼栋号人年]"
    "|公[斤里]|小时|毫[升米]|厘米|平方|升|成"
)
_SOME = f"{_NUMERAL}{{1,9}}"
_WHICH = rf"第(?:\d{{1,9}}|{_SOME})"
_LARGE = rf"\d{{1,9}}[万亿](?:{_MEASURES})?"
_MANY = f"(?!一点)(?:(?<![周期拜]){_SOME}(?:{_MEASURES}|点)|{_SOME}[次回遍])"


def parts(folded: str, *, named_moments: bool) -> list[str]:
    """Cut a folded text; contractions are taken apart, phrases of several English words come as one with underscores."""
    opening = compiled(_OPENING).match(folded)
    text = folded[opening.end() :] if opening else folded
    if "," in text:
        text = compiled(_THOUSANDS).sub(r"\1", text)
    found = _ASCII.findall(text) if text.isascii() else _mixed(named_moments=named_moments).findall(text.replace("’", "'"))
    return _phrased(_taken_apart(found)) if "'" in text or not _NOTABLE.isdisjoint(found) else found


def number_and_unit(part: str) -> tuple[str, str] | None:
    """Part a number from the unit that is written to it, or a Chinese numeral from its measure word: 5kg, 两只."""
    found = (_UNIT if part.isascii() else _counted()).fullmatch(part)
    return (found[1], found[2]) if found else None


def _taken_apart(found: list[str]) -> list[str]:
    """Take off the verb or the negation that is written to a word; what is whose stays whole."""
    whole: list[str] = []
    for part in found:
        if part in _SHORT_FORMS:
            whole += _SHORT_FORMS[part]
        elif "'" in part:
            word, _, ending = part.rpartition("'")
            whole += (word, _ENDINGS[ending]) if ending in _ENDINGS else (part,)
        else:
            whole.append(part)
    return whole


def _phrased(found: list[str]) -> list[str]:
    """Join the words of each phrase."""
    whole: list[str] = []
    place, end = 0, len(found)
    while place < end:
        part, length = found[place], 1
        if part in _HEADS and place + 1 < end and found[place + 1] in _HEADS[part]:
            length = _phrase_at(found, place)
            part = "_".join(found[place : place + length])
        whole.append(part)
        place += length
    return whole


def _phrase_at(found: Sequence[str], place: int) -> int:
    """Count the words of the phrase that begins at a place, one if there is none."""
    return next((length for length in _LENGTHS if "_".join(found[place : place + length]) in PHRASES), 1)


@cache
def specials(*, named_moments: bool) -> frozenset[str]:
    """Give the characters with which something begins that is not plain Han text."""
    return frozenset((*_DIGITS, *CHINESE, "第", *expressions(), *(NAMED_HEADS if named_moments else "")))


@cache
def _mixed(*, named_moments: bool) -> re.Pattern[str]:
    """Compile at first use; characters that begin nothing special are taken in runs, and only the others are looked at one by one."""
    special = specials(named_moments=named_moments)
    han = _without(special)
    moments = f"(?=[{_DIGITS}{NAMED_HEADS}]|{_NUMERAL})(?:{CHINESE_MOMENTS})" if named_moments else f"(?=\\d|{_NUMERAL})(?:{NUMBERED})"
    words = "|".join(f"{head}(?:{'|'.join(rest)})" for head, rest in expressions().items())
    one = "".join(sorted(special - set(_DIGITS)))
    letters = rf"[^\W_{scripts.UNSPACED}]+(?:[{scripts.MARKS}]+[^\W_{scripts.UNSPACED}]*)*"
    return re.compile(
        f"[{han}]+(?:(?:{tails()})[{han}]*)*|{moments}|{words}|{_WHICH}|{_LARGE}|{_MANY}|[{one}]"
        f"|{_WORD}(?![^\\W_{scripts.UNSPACED}])|{letters}(?:{JOINT}{letters})*{_TAIL}|[{scripts.UNSPACED}]|{_BELOW_ZERO}|{_SIGN}"
    )


@cache
def _counted() -> re.Pattern[str]:
    return re.compile(rf"(第?(?:\d+[万亿]?|{_NUMERAL}+))([^\d{''.join(sorted(CHINESE))}]*)")


def _without(special: frozenset[str]) -> str:
    """Give the ranges of the other Han characters: what stands inside square brackets."""
    ends = [0x4DFF, *sorted(ord(head) for head in special if "\u4e00" <= head <= "\u9fff"), 0xA000]
    return "".join(f"{chr(before + 1)}-{chr(after - 1)}" for before, after in pairwise(ends) if after - before > 1)
