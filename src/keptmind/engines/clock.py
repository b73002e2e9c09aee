"""The time of this machine, and ids that sort by it."""

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from os import urandom

from keptmind.engines.sql.session import micros


class SystemClock:
    """Tells this machine's time."""

    def now(self) -> datetime:
        """Return the present instant, aware, UTC."""
        return datetime.now(UTC)

    def zone(self, name: str) -> tzinfo | None:
        """Return the time zone of an IANA name, or None where it is not known here."""
        if name == "UTC":
            return UTC
        from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # reads tables at import, and most people never ask

        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, OSError, ValueError):
            return None


class TimeOrderedIds:
    """Mints UUIDs of version 7 whose order is that of their instants, to the microsecond (RFC 9562, 6.2 method 3)."""

    def mint(self, at: datetime) -> str:
        """Return a new id for something that came to be at this instant."""
        tail = urandom(8)
        return f"{_head(at)}-{0x80 | tail[0] & 0x3F:02x}{tail[1]:02x}-{tail[2:].hex()}"


@lru_cache(maxsize=64)
def _head(at: datetime) -> str:
    """Return the part that tells the instant: a row, its evidence and its event share it."""
    milliseconds, rest = divmod(max(0, micros(at)), 1000)
    text = f"{milliseconds & 0xFFFF_FFFF_FFFF:012x}"
    return f"{text[:8]}-{text[8:]}-7{rest * 4096 // 1000:03x}"
