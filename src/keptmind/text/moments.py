"""Which parts of a statement tell a day or a time, pure: two statements that differ only there speak of two things."""

from collections.abc import Sequence

from keptmind.text.numerals import CHINESE, NUMBER_WORDS
from keptmind.text.patterns import compiled

_CLOCK = (
    r"\d{1,2}:\d\d(?::\d\d)?(?:[ap]m)?|\d{1,2}[ap]m|(?:19|20)\d\d-\d\d?(?:-\d\d?(?:t[\d:.]+z?)?)?"
    r"|\d{4}[/.]\d\d?[/.]\d\d?|\d\d?[/.]\d\d?[/.]\d{4}|\d\d?/\d\d?/\d\d"
)
_YEAR = r"(?:19|20)\d\d"
_ORDINAL = r"\d+(?:st|nd|rd|th)"

MONTHS = frozenset(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()
)
_DAY_PARTS = frozenset("am pm o'clock".split())
_BEFORE_YEAR = frozenset("in since from until till by before after during of year".split())
_BEFORE_HOUR = frozenset("at from between until till by before after past".split())
_BEFORE_CHINESE_HOUR = ("上", "午", "晚", "晨", "早", "天")
_BETWEEN = frozenset("to and until till".split())
_AFTER_HOUR = frozenset("on in every each and with for at until till to today tomorrow tonight sharp in or if when".split())
_AFTER_DAY = frozenset("of at in from with and for to until or".split())
_BEFORE_MONTH = frozenset("in since until till by next last this from every each before after early late mid".split())


def is_moment(tokens: Sequence[str], place: int) -> bool:
    """Tell whether the number at a place among English words tells a day, a year or an hour."""
    number = NUMBER_WORDS.get(tokens[place], tokens[place])
    before, after = _at(tokens, place - 1), _at(tokens, place + 1)
    if before in MONTHS or after in MONTHS or after in _DAY_PARTS:
        return True
    if not number.isdigit():
        return _is_written_moment(number, before, after)
    if compiled(_YEAR).fullmatch(number):
        return before in _BEFORE_YEAR or _at(tokens, place - 2) in MONTHS
    return len(number) < 3 and _is_hour(tokens, place)


def is_month(tokens: Sequence[str], place: int) -> bool:
    """Tell whether a word that is a month's name and another word is the month here."""
    around = _at(tokens, place - 1), _at(tokens, place + 1)
    return around[0] in _BEFORE_MONTH or any(word[:1].isdigit() for word in around)


def _is_written_moment(number: str, before: str, after: str) -> bool:
    """Tell it by the form: 9:30, 2025-07-01, on the 3rd; but the 3rd floor is no day."""
    if compiled(_ORDINAL).fullmatch(number):
        return before in ("the", "on") and (not after or after in _AFTER_DAY)
    return compiled(_CLOCK).fullmatch(number) is not None


def _is_hour(tokens: Sequence[str], place: int) -> bool:
    """Tell it by the words around: at 7 on Friday, from 9 to 5, half past seven; but not at 7 euros."""
    if _at(tokens, place - 1) in _BETWEEN and _at(tokens, place - 3) in _BEFORE_HOUR:
        return _ends_hour(tokens, place)
    both = _at(tokens, place + 1) in _BETWEEN and _at(tokens, place + 2)[:1].isdigit()
    return _at(tokens, place - 1) in _BEFORE_HOUR and _ends_hour(tokens, place + 2 * both)


def _ends_hour(tokens: Sequence[str], place: int) -> bool:
    """Tell whether nothing is counted by the number at a place."""
    after = _at(tokens, place + 1)
    return not after or after in _AFTER_HOUR


def _at(tokens: Sequence[str], place: int) -> str:
    return tokens[place] if 0 <= place < len(tokens) else ""


_NUMERAL = f"[{''.join(sorted(CHINESE))}]"
_ANY = rf"(?:\d|{_NUMERAL})"
_NO_DAY = frozenset("楼线院店机门馆桌房厅会车室库码宿教实服节电位床柜仓")
_HOURS = f"[点时](?:半|钟|整|[一三]刻|{_ANY}{{1,3}}分|\\d\\d(?!\\d))?"

# Those that hold numbers must be seen, or the numbers would be taken for others.
NUMBERED = "|".join((
    rf"(?:\d{{4}}|[〇零一二三四五六七八九]{{4}})年(?:{_ANY}{{1,3}}月(?:{_ANY}{{1,3}}[日号])?)?",
    rf"{_ANY}{{1,3}}月份?(?:{_ANY}{{1,3}}[日号])?",
    rf"{_ANY}{{1,3}}[日号](?![{''.join(sorted(_NO_DAY))}])",
    rf"\d\d?{_HOURS}",
    rf"{_NUMERAL}{{1,3}}点(?:半|钟|整|[一三]刻|{_ANY}{{1,3}}分)",
))  # fmt: skip
_NAMED = "|".join((
    "[上中下]午|早上|晚上|傍晚|凌晨|今晚|明早|半夜|夜里|春天|夏天|秋天|冬天|春节",
    "(?:[上下]个?)?(?:周|星期|礼拜)(?:[一二三四五六](?![次个回遍])|[日天末])",
    "[后前今明昨]天|[今明去前后]年(?!轻|纪)|[上下]个?(?:周|星期|礼拜|月|季度)",
))  # fmt: skip
NAMED_HEADS = "上中下早晚傍凌今明昨后前去周星礼半夜春夏秋冬"
CHINESE_MOMENTS = f"{NUMBERED}|{_NAMED}"


def is_chinese_moment(number: str, unit: str, before: str, after: str) -> bool:
    """Tell whether a number with its unit tells a day, a year or an hour: 3月, 五号 but not 五号楼, 下午三点 but not 三点建议."""
    match unit[:1]:
        case "月" | "日":
            return True
        case "年":
            return len(number) == 4
        case "号":
            return after[:1] not in _NO_DAY
        case "点" | "时":
            return len(unit) > 1 or number.isascii() or before.endswith(_BEFORE_CHINESE_HOUR)
    return False
