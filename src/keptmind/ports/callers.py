"""Who may call: keys by the hash of their secret, and what was answered to requests that may come twice."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from keptmind.model.caller import CallerKey
from keptmind.model.reply import Reply


class Callers(Protocol):
    """Keys of a tenant."""

    def add(self, key: CallerKey, secret_hash: str) -> None: ...

    def by_secret(self, secret_hash: str) -> CallerKey | None: ...

    def get(self, caller_id: str, tenant: str) -> CallerKey | None: ...

    def page(self, tenant: str, after: str, limit: int) -> Sequence[CallerKey]: ...

    def any(self) -> bool:
        """Tell whether some key of some tenant is in force."""
        ...

    def rotate(self, key: CallerKey, secret_hash: str) -> bool: ...

    def revoke(self, caller_id: str, tenant: str, at: datetime) -> bool: ...


class Replies(Protocol):
    """What was answered, by keyed hashes of the request's name and of what it asked; no text of either."""

    def find(self, reply: Reply, now: datetime) -> Reply | None: ...

    def keep(self, reply: Reply) -> None: ...
