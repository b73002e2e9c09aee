"""
SQLite: one file, write-ahead log, one writer at a time, readers that nobody blocks.

A file has one writing connection behind a lock, and a reading connection for each thread. `:memory:` is a single connection
behind a re-entrant lock, since a second one would see another database.
"""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from weakref import WeakSet

from keptmind.engines.migrate import CREATE_LEDGER, READ_LEDGER, SQLITE_TOKENS, Migration, apply, outstanding, shipped, spell
from keptmind.engines.patience import hurried, patiently
from keptmind.engines.sql.meta import prepare, put_meta
from keptmind.engines.sql.words import Words
from keptmind.engines.sql.work import Work
from keptmind.engines.sqlite_session import SqliteSession
from keptmind.engines.statistics import tell
from keptmind.errors import KeptmindError, KeyTaken, StoreBusy, StoreClosed, StoreFailed
from keptmind.model.audit import AuditEvent
from keptmind.model.context import Whose
from keptmind.text.marks import VERSION as MARKS_VERSION
from keptmind.text.marks import marks_of

IN_MEMORY = ":memory:"
CACHE_KIB = 8_192  # at SQLite's own 2 MB a thousand saves at once take twice as long; 32 MB are no faster, and a service fills them
READER_CACHE_KIB = 4_096  # a reader finds the rest in the system's own cache as fast, and there is a reader for each thread
FOR_EVER = -1.0
CHECKPOINT_PAGES = 4_000  # a hot page is then copied into the file once per 16 MB of log, not once per 4

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}",
    f"PRAGMA cache_size = -{CACHE_KIB}",
)


