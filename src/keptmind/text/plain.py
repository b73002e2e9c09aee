"""A text as rules look for words in it, pure: one case, one width, one script variant, without what shows nothing; its lines stay lines."""

import unicodedata

from keptmind.text import hanzi, scripts
from keptmind.text.patterns import compiled

_UNSEEN = f"[{scripts.INVISIBLE}{scripts.VARIATION_SELECTORS}]"
# What is read as it stands: ASCII, accented Latin, typographic marks, kana, Han, and the wide marks of Chinese sentences.
_ODD = (
    r"[^\t\n\r\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u3001-\u301b\u3041-\u30fa\u4e00-\u9fff"
    r"\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]"
)
_LINE_END = r"\r\n?"


def plain(text: str) -> str:
    """Return the text in lower case, apostrophes straight; only what is not plain already is normalised, for that takes its time."""
    if text.isascii():
        return _one_line_end(text.lower())
    seen = text.replace("’", "'")
    if compiled(_ODD).search(seen):
        seen = unicodedata.normalize("NFKC", compiled(_UNSEEN).sub("", seen)).replace("’", "'")
    return _one_line_end(simplified(seen).lower())


def simplified(text: str) -> str:
    """Return the text with simplified characters; what GB 2312 can spell has no others, but for a few that are both, and stays as it is."""
    try:
        text.encode("gb2312")
    except UnicodeEncodeError:
        return hanzi.simplify(text)
    return text


def _one_line_end(text: str) -> str:
    return compiled(_LINE_END).sub("\n", text) if "\r" in text else text
