"""Numbers written as words, pure: English ones up to twelve, Chinese ones up to hundreds of millions."""

_ONE_TO_TWELVE = "one two three four five six seven eight nine ten eleven twelve"
_FIRST_TO_TWELFTH = "first=1st second=2nd third=3rd fourth=4th fifth=5th sixth=6th seventh=7th eighth=8th ninth=9th tenth=10th"

NUMBER_WORDS = {word: str(place) for place, word in enumerate(_ONE_TO_TWELVE.split(), start=1)} | dict(
    pair.split("=") for pair in _FIRST_TO_TWELFTH.split()
)

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000}
_LARGE = {"万": 10_000, "亿": 100_000_000}
_SINGLE = {digit: str(value) for digit, value in _DIGITS.items()}
CHINESE = frozenset((*_DIGITS, *_UNITS, *_LARGE))


def arabic(numeral: str) -> str:
    """Write a Chinese numeral in digits: 十二 is 12, 二〇二四 is 2024, 3万 is 30000; digits of other scripts as well."""
    if numeral in _SINGLE:
        return _SINGLE[numeral]
    if numeral.isdecimal():
        return str(int(numeral))
    if numeral[:-1].isdecimal():
        return str(int(numeral[:-1]) * _LARGE[numeral[-1]])
    if _DIGITS.keys() >= set(numeral):
        return "".join(str(_DIGITS[digit]) for digit in numeral)
    total = part = digit = 0
    for sign in numeral:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
        elif sign in _UNITS:
            part, digit = part + (digit or 1) * _UNITS[sign], 0
        else:
            total, part, digit = total + (part + digit or 1) * _LARGE[sign], 0, 0
    return str(total + part + digit)
