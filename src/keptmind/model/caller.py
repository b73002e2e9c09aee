"""A key that a program was given: what it may do, and nothing it could be copied from."""

from dataclasses import dataclass, field
from datetime import datetime

from keptmind.model.context import Caller, Grant


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerKey:
    """One key of one tenant; `prefix` is the part that may be shown, `presented` the hash of the secret it was recognised by."""

    id: str
    tenant: str
    name: str
    prefix: str
    grant: Grant = field(default_factory=Grant)
    created_at: datetime
    revoked_at: datetime | None = None
    presented: str = field(default="", repr=False)

    @property
    def caller(self) -> Caller:
        """The program as a request's context names it."""
        return Caller(id=self.id, grant=self.grant, key_hash=self.presented)


@dataclass(frozen=True, slots=True, kw_only=True)
class Issued:
    """A key as it was made: its secret is told once, here, and never again."""

    key: CallerKey
    secret: str = field(repr=False)
