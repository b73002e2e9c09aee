"""A caller that reads very many rows of one owner is noticed, whatever else it reads meanwhile; what is kept for it has a bound."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from factories import NOON
from keptmind.model.memory import MemoryId
from keptmind.service.watch import MOST_WINDOWS, Watch


def ids(numbers: Iterable[int]) -> list[MemoryId]:
    """Return so many ids."""
    return [MemoryId(f"id-{number}") for number in numbers]


def touched(watch: Watch, owners: Iterable[int], at: datetime = NOON, *, rows: int = 1, caller: str = "c") -> list[bool]:
    """Read some rows of each owner, and return what was said to each read."""
    return [watch.is_wide(caller, "default", f"other-{number}", ids(range(rows)), at) for number in owners]


def test_touching_very_many_others_hides_nothing_of_what_was_read_of_one() -> None:
    watch = Watch(rows=200, minutes=10)

    first = watch.is_wide("c", "default", "victim", ids(range(150)), NOON)
    touched(watch, range(MOST_WINDOWS))
    second = watch.is_wide("c", "default", "victim", ids(range(150, 300)), NOON)

    assert (first, second) == (False, True)


def test_another_callers_reads_hide_nothing_either() -> None:
    watch = Watch(rows=8, minutes=10, most=16)

    watch.is_wide("c", "default", "victim", ids(range(6)), NOON)
    touched(watch, range(100), caller="another")

    assert watch.is_wide("c", "default", "victim", ids(range(6, 9)), NOON)


def test_what_was_said_already_is_not_said_again_in_its_window() -> None:
    watch = Watch(rows=8, minutes=10, most=16)

    first = watch.is_wide("c", "default", "victim", ids(range(9)), NOON)
    touched(watch, range(100))
    again = watch.is_wide("c", "default", "victim", ids(range(20)), NOON + timedelta(minutes=9))
    later = watch.is_wide("c", "default", "victim", ids(range(20)), NOON + timedelta(minutes=10))

    assert (first, again, later) == (True, False, True)


def test_a_window_that_is_opened_anew_counts_as_a_late_one() -> None:
    watch = Watch(rows=8, minutes=10, most=16)
    watch.is_wide("c", "default", "victim", ids([0]), NOON)
    touched(watch, range(14), NOON + timedelta(minutes=5))

    watch.is_wide("c", "default", "victim", ids([0]), NOON + timedelta(minutes=10))
    touched(watch, [98, 99], NOON + timedelta(minutes=10))

    assert watch.is_wide("c", "default", "victim", ids(range(1, 9)), NOON + timedelta(minutes=11))


def test_windows_that_are_over_go_before_those_that_are_not() -> None:
    watch = Watch(rows=8, minutes=10, most=16)
    touched(watch, range(15), rows=8)
    watch.is_wide("c", "default", "victim", ids([0]), NOON + timedelta(minutes=5))

    touched(watch, range(50, 65), NOON + timedelta(minutes=10))

    assert watch.is_wide("c", "default", "victim", ids(range(1, 9)), NOON + timedelta(minutes=10))


def test_no_more_windows_are_kept_than_there_may_be() -> None:
    watch = Watch(rows=8, minutes=10, most=16)

    touched(watch, range(1_000), rows=3)

    assert 0 < len(watch._windows) <= 16


def test_of_a_window_that_has_told_nothing_more_is_kept() -> None:
    watch = Watch(rows=8, minutes=10)

    watch.is_wide("c", "default", "victim", ids(range(9)), NOON)

    assert [len(window.seen) for window in watch._windows.values()] == [0]
