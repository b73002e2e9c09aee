"""
PostgreSQL: many nodes on one database, readers that nobody blocks, one writer at a time for each owner.

A view is one state of the database (repeatable read). A transaction reads what others have committed up to each statement, so it
first takes the lock of the owners it writes for, and what is looked up in it stays true until it commits. Without owners it waits
until nobody writes, and nobody does meanwhile: for migrations and the like. The locks are advisory and go with the transaction.
"""

import contextlib
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from keptmind.engines.migrate import CREATE_LEDGER, POSTGRES_TOKENS, READ_LEDGER, Migration, apply, outstanding, shipped, spell
from keptmind.engines.postgres_fate import Fate, fate
from keptmind.engines.postgres_session import Connection, PostgresSession, begins, lock
from keptmind.engines.sql.meta import WRITE_META, prepare, read_meta
from keptmind.engines.sql.words import Words
from keptmind.engines.sql.work import Work
from keptmind.errors import InvalidSettings, KeptmindError, KeyTaken, StoreBusy, StoreClosed, StoreFailed
from keptmind.model.context import Whose
from keptmind.text.marks import VERSION as MARKS_VERSION
from keptmind.text.marks import marks_of

MOST_CONNECTIONS = 10
PREPARED_AT = 2  # uses after which a statement is prepared on its connection
PREPARED_MOST = 512
IDLE_SECONDS = 60  # a node that falls silent in mid transaction loses its owner's lock after this
STATEMENT_SECONDS = 60
LOOK_AGAIN_SECONDS = 1.0
PAUSE = 0.05  # seconds between two looks at what became of a commit

VIEW = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
TRANSACTION = "BEGIN"

CONFIGURE = """
SELECT current_schema(),
       set_config('join_collapse_limit', '1', false),
       set_config('jit', 'off', false),
       set_config('lock_timeout', :lock, false),
       set_config('statement_timeout', :statement, false),
       set_config('idle_in_transaction_session_timeout', :idle, false),
       set_config('synchronous_commit', :durable, false)
"""
HAS_LEDGER = "SELECT to_regclass('schema_migrations') IS NOT NULL"
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
INVALID = "SELECT CAST(CAST(indexrelid AS REGCLASS) AS TEXT) FROM pg_index WHERE NOT indisvalid ORDER BY 1"
CREATE_ERASED = """
CREATE TABLE IF NOT EXISTS {schema}.erased (
  operation TEXT NOT NULL,
  tenant TEXT NOT NULL,
  owner TEXT NOT NULL,
  ids TEXT NOT NULL,
  erased_at BIGINT NOT NULL,
  PRIMARY KEY (operation)
)
"""

# what ANALYZE must take no samples of: they would stay in the catalogue when the rows are gone
UNSAMPLED = {
    "memories": ("memory_key", "title", "content", "subject", "value", "tags", "reason"),
    "memory_versions": ("whole",),
    "memory_candidates": ("proposed",),
    "evidence": ("quote", "note"),
    "turns": ("content",),
    "derived": ("content",),
}

_BUSY = ("55P03", "57014", "40P01", "40001")  # lock timeout, statement timeout, deadlock, serialization
_DURABLE = {"FULL": "on", "EXTRA": "on", "NORMAL": "off"}


