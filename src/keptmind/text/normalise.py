"""Two spellings of one text made one, pure: `clean` for what is stored, `fold` for hash, key and index only."""

import unicodedata

from keptmind.text import scripts
from keptmind.text.hanzi import simplify
from keptmind.text.patterns import compiled

_UNSEEN = f"[{scripts.INVISIBLE}{scripts.VARIATION_SELECTORS}]+"
_HAN = "[\u3400-\u9fff]"
# Fullwidth punctuation stands in most Chinese texts and is all that keeps them from being normalised already.
_WIDE = tuple(zip("，：；！？（）", ",:;!?()", strict=True))
_SEPARATORS = r"[\s_\-./\\:;,|·・、。，：；‐-―…⁄]+"


def clean(text: str) -> str:
    """Join surrogate pairs into the character they encode and replace lone surrogates by U+FFFD; the rest is verbatim."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def fold(text: str) -> str:
    """
    Fold case, width, script variant, invisible characters and white space, for hash, key and index only.

    Folding twice equals folding once.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(_simplified(_unified(text)).split())


def value(text: str) -> str:
    """Return the folded form in which two statements are compared: as folded, without the full stop, comma or exclamation at the end."""
    folded = fold(text)
    return folded.rstrip(" .,;!。，；！…") or folded


def fold_key(text: str) -> str:
    """Fold a key from outside: width, case and invisible characters, separators to single underscores, none at the ends."""
    return compiled(_SEPARATORS).sub("_", _unified(text)).strip("_")


def _simplified(text: str) -> str:
    return simplify(text) if compiled(_HAN).search(text) else text


def _unified(text: str) -> str:
    """
    Repeat the folding until it changes nothing: NFKC and case folding each can undo what the other has settled.

    Replacing what NFKC replaces anyway beforehand leaves most Chinese texts to its quick check: a fifth of the time.
    """
    unseen = compiled(_UNSEEN)
    for wide, narrow in _WIDE:
        text = text.replace(wide, narrow)
    while (unified := unicodedata.normalize("NFKC", unseen.sub("", text).casefold())) != text:
        text = unified
    return text
