"""H22: what was edited or forgotten is in no index, cache, block or table any more."""

from pathlib import Path

import pytest

from factories import a_url, bytes_of, everything, listed, rows, texts
from keptmind import Memory
from keptmind.errors import MemoryNotFound


def test_an_edited_word_is_gone_from_every_read(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("Codeword is zanzibar", title="zanzibar", tags=["zanzibar"]).memory
    assert saved is not None
    assert texts(me.search("zanzibar")) == ["Codeword is zanzibar"]

    me.update(saved.id, expected_revision=1, content="Codeword is marmalade", title=None, tags=[])

    assert me.search("zanzibar") == []
    assert "zanzibar" not in me.context("Tell me about zanzibar please").text
    assert me.list(text="zanzibar").items == ()
    assert texts(me.search("marmalade")) == ["Codeword is marmalade"]


@pytest.mark.parametrize("verb", ["suppress", "archive", "forget"])
def test_a_withdrawn_row_is_gone_from_search_and_block_at_once(verb: str, store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("Codeword is marmalade").memory
    assert saved is not None
    me.search("marmalade")

    getattr(me, verb)(saved.id)

    assert me.search("marmalade") == []
    assert me.context("What about marmalade?").text == ""


@pytest.mark.parametrize("verb", ["suppress", "archive"])
def test_a_paused_row_comes_back_when_restored(verb: str, store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("Codeword is marmalade").memory
    assert saved is not None
    getattr(me, verb)(saved.id)

    restored = me.restore(saved.id)

    assert restored.revision == 3
    assert texts(me.search("marmalade")) == ["Codeword is marmalade"]


def test_after_forgetting_no_word_of_any_revision_is_in_any_table_or_byte(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = me.save("Codeword is zanzibar", key="zanzibar_word", title="Zanzibar title", subject="zanzibar", tags=["zanzibar"]).memory
        assert saved is not None
        me.update(saved.id, expected_revision=1, content="Codeword is marmalade", reason="marmalade matters")
        me.archive(saved.id)

        deletion = me.forget(saved.id)

    kept = everything(tmp_path / "memory.db").lower()
    assert "zanzibar" not in kept
    assert "marmalade" not in kept
    assert deletion.state == "bytes_gone"
    raw = bytes_of(tmp_path / "memory.db").lower()
    assert b"zanzibar" not in raw
    assert b"marmalade" not in raw
    beside = b"".join(file.read_bytes() for file in tmp_path.iterdir()).lower()
    assert b"zanzibar" not in beside
    assert b"marmalade" not in beside


def test_what_stays_of_a_forgotten_row_is_a_tombstone_without_content(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = me.save("Codeword is zanzibar").memory
        assert saved is not None

        me.forget(saved.id)

    file = tmp_path / "memory.db"
    assert rows(file, "SELECT memory_id, revision FROM tombstones") == [(saved.id, 1)]
    for table in ("memories", "memory_versions", "documents", "postings", "evidence", "memory_usage", "memory_candidates"):
        assert rows(file, f"SELECT COUNT(*) FROM {table}") == [(0,)], table
    assert rows(file, "PRAGMA integrity_check") == [("ok",)]


def test_forgetting_twice_finds_nothing_the_second_time(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("Codeword is zanzibar").memory
    assert saved is not None
    me.forget(saved.id)

    with pytest.raises(MemoryNotFound):
        me.forget(saved.id)

    assert len(me.deletions()) == 1


def test_counts_agree_after_edits_pauses_and_erasures(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = [me.save(f"Codeword number {number} is word{number}").memory for number in range(12)]
        ids = [memory.id for memory in saved if memory is not None]
        for memory_id in ids[:4]:
            me.update(memory_id, expected_revision=1, content=f"Another text for {memory_id}")
        me.suppress(ids[4])
        me.archive(ids[5])
        me.forget(ids[6:9])

        counted = me.stats()

    file = tmp_path / "memory.db"
    assert counted.total == 9
    assert counted.by_status == {"active": 7, "archived": 1, "suppressed": 1}
    assert rows(file, "SELECT COUNT(*) FROM documents") == [(7,)]
    assert rows(file, "SELECT SUM(row_count), SUM(length) FROM partitions") == rows(file, "SELECT COUNT(*), SUM(length) FROM documents")
    assert rows(file, "SELECT SUM(terms) FROM documents") == rows(file, "SELECT COUNT(*) FROM postings")


def test_one_of_many_forgotten_rows_that_is_unknown_keeps_them_all(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("Codeword is zanzibar").memory
    assert saved is not None

    with pytest.raises(MemoryNotFound):
        me.forget([saved.id, "00000000-0000-7000-8000-000000000000"])

    assert len(listed(me)) == 1
