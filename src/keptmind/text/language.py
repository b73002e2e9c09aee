"""Which language a text is in, and whether it says anything at all, pure."""

from typing import Literal

from keptmind.text import scripts
from keptmind.text.normalise import fold
from keptmind.text.patterns import compiled

_HAN = f"[{scripts.HAN}]"
_LATIN_WORD = "[A-Za-zÀ-ɏ]+"
_TALKATIVE = r"[^\W_](?:[\W_]*[^\W_]){40}"
_NO_WORD = r"[\W_]+"
_LAUGHTER = "(?:ha){2,}h?|(?:he){2,}|(?:lo)+l|(?:哈|嘿|呵|嗯|哦|噢|啊|唔|额|好|对|行)+|h*m+|a+h+|o+h+"
_ACKNOWLEDGEMENTS = frozenset(
    """
    ok okay okey k kk okeydoke thanks thank thankyou thx ty tysm cheers yes yep yeah yup ya sure fine great cool nice good perfect awesome
    right alright correct exactly agreed understood gotcha gotit noted roger done hi hello hey bye goodbye welcome please sorry wow
    好的 好吧 好呀 好啊 好滴 好嘞 收到 谢谢 谢谢你 谢谢您 多谢 感谢 谢了 谢啦 可以 可以的 没问题 没事 知道了 知道啦 明白 明白了 了解 了解了
    懂了 是 是的 对的 没错 当然 嗯好 嗯好的 行吧 行的 你好 您好 再见 拜拜 早 早安 晚安 辛苦了 不客气 不错 赞 棒 牛
    """.split()
)


def locale_of(text: str) -> Literal["zh", "en"]:
    """Tell the language to answer in: Chinese where there are more Han characters than Latin words, else English."""
    return "zh" if len(compiled(_HAN).findall(text)) > len(compiled(_LATIN_WORD).findall(text)) else "en"


def is_noise(text: str) -> bool:
    """Tell whether a text is blank, marks and emoji only, or a one-word acknowledgement."""
    if compiled(_TALKATIVE).search(text):
        return False
    said = compiled(_NO_WORD).sub("", fold(text))
    return not said or said in _ACKNOWLEDGEMENTS or compiled(_LAUGHTER).fullmatch(said) is not None
