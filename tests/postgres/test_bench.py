"""The schemas in which a server is measured: gone afterwards, and what a killed bench left behind is gone after the next."""

import subprocess
import sys
import time
import uuid
from collections.abc import Iterator

import psycopg
import pytest

from keptmind.surfaces.cli.bench import main
from keptmind.surfaces.cli.bench.schemas import lent_schemas
from postgres.conftest import Place

KILLED = """
import os, sys
from keptmind import Memory
from keptmind.surfaces.cli.bench.schemas import lent_schemas
with lent_schemas(sys.argv[1], 1) as (url,):
    Memory(url, key="k" * 32).for_user("A").save("likes tea")
    os.kill(os.getpid(), 9)
"""

CONNECTED = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@pytest.fixture
def database(place: Place) -> Iterator[str]:
    """Return the address of a database of one's own: another bench may run elsewhere on the server."""
    name = f"bench_{uuid.uuid4().hex[:8]}"
    place.connection.execute(f"CREATE DATABASE {name}".encode())
    address, _, options = place.url.partition("?")
    host = "&".join(one for one in options.split("&") if one.startswith("host="))
    yield f"{address.rpartition('/')[0]}/{name}{'?' if host else ''}{host}"
    place.connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def schemas(database: str) -> set[str]:
    """Return the schemas of a database that a bench could have made."""
    with psycopg.connect(database) as connection:
        return {name for (name,) in connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'keptmind%'").fetchall()}


def test_what_a_killed_bench_left_behind_is_dropped_and_what_a_running_one_uses_is_not(database: str) -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", KILLED, database], timeout=120, check=False)
    left = schemas(database)
    with psycopg.connect(database, autocommit=True) as other:
        other.execute("CREATE SCHEMA keptmind_bench_of_mine")
        while other.execute(CONNECTED).fetchall():  # the server has yet to notice
            time.sleep(0.02)

    with lent_schemas(database, 1):
        first = schemas(database)
        with lent_schemas(database, 1):
            both = schemas(database)

    assert {name.endswith("_erased") for name in left} == {False, True}
    assert not left & first
    assert first < both
    assert len(both - first) == 1
    assert schemas(database) == {"keptmind_bench_of_mine"}


def test_a_bench_that_has_lost_its_lock_keeps_its_schemas_as_long_as_it_is_connected(database: str) -> None:
    name = f"keptmind_bench_held_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(database, application_name=name, autocommit=True) as running:
        running.execute(f"CREATE SCHEMA {name}".encode())

        with lent_schemas(database, 1):
            pass

        assert schemas(database) == {name}


@pytest.mark.slow
def test_a_server_can_be_measured_and_nothing_stays(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--smoke", "postgres", "--url", database, "--json"]) == 0

    assert "PostgreSQL: search" in capsys.readouterr().out
    assert schemas(database) == set()
