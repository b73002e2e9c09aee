"""How much of two texts is the same, pure."""

from collections import Counter
from itertools import pairwise


def dice(one: str, other: str) -> float:
    """Give the share of pairs of neighbouring characters that two texts have in common, 1 for equal texts (Dice, 1945)."""
    if one == other:
        return 1.0
    pairs, others = _pairs(one), _pairs(other)
    total = pairs.total() + others.total()
    return 2 * (pairs & others).total() / total if total else 0.0


def _pairs(text: str) -> Counter[str]:
    return Counter(map("".join, pairwise(text)))
