"""What every service stands on, put together once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING

from keptmind.errors import Unauthenticated
from keptmind.model.context import AccessContext
from keptmind.model.rulebook import Rulebook
from keptmind.model.settings import UserSettings
from keptmind.ports.clock import Clock
from keptmind.ports.keys import Ids, Keys
from keptmind.ports.meter import SILENT, Meter
from keptmind.ports.store import Shredder, Store, Transaction
from keptmind.read.cache import ResultCache

if TYPE_CHECKING:
    from keptmind.write.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The store and the few things a use case needs beside it."""

    store: Store
    shredder: Shredder
    clock: Clock
    ids: Ids
    keys: Keys
    rulebook: Rulebook
    cache: ResultCache
    counter: Callable[[str], int]
    meter: Meter = SILENT

    def zone(self, settings: UserSettings) -> tzinfo:
        """Return the person's time zone; one that this machine does not know reads as UTC."""
        return self.clock.zone(settings.time_zone) or UTC

    @contextmanager
    def writing(self, context: AccessContext) -> Iterator[Transaction]:
        """
        Write for a caller: everything or nothing, alone among those who write for this owner.

        A key that was ended, or given another secret, since it was recognised writes nothing more. Raises: Unauthenticated, Unavailable.
        """
        with self.store.transaction(context.whose) as tx:
            if context.caller.key_hash:
                key = tx.callers.by_secret(context.caller.key_hash)
                if key is None or key.revoked_at is not None:
                    raise Unauthenticated()
            yield tx

    def hand(self, context: AccessContext, settings: UserSettings) -> "Hand":
        """Return what a write needs, at this moment; the rules of writing are loaded by the first write."""
        from keptmind.policy.admission import Circumstances
        from keptmind.write.hand import Hand

        route = context.route
        workspaces = tuple(name for name in (route.workspace, route.policy_id) if name is not None)
        circumstances = Circumstances(rulebook=self.rulebook, settings=settings, tenant=context.tenant, workspaces=workspaces)
        return Hand(context=context, circumstances=circumstances, ids=self.ids, keys=self.keys, via=context.via, now=self.clock.now())
