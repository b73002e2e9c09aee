"""
What was recalled, buffered and written together by a thread of its own: within 5 seconds, at 500 reads, or at close.

Denials, alerts and guarded reads never wait here; a kill can lose at most the ordinary reads of the last 5 seconds. A read never waits for
the store here: what cannot be written is tried again, later each time, and of more than is kept the latest are counted and let go.
"""

import logging
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from keptmind.errors import Unavailable
from keptmind.model.audit import AuditEvent
from keptmind.model.context import Whose
from keptmind.model.memory import MemoryId
from keptmind.ports.clock import Clock
from keptmind.ports.meter import SILENT, Meter
from keptmind.ports.store import Store, Transaction

SECONDS = 5.0
LONGEST_WAIT = 60.0  # seconds between two tries, however often it has failed
MOST_EVENTS = 500  # are written at once
MOST_WAITING = 10 * MOST_EVENTS
MOST_COUNTED = 50_000  # rows whose recalls wait to be counted

log = logging.getLogger("keptmind.journal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """How many events of ordinary reads wait to be written, since when the oldest does, how many were let go, and when last."""

    events: int
    oldest_at: datetime | None
    lost: int
    lost_at: datetime | None


@dataclass(slots=True)
class Reads:
    """What waits of one owner."""

    events: list[AuditEvent] = field(default_factory=list)
    recalls: Counter[MemoryId] = field(default_factory=Counter)

    def put(self, tx: Transaction, whose: Whose, now: datetime) -> None:
        """Write it."""
        for event in self.events:
            tx.audit.append(event)
        tx.usage.recalled({(*whose, memory_id): count for memory_id, count in self.recalls.items()}, now)


class Journal:
    """Collects events of ordinary reads and the recall counts that go with them."""

    def __init__(self, store: Store, clock: Clock, meter: Meter = SILENT) -> None:
        self._store = store
        self._clock = clock
        self._meter = meter
        self._landed = threading.Condition()  # over everything below; told when what was being written no longer is
        self._waiting: dict[Whose, Reads] = {}
        self._in_flight: dict[Whose, Reads] = {}
        self._events = 0  # waiting and in flight
        self._counted = 0
        self._lost = 0
        self._untold: Counter[str] = Counter()  # what was let go since that was last told
        self._lost_at: datetime | None = None
        self._timer: threading.Timer | None = None
        self._at_once = False
        self._failures = 0
        self._flushing = threading.Lock()

    def note(self, event: AuditEvent | None, tenant: str, recalled: Sequence[tuple[str, MemoryId]]) -> None:
        """Take one read (None where it is on record already); `recalled` are (owner, id) pairs whose counters rise."""
        with self._landed:
            if event is not None:
                self._take(event)
            for owner, memory_id in recalled:
                self._count((tenant, owner), memory_id)
            self._arrange()

    def backlog(self) -> Backlog:
        """Return how much waits to be written."""
        with self._landed:
            oldest = min((event.at for event in self._kept()), default=None)
            return Backlog(events=self._events, oldest_at=oldest, lost=self._lost, lost_at=self._lost_at)

    def flush_of(self, whose: Whose) -> None:
        """
        Write what is buffered of one owner, and wait for nobody else's lock; nothing noted before is written after it.

        Raises: Unavailable, and keeps the buffer.
        """
        self._write(frozenset({whose}))

    def flush(self) -> None:
        """Write what is buffered, after whatever is being written. Raises: Unavailable, and keeps the buffer."""
        try:
            self._flush()
        finally:
            self._again()

    def _take(self, event: AuditEvent) -> None:
        if self._events >= MOST_WAITING:
            self._lost, self._lost_at = self._lost + 1, event.at
            self._untold["reads"] += 1
            return
        self._events += 1
        self._waiting.setdefault((event.tenant, event.owner), Reads()).events.append(event)

    def _count(self, whose: Whose, memory_id: MemoryId) -> None:
        known = self._waiting.get(whose)
        if known is not None and memory_id in known.recalls:
            known.recalls[memory_id] += 1
        elif self._counted < MOST_COUNTED:
            self._counted += 1
            self._waiting.setdefault(whose, Reads()).recalls[memory_id] = 1
        else:
            self._untold["recalls"] += 1

    def _kept(self) -> Iterator[AuditEvent]:
        for reads in (*self._waiting.values(), *self._in_flight.values()):
            yield from reads.events

    def _arrange(self) -> None:
        """Have what waits written soon; at once where it is much, later where that failed. One thread at a time sees to it."""
        if not self._waiting or self._store.closed:
            return
        at_once = not self._failures and (self._events >= MOST_EVENTS or self._counted >= 10 * MOST_EVENTS)
        if self._timer is not None:
            if self._at_once or not at_once:
                return
            self._timer.cancel()
        self._at_once = at_once
        self._timer = threading.Timer(0 if at_once else min(SECONDS * 2**self._failures, LONGEST_WAIT), self._in_turn)
        self._timer.daemon = True
        self._timer.start()

    def _in_turn(self) -> None:
        with self._landed:
            if self._timer is not threading.current_thread():
                return  # another was started in its place
            self._at_once = True  # it is being done: no other is started
        try:
            self._flush()
        except Unavailable as error:
            if not self._store.closed:
                log.warning("reads not yet on record: %s", error.code)
        finally:
            self._again()

    def _again(self) -> None:
        """Arrange for what is left, and tell what was let go meanwhile."""
        with self._landed:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._at_once = None, False
            self._arrange()
            lost, self._untold = self._untold, Counter()
        if lost:
            self._meter.lost(lost["reads"])
            log.warning("never to be on record: %d reads, %d recalls", lost["reads"], lost["recalls"], extra={"count": lost.total()})

    def _flush(self) -> None:
        with self._flushing:
            with self._landed:
                owners = [*self._waiting, *self._in_flight]
                self._failures += 1
            for some in batched(owners, self._store.owners_together):
                self._write(some)
            with self._landed:
                self._failures = 0

    def _write(self, owners: Collection[Whose]) -> None:
        """Write what is these owners', and take it out once it is written."""
        reads = self._taken_out(owners)
        if not reads:
            return
        written = False
        try:
            with self._store.transaction(*reads) as tx:
                for whose, one in reads.items():
                    one.put(tx, whose, self._clock.now())
            written = True
        finally:
            self._land(reads, written=written)

    def _taken_out(self, owners: Collection[Whose]) -> dict[Whose, Reads]:
        with self._landed:
            self._landed.wait_for(lambda: self._in_flight.keys().isdisjoint(owners))
            reads = {whose: self._waiting.pop(whose) for whose in owners if whose in self._waiting}
            self._in_flight.update(reads)
            return reads

    def _land(self, reads: dict[Whose, Reads], *, written: bool) -> None:
        with self._landed:
            for whose, one in reads.items():
                del self._in_flight[whose]
                if written:
                    self._events -= len(one.events)
                    self._counted -= len(one.recalls)
                else:
                    self._put_back(whose, one)
            self._arrange()
            self._landed.notify_all()

    def _put_back(self, whose: Whose, reads: Reads) -> None:
        later = self._waiting.get(whose, Reads())
        self._counted -= len(reads.recalls.keys() & later.recalls.keys())
        self._waiting[whose] = Reads(reads.events + later.events, reads.recalls + later.recalls)


def batched(owners: Iterable[Whose], size: int) -> Iterator[frozenset[Whose]]:
    """Yield owners in sets of so many."""
    rest = iter(owners)
    while some := frozenset(islice(rest, size)):
        yield some
