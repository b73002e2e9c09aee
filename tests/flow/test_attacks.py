"""What an attack once got through, kept shut."""

import os
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from engines import a_store
from factories import a_url, bytes_of, texts
from keptmind import Consent, Memory
from keptmind.engines.sqlite import SqliteStore
from keptmind.errors import ContentRefused, InvalidSettings, StoreFailed, Unavailable

MATTER = "my clinic visit is monday"


def test_a_destination_that_was_rolled_back_does_not_give_its_consent_to_another(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("u1")
        many = Consent(purposes=("personalization",), destinations=tuple(f"provider-{number}" for number in range(70)))
        with pytest.raises(InvalidSettings):
            me.save(MATTER, sensitivity="restricted", consent=many)
        a = store.for_user("u1", destination="provider-a")
        assert a.save(MATTER, sensitivity="restricted", consent=True).outcome == "created"

    with Memory(a_url(tmp_path)) as store:
        store.for_user("u2", destination="provider-b").save("a quiet note", sensitivity="restricted", consent=True)

        found = {name: texts(store.for_user("u1", destination=f"provider-{name}").search("clinic")) for name in "ab"}

    assert found == {"a": [MATTER], "b": []}


def test_a_batch_comes_to_the_same_as_its_saves_one_by_one() -> None:
    batch: list[dict[str, Any]] = [
        {"content": "Tea is green", "key": "a"},
        {"content": "Tea is green", "key": "b"},
        {"content": "Coffee is black", "key": "a"},
        {"content": "Tea is green"},
    ]
    with a_store() as store:
        together, alone = store.for_user("together"), store.for_user("alone")

        outcomes = [saved.outcome for saved in together.save_many(batch)]

        assert outcomes == [alone.save(**item).outcome for item in batch]
        assert [(row.key, row.content) for row in together.list().items] == [(row.key, row.content) for row in alone.list().items]
        assert all(finding.ok for finding in store.house.doctor.examine())


def test_closing_waits_for_those_who_read(tmp_path: Path) -> None:
    store = Memory(a_url(tmp_path), synchronous="NORMAL")
    me = store.for_user("u")
    me.save_many([{"content": f"walrus number {number} likes herring"} for number in range(500)])
    ends: list[BaseException] = []

    def read() -> None:
        try:
            while True:
                me.list(text="herring")
        except Unavailable as error:
            ends.append(error)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()

    store.close()

    for reader in readers:
        reader.join(timeout=20)
    assert len(ends) == 4


@pytest.mark.parametrize(
    "wish",
    [
        {"content": "neutral text", "key": "sk-proj-A1b2C3d4E5f6G7h8I9j0K1l2M3n4"},
        {"content": "neutral text", "key": "glpat-A1b2C3d4E5f6G7h8I9j0"},
        {"content": "neutral text", "key": "AKIAIOSFODNN7EXAMPLE"},
        {"content": "is hunter2XyZ9", "title": "My password"},
        {"content": "hunter2xyZ9!", "key": "password"},
    ],
)
def test_a_secret_does_not_slip_in_as_a_key_or_spread_over_two_fields(wish: dict[str, Any], store: Memory) -> None:
    refused = store.for_user("u1").save(**wish)

    assert (refused.outcome, refused.rule) == ("refused", "secret")


def test_a_store_is_the_same_by_whichever_name_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, link = tmp_path / "real.db", tmp_path / "link.db"
    with Memory(f"sqlite:///{real}") as store:
        saved = store.for_user("u1").save("likes zanzibarquill").memory
    assert saved is not None
    link.symlink_to(real)

    monkeypatch.chdir(tmp_path)
    with Memory("sqlite:///link.db") as store:
        monkeypatch.chdir("/")
        store.for_user("u1").forget(saved.id)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.db", "real.db", "real.db.erased", "real.db.key"]
    assert b"zanzibarquill" not in bytes_of(real)


def test_the_persons_stricter_word_on_the_same_text_counts(store: Memory) -> None:
    store.group("g").add("u1")
    store.group("g").add("v")
    me, other = store.for_user("u1", read_mode="explicit"), store.for_user("v", group="g")
    me.save("My flat has a red door", share="group:g")
    assert texts(other.search("red door")) == ["My flat has a red door"]

    again = me.save("My flat has a red door", share="private")
    sealed = [me.save("The party is in June"), me.save("The party is in June", sensitivity="sealed")][-1]

    assert again.outcome == "updated"
    assert texts(other.search("red door")) == []
    assert sealed.memory is not None
    assert sealed.memory.sensitivity.word == "sealed"


def test_a_new_word_on_a_known_row_leaves_what_it_does_not_name(store: Memory) -> None:
    store.group("g").add("u1")
    me = store.for_user("u1")
    me.save("Dinner at seven", key="dinner", share="group:g", title="Dinner", kind="preference", expires_at="2099-01-01")

    revised = me.save("Dinner at eight", key="dinner").memory

    assert revised is not None
    assert (revised.share, revised.title, revised.kind, revised.expires_at is not None) == ("group:g", "Dinner", "preference", True)


def test_a_restricted_row_stays_restricted_through_a_revision(store: Memory) -> None:
    me = store.for_user("u1")
    me.save("blue folder note", key="folder", sensitivity="restricted", consent=True)

    revised = me.save("green folder note", key="folder", tags=["x"]).memory

    assert revised is not None
    assert (revised.sensitivity.word, revised.tags, revised.expires_at is not None) == ("restricted", (), True)


def test_consent_taken_back_by_an_edit_is_a_refusal_and_changes_nothing(store: Memory) -> None:
    me = store.for_user("u1")
    saved = me.save("blue folder note", sensitivity="restricted", consent=True).memory
    assert saved is not None

    with pytest.raises(ContentRefused):
        me.update(saved.id, expected_revision=1, sensitivity="public", consent=False)

    assert me.get(saved.id).revision == 1


def test_raising_the_sensitivity_never_lengthens_a_life(store: Memory) -> None:
    me = store.for_user("u1")
    saved = me.save("blue folder note", expires_at="2099-01-01").memory
    assert saved is not None

    raised = me.update(saved.id, expected_revision=1, sensitivity="restricted", consent=True)

    assert raised.expires_at is not None
    assert raised.expires_at.year < 2099


def test_what_a_context_may_change_but_not_read_comes_back_without_its_text(store: Memory) -> None:
    mine = store.for_user("u1", conversation="c1")
    private = mine.save("a private quokka", key="k1", title="quokka").memory
    assert private is not None
    store.group("g").add("u1")
    loud = store.for_user("u1", conversation="c1", channel="group", group="g")

    changed = [loud.suppress(private.id), loud.archive(private.id)]

    assert [(row.content, row.title, row.content_hash, row.char_count) for row in changed] == [("", None, "", 0)] * 2
    assert mine.get(private.id).content == "a private quokka"


def test_an_interrupted_start_of_a_transaction_leaves_none_open(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("u1")
        sqlite = store.house.store
        assert isinstance(sqlite, SqliteStore)
        connection = sqlite._writer.connection
        connection.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreFailed):
            me.save("likes oolong")

        assert me.save("likes oolong").outcome == "created"


def test_a_file_that_was_removed_takes_no_more_saves(tmp_path: Path) -> None:
    store = Memory(a_url(tmp_path))
    me = store.for_user("u1")
    me.save("likes oolong")
    os.unlink(tmp_path / "memory.db")

    with pytest.raises(StoreFailed):
        me.save("likes sencha")


@pytest.mark.parametrize("content", [b"", b"short"])
def test_a_damaged_key_file_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "memory.db.key").write_bytes(content)

    with pytest.raises(StoreFailed):
        Memory(a_url(tmp_path))


def test_a_torn_line_in_the_list_of_erasures_spoils_no_later_one(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("u1")
        first, second = (me.save(text).memory for text in ("likes oolong", "likes sencha"))
        assert first is not None
        assert second is not None
        me.forget(first.id)
        with (tmp_path / "memory.db.erased").open("ab") as file:
            file.write(b'{"operation": "01a2')

        me.forget(second.id)

    lines = (tmp_path / "memory.db.erased").read_text().splitlines()
    assert len(lines) == 3
    assert second.id in lines[2]


def test_an_unfinished_erasure_and_a_busy_file_do_not_keep_the_store_shut(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        saved = store.for_user("u1").save("likes oolong").memory
        assert saved is not None
        store.for_user("u1").forget(saved.id)
    other = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
    other.execute("UPDATE deletions SET state = 'unreadable', completed_at = NULL")
    other.execute("UPDATE deletion_steps SET state = 'pending' WHERE name = 'bytes'")
    other.execute("BEGIN IMMEDIATE")

    store = Memory(a_url(tmp_path), busy_seconds=0.1)

    assert store.for_user("u1").search("oolong") == []
    other.execute("ROLLBACK")
    other.close()
    store.close()
