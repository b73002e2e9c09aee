"""The time of this machine, and ids that sort by it."""

from datetime import UTC, datetime, tzinfo
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
        milliseconds, rest = divmod(max(0, micros(at)), 1000)
        fraction = rest * 4096 // 1000
        tail = int.from_bytes(urandom(8), "big") & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        text = f"{milliseconds & 0xFFFF_FFFF_FFFF:012x}7{fraction:03x}{tail:016x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
