"""
Makes erased text really gone from PostgreSQL's files, as far as a client can, and says how far that is.

A plain VACUUM frees the place of a deleted row and leaves its bytes; VACUUM FULL writes the tables anew, but takes along what a
transaction that began earlier might still read, so it waits for those first. Until it has been overwritten
the write-ahead log still holds them: its segments are used again in a ring, at the latest after twice `max_wal_size`
(`XLOGfileslop` in PostgreSQL's xlog.c), so the last step waits until so much has been written since, and no replication slot
holds the old ones back. Replicas, archives and backups of the server are its operator's.
"""

import json
import re
import time
from collections.abc import Sequence

from keptmind.engines.postgres import PostgresStore
from keptmind.engines.postgres_schema import backups, erased_schema, quoted
from keptmind.engines.postgres_session import PostgresSession
from keptmind.engines.sql.session import micros
from keptmind.errors import Unavailable
from keptmind.model.erasure import Step, StepName, StepState, Tombstone

PATIENCE = 2.0  # seconds
PAUSE = 0.01
LARGE_BYTES = 64 << 20  # from here on several erasures share one rewriting
HELD = ("memories", "memory_versions", "memory_candidates", "evidence", "turns", "derived")  # the tables with text in them

LIST_ERASED = """
INSERT INTO {schema}.erased (operation, tenant, owner, ids, erased_at)
VALUES (:operation, :tenant, :owner, :ids, :erased_at)
"""
LOCK_WAIT = "200ms"  # whoever reads a table meanwhile waits as long behind us
TIMEOUTS = "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')"
SET_TIMEOUTS = "SELECT set_config('lock_timeout', :wait, false), set_config('statement_timeout', :statement, false)"
FILES = """
SELECT c.relname, c.relfilenode
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = current_schema() AND c.relname IN :names
"""
NUMBER = "SELECT CAST(CAST(pg_current_xact_id() AS xid) AS TEXT)"
EARLIER = """
SELECT EXISTS (SELECT 1 FROM pg_stat_activity a
                WHERE a.pid <> pg_backend_pid()
                  AND (a.datname = current_database() OR a.datname IS NULL)
                  AND (age(a.backend_xmin) > age(CAST(CAST(:number AS TEXT) AS xid))
                       OR age(a.backend_xid) > age(CAST(CAST(:number AS TEXT) AS xid))))
    OR EXISTS (SELECT 1 FROM pg_prepared_xacts p WHERE p.database = current_database())
    OR EXISTS (SELECT 1 FROM pg_replication_slots s WHERE age(s.xmin) > age(CAST(CAST(:number AS TEXT) AS xid)))
"""
SIZE = "SELECT CAST(SUM(pg_total_relation_size(CAST(name AS REGCLASS))) AS BIGINT) FROM (VALUES :names) AS held(name)"
_RING = """(2 * GREATEST(pg_size_bytes(current_setting('max_wal_size')), pg_size_bytes(current_setting('min_wal_size')))
             + pg_size_bytes(current_setting('wal_keep_size'))
             + 2 * pg_size_bytes(current_setting('wal_segment_size')))"""
WRITTEN = f"""
SELECT CAST(pg_current_wal_insert_lsn() AS TEXT), CAST(pg_current_wal_insert_lsn() + {_RING} AS TEXT)
"""
TURNED_OVER = f"""
SELECT pg_current_wal_insert_lsn() > GREATEST(CAST(CAST(:until AS TEXT) AS pg_lsn), CAST(CAST(:since AS TEXT) AS pg_lsn) + {_RING}),
       EXISTS (SELECT 1 FROM pg_replication_slots s WHERE s.restart_lsn <= CAST(CAST(:since AS TEXT) AS pg_lsn))
"""
_POSITION = re.compile("[0-9A-F]+/[0-9A-F]+")


