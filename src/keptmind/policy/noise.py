"""
Why an inferred or observed text is no durable statement: a greeting, an errand, a question, pasted matter; pure.

Every sentence must be noise for the text to be; a standing wish ("answer in French from now on") is none, however it is asked for.
"""

from keptmind.policy import talk
from keptmind.policy.pasted import pasted
from keptmind.text.language import is_noise
from keptmind.text.patterns import compiled
from keptmind.text.plain import plain

GREETING, ACKNOWLEDGEMENT, COMMAND, QUESTION = "greeting", "acknowledgement", "one-off-command", "question"
_WEIGHT = (COMMAND, QUESTION, GREETING, ACKNOWLEDGEMENT)

_ENDS = "[.!?~。！？\n](?=.)"
_SENTENCE_END = r"(?<=[.!?~])\s+|(?<=[。！？])|\n"
_CLOSING = " \t\"'”’」』)）"
# A statement that ends in courtesy: "I like tea, and you?"
_AND_YOU = r"(?<=\w)[,，;；\s]\s?(?:(?:and|how about|what about) you|[你您]呢)[?？。. ]*$"
_SAYING = r"[^\W_]"
_NO_WORD = r"[\W_]+"
_HAN = "[\u4e00-\u9fff]"
_SHORT = 60


def noise(text: str) -> str | None:
    """Return the reason word: greeting, acknowledgement, one-off-command, question, code, log, table or quoted; None for a statement."""
    return pasted(text) or _small_talk(plain(text).strip())


def _small_talk(said: str) -> str | None:
    found = set()
    for sentence in compiled(_SENTENCE_END).split(said) if compiled(_ENDS).search(said) else (said,):
        reason = _reason(sentence.strip())
        if reason is None:
            return None
        found.add(reason)
    return min(found, key=_WEIGHT.index)


def _reason(sentence: str) -> str | None:
    if compiled(_SAYING).search(sentence) is None:
        return ACKNOWLEDGEMENT
    if len(sentence) <= _SHORT and (polite := _polite(sentence)):
        return polite
    if sentence.endswith(("you?", "呢", "呢？", "呢?")):
        sentence = compiled(_AND_YOU).sub("", sentence)
    asked = sentence.rstrip(_CLOSING).endswith(("?", "？"))
    is_chinese = not sentence.isascii() and compiled(_HAN).search(sentence) is not None
    return _wish_zh(sentence, asked=asked) if is_chinese else _wish_en(sentence, asked=asked)


def _wish_en(sentence: str, *, asked: bool) -> str | None:
    """Judge whether something is asked for or about; a standing wish is a statement, unless it is a question about a habit."""
    if not asked and sentence.split(maxsplit=1)[0].rstrip(",:!") not in talk.OPENINGS_EN:
        return None
    if compiled(talk.STANDING_EN).search(sentence):
        return QUESTION if asked and not compiled(talk.REQUEST_EN).match(sentence) else None
    if compiled(talk.COMMAND_EN).match(sentence):
        return COMMAND
    return QUESTION if asked or compiled(talk.QUESTION_EN).match(sentence) else None


def _wish_zh(sentence: str, *, asked: bool) -> str | None:
    """Do the same in Chinese, where what is asked stands at the beginning or at the end."""
    asked = asked or sentence.rstrip("。！!~. ").endswith(talk.ASKING_ENDS_ZH)
    if not asked and sentence[0] not in talk.OPENINGS_ZH:
        return None
    if compiled(talk.STANDING_ZH).search(sentence):
        return QUESTION if asked and not compiled(talk.REQUEST_ZH).match(sentence) else None
    if compiled(talk.COMMAND_ZH).match(sentence):
        return COMMAND
    return QUESTION if asked or compiled(talk.QUESTION_ZH).match(sentence) else None


def _polite(sentence: str) -> str | None:
    return _polite_en(sentence) if sentence.isascii() else _polite_zh(sentence)


def _polite_en(sentence: str) -> str | None:
    words = compiled("[a-z']+").findall(sentence)
    if len(words) < 2 and is_noise(sentence):
        return GREETING if words and words[0] in talk.GREETING_WORDS else ACKNOWLEDGEMENT
    if not words or words[0] not in talk.OPENINGS_POLITE:
        return None
    line = " ".join(words)
    if compiled(talk.GREETING_EN).fullmatch(line):
        return GREETING
    return ACKNOWLEDGEMENT if compiled(talk.ACKNOWLEDGEMENT_EN).fullmatch(line) else None


def _polite_zh(sentence: str) -> str | None:
    said = compiled(_NO_WORD).sub("", sentence)
    rest = compiled(talk.GREETINGS_ZH).sub("", said)
    if said and not compiled(talk.ACKNOWLEDGEMENTS_ZH).sub("", rest):
        return GREETING if rest != said else ACKNOWLEDGEMENT
    return ACKNOWLEDGEMENT if is_noise(sentence) else None
