"""
PostgreSQL: many nodes on one database, readers that nobody blocks, one writer at a time for each owner.

A view is one state of the database (repeatable read). A transaction reads what others have committed up to each statement, so it
first takes the lock of the owners it writes for, and what is looked up in it stays true until it commits. Without owners it waits
until nobody writes, and nobody does meanwhile: for migrations and the like. The locks are advisory and go with the transaction.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from weakref import WeakValueDictionary

import psycopg
from psycopg_pool import PoolClosed

from keptmind.engines.migrate import READ_LEDGER, Migration, shipped
from keptmind.engines.postgres_pool import Lines, milliseconds
from keptmind.engines.postgres_schema import has_ledger, lacking, migrate
from keptmind.engines.postgres_session import PostgresSession, lock, lock_beside
from keptmind.engines.sql.meta import WRITE_META, prepare, put_meta, read_meta
from keptmind.engines.sql.words import Words
from keptmind.engines.sql.work import Work
from keptmind.errors import InvalidSettings, KeptmindError, KeyTaken, OutcomeUnknown, StoreBusy, StoreClosed, StoreFailed
from keptmind.model.audit import AuditEvent
from keptmind.model.context import Whose
from keptmind.text.marks import VERSION as MARKS_VERSION
from keptmind.text.marks import marks_of

MOST_CONNECTIONS = 10
PAUSE = 0.05  # seconds between two looks at what became of a commit

UNHURRIED = "SET LOCAL statement_timeout = 0"  # a large table takes longer to change than any caller waits
VIEW = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
HURRIED = "SELECT set_config('lock_timeout', :wait, true), set_config('statement_timeout', :wait, true)"


# what PostgreSQL itself knows to be broken: indexes and constraints of this schema that were never made whole
BROKEN = """
SELECT 'index ' || c.relname
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = current_schema() AND NOT (i.indisvalid AND i.indisready)
UNION ALL
SELECT 'constraint ' || c.conname
  FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
 WHERE n.nspname = current_schema() AND NOT c.convalidated
 ORDER BY 1
