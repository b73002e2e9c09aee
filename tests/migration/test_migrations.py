"""A schema is made whole, never changed behind anybody's back, and never half."""

import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import a_url, listed, rows
from keptmind import Memory
from keptmind.engines.migrate import SQLITE_TOKENS, Migration, outstanding, shipped
from keptmind.engines.sqlite import SqliteStore
from keptmind.errors import SchemaChanged, SchemaTooNew, Unavailable

SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name"

OPENER = """
import sys
from keptmind import Memory
with Memory(sys.argv[1]) as store:
    print(store.for_user(sys.argv[2]).save("likes tea").outcome)
"""


def a_migration(version: int = shipped()[-1].version + 1, text: str = "CREATE TABLE later (id BIGINT NOT NULL PRIMARY KEY)") -> Migration:
    return Migration(version=version, name="later", text=text)


def opened(file: Path, migrations: Sequence[Migration]) -> SqliteStore:
    known: dict[str, Any] = {"migrations": migrations}
    return SqliteStore(str(file), purposes=("task",), **known)


def test_a_fresh_store_has_every_table_and_enters_each_migration(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)):
        pass

    file = tmp_path / "memory.db"
    assert rows(file, "SELECT version, name, checksum FROM schema_migrations ORDER BY version") == [
        (migration.version, migration.name, migration.checksum) for migration in shipped()
    ]
    tables = {name for (name,) in rows(file, "SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables >= {
        "memories",
        "memory_versions",
        "partitions",
        "documents",
        "postings",
        "tombstones",
        "deletions",
        "audit_events",
        "turns",
        "jobs",
    }


def test_migrations_one_by_one_equal_the_fresh_schema(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)):
        pass
    connection = sqlite3.connect(":memory:")
    for migration in shipped():
        for statement in migration.statements(SQLITE_TOKENS):
            connection.execute(statement)

    by_hand = connection.execute(SCHEMA).fetchall()
    connection.close()

    fresh = [row for row in rows(tmp_path / "memory.db", SCHEMA) if row[2] != "schema_migrations"]
    assert fresh == by_hand


def test_migrations_are_numbered_without_a_gap_and_named() -> None:
    numbers = [migration.version for migration in shipped()]

    assert numbers == list(range(1, len(numbers) + 1))
    assert all(migration.name and migration.text.strip() for migration in shipped())


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.for_user("A").save("likes tea")
    before = (
        rows(tmp_path / "memory.db", SCHEMA),
        rows(tmp_path / "memory.db", "SELECT * FROM meta"),
        rows(tmp_path / "memory.db", "SELECT * FROM words"),
    )

    with Memory(a_url(tmp_path)):
        pass

    after = (
        rows(tmp_path / "memory.db", SCHEMA),
        rows(tmp_path / "memory.db", "SELECT * FROM meta"),
        rows(tmp_path / "memory.db", "SELECT * FROM words"),
    )
    assert after == before
    assert list(tmp_path.glob("*.before-*")) == []


def written(file: Path, statement: str) -> bytes:
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(statement)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return file.read_bytes()


