"""H33: of two edits of one revision the second loses nothing and is told."""

from pathlib import Path
from typing import Any

import pytest

from factories import a_url, audit, listed, rows
from keptmind import Memory
from keptmind.errors import Conflict, InvalidField, MemoryNotFound, UnknownField


def test_the_second_of_two_edits_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as first, Memory(a_url(tmp_path)) as second:
        saved = first.for_user("A").save("Meets on Monday").memory
        assert saved is not None
        first.for_user("A").update(saved.id, expected_revision=1, content="Meets on Tuesday")

        with pytest.raises(Conflict) as caught:
            second.for_user("A").update(saved.id, expected_revision=1, content="Meets on Friday")

        assert caught.value.current_revision == 2
        assert second.for_user("A").get(saved.id).content == "Meets on Tuesday"


def test_after_reading_again_the_merged_text_is_kept_and_both_earlier_ones_stand_in_the_versions(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = me.save("Meets on Monday").memory
        assert saved is not None
        me.update(saved.id, expected_revision=1, content="Meets on Tuesday")

        merged = me.update(saved.id, expected_revision=2, content="Meets on Tuesday and Friday")

    kept = rows(tmp_path / "memory.db", "SELECT revision, whole FROM memory_versions ORDER BY revision")
    assert merged.revision == 3
    assert [(revision, text in whole) for (revision, whole), text in zip(kept, ("Meets on Monday", "Meets on Tuesday"), strict=True)] == [
        (1, True),
        (2, True),
    ]


def test_an_edit_that_lost_is_on_record(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = me.save("Meets on Monday").memory
        assert saved is not None
        me.suppress(saved.id)

        with pytest.raises(Conflict):
            me.update(saved.id, expected_revision=1, content="Meets on Friday")

    assert ("A", "memory.refused", "stale-revision") in audit(tmp_path / "memory.db")


def test_a_partial_edit_leaves_every_other_field_alone(store: Memory) -> None:
    me = store.for_user("A", workspace="work")
    before = me.save(
        "Meets on Monday",
        kind="goal",
        key="meeting",
        title="Meeting",
        scope="workspace",
        subject="team",
        purposes=["task"],
        tags=["a"],
        expires_at="2099-01-01",
        review_after="2098-01-01",
        valid_from="2020-01-01",
        valid_to="2099-06-01",
        reason="planning",
        sensitivity="public",
    ).memory
    assert before is not None

    after = me.update(before.id, expected_revision=1, tags=["b"])

    changed = {name for name in before.__slots__ if getattr(before, name) != getattr(after, name)}
    assert after.tags == ("b",)
    assert changed <= {"tags", "revision", "updated_at", "change_type"}
    assert me.get(before.id) == after


@pytest.mark.parametrize("field", ["key", "title", "subject", "expires_at", "review_after", "valid_to", "reason"])
def test_none_clears_a_field_and_nothing_else(field: str, store: Memory) -> None:
    me = store.for_user("A")
    given: dict[str, Any] = {"key": "meeting", "title": "Meeting", "subject": "team", "reason": "planning"}
    times: dict[str, Any] = {"expires_at": "2099-01-01", "review_after": "2098-01-01", "valid_to": "2099-06-01"}
    before = me.save("Meets on Monday", **given, **times).memory
    assert before is not None
    cleared: dict[str, Any] = {field: None}

    after = me.update(before.id, expected_revision=1, **cleared)

    changed = {name for name in before.__slots__ if getattr(before, name) != getattr(after, name)}
    assert getattr(after, field) is None
    assert changed <= {field, "revision", "updated_at", "change_type"}


def test_a_second_erasure_does_not_bring_the_first_back(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        first, second = me.save("Meets on Monday").memory, me.save("Likes tea").memory
        assert first is not None
        assert second is not None
        me.forget(first.id)
        me.forget(second.id)

    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        assert listed(me) == []
        for memory in (first, second):
            with pytest.raises(MemoryNotFound):
                me.get(memory.id)


@pytest.mark.parametrize("odd", [0, -1, "1", 1.0, True, None])
def test_an_edit_must_say_which_revision_it_means(odd: Any, store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("Meets on Monday").memory
    assert saved is not None

    with pytest.raises(InvalidField) as caught:
        me.update(saved.id, expected_revision=odd, content="Meets on Friday")

    assert caught.value.details["field"] == "expected_revision"


@pytest.mark.parametrize("field", ["scope", "source", "owner", "tenant", "status", "revision", "id", "created_at"])
def test_an_edit_reaches_no_field_that_is_not_the_owners_to_write(field: str, store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("Meets on Monday").memory
    assert saved is not None

    with pytest.raises((UnknownField, TypeError)):
        store.house.changes.update(me._context, saved.id, 1, {field: "x"})

    assert me.get(saved.id).revision == 1