class PostgresShredder:
    """Works on one store's schema."""

    steps = (StepName.ROWS, StepName.CACHES, StepName.MIGRATION_BACKUPS, StepName.BYTES, StepName.LOG)

    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    def list_erased(self, tombstones: Sequence[Tombstone]) -> None:
        """Append to the list in the schema of its own, in the same transaction."""
        if not tombstones:
            return
        first = tombstones[0]
        ids = list(dict.fromkeys(tombstone.memory_id for tombstone in tombstones))
        listed = {"operation": first.operation, "tenant": first.tenant, "owner": first.owner, "ids": json.dumps(ids)}
        session = self._store.writing()
        schema = quoted(erased_schema(session.schema))
        session.run(LIST_ERASED.format(schema=schema), {**listed, "erased_at": micros(first.erased_at)})

    def drop_migration_backups(self) -> Step:
        """Remove the copies made before migrations: they hold what is to be forgotten."""
        try:
            with self._store.alone() as session:
                copies = backups(session)
                for copy in copies:
                    session.run(f"DROP SCHEMA IF EXISTS {quoted(copy)} CASCADE", {})
        except Unavailable as error:
            return _step(StepName.MIGRATION_BACKUPS, StepState.FAILING, note=error.code)
        return _step(StepName.MIGRATION_BACKUPS, StepState.DONE, note=f"copies removed: {len(copies)}")

    def shred(self, texts: Sequence[str] | None) -> Step:
        """Write the tables anew; large ones once for several erasures, when the store is opened or closed."""
        try:
            with self._store.alone() as session:
                (size,) = session.only(SIZE, {"names": [(name,) for name in HELD]})
                if texts is not None and size > LARGE_BYTES:
                    return _step(StepName.BYTES, StepState.PENDING, note="large tables are rewritten once for all, at close")
                if not _alone_in_time(session):
                    return _step(StepName.BYTES, StepState.FAILING, note="others still read what was there before")
                return _rewritten(session)
        except Unavailable as error:
            return _step(StepName.BYTES, StepState.FAILING, note=error.code)

    def outwait(self, step: Step) -> Step:
        """Return the step done once the log has been written over since it was first tried; its note says from where to where."""
        try:
            with self._store.alone() as session:
                if not step.note:
                    since, until = session.only(WRITTEN, {})
                    return _step(StepName.LOG, StepState.PENDING, note=f"waits for the server's log to be written over: {since} → {until}")
                since, until = _POSITION.findall(step.note)
                turned_over, is_held = session.only(TURNED_OVER, {"since": since, "until": until})
        except Unavailable:
            return step
        return _step(StepName.LOG, StepState.DONE, note="overwritten") if turned_over and not is_held else step


def _alone_in_time(session: PostgresSession) -> bool:
    """Wait until nobody can read any more what was deleted up to now, for a while; tell whether that came."""
    (number,) = session.only(NUMBER, {})
    until = time.monotonic() + PATIENCE
    while session.only(EARLIER, {"number": number}) == (True,):
        if time.monotonic() > until:
            return False
        time.sleep(PAUSE)
    return True


def _rewritten(session: PostgresSession) -> Step:
    """Write each table anew, and look whether it was: of tables that are somebody else's the server only warns."""
    (wait, statement) = session.only(TIMEOUTS, {})
    before = session.all(FILES, {"names": HELD})
    session.run(SET_TIMEOUTS, {"wait": LOCK_WAIT, "statement": "0"})
    try:
        for table in HELD:
            session.run(f"VACUUM (FULL) {table}", {})
    finally:
        session.run(SET_TIMEOUTS, {"wait": wait, "statement": statement})
    same = set(before) & set(session.all(FILES, {"names": HELD}))
    if same:
        return _step(StepName.BYTES, StepState.FAILING, note="the role does not own the tables")
    return _step(StepName.BYTES, StepState.DONE, note="rewritten")


def _step(name: StepName, state: StepState, *, note: str) -> Step:
    return Step(name=name, state=state, attempts=1, note=note)
