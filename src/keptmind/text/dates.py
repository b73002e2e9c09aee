"""Instants and days as people and programs write them, pure: everything becomes an aware instant in UTC."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo


def parse_instant(value: object, *, zone: tzinfo, end_of_day: bool) -> datetime:
    """
    Read an instant, in UTC, from a datetime, a date or their ISO 8601 text.

    A time without an offset is taken in the zone. A day without a time stands for its first instant there, or, with end_of_day, for the
    instant at which it ends: the next local midnight, which no longer belongs to it.

    Raises: ValueError, without the value in its message.
    """
    try:
        moment = _moment(value, end_of_day=end_of_day)
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("not a date or an instant that can be read") from None


def local_date(at: datetime, zone: tzinfo) -> date:
    """Tell which day it is in the zone at an instant."""
    return at.astimezone(zone).date()


def _moment(value: object, *, end_of_day: bool) -> datetime:
    match value:
        case datetime():
            return value
        case date():
            return datetime.combine(value + timedelta(days=end_of_day), time())
        case str():
            return _moment(_from_iso(value.strip()), end_of_day=end_of_day)
        case _:
            raise ValueError("neither text nor date")


def _from_iso(text: str) -> date:
    """Read a day where the text is only that, else a time."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return datetime.fromisoformat(text)
