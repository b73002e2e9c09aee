"""One connection to PostgreSQL as statements run on it, and the locks that its transactions take."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import psycopg
from psycopg import RawCursor
from psycopg.pq import TransactionStatus

from keptmind.engines.sql.dialect import numbered, widen
from keptmind.engines.sql.session import Row, Session
from keptmind.engines.sql.words import Words
from keptmind.engines.sql.work import Work
from keptmind.model.context import Whose

LOCK_ALSO = "SELECT pg_advisory_xact_lock(:whose)"
LOCK_BESIDE = "SELECT pg_advisory_xact_lock_shared(:whose)"


class Line(psycopg.Connection[Row]):
    """A connection that keeps what runs on it at hand."""

    session: "PostgresSession"


class PostgresSession(Session):
    """
    One connection; `schema` is where its tables are.

    One that `is_spoilt` is of no use after this. Of the transaction that writes, `locks` are those it began with, and `witness` is a query
    that finds something it alone wrote.
    """

    def __init__(self, connection: Line) -> None:
        self.connection = connection
        self.schema = ""
        self.uncommitted = False
        self.is_spoilt = False
        self.locks: tuple[str, ...] = ()
        self.witness: tuple[str, Mapping[str, Any]] | None = None
        self._work: Work | None = None
        self._cursor = RawCursor(connection)
        self._deferred: dict[str, list[Sequence[Any]]] = {}
        self._gathered: dict[str, list[tuple[Any, ...]]] = {}

    def all(self, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Return every row."""
        return self._execute(statement, parameters).fetchall()

    def gathered(self, statement: str, parameters: Mapping[str, Any], width: int) -> list[Row]:  # noqa: ARG002 (it needs not know)
        """Return every row; the driver fetches them in one step."""
        return self.all(statement, parameters)

    def one(self, statement: str, parameters: Mapping[str, Any]) -> Row | None:
        """Return the only row, or None."""
        return self._execute(statement, parameters).fetchone()

    def run(self, statement: str, parameters: Mapping[str, Any]) -> int:
        """Run a statement and return how many rows it touched."""
        return self._execute(statement, parameters).rowcount

    def defer(self, statement: str, parameters: Mapping[str, Any]) -> None:
        """Run a statement later, together with others of its text."""
        text, fill = numbered(statement, "$")
        self._deferred.setdefault(text, []).append(fill(parameters))

    def defer_sorted(self, statement: str, rows: Iterable[tuple[tuple[Any, ...], tuple[Any, ...]]]) -> None:
        """Run a statement later with all its rows at once; their order does not matter here."""
        several = [(*head, *tail) for head, tail in rows]
        if several:
            self._gathered.setdefault(statement, []).extend(several)

    def settle(self) -> None:
        """Run everything deferred, in one round trip."""
        if self._deferred or self._gathered:
            with self._one_trip():
                self._run_deferred()

    def commit(self) -> None:
        """Run everything deferred, and commit, in one round trip."""
        with self._one_trip():
            self._run_deferred()
            self._cursor.execute("COMMIT")

    @contextmanager
    def _one_trip(self) -> Iterator[None]:
        """Send what follows together; where it breaks off, the driver takes for prepared what never was, so that the line is spoilt."""
        try:
            with self.connection.pipeline():
                yield
        except psycopg.Error:
            self.is_spoilt = True
            raise

    def begin(self, *locks: str) -> None:
        """Begin a transaction and take locks, in one round trip."""
        self.locks, self.witness = locks, None
        self._cursor.execute(f"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT {', '.join(locks)}", prepare=False)

    def work(self, words: Words, salt: bytes) -> Work:
        """Return the repositories over this connection."""
        if self._work is None:
            self._work = Work(self, words, salt)
        return self._work

    def bear_witness(self, statement: str, parameters: Mapping[str, Any]) -> None:
        """Keep at hand how to find what this transaction alone wrote."""
        self.witness = (statement, parameters)

    def _run_deferred(self) -> None:
        for statement, rows in self._gathered.items():
            columns = list(zip(*rows, strict=True))
            kinds = tuple(type(column[0]) for column in columns)
            self._cursor.execute(
                _unnested(statement, kinds), [ARRAYS[kind][1](column) for kind, column in zip(kinds, columns, strict=True)]
            )
        for statement, several in self._deferred.items():
            for parameters in several:
                self._cursor.execute(statement, parameters)
        self.discard()

    def discard(self) -> None:
        """Drop everything deferred."""
        self._deferred.clear()
        self._gathered.clear()

    def take_turn(self, what: str) -> None:
        """Wait until no other transaction is at it, and keep others waiting until this one commits."""
        self.run(LOCK_ALSO, {"whose": lock_number(self.schema, what)})

    def is_idle(self) -> bool:
        """Tell whether the connection stands and no transaction is open on it."""
        return self.connection.info.transaction_status is TransactionStatus.IDLE

    def _execute(self, statement: str, parameters: Mapping[str, Any]) -> RawCursor[Row]:
        widened, flat = widen(statement, parameters)
        text, fill = numbered(widened, "$")
        return self._cursor.execute(text, fill(flat))


def lock(session: PostgresSession, owners: Sequence[Whose]) -> None:
    """Begin a transaction that holds the locks of the owners, always taken in one order, or that of everyone."""
    everyone = lock_number(session.schema, "everyone")
    if not owners:
        session.begin(f"pg_advisory_xact_lock({everyone})")
        return
    first, *others = sorted({lock_number(session.schema, "owner", *whose) for whose in owners})
    session.begin(f"pg_advisory_xact_lock_shared({everyone})", f"pg_advisory_xact_lock({first})")
    for other in others:
        session.run(LOCK_ALSO, {"whose": other})


def lock_beside(session: PostgresSession) -> None:
    """Take, in an open transaction, the lock that whoever writes for one owner shares with those who write for others."""
    session.run(LOCK_BESIDE, {"whose": lock_number(session.schema, "everyone")})


@lru_cache(maxsize=4096)
def lock_number(*names: str) -> int:
    """Return the number, 64 bits with a sign, that stands for something to be locked."""
    digest = blake2b("\0".join(names).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _numbers(column: Iterable[int]) -> str:
    return f"{{{','.join(map(str, column))}}}"


def _texts(column: Iterable[str]) -> str:
    return f"{{{','.join(map(_element, column))}}}"


@lru_cache(maxsize=1024)
def _element(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# a whole column as one parameter: its type, and how it is written; the driver's own way takes ten times as long
ARRAYS: dict[type, tuple[str, Callable[[Any], str]]] = {int: ("BIGINT[]", _numbers), str: ("TEXT[]", _texts)}


@lru_cache(maxsize=64)
def _unnested(statement: str, kinds: tuple[type, ...]) -> str:
    """Respell an insertion of one row as one of whole columns."""
    columns = ", ".join(f"${position}::{ARRAYS[kind][0]}" for position, kind in enumerate(kinds, 1))
    return f"{statement.partition(' VALUES ')[0]} SELECT * FROM unnest({columns})"
