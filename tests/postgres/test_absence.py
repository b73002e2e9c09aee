"""What is said of a server that cannot be reached: at the first connection, while it is away, at leaving, and in the log."""

import logging
import os
import re
import shutil
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from engines import KEY
from keptmind import Memory
from keptmind.engines.postgres_absence import Outages
from keptmind.engines.postgres_session import Line
from keptmind.errors import StoreBusy, StoreFailed
from keptmind.surfaces.messages import say
from postgres.conftest import Place

ABSENT = "no server answers there, or not with the encryption that is asked for"
REFUSED = "the server refuses the user, the password, the database or an option, or has too many connections"


class Door:
    """A second way to the server's socket, which can be shut: whoever took it finds no server then."""

    def __init__(self, place: Place, folder: Path) -> None:
        (port,) = place.rows("SHOW port")[0]
        self._place = place
        self._socket = Path(str(conninfo_to_dict(place.url)["host"])) / f".s.PGSQL.{port}"
        self.folder = folder
        self._link = folder / self._socket.name
        self.url = re.sub("host=[^&]*", f"host={folder}", place.url)
        self.open()

    def open(self) -> None:
        """Let everybody in again."""
        self._link.symlink_to(self._socket)

    def shut(self) -> None:
        """Let nobody in, and cut who is in."""
        self._link.unlink()
        self._place.cut()

    def store(self, **settings: Any) -> Memory:
        """Open a store behind the door."""
        return Memory(self.url, **{"key": KEY, "connections": 4, "busy_seconds": 2, **settings})


@pytest.fixture
def door(place: Place) -> Iterator[Door]:
    if not str(conninfo_to_dict(place.url).get("host", "")).startswith("/"):
        pytest.skip("a server that is reached through a socket of the file system is needed")
    folder = Path(tempfile.mkdtemp(prefix="km-door-"))  # not under pytest's own: a socket's path has at most 107 bytes
    yield Door(place, folder)
    shutil.rmtree(folder)


def problem_of(url: str) -> str:
    """Return what is said of an address at the first connection; no part of it is told."""
    with pytest.raises(StoreFailed) as caught:
        Memory(url, key=KEY, busy_seconds=1)
    assert not re.search(r"hunter2|no-such|nobody", repr(caught.value))
    assert re.search("[一-鿿]", say("store-failed", "zh", caught.value.details).replace("存储报告故障", "").replace("什么也没有写入", ""))
    return str(caught.value.details["problem"])


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("postgresql://u:hunter2@no-such-host.invalid/x", "there is no host of that name"),
        ("postgresql://u:hunter2@127.0.0.1:1/x", ABSENT),
        ("postgresql://u:hunter2@/x?host=/no-such-folder", ABSENT),
        ("postgres://?no-such=option", "not an address"),
    ],
)
def test_what_is_wrong_with_an_address_is_told_in_words(address: str, problem: str) -> None:
    assert problem_of(address) == problem


@pytest.mark.parametrize(
    "change", [("/postgres?", "/no-such-database?"), ("postgres:@", "nobody:hunter2@"), ("options=-c%20", "options=-c%20no-such")]
)
def test_a_server_that_is_there_and_refuses_is_told_from_one_that_is_not(place: Place, change: tuple[str, str]) -> None:
    refusing = place.url.replace(*change)

    assert refusing != place.url
    assert problem_of(refusing) == REFUSED


@pytest.fixture
def guarded(place: Place) -> Iterator[str]:
    """Return an address whose role the server lets in with its password only, and which holds none."""
    (path,) = place.rows("SHOW hba_file")[0]
    if not os.access(path, os.W_OK):
        pytest.skip("a server whose files are at hand is needed")
    role, rules = f"locked_{uuid.uuid4().hex[:8]}", Path(path).read_text("utf-8")
    url = place.url.replace("postgres:@", f"{role}:@")
    place.connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'hunter2'".encode())
    Path(path).write_text(f"local all {role} scram-sha-256\n{rules}", "utf-8")
    place.connection.execute("SELECT pg_reload_conf()")
    while lets_in(url):
        time.sleep(0.02)
    yield url
    Path(path).write_text(rules, "utf-8")
    place.connection.execute("SELECT pg_reload_conf()")
    place.connection.execute(f"DROP ROLE {role}".encode())


