"""H21: erasing all of one person's memories erases nothing of anybody else."""

from pathlib import Path
from typing import Any

import pytest

from factories import a_url, audit, listed, rows, texts
from keptmind import Memory
from keptmind.errors import Invalid, NotConfirmed, NotFound


def filled(store: Memory) -> None:
    for number in range(3):
        store.for_user("A").save(f"A likes tea number {number}")
        store.for_user("B").save(f"B likes tea number {number}")
    for number in range(2):
        store.for_user("A", workspace="work").save(f"A drinks coffee number {number}", scope="workspace")


def test_one_scope_is_emptied_and_everything_else_stays(store: Memory) -> None:
    filled(store)
    at_work = store.for_user("A", workspace="work")

    deletion = at_work.forget_all(confirm="A", scope="global")

    assert deletion.count == 3
    assert len(listed(store.for_user("B"))) == 3
    assert len(store.for_user("B").search("tea")) == 3
    assert sorted(texts(at_work.search("tea coffee"))) == ["A drinks coffee number 0", "A drinks coffee number 1"]


def test_without_a_scope_every_scope_of_that_person_is_emptied(store: Memory) -> None:
    filled(store)

    deletion = store.for_user("A").forget_all(confirm="A")

    assert deletion.count == 5
    assert listed(store.for_user("A", workspace="work")) == []
    assert len(listed(store.for_user("B"))) == 3


@pytest.mark.parametrize("confirm", ["", " ", "a", "B", "yes", None, True])
def test_nothing_goes_without_the_owners_name_as_confirmation(confirm: Any, store: Memory) -> None:
    filled(store)

    with pytest.raises(NotConfirmed):
        store.for_user("A").forget_all(confirm=confirm)

    assert len(listed(store.for_user("A"))) == 3


@pytest.mark.parametrize("nothing", [None, "", [], (), {}, set()])
def test_forgetting_no_id_is_refused_and_forgets_nothing(nothing: Any, store: Memory) -> None:
    filled(store)

    with pytest.raises((Invalid, NotFound)):
        store.for_user("A").forget(nothing)

    assert len(listed(store.for_user("A"))) == 3


def test_where_nothing_matches_nothing_happens(store: Memory) -> None:
    filled(store)
    stranger = store.for_user("C")

    deletion = stranger.forget_all(confirm="C")

    assert deletion.count == 0
    assert stranger.deletions() == []
    assert len(listed(store.for_user("A"))) == 3


def test_each_erased_row_leaves_a_tombstone_and_stands_in_an_audit_event(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        filled(store)
        ids = {row.id for row in listed(store.for_user("A"))}

        store.for_user("A").forget_all(confirm="A", scope="global")

    file = tmp_path / "memory.db"
    assert {row[0] for row in rows(file, "SELECT memory_id FROM tombstones")} == ids
    named = rows(file, "SELECT memory_ids FROM audit_events WHERE action = 'memory.deleted'")
    assert {one for (joined,) in named for one in joined.split(",")} == ids
    assert [owner for owner, action, _ in audit(file) if action == "memory.deleted"] == ["A"]


def test_index_rows_go_with_the_rows_and_no_other(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        filled(store)

        store.for_user("A").forget_all(confirm="A", scope="global")

    file = tmp_path / "memory.db"
    counted = rows(file, "SELECT p.owner, COUNT(*) FROM documents d JOIN partitions p ON p.id = d.partition GROUP BY 1 ORDER BY 1")
    assert counted == [("A", 2), ("B", 3)]
    orphans = rows(
        file,
        "SELECT COUNT(*) FROM postings p LEFT JOIN documents d USING (partition, number) WHERE d.number IS NULL",
    )
    assert orphans == [(0,)]
