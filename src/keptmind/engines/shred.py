"""
Makes erased text really gone from a SQLite file, its log and its index, and looks before saying so.

Zeroed cells are not enough: after churn, stale copies lie in the gaps of rebalanced pages. So: a truncating checkpoint whose
busy answer is honoured, a scan for pieces of the text while it is still in this process's memory, and VACUUM wherever a piece
is found, where nobody knows the text any more, and where looking would cost as much as rewriting (docs/adr/0003). A file so
large that rewriting it takes seconds is rewritten once for several erasures, when the store is closed.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from keptmind.engines.erased import append, erased_list
from keptmind.engines.sqlite import SqliteStore
from keptmind.engines.sqlite_session import SqliteSession
from keptmind.errors import Unavailable
from keptmind.model.erasure import Step, StepName, StepState, Tombstone

PIECE = 12  # bytes of UTF-8 looked for at a time
CHUNK = 1 << 22
SMALL_BYTES = 16 << 20  # up to here VACUUM costs about what looking for two dozen pieces does, and is certain
DEAR_BYTES = 64 << 20  # from here on looking is dear too
LARGE_BYTES = 256 << 20  # from here on several erasures share one VACUUM
CHECKPOINT_TRIES = 10
CHECKPOINT_WAIT = 100  # milliseconds a try waits for readers


class SqliteShredder:
    """Works on one store's file; a database in memory has no bytes to look for."""

    steps = (StepName.ROWS, StepName.CACHES, StepName.MIGRATION_BACKUPS, StepName.BYTES)

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    def outwait(self, step: Step) -> Step:
        """Return the step: this engine has no such one, its log is emptied and its file rewritten at once."""
        return step

    def list_erased(self, tombstones: Sequence[Tombstone]) -> None:
        """Append to the list beside the database, synced."""
        if self._store.path is not None and tombstones:
            append(erased_list(self._store.path), tombstones)

    def drop_migration_backups(self) -> Step:
        """Remove the copies made before migrations: they hold what is to be forgotten."""
        path = self._store.path
        copies = [] if path is None else sorted(path.parent.glob(f"{_literal(path.name)}.before-*"))
        try:
            for copy in copies:
                copy.unlink(missing_ok=True)
        except OSError as error:
            return _step(StepName.MIGRATION_BACKUPS, done=False, note=error.strerror or type(error).__name__)
        return _step(StepName.MIGRATION_BACKUPS, done=True, note=f"copies removed: {len(copies)}")

    def shred(self, texts: Sequence[str] | None) -> Step:
        """Return the step as it stands: done, or failing because readers hold the log open."""
        if self._store.path is None:
            with self._store.alone() as session:
                session.connection.execute("VACUUM")
            return _step(StepName.BYTES, done=True, note="in memory")
        try:
            with self._store.alone() as session:
                return self._shredded(session, self._store.path, texts)
        except Unavailable as error:
            return _step(StepName.BYTES, done=False, note=error.code)

    def _shredded(self, session: SqliteSession, path: Path, texts: Sequence[str] | None) -> Step:
        if not _checkpoint(session):
            return _step(StepName.BYTES, done=False, note="readers hold the log open")
        if texts is not None and path.stat().st_size > LARGE_BYTES:
            return Step(name=StepName.BYTES, state=StepState.PENDING, note="a large file is rewritten once for all, at close")
        if texts is not None and SMALL_BYTES < path.stat().st_size <= DEAR_BYTES and not _found(path, pieces(texts)):
            return _step(StepName.BYTES, done=True, note="scanned")
        session.connection.execute("VACUUM")
        if not _checkpoint(session):
            return _step(StepName.BYTES, done=False, note="readers hold the log open")
        return _step(StepName.BYTES, done=True, note="rewritten")


def pieces(texts: Sequence[str]) -> tuple[bytes, ...]:
    """Return overlapping pieces of the texts, short enough that a stale fragment of a cell holds one whole."""
    found: dict[bytes, None] = {}
    for text in texts:
        raw = text.encode("utf-8", "surrogatepass")
        found.update(dict.fromkeys(raw[start : start + PIECE] for start in range(0, max(1, len(raw) - PIECE + 1), PIECE // 2)))
        found[raw[-PIECE:]] = None
    return tuple(piece for piece in found if piece.strip())


def _found(path: Path, wanted: Sequence[bytes]) -> bool:
    files = (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm"))
    return any(piece in chunk for file in files if file.exists() for chunk in _chunks(file) for piece in wanted)


def _chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        tail = b""
        while block := stream.read(CHUNK):
            yield tail + block
            tail = block[-PIECE:]


def _checkpoint(session: SqliteSession) -> bool:
    (usual,) = session.connection.execute("PRAGMA busy_timeout").fetchone()
    session.connection.execute(f"PRAGMA busy_timeout = {CHECKPOINT_WAIT}")
    try:
        return any(_truncated(session) for _ in range(CHECKPOINT_TRIES))
    finally:
        session.connection.execute(f"PRAGMA busy_timeout = {usual}")


def _truncated(session: SqliteSession) -> bool:
    (busy, _, _) = session.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _step(name: StepName, *, done: bool, note: str) -> Step:
    return Step(name=name, state=StepState.DONE if done else StepState.FAILING, attempts=1, note=note)
