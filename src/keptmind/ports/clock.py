"""The time of day."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time; the only source of it."""

    def now(self) -> datetime:
        """Return the present instant, aware, UTC."""
        ...