class PostgresStore:
    """Memories in one schema of a PostgreSQL database: the first of the connection's search path."""

    def __init__(
        self,
        url: str,
        *,
        purposes: Sequence[str],
        synchronous: str = "FULL",
        busy_seconds: float = 30.0,
        connections: int = MOST_CONNECTIONS,
        migrations: Sequence[Migration] | None = None,
    ) -> None:
        self.closed = False
        self._url = url
        self._busy_seconds = busy_seconds
        self._timeouts = {"lock": _milliseconds(busy_seconds), "statement": _milliseconds(STATEMENT_SECONDS + busy_seconds)}
        self._durable = _DURABLE[synchronous]
        self._most = connections
        self._words = Words()
        self._salt = b""
        self._sessions: WeakKeyDictionary[Connection, PostgresSession] = WeakKeyDictionary()
        self._works: WeakKeyDictionary[Connection, Work] = WeakKeyDictionary()
        self._migrations = shipped() if migrations is None else migrations
        self._own = threading.local()
        with translated():
            self._connect().close()  # what is wrong with the address is said at once, and not after a pool has tried for long
            self._pool = ConnectionPool(
                url,
                kwargs={"autocommit": True},
                configure=self._configure,
                min_size=1,
                max_size=connections,
                timeout=busy_seconds,
                reconnect_timeout=LOOK_AGAIN_SECONDS / 2,  # left to itself the pool would wait twice as long each time
                open=True,
            )
        try:
            with translated():
                self._prepare(purposes)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def view(self) -> Iterator[Work]:
        """Read one consistent state."""
        with translated(), self._begun(VIEW) as session:
            yield self._work(session)
            session.run("COMMIT", {})

    @contextmanager
    def transaction(self, *owners: Whose) -> Iterator[Work]:
        """
        Write everything or nothing, alone among those who write for these owners; without any, alone altogether.

        Raises: StoreBusy when others held a lock all the while; StoreFailed when the server went, and says what is known of the commit.
        """
        with translated(), self._begun(TRANSACTION) as session:
            work = self._work(session)
            session.uncommitted = True
            self._own.session = session
            try:
                number = lock(session, owners)
                yield work
                work.settle()
                self._commit(session, number, work.audit.last)
            finally:
                self._own.session = None
                session.uncommitted = False
                work.discard()
                session.discard()

    @contextmanager
    def alone(self) -> Iterator[PostgresSession]:
        """Lend a connection outside any transaction."""
        with translated(), self._lent() as session:
            yield session

    def vouch(self, fingerprint: str) -> None:
        """Hold the key of fingerprints against the one that this database was begun with. Raises: InvalidSettings where it is another."""
        with self.alone() as session:
            begun_with = read_meta(session, "key")
            if begun_with is None:
                with self._by_itself(session):
                    session.run(WRITE_META, {"name": "key", "content": fingerprint})
                begun_with = read_meta(session, "key")
        if begun_with != fingerprint:
            raise InvalidSettings(field="key", problem="not the one that this database was begun with")

    def writing(self) -> PostgresSession:
        """Return the session of this thread's open transaction. Raises: StoreFailed where there is none."""
        session: PostgresSession | None = getattr(self._own, "session", None)
        if session is None:
            raise StoreFailed(problem="no transaction is open")
        return session

    def schema_version(self) -> int:
        """Return the number of the last migration applied."""
        with self.alone() as session:
            return max(int(row[0]) for row in session.all(READ_LEDGER, {}))

    def damage(self) -> tuple[str, ...]:
        """Return the indexes that PostgreSQL knows to be broken; its own checks of the pages are the server's."""
        with self.alone() as session:
            return tuple(f"invalid index {row[0]}" for row in session.all(INVALID, {}))

    def close(self) -> None:
        """Close every connection; the store cannot be used afterwards."""
        self.closed = True
        self._pool.close()

    def _prepare(self, purposes: Sequence[str]) -> None:
        with self._lent() as session:
            if self._outstanding(session):
                with self._by_itself(session):
                    self._migrate(session)
            self._salt = prepare(session, self._words, purposes, lambda: self._by_itself(session))
        with self.view() as view:
            is_marked = view.marks.are_of(MARKS_VERSION)
        if not is_marked:
            with self.transaction() as work:
                work.marks.renew(marks_of, MARKS_VERSION, datetime.now(UTC))

    def _migrate(self, session: PostgresSession) -> None:
        missing = self._outstanding(session)
        session.run(spell(CREATE_LEDGER, POSTGRES_TOKENS), {})
        if missing and missing[0].version > 1:
            _back_up(session, missing[0].version)
        for migration in missing:
            apply(session, migration, POSTGRES_TOKENS)
        for table, columns in UNSAMPLED.items():
            for column in columns:
                session.run(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0", {})
        session.run(f"CREATE SCHEMA IF NOT EXISTS {quoted(erased_schema(session.schema))}", {})
        session.run(CREATE_ERASED.format(schema=quoted(erased_schema(session.schema))), {})

    def _outstanding(self, session: PostgresSession) -> list[Migration]:
        (has_ledger,) = session.only(HAS_LEDGER, {})
        applied = [(row[0], row[1]) for row in session.all(READ_LEDGER, {})] if has_ledger else []
        return outstanding(applied, self._migrations)

    @contextmanager
    def _by_itself(self, session: PostgresSession) -> Iterator[None]:
        """Write alone, on a connection that is lent already."""
        session.run(TRANSACTION, {})
        session.uncommitted = True
        try:
            number = lock(session, ())
            yield
            self._commit(session, number, None)
        finally:
            session.uncommitted = False

    @contextmanager
    def _begun(self, begin: str) -> Iterator[PostgresSession]:
        """Lend a connection with a transaction begun; connections that a restart of the server has cut are thrown away one by one."""
        for _ in range(self._most):
            with self._lent() as session:
                if not begins(session, begin):
                    continue
                yield session
                return
        raise StoreFailed(problem="no connection")

    @contextmanager
    def _lent(self) -> Iterator[PostgresSession]:
        connection = self._borrowed()
        session = self._sessions[connection]
        try:
            yield session
        finally:
            if not session.is_idle():
                with contextlib.suppress(psycopg.Error):
                    connection.execute("ROLLBACK")
            if not session.is_idle():
                connection.close()
            self._pool.putconn(connection)

    def _borrowed(self) -> Connection:
        """Lend a connection; a server that is away is looked for again each second, for as long as others would be waited for."""
        until = time.monotonic() + self._busy_seconds
        while True:
            try:
                return self._pool.getconn(timeout=min(LOOK_AGAIN_SECONDS, max(PAUSE, until - time.monotonic())))
            except PoolTimeout:
                if time.monotonic() >= until:
                    raise StoreBusy() if self._is_answered() else StoreFailed(problem="the server does not answer") from None

    def _is_answered(self) -> bool:
        """Tell whether it is a connection that is wanting, and not the server."""
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def _work(self, session: PostgresSession) -> Work:
        work = self._works.get(session.connection)
        if work is None:
            work = self._works[session.connection] = Work(session, self._words, self._salt)
        return work

    def _connect(self) -> Connection:
        connection: Connection = psycopg.connect(self._url, autocommit=True, connect_timeout=max(2, int(self._busy_seconds)))
        return connection

    def _configure(self, connection: Connection) -> None:
        """Set up a new connection: every int is a BIGINT, the order of joins is ours, and nothing waits for ever."""
        connection.adapters.register_dumper(int, Int8Dumper)
        connection.prepare_threshold = PREPARED_AT
        connection.prepared_max = PREPARED_MOST
        wanted = {**self._timeouts, "idle": _milliseconds(IDLE_SECONDS), "durable": self._durable}
        session = PostgresSession(connection, "")
        session.schema = session.only(CONFIGURE, wanted)[0] or ""
        self._sessions[connection] = session

    def _commit(self, session: PostgresSession, number: str, event: Mapping[str, Any] | None) -> None:
        """Commit; where the connection breaks over it, find out what became of the transaction, so that the caller is told the truth."""
        try:
            session.run("COMMIT", {})
        except psycopg.OperationalError:
            if not session.connection.closed:
                raise
            self._must_have_committed(number, event)

    def _must_have_committed(self, number: str, event: Mapping[str, Any] | None) -> None:
        match self._fate(number, event):
            case Fate.KEPT:
                return
            case Fate.LOST:
                raise StoreFailed(problem="the connection broke; nothing was kept")
            case _:
                raise StoreFailed(problem="the connection broke while committing; it may have been kept")

    def _fate(self, number: str, event: Mapping[str, Any] | None) -> Fate:
        """Ask until there is an answer; a server that is starting again gives none yet."""
        until = time.monotonic() + self._busy_seconds
        while time.monotonic() < until:
            with contextlib.suppress(psycopg.Error), self._connect() as connection:
                found = fate(connection, number, event)
                if found is not Fate.OPEN:
                    return found
            time.sleep(PAUSE)
        return Fate.UNKNOWN


def _back_up(session: PostgresSession, version: int) -> None:
    """Copy every table into a schema of its own, within the transaction that then changes them."""
    copy = quoted(f"{session.schema}_before_{version:04d}")
    session.run(f"DROP SCHEMA IF EXISTS {copy} CASCADE", {})
    session.run(f"CREATE SCHEMA {copy}", {})
    for (table,) in session.all(TABLES, {}):
        session.run(f"CREATE TABLE {copy}.{quoted(table)} AS TABLE {quoted(table)}", {})


def erased_schema(schema: str) -> str:
    """Return the schema that holds the list of erasures: a copy of the other one is restored without touching it."""
    return f"{schema}_erased"


def quoted(name: str) -> str:
    """Return a name as an identifier."""
    return '"' + name.replace('"', '""') + '"'


def _milliseconds(seconds: float) -> str:
    return str(max(1, int(seconds * 1_000)))


@contextmanager
def translated() -> Iterator[None]:
    """Turn the driver's errors into ours."""
    try:
        yield
    except psycopg.Error as error:
        raise _ours(error) from None


def _ours(error: psycopg.Error) -> KeptmindError:
    if isinstance(error, PoolClosed):
        return StoreClosed()
    if isinstance(error, PoolTimeout) or error.sqlstate in _BUSY:
        return StoreBusy()
    if error.sqlstate == "23505" and error.diag.constraint_name == "memories_live_key":
        return KeyTaken()
    return StoreFailed(problem=type(error).__name__)
