"""H24: expiry is an instant, entered in the person's zone, and every read agrees on it."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest

from factories import HandClock, TimedStore, texts
from keptmind import Memory, OwnerMemory
from keptmind.errors import InvalidTime


@pytest.fixture
def clock() -> HandClock:
    return HandClock("2026-03-20T08:00:00Z")


@pytest.fixture
def timed(clock: HandClock) -> Iterator[Memory]:
    with TimedStore(clock) as store:
        yield store


def in_shanghai(store: Memory) -> OwnerMemory:
    me = store.for_user("A")
    me.settings(time_zone="Asia/Shanghai")
    return me


def seen(me: OwnerMemory, word: str) -> tuple[bool, bool, bool, int]:
    """Return whether search, block and list hold the row as current, and how many rows are counted as expired."""
    current = [row for row in me.list().items if not row.expired]
    return bool(me.search(word)), word in me.context(f"About the {word}, please").text, bool(current), me.stats().expired


@pytest.mark.parametrize("day", ["2026-03-31", date(2026, 3, 31)])
@pytest.mark.parametrize(("at", "alive"), [("2026-03-31T15:59:59Z", True), ("2026-03-31T16:00:00Z", False)])
def test_a_day_holds_to_its_local_end(day: Any, at: str, alive: bool, timed: Memory, clock: HandClock) -> None:
    me = in_shanghai(timed)
    me.save("The parking permit hangs in the hall", expires_at=day)

    clock.set(at)

    assert seen(me, "parking") == (alive, alive, alive, 0 if alive else 1)


@pytest.mark.parametrize(
    "spelled",
    [
        "2026-03-31T12:00:00+08:00",
        "2026-03-31T04:00:00Z",
        "2026-03-31T13:00+09:00",
        "2026-03-31T12:00:00",
        "2026-03-31T04:00:00.000000+00:00",
        datetime(2026, 3, 31, 13, 0, tzinfo=timezone(timedelta(hours=9))),
        datetime(2026, 3, 31, 12, 0),  # noqa: DTZ001 - a time without a zone is the person's own
    ],
)
@pytest.mark.parametrize(("at", "alive"), [("2026-03-31T03:59:59Z", True), ("2026-03-31T04:00:00Z", False)])
def test_an_instant_ends_at_that_instant_however_it_is_spelled(spelled: Any, at: str, alive: bool, timed: Memory, clock: HandClock) -> None:
    me = in_shanghai(timed)
    me.save("The parking permit hangs in the hall", expires_at=spelled)

    clock.set(at)

    assert seen(me, "parking") == (alive, alive, alive, 0 if alive else 1)


def test_a_row_by_id_says_that_it_is_expired(timed: Memory, clock: HandClock) -> None:
    me = in_shanghai(timed)
    saved = me.save("The parking permit hangs in the hall", expires_at="2026-03-31").memory
    assert saved is not None

    clock.set("2026-03-31T16:00:00Z")

    assert me.get(saved.id).expired
    assert me.get(saved.id).status == "active"


@pytest.mark.parametrize("past", ["2026-03-19", "2026-03-20T07:59:59Z", "2026-03-20T08:00:00Z", date(2026, 3, 19)])
def test_an_end_that_has_passed_is_refused(past: Any, timed: Memory) -> None:
    me = timed.for_user("A")

    with pytest.raises(InvalidTime) as caught:
        me.save("The parking permit hangs in the hall", expires_at=past)

    assert caught.value.details["field"] == "expires_at"
    assert me.list().items == ()


@pytest.mark.parametrize(
    "odd", ["tomorrow", "2026-02-30", "31.03.2026", "", "2026-03-31T25:00Z", 1_790_000_000, 1.5, True, "9999-12-31T23:59:59-12:00"]
)
def test_what_is_no_instant_is_refused_by_name(odd: Any, timed: Memory) -> None:
    with pytest.raises(InvalidTime) as caught:
        timed.for_user("A").save("The parking permit hangs in the hall", expires_at=odd)

    assert caught.value.details["field"] == "expires_at"


def test_none_clears_an_end(timed: Memory, clock: HandClock) -> None:
    me = in_shanghai(timed)
    saved = me.save("The parking permit hangs in the hall", expires_at="2026-03-31").memory
    assert saved is not None

    me.update(saved.id, expected_revision=1, expires_at=None)
    clock.set("2027-01-01T00:00:00Z")

    assert seen(me, "parking") == (True, True, True, 0)


def test_what_is_left_out_of_an_update_keeps_its_end(timed: Memory) -> None:
    me = in_shanghai(timed)
    saved = me.save("The parking permit hangs in the hall", expires_at="2026-03-31").memory
    assert saved is not None

    changed = me.update(saved.id, expected_revision=1, title="Parking")

    assert changed.expires_at == saved.expires_at


def test_saving_an_expired_row_again_renews_it(timed: Memory, clock: HandClock) -> None:
    me = in_shanghai(timed)
    saved = me.save("The parking permit hangs in the hall", expires_at="2026-03-31").memory
    assert saved is not None
    clock.set("2026-04-02T00:00:00Z")

    again = me.save("The parking permit hangs in the hall")

    assert (again.outcome, again.memory and again.memory.id, again.memory and again.memory.revision) == ("updated", saved.id, 2)
    assert texts(me.search("parking")) == ["The parking permit hangs in the hall"]


def test_a_cached_answer_dies_when_a_row_in_it_expires(timed: Memory, clock: HandClock) -> None:
    me = in_shanghai(timed)
    me.save("The parking permit hangs in the hall", expires_at="2026-03-20T08:00:30Z")
    me.search("parking")

    clock.set("2026-03-20T08:00:30Z")

    assert me.search("parking") == []


def test_validity_opens_and_closes_by_the_local_day(timed: Memory, clock: HandClock) -> None:
    me = in_shanghai(timed)
    me.save("Stays at the harbour hotel", valid_from="2026-03-25", valid_to="2026-03-26")
    found: list[bool] = []

    for at in ("2026-03-24T15:59:59Z", "2026-03-24T16:00:00Z", "2026-03-26T15:59:59Z", "2026-03-26T16:00:00Z"):
        clock.set(at)
        found.append(bool(me.search("harbour")))

    assert found == [False, True, True, False]


def test_a_day_in_a_zone_with_summer_time_has_its_own_length(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    me.settings(time_zone="Europe/Berlin")
    me.save("The parking permit hangs in the hall", expires_at="2026-03-29")
    found: list[bool] = []

    for at in ("2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"):
        clock.set(at)
        found.append(bool(me.search("parking")))

    assert found == [True, False]
