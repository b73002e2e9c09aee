"""Keys and fresh names, kept outside the database."""

from datetime import datetime
from typing import Protocol


class Keys(Protocol):
    """A tenant's secret, used to make fingerprints that mean nothing without it."""

    def fingerprint(self, tenant: str, text: str) -> str:
        """Return the keyed hash of a text, as hexadecimal digits."""
        ...


class Ids(Protocol):
    """Mints ids that sort by time."""

    def mint(self, at: datetime) -> str:
        """Return a new id for something that came to be at this instant."""
        ...
