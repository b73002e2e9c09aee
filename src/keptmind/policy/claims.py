"""
What a tool's save may claim to rest on: the person's own current message, or nothing but a model's guess; pure.

A model can be talked into saving something by a page, a file or another tool. So its word counts as the person's only where the person's
message, which the host hands in, says the same or asks for it. A message that is too long to be spoken, is pasted, or sends the assistant
to work on a text vouches for nothing: which of its words are the person's cannot be told.
"""

from keptmind.model.memory import Source
from keptmind.policy.noise import noise
from keptmind.policy.pointing import NO_NAMES, RELATIVE_TIME, RELATIVE_TIME_ZH
from keptmind.policy.smuggling import instructs
from keptmind.text.analyse import index_terms
from keptmind.text.fence import strip_blocks
from keptmind.text.gist import reading
from keptmind.text.language import locale_of
from keptmind.text.normalise import fold
from keptmind.text.patterns import compiled
from keptmind.text.plain import plain

SPOKEN = 1_000  # characters of a message that a person types
ENOUGH = 0.6  # of what the text says anew must stand in one sentence of the message

_SENTENCE_END = r"(?<=[.!?~])\s+|(?<=[。！？；])|\n+"
_ON_A_TEXT = (
    r"\b(?:translat|summari[sz]|rewrit|rephras|paraphras|proofread|tl;?dr|analy[sz]e|transcrib|read|review|open|check|visit|browse|fetch"
    r"|look (?:at|up|into|through)|go through)\w*\b[^.!?]{0,40}?\b(?:pages?|sites?|websites?|links?|urls?|files?|documents?|docs?|articles?"
    r"|e?mails?|texts?|papers?|pdfs?|repos?|threads?|attachments?|this|that|these|those|it|above|below|following)\b"
    r"|\b(?:summari[sz]e|translate|proofread|paraphrase|rephrase|tl;?dr)\b|https?://"
    r"|翻译|总结|概括|改写|润色|校对|缩写|扩写|续写|摘要|(?:看|读|打开|分析|解释|检查|查看|浏览|阅读)[^。！？]{0,12}?"
    r"(?:网页|页面|链接|网站|文件|文档|文章|邮件|附件|这段|这篇|下面|以下|上面|论文|代码)"
)
_NOT_ASKING = (
    r"\b(?:i|we|you|they|do|don't|can't|to) (?:still |just |can |will )?remember (?:when|how|what|where|who|if|us|my)\b"
    r"|记得[^。]{0,40}[吗么]"
)
_ASKING = (
    r"\b(?:remember|memori[sz]e|don't (?:you )?forget|do not forget|keep in mind|bear in mind|take note|note down|make a note|note that"
    r"|write (?:this|that|it) down|(?:save|store|keep|add|put) (?:this|that|it|the fact)\b)"
    r"|(?:请|帮我|要|你){0,3}(?:记住|记下|记一下|记好|牢记|记着|别忘[了记]?|不要忘|记得(?=我|以后|下次|这|那)|存[下到进入]|保存)"
)
# What an asking sentence may hold beside the asking and still say nothing itself.
_POINTING = frozenset(
    """
    pleas also just now then too me my said say told tell mention memori save store add put keep note down mind rememb forget not fact
    earlier before abov alreadi later futur next time thing ok
    """.split()
)
_POINTING_ZH = (
    "请|帮我|给我|你|要|一定|以后|一下|这个|这点|这条|这件事|这些|那个|那点|那些|刚才|刚刚|上面|我|说|的|话|了|吧|哦|啊|到|在|记忆|里|中"
    "|内容|都|也|就|把|它|好"
)
# What a model puts around a person's words when it writes them down.
_FRAME = r"^(?:the )?(?:user|person)(?:'s|’s)? |^(?:用户|本人)的?|\b(?:the )?user(?:'s|’s)?\b|用户"
_FRAMING = frozenset("prefer want wish name call said say ask rememb would alwai".split())
_LIVES = r"(?i)\blives(?= (?:in|at|on|by|with|near|alone|abroad|here|there)\b)"  # the verb; the noun has the stem of life
_IDENTIFIER = r"\S*(?:@|://|\d)\S*|\b\w+(?:\.\w{2,})+\b"
_DATE = r"\d{4}-\d\d?(?:-\d\d?)?|\d{1,4}[年月日号]"
_NAME = r"(?<![.!?。！？]\s)(?<!^)\b[A-Z][\w'-]+"


