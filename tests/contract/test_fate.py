"""After a connection broke over a commit, PostgreSQL is asked what became of it; a number that was given out twice fools nobody."""

from collections.abc import Iterator

import psycopg
import pytest

from engines import KEY, Schemas
from keptmind import Memory
from keptmind.engines.postgres_fate import Fate, fate

NUMBER = "SELECT CAST(pg_current_xact_id() AS TEXT)"
NEWEST = "SELECT tenant, owner, id FROM audit_events ORDER BY id DESC LIMIT 1"


@pytest.fixture
def url(schemas: Schemas) -> Iterator[str]:
    yield schemas.lend()
    schemas.take_back()


def numbered(connection: psycopg.Connection) -> str:
    row = connection.execute(NUMBER).fetchone()
    assert row is not None
    return str(row[0])


def test_a_transaction_is_known_by_what_it_put_on_record(url: str) -> None:
    with Memory(url, key=KEY) as store:
        store.for_user("A").save("likes tea")
    with psycopg.connect(url, autocommit=True) as connection:
        committed = numbered(connection)
        row = connection.execute(NEWEST).fetchone()
        assert row is not None
        event = dict(zip(("tenant", "owner", "id"), row, strict=True))

        assert fate(connection, committed, event) is Fate.KEPT
        assert fate(connection, committed, {**event, "id": "of a transaction that a crash took"}) is Fate.LOST
        assert fate(connection, committed, None) is Fate.UNKNOWN


def test_a_number_that_was_never_logged_is_lost(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        to_come = str(int(numbered(connection)) + 1_000_000)

        assert fate(connection, to_come, None) is Fate.LOST


def test_a_transaction_that_is_rolled_back_is_lost_and_one_at_work_is_open(url: str) -> None:
    with psycopg.connect(url) as writer, psycopg.connect(url, autocommit=True) as connection:
        number = numbered(writer)

        while_open = fate(connection, number, None)
        writer.rollback()

        assert while_open is Fate.OPEN
        assert fate(connection, number, None) is Fate.LOST
