from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.text.dates import local_date, parse_instant

SHANGHAI = ZoneInfo("Asia/Shanghai")


@pytest.mark.parametrize(
    ("value", "instant"),
    [
        ("2026-03-31T12:00:00+08:00", datetime(2026, 3, 31, 4, tzinfo=UTC)),
        ("2026-03-31T12:00:00Z", datetime(2026, 3, 31, 12, tzinfo=UTC)),
        ("2026-03-31T12:00:00.123456+09:00", datetime(2026, 3, 31, 3, 0, 0, 123456, tzinfo=UTC)),
        (" 2026-03-31 12:00 ", datetime(2026, 3, 31, 4, tzinfo=UTC)),
        (datetime(2026, 3, 31, 12), datetime(2026, 3, 31, 4, tzinfo=UTC)),  # noqa: DTZ001 - a time without a zone is the case
        (datetime(2026, 3, 31, 12, tzinfo=timezone(timedelta(hours=9))), datetime(2026, 3, 31, 3, tzinfo=UTC)),
    ],
)
@pytest.mark.parametrize("end_of_day", [True, False])
def test_a_time_is_an_instant_wherever_it_was_said(value: object, instant: datetime, end_of_day: bool) -> None:
    parsed = parse_instant(value, zone=SHANGHAI, end_of_day=end_of_day)

    assert (parsed, parsed.tzinfo) == (instant, UTC)


@pytest.mark.parametrize("value", ["2026-03-31", date(2026, 3, 31)])
def test_a_day_begins_and_ends_at_local_midnight(value: object) -> None:
    assert parse_instant(value, zone=SHANGHAI, end_of_day=False) == datetime(2026, 3, 30, 16, tzinfo=UTC)
    assert parse_instant(value, zone=SHANGHAI, end_of_day=True) == datetime(2026, 3, 31, 16, tzinfo=UTC)


def test_a_day_of_23_hours_ends_when_it_ends() -> None:
    begin = parse_instant("2026-03-29", zone=ZoneInfo("Europe/Berlin"), end_of_day=False)
    end = parse_instant("2026-03-29", zone=ZoneInfo("Europe/Berlin"), end_of_day=True)

    assert end - begin == timedelta(hours=23)


@pytest.mark.parametrize("value", ["soon-ish", "", "2026-02-30", "2026-03-31T25:00", 20260331, None, b"2026-03-31", True])
def test_what_cannot_be_read_is_refused_without_repeating_it(value: object) -> None:
    with pytest.raises(ValueError, match="not a date") as refusal:
        parse_instant(value, zone=SHANGHAI, end_of_day=False)

    assert str(value) not in str(refusal.value) or value == ""
    assert refusal.value.__suppress_context__


def test_a_day_beyond_the_calendar_is_refused() -> None:
    with pytest.raises(ValueError, match="not a date"):
        parse_instant("9999-12-31", zone=SHANGHAI, end_of_day=True)


def test_the_local_day_changes_at_local_midnight() -> None:
    assert local_date(datetime(2026, 3, 31, 15, 59, tzinfo=UTC), SHANGHAI) == date(2026, 3, 31)
    assert local_date(datetime(2026, 3, 31, 16, tzinfo=UTC), SHANGHAI) == date(2026, 4, 1)


@given(
    st.dates(date(1970, 1, 2), date(2100, 1, 1)),
    st.sampled_from(["Asia/Shanghai", "America/New_York", "Asia/Kathmandu", "UTC"]).map(ZoneInfo),
)
def test_a_day_ends_where_the_next_begins(day: date, zone: ZoneInfo) -> None:
    end = parse_instant(day, zone=zone, end_of_day=True)

    assert end == parse_instant(day + timedelta(days=1), zone=zone, end_of_day=False)
    assert local_date(end - timedelta(microseconds=1), zone) == day


@given(st.datetimes(timezones=st.just(UTC), min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)))  # noqa: DTZ001 - bounds are naive
def test_an_instant_written_as_text_comes_back_to_the_microsecond(instant: datetime) -> None:
    assert parse_instant(instant.isoformat(), zone=SHANGHAI, end_of_day=True) == instant
