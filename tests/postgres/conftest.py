"""A schema of its own for each test, and a plain connection to look into it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from engines import KEY, Schemas
from keptmind import Memory
from keptmind.engines.migrate import Migration, shipped
from keptmind.engines.postgres import PostgresStore


@dataclass(frozen=True)
class Place:
    """A schema that nobody else uses, fresh or used before and emptied."""

    url: str
    connection: psycopg.Connection[tuple[Any, ...]]

    def store(self, **settings: Any) -> Memory:
        """Open a store in it."""
        return Memory(self.url, **{"key": KEY, "connections": 4, **settings})

    def engine(self, *, migrations: tuple[Migration, ...] | None = None, busy_seconds: float = 5.0) -> PostgresStore:
        """Open the engine alone."""
        return PostgresStore(self.url, purposes=("task",), busy_seconds=busy_seconds, migrations=migrations or shipped())

    def rows(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Return what a plain connection reads."""
        return self.connection.execute(statement, parameters).fetchall()

    def cut(self, *, only_in_transaction: bool = False) -> int:
        """Cut every other connection into this schema's stores, as a restart of the server does; return how many."""
        wanted = "AND state LIKE 'idle in transaction%%'" if only_in_transaction else ""
        mine = "pid <> pg_backend_pid() AND application_name = %s"
        return len(self.rows(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {mine} {wanted}", self.name))

    @property
    def name(self) -> str:
        """Return the name of the schema."""
        return str(self.rows("SELECT current_schema()")[0][0])


@pytest.fixture
def place(postgres: str) -> Iterator[Place]:
    schemas = Schemas(postgres)
    url = schemas.lend()
    with psycopg.connect(url, autocommit=True) as connection:
        (name,) = connection.execute("SELECT current_schema()").fetchone() or ("",)
        yield Place(f"{url}&application_name={name}", connection)
    schemas.close()
