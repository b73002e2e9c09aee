"""The schema of a PostgreSQL store: made, brought up to date, and copied before it is changed."""

import re
from collections.abc import Sequence

from keptmind.engines.migrate import CREATE_LEDGER, POSTGRES_TOKENS, READ_LEDGER, Migration, apply, outstanding, shipped, spell
from keptmind.engines.postgres_session import PostgresSession
from keptmind.errors import StoreFailed

# read from the catalogue: to_regclass may answer from before another process made the table while this one waited for its lock
HAS_LEDGER = "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_migrations')"
MAY_MAKE = """
SELECT has_schema_privilege(current_schema(), 'CREATE'), has_database_privilege(current_database(), 'CREATE')
"""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename IN :names ORDER BY tablename"
BACKUPS = "SELECT nspname FROM pg_namespace WHERE nspname IN :names ORDER BY nspname"
TEXTS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = :schema AND data_type = 'text'"
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


def has_ledger(session: PostgresSession) -> bool:
    """Tell whether a store was ever made here."""
    return session.only(HAS_LEDGER, {}) == (True,)


def lacking(session: PostgresSession, known: Sequence[Migration]) -> list[Migration]:
    """Return the migrations that the schema lacks. Raises: SchemaTooNew, SchemaChanged."""
    applied = [(row[0], row[1]) for row in session.all(READ_LEDGER, {})] if has_ledger(session) else []
    return outstanding(applied, known)


def migrate(session: PostgresSession, known: Sequence[Migration]) -> None:
    """
    Bring the schema up to date, inside a transaction that nobody else writes beside; it is copied before the first change.

    Raises: StoreFailed where the role may not.
    """
    _must_be_allowed(session)
    missing = lacking(session, known)
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


def _must_be_allowed(session: PostgresSession) -> None:
    """Look before anything is made: the server's own refusal does not say in which of the two places."""
    tables, schemas = session.only(MAY_MAKE, {})
    if not tables:
        raise StoreFailed(problem="the role may not make tables in the schema")
    if not schemas:
        raise StoreFailed(problem="the role may not make schemas in the database")


def backups(session: PostgresSession) -> list[str]:
    """Return the copies made before migrations, by the names that they can have."""
    names = [_copy_of(session.schema, version) for version in range(2, shipped()[-1].version + 2)]
    return [name for (name,) in session.all(BACKUPS, {"names": names})]


def erased_schema(schema: str) -> str:
    """Return the schema that holds the list of erasures: a copy of the other one is restored without touching it."""
    return f"{schema}_erased"


def quoted(name: str) -> str:
    """Return a name as an identifier."""
    return '"' + name.replace('"', '""') + '"'


def _copy_of(schema: str, version: int) -> str:
    return f"{schema}_before_{version:04d}"


def _back_up(session: PostgresSession, version: int) -> None:
    """Copy our tables into a schema of its own, within the transaction that then changes them."""
    copy = quoted(_copy_of(session.schema, version))
    session.run(f"DROP SCHEMA IF EXISTS {copy} CASCADE", {})
    session.run(f"CREATE SCHEMA {copy}", {})
    for (table,) in session.all(TABLES, {"names": _ours()}):
        session.run(f"CREATE TABLE {copy}.{quoted(table)} AS TABLE {quoted(table)}", {})
    for table, column in session.all(TEXTS, {"schema": _copy_of(session.schema, version)}):
        session.run(f"ALTER TABLE {copy}.{quoted(table)} ALTER COLUMN {quoted(column)} SET STATISTICS 0", {})


def _ours() -> list[str]:
    named = (name for migration in shipped() for name in re.findall(r"^CREATE TABLE (\w+)", migration.text, re.MULTILINE))
    return [*named, "schema_migrations"]
