"""
What was recalled, buffered and written together: within 5 seconds, at 500 reads, or at close.

Denials, alerts and guarded reads never wait here; a kill can lose at most the ordinary reads of the last 5 seconds.
"""

import logging
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from keptmind.errors import Unavailable
from keptmind.model.audit import AuditEvent
from keptmind.model.context import Whose
from keptmind.model.memory import MemoryId
from keptmind.ports.clock import Clock
from keptmind.ports.store import Store

SECONDS = 5.0
MOST_EVENTS = 500

log = logging.getLogger("keptmind.journal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """How many events of ordinary reads wait to be written, and since when the oldest does."""

    events: int
    oldest_at: datetime | None


class Journal:
    """Collects events of ordinary reads and the recall counts that go with them."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._events: list[AuditEvent] = []
        self._recalls: Counter[tuple[str, str, MemoryId]] = Counter()
        self._timer: threading.Timer | None = None

    def note(self, event: AuditEvent | None, tenant: str, recalled: Sequence[tuple[str, MemoryId]]) -> None:
        """Take one read (None where it is on record already); `recalled` are (owner, id) pairs whose counters rise."""
        if event is None and not recalled:
            return
        with self._lock:
            self._events += [event] if event else []
            self._recalls.update((tenant, owner, memory_id) for owner, memory_id in recalled)
            is_full = len(self._events) >= MOST_EVENTS
            if self._timer is None and not is_full:
                self._timer = threading.Timer(SECONDS, self._flush_quietly)
                self._timer.daemon = True
                self._timer.start()
        if is_full:
            self._flush_quietly()

    def backlog(self) -> Backlog:
        """Return how much waits to be written."""
        with self._lock:
            return Backlog(events=len(self._events), oldest_at=min((event.at for event in self._events), default=None))

    def flush_of(self, whose: Whose) -> None:
        """Write what is buffered of one owner, and wait for nobody else's lock. Raises: Unavailable, and keeps the buffer."""
        with self._lock:
            events = [event for event in self._events if (event.tenant, event.owner) == whose]
            recalls = Counter({recall: count for recall, count in self._recalls.items() if recall[:2] == whose})
            self._events = [event for event in self._events if (event.tenant, event.owner) != whose]
            for recall in recalls:
                del self._recalls[recall]
        self._written(events, recalls)

    def flush(self) -> None:
        """Write what is buffered. Raises: Unavailable, and keeps the buffer."""
        with self._lock:
            events, recalls = self._events, self._recalls
            self._events, self._recalls = [], Counter()
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        self._written(events, recalls)

    def _written(self, events: list[AuditEvent], recalls: Counter[tuple[str, str, MemoryId]]) -> None:
        if not events and not recalls:
            return
        owners = dict.fromkeys([*((event.tenant, event.owner) for event in events), *((tenant, owner) for tenant, owner, _ in recalls)])
        try:
            for some in batched(owners, self._store.owners_together):
                self._write(some, events, recalls)
        finally:
            with self._lock:
                self._events[:0] = events[-10 * MOST_EVENTS :]
                self._recalls.update(recalls)

    def _write(self, owners: Collection[Whose], events: list[AuditEvent], recalls: Counter[tuple[str, str, MemoryId]]) -> None:
        """Write what is these owners', and take it out once it is written."""
        own = [event for event in events if (event.tenant, event.owner) in owners]
        counted = Counter({recall: count for recall, count in recalls.items() if recall[:2] in owners})
        with self._store.transaction(*owners) as tx:
            for event in own:
                tx.audit.append(event)
            tx.usage.recalled(counted, self._clock.now())
        events[:] = [event for event in events if (event.tenant, event.owner) not in owners]
        for recall in counted:
            del recalls[recall]

    def _flush_quietly(self) -> None:
        try:
            self.flush()
        except Unavailable as error:
            log.warning("reads not yet on record: %s", error.code)


def batched(owners: Iterable[Whose], size: int) -> Iterator[frozenset[Whose]]:
    """Yield owners in sets of so many."""
    rest = iter(owners)
    while some := frozenset(islice(rest, size)):
        yield some
