"""H25, the half about concurrency: several processes on one file, and nobody sees a lock."""

import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from factories import a_url, rows, texts
from keptmind import Memory
from keptmind.errors import StoreBusy

WRITER = """
import sys
from keptmind import Memory
url, number = sys.argv[1:]
with Memory(url) as store:
    me = store.for_user(f"u{int(number) % 3}")
    for position in range(50):
        print(me.save(f"Writer {number} keeps statement {position}").memory.id, flush=True)
"""

READER = """
import sys, time
from keptmind import Memory
url, stop = sys.argv[1:]
from pathlib import Path
slowest, reads = 0.0, 0
with Memory(url) as store:
    me = store.for_user("u0")
    while not Path(stop).exists():
        began = time.monotonic()
        found = me.search("statement")
        assert all("keeps statement" in hit.memory.content for hit in found)
        me.list(limit=5)
        slowest, reads = max(slowest, time.monotonic() - began), reads + 1
print(reads, slowest)
"""

HOLDER = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(float(sys.argv[2]))
connection.execute("COMMIT")
connection.close()
"""


def started(program: str, *arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: "subprocess.Popen[str]") -> tuple[str, str]:
    with process:
        told, complaint = process.communicate(timeout=180)
    return told, complaint


def holding(file: Path, seconds: float) -> "subprocess.Popen[str]":
    holder = started(HOLDER, file, seconds)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


@pytest.mark.slow
def test_eight_writers_and_four_readers_lose_nothing_and_meet_no_error(tmp_path: Path) -> None:
    url, stop = a_url(tmp_path), tmp_path / "stop"
    writers = [started(WRITER, url, number) for number in range(8)]
    readers = [started(READER, url, stop) for _ in range(4)]

    written = [ended(writer) for writer in writers]
    stop.touch()
    read = [ended(reader) for reader in readers]

    assert [complaint for _, complaint in written + read if complaint] == []
    ids = {line for told, _ in written for line in told.split()}
    assert len(ids) == 400
    assert {row[0] for row in rows(tmp_path / "memory.db", "SELECT id FROM memories")} == ids
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*), SUM(terms) FROM documents") == [
        (400, rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM postings")[0][0])
    ]
    assert all(int(told.split()[0]) > 0 for told, _ in read)


@pytest.mark.slow
def test_a_write_waits_out_a_lock_of_two_seconds(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("u1")
        holder = holding(tmp_path / "memory.db", 2.0)
        began = time.monotonic()

        saved = me.save("likes tea")

        waited = time.monotonic() - began
        assert ended(holder) == ("", "")
        assert saved.outcome == "created"
        assert waited > 0.5


def test_readers_are_not_blocked_by_a_writer(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("u1")
        me.save("likes tea")
        writer = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")

        found = (texts(me.search("tea")), len(me.list().items), me.stats().total, "likes tea" in me.context("What about tea?").text)

        writer.execute("ROLLBACK")
        writer.close()
        assert found == (["likes tea"], 1, 1, True)


def test_a_write_that_waited_in_vain_is_unavailable_and_leaves_nothing(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path), busy_seconds=0.2) as store:
        me = store.for_user("u1")
        kept = me.save("likes tea").memory
        assert kept is not None
        writer = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")

        for write in (
            lambda: me.save("likes coffee"),
            lambda: me.save_many([{"content": "likes coffee"}, {"content": "likes cocoa"}]),
            lambda: me.update(kept.id, expected_revision=1, content="likes coffee"),
            lambda: me.suppress(kept.id),
            lambda: me.forget(kept.id),
            lambda: me.settings(read_enabled=False),
        ):
            with pytest.raises(StoreBusy):
                write()

        writer.execute("ROLLBACK")
        writer.close()
        assert [(row.content, row.revision) for row in me.list().items] == [("likes tea", 1)]
        assert me.search("coffee") == []
        assert me.deletions() == []
        assert me.save("likes coffee").outcome == "created"
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM memories") == [(2,)]
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM tombstones") == [(0,)]


def test_an_erasure_that_never_happened_is_not_on_the_list_beside_the_database(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path), busy_seconds=0.2) as store:
        me = store.for_user("u1")
        kept = me.save("likes tea").memory
        assert kept is not None
        writer = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            me.forget(kept.id)
        writer.execute("ROLLBACK")
        writer.close()

        listed = tmp_path / "memory.db.erased"

        assert not listed.exists() or kept.id not in listed.read_text()


def test_opening_a_store_that_is_locked_too_long_is_unavailable(tmp_path: Path) -> None:
    writer = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")

    with pytest.raises(StoreBusy):
        Memory(a_url(tmp_path), busy_seconds=0.2)

    writer.execute("ROLLBACK")
    writer.close()


def test_threads_of_one_process_share_a_store(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with Memory(a_url(tmp_path)) as store, ThreadPoolExecutor(8) as pool:
        me = store.for_user("u1")

        saved = list(pool.map(lambda number: me.save(f"Statement number {number}").outcome, range(80)))
        found = list(pool.map(lambda _: len(me.search("statement")), range(80)))

        assert saved == ["created"] * 80
        assert found == [5] * 80


@pytest.mark.parametrize("url", [":memory:", "file"])
def test_of_many_saves_of_one_statement_one_is_kept(url: str, tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with Memory(a_url(tmp_path) if url == "file" else url) as store, ThreadPoolExecutor(8) as pool:
        me = store.for_user("u1")

        outcomes = list(pool.map(lambda _: me.save("Takes the 7:40 train").outcome, range(20)))

        assert sorted(outcomes) == ["created", *["same"] * 19]
        assert me.stats().total == 1