def lets_in(url: str) -> bool:
    """Tell whether the server takes a connection."""
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def test_a_missing_password_is_told_from_a_wrong_one(guarded: str) -> None:
    assert problem_of(guarded) == "the server asks for a password"
    assert problem_of(guarded.replace(":@", ":hunter3@")) == REFUSED


@pytest.mark.slow
def test_a_server_that_is_away_is_never_called_busy(door: Door) -> None:
    with door.store() as store:
        me = store.for_user("A")
        me.save("likes tea")
        me.list()
        door.shut()

        with pytest.raises(StoreFailed, match="no connection"):
            me.list()
        with ThreadPoolExecutor(12) as pool:
            told = list(pool.map(refused, [*[lambda: me.save("likes cocoa")] * 5, *[me.list] * 7]))
        door.open()

        assert {str(error) for error in told} == {"store-failed (problem=no connection)"}
        assert me.save("likes coffee").outcome == "created"


@pytest.mark.slow
def test_who_waits_in_vain_for_a_connection_that_others_hold_is_told_that_it_is_busy(place: Place) -> None:
    with place.store(connections=1, busy_seconds=2) as store, store.house.store.view(), ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.for_user("A").list)

        assert isinstance(waiting.exception(timeout=60), StoreBusy)


@pytest.mark.slow
def test_who_leaves_while_the_server_is_away_is_let_go_at_once_and_told_what_was_left(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    def leave() -> None:
        with door.store(busy_seconds=3_600) as store:
            me = store.for_user("A")
            me.save("likes tea")
            me.search("tea")  # which is not on record yet
            door.shut()

    leaving = threading.Thread(target=leave, daemon=True)
    leaving.start()
    leaving.join(timeout=60)

    assert not leaving.is_alive()
    assert said_by(caplog, "keptmind") == ["closed with reads not on record or erasures not finished: store-failed"]


@pytest.mark.slow
def test_an_outage_is_one_line_in_the_log_and_no_line_names_the_address(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    with door.store() as store:
        me = store.for_user("A")
        for number in range(2):
            me.save(f"likes tea number {number}")
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(lambda _: me.list(), range(20)))
            door.shut()
            refused(lambda: me.save("likes coffee"))
            refused(me.list)
            door.open()
            me.list()

    told = said_by(caplog, "psycopg")
    outage = r"no connection to PostgreSQL for keptmind-\d+; it is tried again until there is one"
    others = [line for line in told if re.fullmatch(outage, line) is None]
    assert len(told) - len(others) == 2
    assert all(line.startswith("error ignored terminating") for line in others)  # said where something was just being asked
    assert not any(str(door.folder) in line for line in told)


def test_the_pools_of_others_say_what_they_will(place: Place) -> None:
    outages = Outages()
    with Line.connect(place.url) as ours, psycopg.connect(place.url) as theirs:
        lines = [line_of("discarding closed connection: %s", one) for one in (ours, theirs)]
        lines += [line_of("error connecting in %r: %s", pool, "host gone") for pool in ("pool-1", "keptmind-1", "keptmind-1", "keptmind-2")]
        passed = [outages.filter(line) for line in lines]

    assert passed == [False, True, True, True, False, True]
    assert ["host" in line.getMessage() for line in lines[2:]] == [True, False, False, False]


def line_of(message: str, *arguments: object) -> logging.LogRecord:
    """Return a warning as a pool writes it."""
    return logging.LogRecord("psycopg.pool", logging.WARNING, __file__, 1, message, arguments, None)


def said_by(caplog: pytest.LogCaptureFixture, name: str) -> list[str]:
    """Return what a logger and those below it said."""
    return [record.getMessage() for record in caplog.records if record.name.partition(".")[0] == name]


def refused(act: Callable[[], object]) -> StoreFailed:
    """Return the error that it comes to."""
    with pytest.raises(StoreFailed) as caught:
        act()
    return caught.value
