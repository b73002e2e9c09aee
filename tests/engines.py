"""On which engine a test keeps its memories: fresh stores on SQLite or on PostgreSQL, wiped when the test is over."""

import uuid
from typing import Any
from urllib.parse import quote

import psycopg

from keptmind import Memory

KEY = "a key for tests, of thirty-two bytes or more"

# One statement empties every table that holds anything, but for the ledger of migrations; an empty one costs no write.
WIPE = """
DO $$
DECLARE found RECORD; filled BOOLEAN;
BEGIN
  FOR found IN SELECT schemaname, tablename FROM pg_tables
                WHERE schemaname IN ('{schema}', '{schema}_erased') AND tablename <> 'schema_migrations' LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.%I)', found.schemaname, found.tablename) INTO filled;
    IF filled THEN
      EXECUTE format('DELETE FROM %I.%I', found.schemaname, found.tablename);
    END IF;
  END LOOP;
END $$
"""


class Schemas:
    """Schemas of one server, each lent to one store at a time and used again by later tests."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._connection = psycopg.connect(server, autocommit=True)
        self._free: list[str] = []
        self._lent: list[str] = []

    def lend(self) -> str:
        """Return the URL of a store with nothing in it."""
        schema = self._free.pop() if self._free else self._made()
        self._lent.append(schema)
        return url_of(self._server, schema)

    def take_back(self) -> None:
        """Empty every schema that was lent."""
        for schema in self._lent:
            self._connection.execute(WIPE.format(schema=schema))
        self._free += self._lent
        self._lent = []

    def close(self) -> None:
        """Drop every schema."""
        for schema in (*self._free, *self._lent):
            drop(self._connection, schema)
        self._connection.close()

    def _made(self) -> str:
        schema = f"test_{uuid.uuid4().hex}"
        self._connection.execute(f"CREATE SCHEMA {schema}")
        return schema


def url_of(server: str, schema: str) -> str:
    """Return the URL of a schema on a server."""
    return f"{server}{'&' if '?' in server else '?'}options={quote(f'-c search_path={schema}')}"


def drop(connection: psycopg.Connection, schema: str) -> None:
    """Drop a schema, its list of erasures and the copies made before migrations."""
    found = connection.execute("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)", (schema,)).fetchall()
    for (name,) in found:
        connection.execute(f'DROP SCHEMA "{name}" CASCADE')


class Engine:
    """The engine of the test that runs; SQLite in memory until a test says otherwise."""

    def __init__(self) -> None:
        self.schemas: Schemas | None = None

    @property
    def name(self) -> str:
        """Return its name."""
        return "sqlite" if self.schemas is None else "postgres"

    @property
    def erased(self) -> str:
        """Return how far an erasure comes at once: PostgreSQL's log is only overwritten in time."""
        return "bytes_gone" if self.schemas is None else "derived_cleaned"

    def fresh(self) -> dict[str, Any]:
        """Return what a store that nobody has used is opened with."""
        return {"url": ":memory:"} if self.schemas is None else {"url": self.schemas.lend(), "key": KEY, "connections": 4}


ENGINE = Engine()


def a_store(**settings: Any) -> Memory:
    """Open a fresh store on the engine of this test."""
    return Memory(**{**ENGINE.fresh(), **settings})
