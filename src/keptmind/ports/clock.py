"""The time of day, and of other places."""

from datetime import datetime, tzinfo
from typing import Protocol


class Clock(Protocol):
    """Tells the time and knows the zones; the only source of either."""

    def now(self) -> datetime:
        """Return the present instant, aware, UTC."""
        ...

    def zone(self, name: str) -> tzinfo | None:
        """Return the time zone of an IANA name, or None where it is not known here."""
        ...
