"""Where a text may be cut without breaking what a reader sees as one character, pure."""

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from keptmind.text import scripts
from keptmind.text.patterns import compiled

_JOINER = "\u200d"
# Skin tones and the tags that spell a flag belong to the emoji before them, conjoining vowels and finals to their syllable.
_TRAILING = f"[{scripts.SKIN_TONES}\U000e0020-\U000e007f\u1160-\u11ff\ud7b0-\ud7fb\u200c{_JOINER}]"
_REGIONAL = f"[{scripts.REGIONAL}]"


def cuts(text: str) -> Iterator[int]:
    """Yield every place inside the text where it may be cut."""
    indicators = 0
    regional, trailing = compiled(_REGIONAL).match, compiled(_TRAILING).match
    for at, (before, after) in enumerate(pairwise(text), start=1):
        indicators = indicators + 1 if regional(before) else 0
        splits_flag = indicators % 2 == 1 and regional(after)
        if not splits_flag and not trailing(after) and not _belong_together(before, after):
            yield at


def _belong_together(before: str, after: str) -> bool:
    return (
        before == _JOINER
        or unicodedata.category(after).startswith("M")
        or (before, after) == ("\r", "\n")
        or ("\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff")
    )