def test_a_migration_that_reads_differently_now_is_refused_and_the_file_untouched(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.for_user("A").save("likes tea")
    before = written(tmp_path / "memory.db", "UPDATE schema_migrations SET checksum = 'another' WHERE version = 1")

    with pytest.raises(SchemaChanged) as caught:
        Memory(a_url(tmp_path))

    assert caught.value.details == {"version": 1}
    assert (tmp_path / "memory.db").read_bytes() == before


def test_a_schema_from_a_later_version_is_refused_and_the_file_untouched(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.for_user("A").save("likes tea")
    before = written(tmp_path / "memory.db", "INSERT INTO schema_migrations (version, name, checksum) VALUES (9000, 'later', 'x')")

    with pytest.raises(SchemaTooNew) as caught:
        Memory(a_url(tmp_path))

    assert caught.value.details == {"found": 9000, "known": shipped()[-1].version}
    assert (tmp_path / "memory.db").read_bytes() == before
    assert isinstance(caught.value, Unavailable)


def test_a_store_refused_for_its_schema_leaves_no_connection_open(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)):
        pass
    written(tmp_path / "memory.db", "INSERT INTO schema_migrations (version, name, checksum) VALUES (9000, 'later', 'x')")

    with pytest.raises(SchemaTooNew):
        Memory(a_url(tmp_path))

    links = (link.resolve() for link in Path("/proc/self/fd").iterdir())
    held = [file.name for file in links if file.is_relative_to(tmp_path)]
    assert held == []


@pytest.mark.slow
def test_many_processes_that_open_a_new_file_at_once_all_find_it_whole(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENER, a_url(tmp_path)]
    openers = [subprocess.Popen([*command, f"u{number}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for number in range(6)]

    told = [opener.communicate(timeout=120) for opener in openers]

    assert told == [("created\n", "")] * 6
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM schema_migrations") == [(len(shipped()),)]
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM meta WHERE name = 'salt'") == [(1,)]
    with Memory(a_url(tmp_path)) as store:
        assert [len(store.for_user(f"u{number}").search("tea")) for number in range(6)] == [1] * 6
        assert store.for_user("u0").save("LIKES TEA").outcome == "same"


def test_what_every_process_forgets_is_known_to_every_other(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as first, Memory(a_url(tmp_path)) as second:
        saved = first.for_user("A").save("likes tea").memory
        assert saved is not None
        first.for_user("A").forget(saved.id)

        again = second.for_user("A").save("likes tea", source="imported")

    assert again.outcome == "refused"


@given(st.lists(st.integers(1, 6), unique=True), st.integers(0, 6))
def test_what_is_outstanding_is_what_is_known_and_not_applied_in_order(applied: list[int], most: int) -> None:
    known = [a_migration(version, f"-- {version}") for version in range(1, most + 1)]
    ledger = [(version, a_migration(version, f"-- {version}").checksum) for version in applied]

    if known and all(version <= most for version in applied):
        missing = outstanding(ledger, known)
        assert [one.version for one in missing] == [version for version in range(1, most + 1) if version not in applied]
    elif known:
        with pytest.raises(SchemaTooNew):
            outstanding(ledger, known)


def test_one_changed_letter_of_an_applied_migration_is_noticed() -> None:
    applied = [(1, a_migration(1, "CREATE TABLE a (id)").checksum)]

    with pytest.raises(SchemaChanged):
        outstanding(applied, [a_migration(1, "CREATE TABLE a (iD)")])


def test_a_copy_is_made_before_a_later_migration_and_holds_the_old_schema_whole(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.for_user("A").save("likes tea")

    opened(tmp_path / "memory.db", [*shipped(), a_migration()]).close()

    copy = tmp_path / f"memory.db.before-{a_migration().version:04d}"
    assert rows(copy, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'later'") == [(0,)]
    assert rows(copy, "SELECT content FROM memories") == [("likes tea",)]
    assert rows(copy, "PRAGMA integrity_check") == [("ok",)]
    assert copy.stat().st_mode & 0o077 == 0
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM sqlite_master WHERE name = 'later'") == [(1,)]
    assert rows(tmp_path / "memory.db", "SELECT content FROM memories") == [("likes tea",)]


def test_a_migration_that_fails_leaves_the_old_schema_whole_and_usable(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.for_user("A").save("likes tea")
    before = rows(tmp_path / "memory.db", SCHEMA)
    broken = a_migration(text="CREATE TABLE later (id BIGINT);\nDELETE FROM memories;\nCREATE TABLE memories (id BIGINT)")

    with pytest.raises(Unavailable):
        opened(tmp_path / "memory.db", [*shipped(), broken])

    assert rows(tmp_path / "memory.db", SCHEMA) == before
    assert rows(tmp_path / "memory.db", "SELECT version FROM schema_migrations") == [(one.version,) for one in shipped()]
    with Memory(a_url(tmp_path)) as store:
        assert [row.content for row in listed(store.for_user("A"))] == ["likes tea"]


def test_an_older_program_refuses_what_a_later_one_migrated(tmp_path: Path) -> None:
    opened(tmp_path / "memory.db", [*shipped(), a_migration()]).close()

    with pytest.raises(SchemaTooNew):
        Memory(a_url(tmp_path))


def test_rows_of_an_older_schema_are_met_again_after_the_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "memory.db"
    with Memory(a_url(tmp_path)) as store:
        kept = store.for_user("A").save("The office is on floor 3 of the tower").memory
        assert kept is not None
    unmarked(file)

    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        again, other = me.save("the office is on floor 3 of the tower."), me.save("The office is on floor 4 of the tower")

        assert store.house.doctor.examine()
        assert all(finding.ok for finding in store.house.doctor.examine())
    assert (again.outcome, other.outcome, other.memory and other.memory.id) == ("same", "updated", kept.id)


def unmarked(file: Path) -> None:
    """Leave a store as one was left that did not know of marks yet."""
    connection = sqlite3.connect(file)
    for statement in ("DELETE FROM marks", "UPDATE memories SET value = NULL", "DELETE FROM meta WHERE name = 'marks'"):
        connection.execute(statement)
    connection.commit()
    connection.close()