"""
_BUSY = ("55P03", "57014", "40P01", "40001")  # lock timeout, statement timeout, deadlock, serialization
_CUT = ("57P", "08")  # the server goes down or has ended the connection; the connection is broken
_DURABLE = {"FULL": "on", "EXTRA": "on", "NORMAL": "off"}


class PostgresStore:
    """Memories in one schema of a PostgreSQL database: the first of the connection's search path."""

    owners_together = 1  # each has a lock of its own

    def __init__(
        self,
        url: str,
        *,
        purposes: Sequence[str],
        synchronous: str = "FULL",
        busy_seconds: float = 30.0,
        connections: int = MOST_CONNECTIONS,
        migrations: Sequence[Migration] | None = None,
        must_exist: bool = False,
    ) -> None:
        self.closed = False
        self._busy_seconds = busy_seconds
        self._words = Words()
        self._salt = b""
        self._migrations = shipped() if migrations is None else migrations
        self._own = threading.local()
        self._queues = WeakValueDictionary[Whose, threading.Lock]()  # of owners somebody writes for, or waits to
        self._queueing = threading.Lock()
        self._heard: Callable[[AuditEvent], None] | None = None
        with translated():
            self.lines = Lines(url, durable=_DURABLE[synchronous], busy_seconds=busy_seconds, connections=connections)
        try:
            with translated():
                self._prepare(purposes, must_exist=must_exist)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def view(self, patience: float | None = None) -> Iterator[Work]:
        """Read one consistent state. Raises: StoreBusy where patience ends before there is a connection."""
        with translated(), self._begun(lambda session: session.run(VIEW, {}), patience) as session:
            if patience is not None:
                session.run(HURRIED, {"wait": milliseconds(patience)})
            yield session.work(self._words, self._salt)
            session.run("COMMIT", {})

    @contextmanager
    def transaction(self, *owners: Whose) -> Iterator[Work]:
        """
        Write everything or nothing, alone among those who write for these owners; without any, alone altogether.

        Raises: StoreBusy when others held a lock all the while; StoreFailed when the server went, OutcomeUnknown when at the commit.
        """
        with translated(), self._queued(owners), self._begun(lambda session: lock(session, owners)) as session:
            work = session.work(self._words, self._salt)
            session.uncommitted = True
            self._own.session = session
            try:
                yield work
                work.settle()
                self._commit(session)
                events = work.audit.taken()
            finally:
                self._own.session = None
                session.uncommitted = False
                work.discard()
                session.discard()
        if self._heard is not None:
            for event in events:
                self._heard(event)

    def listen(self, heard: Callable[[AuditEvent], None]) -> None:
        """Tell of every audit event once its transaction has been committed."""
        self._heard = heard

    def probe(self, patience: float) -> None:
        """Begin as writers do, write something and take it back. Raises: StoreBusy when somebody wrote alone all the while."""
        with translated(), self._begun(lambda session: session.run(WRITE, {}), patience) as session:
            session.run(HURRIED, {"wait": milliseconds(patience)})
            lock_beside(session)
            put_meta(session, "probe", "")
            session.run("ROLLBACK", {})

    @contextmanager
    def alone(self) -> Iterator[PostgresSession]:
        """Lend a connection outside any transaction."""
        with translated(), self.lines.lent() as session:
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
        """Return the indexes and constraints that PostgreSQL knows to be broken; its own checks of the pages are the server's."""
        with self.alone() as session:
            return tuple(f"invalid {row[0]}" for row in session.all(BROKEN, {}))

    def hurry(self) -> None:
        """Wait for a server that is away only a moment from here on."""
        self.lines.is_leaving = True

    def close(self) -> None:
        """Close every connection; the store cannot be used afterwards."""
        self.closed = True
        self.lines.close()

    def _prepare(self, purposes: Sequence[str], *, must_exist: bool) -> None:
        with self.lines.lent() as session:
            if must_exist and not has_ledger(session):
                raise StoreFailed(problem="nothing is kept there")
            if lacking(session, self._migrations):
                with self._by_itself(session):
                    session.run(UNHURRIED, {})
                    migrate(session, self._migrations)
            self._salt = prepare(session, self._words, purposes, lambda: self._by_itself(session))
        with self.view() as view:
            is_marked = view.marks.are_of(MARKS_VERSION)
        if not is_marked:
            with self.transaction() as work:
                work.marks.renew(marks_of, MARKS_VERSION, datetime.now(UTC))

    @contextmanager
    def _queued(self, owners: Sequence[Whose]) -> Iterator[None]:
        """Wait for the other writers of these owners in this process without holding a connection, which readers may need."""
        with self._queueing:
            queues = [self._queues.setdefault(whose, threading.Lock()) for whose in sorted(set(owners))]
        with contextlib.ExitStack() as held:
            for queue in queues:
                if not queue.acquire(timeout=self._busy_seconds):
                    raise StoreBusy() if self.lines.is_answered() else StoreFailed(problem="no connection")
                held.callback(queue.release)
            yield

    @contextmanager
    def _by_itself(self, session: PostgresSession) -> Iterator[None]:
        """Write alone, on a connection that is lent already."""
        lock(session, ())
        session.uncommitted = True
        try:
            yield
            self._commit(session)
        finally:
            session.uncommitted = False

    @contextmanager
    def _begun(self, begin: Callable[[PostgresSession], object], patience: float | None = None) -> Iterator[PostgresSession]:
        """Lend a connection with a transaction begun; connections that a restart of the server has cut are thrown away one by one."""
        for _ in range(self.lines.most + 1):
            with self.lines.lent(patience) as session:
                if not _begins(session, begin):
                    continue
                yield session
                return
        raise StoreFailed(problem="no connection")

    def _commit(self, session: PostgresSession) -> None:
        """Commit; where the connection breaks over it, find out what became of the transaction, so that the caller is told the truth."""
        try:
            session.commit()
        except psycopg.Error as error:
            if not _is_lost(error, session):
                raise
            self._must_have_committed(session)

    def _must_have_committed(self, session: PostgresSession) -> None:
        """
        Look for what the transaction wrote, behind its own locks: who gets them knows that it has ended, one way or the other.

        Numbers of transactions would not do: after a crash those that never reached the log are given out again.
        Raises: StoreFailed where it is not there; OutcomeUnknown where nobody can tell.
        """
        until = time.monotonic() + self.lines.patience
        while session.witness and time.monotonic() < until:
            with contextlib.suppress(psycopg.Error), self.lines.connect() as line:
                line.session.begin(*session.locks)
                if line.session.one(*session.witness) is not None:
                    return
                raise StoreFailed(problem="the connection broke")
            time.sleep(PAUSE)
        raise OutcomeUnknown()


def _begins(session: PostgresSession, begin: Callable[[PostgresSession], object]) -> bool:
    """Begin a transaction, and tell whether there was a server at the other end."""
    try:
        begin(session)
    except psycopg.Error as error:
        if not _is_lost(error, session):
            raise
        return False
    return True


def _is_lost(error: psycopg.Error, session: PostgresSession) -> bool:
    """Tell whether the connection is of no use any more: what no statement is to blame for has cut it, and it is closed for good."""
    lost = session.connection.closed or error.sqlstate is None or error.sqlstate.startswith(_CUT)
    if lost:
        session.connection.close()
    return lost


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
    if error.sqlstate in _BUSY:
        return StoreBusy()
    if error.sqlstate == "23505" and error.diag.constraint_name == "memories_live_key":
        return KeyTaken()
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return StoreFailed(problem="the role may not do this: a privilege is missing, or the table is another role's")
    if isinstance(error, psycopg.OperationalError) and (error.sqlstate is None or error.sqlstate.startswith(_CUT)):
        return StoreFailed(problem="the connection broke")
    return StoreFailed(problem=type(error).__name__)
