"""Schemas of a server for as long as a measurement takes, and those that a killed one left behind dropped by the next."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    import psycopg

# whoever measures holds the lock of each of its schemas, on a connection that does nothing else, and its stores are connected under the
# schema's name: where the lock can be had and nobody is connected, nobody uses the schema
HOLD = "SELECT pg_advisory_lock(hashtextextended(%s, 0))"
TRY = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
LET_GO = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"
LEFT_BEHIND = """
SELECT nspname
  FROM pg_namespace
 WHERE nspname ~ '^keptmind_bench_held_[0-9a-f]{12}$' AND pg_has_role(nspowner, 'USAGE')
   AND NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = nspname)
"""


@contextmanager
def lent_schemas(url: str, count: int) -> Iterator[list[str]]:
    """Drop what was left behind, make fresh schemas, give their addresses, and drop them."""
    import psycopg

    names = [f"keptmind_bench_held_{secrets.token_hex(6)}" for _ in range(count)]
    with psycopg.connect(url, autocommit=True) as connection:
        clear(connection)
        for name in names:
            connection.execute(HOLD, (name,))
            connection.execute(f"CREATE SCHEMA {name}".encode())
        try:
            yield [f"{url}{'&' if '?' in url else '?'}{_mark(name)}" for name in names]
        finally:
            for name in names:
                _drop(connection, name)


def _mark(name: str) -> str:
    return f"options={quote(f'-c search_path={name}')}&application_name={name}"


def clear(connection: "psycopg.Connection[Any]") -> None:
    """Drop the schemas of measurements that ended without doing so; those of one that still runs stay."""
    for (name,) in connection.execute(LEFT_BEHIND).fetchall():
        if connection.execute(TRY, (name,)).fetchone() == (True,):
            _drop(connection, name)
            connection.execute(LET_GO, (name,))


def _drop(connection: "psycopg.Connection[Any]", name: str) -> None:
    connection.execute(f"DROP SCHEMA IF EXISTS {name}, {name}_erased CASCADE".encode())