class SqliteStore:
    """Memories in one SQLite file, or in memory."""

    owners_together = 50  # all wait for one lock anyway, and this many do not hold it long

    def __init__(
        self,
        path: str,
        *,
        purposes: Sequence[str],
        synchronous: str = "FULL",
        busy_seconds: float = 30.0,
        migrations: Sequence[Migration] | None = None,
    ) -> None:
        self.path = None if path == IN_MEMORY else Path(path)
        self._synchronous = synchronous
        self._busy_seconds = busy_seconds
        self._lock = threading.RLock()
        self._local = threading.local()
        self._sessions: WeakSet[SqliteSession] = WeakSet()
        self._words = Words()
        self._migrations = shipped() if migrations is None else migrations
        self._heard: Callable[[AuditEvent], None] | None = None
        self.closed = False
        try:
            with translated():
                self._writer = self._connect()
                self._inode = 0 if self.path is None else os.stat(self.path).st_ino
                self._migrate()
                self._salt = prepare(self._writer, self._words, purposes, lambda: exclusive(self._writer.connection))
        except BaseException:
            self.close()
            raise
        self._writing = Work(self._writer, self._words, self._salt)
        with translated():
            self._mark()

    @contextmanager
    def view(self, patience: float | None = None) -> Iterator[Work]:
        """Read one consistent state; only a store in memory has its readers wait. Raises: StoreBusy once patience ends."""
        self._must_be_open()
        with translated():
            if self.path is None:
                with self._turn(FOR_EVER if patience is None else patience):
                    yield self._writing
                return
            session, work = self._reader()
            with session.lock, snapshot(session.connection):
                self._must_be_open()
                yield work

    @contextmanager
    def transaction(self, *_owners: Whose) -> Iterator[Work]:
        """Write everything or nothing, whoever owns it. Raises: StoreBusy when another writer held the file all the while."""
        self._must_be_open()
        with translated(), self._turn(self._busy_seconds):
            self._writer.uncommitted = True
            try:
                with exclusive(self._writer.connection):
                    yield self._writing
                    self._writing.settle()
                    self._writer.settle()
                    self._must_stand()
                events = self._writing.audit.taken()
            finally:
                self._writer.uncommitted = False
                self._writing.discard()
                self._writer.discard()
        if self._heard is not None:
            for event in events:
                self._heard(event)

    def listen(self, heard: Callable[[AuditEvent], None]) -> None:
        """Tell of every audit event once its transaction has been committed."""
        self._heard = heard

    def probe(self, patience: float) -> None:
        """Take the write lock, write something and take it back. Raises: StoreBusy when others held the lock all the while."""
        self._must_be_open()
        connection = self._writer.connection
        hurry = hurried(connection, patience, self._busy_seconds)
        with translated(), self._turn(patience), hurry, snapshot(connection, "BEGIN IMMEDIATE"):
            put_meta(self._writer, "probe", "")
            self._must_stand()

    @contextmanager
    def alone(self) -> Iterator[SqliteSession]:
        """Lend the writing connection outside any transaction, for checkpoints and VACUUM."""
        self._must_be_open()
        with translated(), self._turn(self._busy_seconds):
            yield self._writer

    def schema_version(self) -> int:
        """Return the number of the last migration applied."""
        with self.alone() as session:
            return max(int(row[0]) for row in session.all(READ_LEDGER, {}))

    def damage(self) -> tuple[str, ...]:
        """Return what SQLite's own check finds broken."""
        with self.alone() as session:
            found = session.all("PRAGMA integrity_check(20)", {})
        return tuple(row[0] for row in found if row[0] != "ok")

    def hurry(self) -> None:
        """Do nothing: a file is never away for long."""

    def close(self) -> None:
        """Close every connection; the store cannot be used afterwards."""
        with self._lock:
            if self.closed:
                return
            self.closed = True
            for session in sorted(
                self._sessions, key=lambda session: session is getattr(self, "_writer", None)
            ):  # the writer last: it tidies up
                session.end()

    @contextmanager
    def _turn(self, patience: float) -> Iterator[None]:
        if not self._lock.acquire(timeout=patience):
            raise StoreBusy()
        try:
            self._must_be_open()
            yield
        finally:
            self._lock.release()

    def _must_be_open(self) -> None:
        if self.closed:
            raise StoreClosed()

    def _must_stand(self) -> None:
        """Refuse to acknowledge what goes into a file that nobody will find again: deleted or replaced under our feet."""
        if self.path is not None and os.stat(self.path).st_ino != self._inode:
            raise StoreFailed(problem="the file was removed or replaced")

    def _connect(self) -> SqliteSession:
        target = IN_MEMORY if self.path is None else str(self.path)
        if self.path is not None and not self.path.exists():
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600))
        connection = sqlite3.connect(
            target, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False, cached_statements=512
        )
        for pragma in (*_PRAGMAS, f"PRAGMA synchronous = {self._synchronous}"):
            patiently(connection, pragma, self._busy_seconds)
        session = SqliteSession(connection)
        self._sessions.add(session)
        return session

    def _reader(self) -> tuple[SqliteSession, Work]:
        found: tuple[SqliteSession, Work] | None = getattr(self._local, "reader", None)
        if found is None:
            session = self._connect()
            session.connection.execute("PRAGMA query_only = ON")
            session.connection.execute(f"PRAGMA cache_size = -{READER_CACHE_KIB}")
            found = self._local.reader = (session, Work(session, self._words, self._salt))
        return found

    def _migrate(self) -> None:
        if self._outstanding():
            with exclusive(self._writer.connection):
                missing = self._outstanding()
                self._writer.run(spell(CREATE_LEDGER, SQLITE_TOKENS), {})
                self._back_up(missing[0].version if missing else 0)
                for migration in missing:
                    apply(self._writer, migration, SQLITE_TOKENS)
                tell(self._writer.connection)

    def _outstanding(self) -> list[Migration]:
        ledger = self._writer.one("SELECT name FROM sqlite_master WHERE name = 'schema_migrations'", {})
        applied = [(row[0], row[1]) for row in self._writer.all(READ_LEDGER, {})] if ledger else []
        return outstanding(applied, self._migrations)

    def _back_up(self, version: int) -> None:
        """Copy a database that already has a schema; the copy is complete before the first change."""
        if self.path is None or version <= 1:
            return
        copy = migration_backup(self.path, version)
        os.close(os.open(copy, os.O_WRONLY | os.O_CREAT, 0o600))
        with sqlite3.connect(self.path) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        source.close()
        target.close()

    def _mark(self) -> None:
        """Mark the rows of a store that an earlier version left marked otherwise, or not at all."""
        if not self._writing.marks.are_of(MARKS_VERSION):
            with self.transaction() as work:
                work.marks.renew(marks_of, MARKS_VERSION, datetime.now(UTC))


def migration_backup(path: Path, version: int) -> Path:
    """Return where a database is copied before the migration of this number."""
    return path.with_name(f"{path.name}.before-{version:04d}")


@contextmanager
def snapshot(connection: sqlite3.Connection, begin: str = "BEGIN") -> Iterator[None]:
    """Read one state from here on and keep nothing; whatever interrupts it, no transaction is left open."""
    try:
        connection.execute(begin)
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def exclusive(connection: sqlite3.Connection) -> Iterator[None]:
    """Hold the write lock of the file; commit at the end, roll back whatever interrupts it."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def translated() -> Iterator[None]:
    """Turn the driver's errors into ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise _ours(error) from None
    except OSError as error:
        raise StoreFailed(problem=error.strerror or type(error).__name__) from None


def _ours(error: sqlite3.Error) -> KeptmindError:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")):
        return StoreBusy()
    if name == "SQLITE_CONSTRAINT_UNIQUE" and "memory_key" in str(error):
        return KeyTaken()
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return StoreClosed()
    return StoreFailed(problem=name or type(error).__name__)
