"""What needs no lock waits for none."""

import sqlite3
from pathlib import Path

import pytest

from factories import a_url
from keptmind import Memory
from keptmind.errors import StoreBusy, UnknownWord


def test_reading_and_malformed_requests_wait_for_no_writer(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path), busy_seconds=0.1) as store:
        me = store.for_user("A")
        kept = me.save("likes oolong").memory
        assert kept is not None
        other = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(UnknownWord):
            me.save("likes tea", kind="nope")
        with pytest.raises(StoreBusy):
            me.save("likes tea")

        assert me.settings().may_read
        assert [hit.memory.id for hit in me.search("oolong")] == [kept.id]
        assert me.get(kept.id) == kept
        other.execute("ROLLBACK")
        other.close()