def claim(message: str | None, text: str, *, before: str = "") -> Source:
    """
    Return the source that a tool's text may claim: explicit where the person's message says it or asks for it, else inferred.

    `before` is what a row says that the text is to take the place of: only what is new has to be vouched for.
    """
    said = own_sentences(message or "")
    if any(_says(_unasked(sentence), text, before) for sentence in said):
        return Source.EXPLICIT
    asked = any(_asks_for(sentence, text) for sentence in said if _asks(sentence))
    return Source.EXPLICIT if asked and not instructs(text) else Source.INFERRED


def own_sentences(message: str) -> list[str]:
    """Return the sentences in which a person states something or asks to remember it; none of a message that may hold another's words."""
    spoken = strip_blocks(message).strip()
    if len(spoken) > SPOKEN or compiled(_ON_A_TEXT).search(plain(spoken)) or noise(spoken) in ("quoted", "code", "log", "table"):
        return []
    sentences = [part.strip() for part in compiled(_SENTENCE_END).split(spoken)]
    return [one for one in sentences if one and not one.startswith(">") and (_asks(one) or noise(one) is None)]


def _asks(sentence: str) -> bool:
    said = plain(sentence)
    return compiled(_ASKING).search(said) is not None and compiled(_NOT_ASKING).search(said) is None


def _unasked(sentence: str) -> str:
    return compiled(f"(?i){_ASKING}").sub(" ", sentence) if _asks(sentence) else sentence


def _says(sentence: str, text: str, before: str) -> bool:
    """Tell whether a sentence says what is new in a text: most of its words, each name, number and address, affirmed or denied alike."""
    text = _undated(text, sentence)
    known, told = _terms(before), _terms(text)
    new = (told - known) or told
    heard = frozenset(index_terms(sentence))
    if not new or len(new & heard) < ENOUGH * len(new):
        return False
    if _affirms(text) not in (_affirms(sentence), *([_affirms(before)] if before else [])):
        return False
    return _names_nothing_else(text, f"{sentence} {before}")


def _terms(text: str) -> frozenset[str]:
    bare = compiled(_LIVES).sub("live", compiled(f"(?i){_FRAME}").sub(" ", text))
    return frozenset(index_terms(bare)) - _FRAMING


def _affirms(text: str) -> bool:
    return reading(fold(text)).affirmed


def _names_nothing_else(text: str, said: str) -> bool:
    terms = index_terms(said)
    names = {name for name in compiled(_NAME).findall(text) if name.casefold() not in NO_NAMES}
    return _identifies_nothing_else(text, said) and all(terms.keys() & index_terms(name).keys() for name in names)


def _identifies_nothing_else(text: str, said: str) -> bool:
    """Tell whether every number and address of a text stands in what was said."""
    heard = plain(said)
    found = compiled(_IDENTIFIER).findall(plain(_undated(text, said)))
    return all(one.strip(".,;:!?()'\"，。；：！？（）") in heard for one in found)


def _undated(text: str, said: str) -> str:
    """Return a text without its dates where what was said tells the day by another, as tomorrow does."""
    heard = plain(said)
    is_relative = compiled(RELATIVE_TIME).search(heard) or compiled(RELATIVE_TIME_ZH).search(heard)
    return compiled(_DATE).sub(" ", text) if is_relative else text


def _asks_for(sentence: str, text: str) -> bool:
    """Tell whether an asking sentence asks for a text that it does not say itself: it only points, or it speaks another language."""
    rest = compiled(_ASKING).sub(" ", plain(sentence))
    if locale_of(sentence) == "zh":
        rest = compiled(_POINTING_ZH).sub("", rest)
    if index_terms(rest).keys() <= _POINTING:
        return True
    return locale_of(sentence) != locale_of(text) and _identifies_nothing_else(text, sentence)
