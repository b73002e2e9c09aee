"""What a number or a word of time is in its statement, pure: a moment, part of a name, or a number that is set aside."""

from collections.abc import Sequence

from keptmind.text.entries import CHINESE_NUMBER, COUNTED, MOMENT, MONTH, NUMBER, PLAIN, WHEN, Entry, plain
from keptmind.text.labels import is_name, is_one_of_series
from keptmind.text.moments import is_chinese_moment, is_moment, is_month
from keptmind.text.numerals import CHINESE, arabic
from keptmind.text.parts import number_and_unit
from keptmind.text.patterns import compiled

_NUMERAL = f"[{''.join(sorted(CHINESE))}]+"


def settled(found: Sequence[str], place: int, entry: Entry, *, dates_aside: bool) -> Entry:
    """Tell what the part at a place leaves behind, which depends on its neighbours."""
    part, kind = found[place], entry[2]
    if kind == CHINESE_NUMBER:
        return _chinese(found, place, dates_aside=dates_aside)
    if kind == MOMENT or (is_month(found, place) if kind == MONTH else is_moment(found, place)):
        return _moment(part, dates_aside=dates_aside) if dates_aside or kind == NUMBER else entry
    if kind == NUMBER and _is_named(found, place, "", dates_aside=dates_aside):
        return plain(part)
    return entry


def _chinese(found: Sequence[str], place: int, *, dates_aside: bool) -> Entry:
    part = found[place]
    before, after = found[place - 1] if place else "", found[place + 1] if place + 1 < len(found) else ""
    measured = number_and_unit(part)
    if measured is None:
        return _moment(compiled(_NUMERAL).sub(lambda numeral: arabic(numeral[0]), part), dates_aside=dates_aside)
    number, unit = _in_digits(measured[0]), measured[1]
    if is_chinese_moment(*measured, before, after):
        return _moment(number + unit, dates_aside=dates_aside)
    if _is_named(found, place, unit, dates_aside=dates_aside):
        return plain(number, *unit)
    return (tuple(unit), (COUNTED + number, *unit), PLAIN)


def _moment(told: str, *, dates_aside: bool) -> Entry:
    return ((), (WHEN + told,), PLAIN) if dates_aside else plain(told)


def _is_named(found: Sequence[str], place: int, unit: str, *, dates_aside: bool) -> bool:
    return is_name(found, place, unit) or (not dates_aside and is_one_of_series(found, place))


def _in_digits(number: str) -> str:
    """Write a number in digits; what says which one keeps that."""
    if number.startswith("第"):
        return "第" + _in_digits(number[1:])
    return number if number.isascii() else arabic(number)
