"""One connection to PostgreSQL as statements run on it, and the locks that its transactions take."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import psycopg
from psycopg import RawCursor
from psycopg.pq import TransactionStatus

from keptmind.engines.sql.dialect import numbered, widen
from keptmind.engines.sql.session import Row, Session
from keptmind.model.context import Whose

Connection = psycopg.Connection[Row]

LOCK_OWNER = """
SELECT pg_advisory_xact_lock_shared(:everyone), pg_advisory_xact_lock(:whose), CAST(pg_current_xact_id() AS TEXT)
"""
LOCK_EVERYONE = "SELECT pg_advisory_xact_lock(:everyone), CAST(pg_current_xact_id() AS TEXT)"
LOCK_ALSO = "SELECT pg_advisory_xact_lock(:whose)"


class PostgresSession(Session):
    """One connection; `schema` is where its tables are."""

    def __init__(self, connection: Connection, schema: str) -> None:
        self.connection = connection
        self.schema = schema
        self.uncommitted = False
        self._cursor = RawCursor(connection)
        self._deferred: dict[str, list[Sequence[Any]]] = {}

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
        """Run a statement later once a row; their order does not matter here."""
        self._deferred.setdefault(_positional(statement), []).extend((*head, *tail) for head, tail in rows)

    def settle(self) -> None:
        """Run everything deferred."""
        for statement, rows in self._deferred.items():
            self._cursor.executemany(statement, rows)
        self.discard()

    def discard(self) -> None:
        """Drop everything deferred."""
        self._deferred.clear()

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


def lock(session: PostgresSession, owners: Sequence[Whose]) -> str:
    """Take the locks of the owners, always in one order, or that of everyone; return the number of the transaction."""
    everyone = lock_number(session.schema, "everyone")
    if not owners:
        return str(session.only(LOCK_EVERYONE, {"everyone": everyone})[1])
    first, *others = sorted({lock_number(session.schema, "owner", *whose) for whose in owners})
    number = str(session.only(LOCK_OWNER, {"everyone": everyone, "whose": first})[2])
    for other in others:
        session.run(LOCK_ALSO, {"whose": other})
    return number


def begins(session: PostgresSession, begin: str) -> bool:
    """Begin a transaction, and tell whether there was a server at the other end."""
    try:
        session.run(begin, {})
    except psycopg.OperationalError:
        if not session.connection.closed:
            raise
        return False
    return True


@lru_cache(maxsize=4096)
def lock_number(*names: str) -> int:
    """Return the number, 64 bits with a sign, that stands for something to be locked."""
    digest = blake2b("\0".join(names).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


@lru_cache(maxsize=64)
def _positional(statement: str) -> str:
    pieces = statement.split("?")
    return "".join(f"{piece}${position}" for position, piece in enumerate(pieces[:-1], 1)) + pieces[-1]
