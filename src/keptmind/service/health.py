"""Whether memory can do its work now: what does not is named, told in the log once, and none of it waits long."""

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from keptmind.errors import KeptmindError, SchemaChanged, SchemaTooNew, StoreBusy, Unavailable
from keptmind.model.health import Check, Report, State
from keptmind.ports.store import View
from keptmind.service.ground import Ground
from keptmind.service.journal import MOST_WAITING, Journal

PATIENCE = 0.2  # seconds for each thing that others may hold, so that all of them together stay below one
JOURNAL_SECONDS = 60.0  # reads are written within five; what waits longer could not be
LOST_SECONDS = 3_600.0  # for which a gap in the record is told
INSIDE = frozenset({"schema-unknown", "schema-behind", "deletions-unfinished"})  # what only a look into the store tells

log = logging.getLogger("keptmind.health")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a look into the store shows."""

    version: int | None
    schema: Check
    deletions: Check


class Health:
    """Looks at the store and at what waits; keeps what was last worse than it should be, to tell it once."""

    def __init__(self, ground: Ground, journal: Journal) -> None:
        self._ground = ground
        self._journal = journal
        self._told: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    def ready(self) -> Report:
        """Tell whether memory can be used; answers within a second, whoever holds the store."""
        store = self._store()
        seen = self._seen()
        worker = Check(name="worker", state=State.ABSENT)
        checks = (store, seen.schema, seen.deletions, self._reads(), self._gap(), worker)
        degradations = tuple(dict.fromkeys(check.degradation for check in checks if check.degradation))
        self._tell(degradations, unseen=INSIDE if seen.schema.state is State.UNKNOWN else frozenset())
        ok = all(check.state is not State.FAILED for check in checks)
        return Report(ok=ok, degradations=degradations, schema_version=seen.version, checks=checks)

    def _store(self) -> Check:
        check = Check(name="store", state=State.OK)
        try:
            self._ground.store.probe(PATIENCE)
        except StoreBusy as error:
            return replace(check, state=State.DEGRADED, degradation="store-busy", code=error.code)
        except Unavailable as error:
            return replace(check, state=State.FAILED, degradation="store-failed", code=error.code)
        return check

    def _seen(self) -> Seen:
        try:
            with self._ground.store.view(PATIENCE) as view:
                return Seen(version=view.schema.version(), schema=_schema(view), deletions=self._deletions(view))
        except StoreBusy as error:
            return _nothing(State.UNKNOWN, error)
        except Unavailable as error:
            return _nothing(State.FAILED, error)

    def _deletions(self, view: View) -> Check:
        """Count erasures that are not through; those that only wait for a log to be overwritten are as they should be."""
        left = [deletion.requested_at for deletion in view.deletions.unfinished() if not deletion.only_waits]
        check = Check(name="deletions", state=State.OK)
        if not left:
            return check
        return replace(check, state=State.DEGRADED, degradation="deletions-unfinished", count=len(left), seconds=self._age(left))

    def _reads(self) -> Check:
        waiting = self._journal.backlog()
        seconds = 0.0 if waiting.oldest_at is None else self._age([waiting.oldest_at])
        check = Check(name="journal", state=State.OK, count=waiting.events, seconds=seconds)
        if waiting.events < MOST_WAITING // 2 and seconds < JOURNAL_SECONDS:
            return check
        return replace(check, state=State.DEGRADED, degradation="journal-behind")

    def _gap(self) -> Check:
        """Count the reads that will never be on record; told for an hour after the last."""
        journal = self._journal.backlog()
        check = Check(name="record", state=State.OK, count=journal.lost)
        if journal.lost_at is None or (seconds := self._age([journal.lost_at])) >= LOST_SECONDS:
            return check
        return replace(check, state=State.DEGRADED, degradation="reads-lost", seconds=seconds)

    def _age(self, moments: Iterable[datetime]) -> float:
        return max(0.0, (self._ground.clock.now() - min(moments)).total_seconds())

    def _tell(self, degradations: tuple[str, ...], *, unseen: frozenset[str]) -> None:
        """Log what has become worse since the last look, and what is well again; what could not be seen is as it was."""
        with self._lock:
            before, self._told = self._told, frozenset(degradations) | (self._told & unseen)
        for name in sorted(self._told - before):
            log.warning("downgraded: %s", name, extra={"degradation": name})
        for name in sorted(before - self._told):
            log.info("well again: %s", name, extra={"degradation": name})


def _schema(view: View) -> Check:
    check = Check(name="schema", state=State.OK)
    try:
        lacking = view.schema.lacking()
    except (SchemaTooNew, SchemaChanged) as error:  # another node has moved on; this one would not start again
        return replace(check, state=State.FAILED, degradation="schema-unknown", code=error.code)
    if lacking:
        return replace(check, state=State.FAILED, degradation="schema-behind", count=lacking)
    return check


def _nothing(state: State, error: KeptmindError) -> Seen:
    schema = Check(name="schema", state=state, degradation="" if state is State.UNKNOWN else "store-failed", code=error.code)
    return Seen(version=None, schema=schema, deletions=replace(schema, name="deletions"))
