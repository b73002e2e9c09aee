"""How many tokens a language model will count in a text, pure: an estimate on the safe side."""

from keptmind.text.patterns import compiled

# A piece costs about one token: a word of usual length, two digits, two letters of another alphabet, a CJK character, a mark, a line
# break. Fitted on English and Chinese text: 1.03 a word, 1.0 a CJK character, 1.5 to 2 for three digits.
_PIECE = r"[A-Za-z]{1,12}|\d\d?|[\u00aa-\u1fff]{1,2}|\n+|[^\sA-Za-z\d]"
_SAFETY_IN_QUARTERS = 5


def estimate(text: str) -> int:
    """Estimate the tokens of a text, a quarter above the fitted count; blank text has none."""
    if not text or text.isspace():
        return 0
    count = len(compiled(_PIECE).findall(text)) + (0 if text.isascii() else _beyond_the_basic_plane(text))
    return -(-count * _SAFETY_IN_QUARTERS // 4)


def _beyond_the_basic_plane(text: str) -> int:
    """Count emoji and rare characters, which cost twice."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2 - len(text)
