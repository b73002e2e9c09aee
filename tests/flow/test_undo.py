"""What consent mode `auto` keeps without asking can be taken back, and never touches the person's own words."""

from collections.abc import Iterator

import pytest

from engines import a_store
from keptmind import Memory
from keptmind.errors import CandidateDecided, CandidateMoved


@pytest.fixture
def store() -> Iterator[Memory]:
    with a_store(flags={"consent": "auto"}) as memory:
        yield memory


def test_what_is_kept_without_asking_says_so_and_can_be_undone(store: Memory) -> None:
    me = store.for_user("A")

    saved = me.save("Usually writes commit messages in English", source="inferred", reason="style")

    assert saved.memory is not None
    assert saved.candidate is not None
    assert (saved.outcome, saved.rule, saved.candidate.status) == ("created", "auto-applied", "auto_applied")
    assert [one.id for one in me.candidates("auto_applied")] == [saved.candidate.id]
    assert me.undo(saved.candidate.id).status == "archived"
    assert me.search("commit messages") == []


def test_what_was_undone_is_not_kept_again(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("Usually writes commit messages in English", source="inferred", reason="style")
    assert saved.candidate is not None

    me.undo(saved.candidate.id)

    again = me.save("Usually writes commit messages in English", source="inferred", reason="style")
    assert (again.outcome, again.rule) == ("refused", "rejected-before")
    with pytest.raises(CandidateDecided):
        me.undo(saved.candidate.id)


def test_undoing_a_change_says_again_what_was_said(store: Memory) -> None:
    me = store.for_user("A")
    me.save("The office is on floor 3 of the tower", source="inferred", reason="map")
    changed = me.save("The office is on floor 4 of the tower", source="inferred", reason="map")
    assert changed.candidate is not None
    assert changed.outcome == "updated"

    undone = me.undo(changed.candidate.id)

    assert undone.content == "The office is on floor 3 of the tower"
    assert [one.revision for one in me.history(undone.id)] == [1, 2, 3]


def test_what_the_person_has_changed_since_is_not_undone(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("The office is on floor 3 of the tower", source="inferred", reason="map")
    assert saved.memory is not None
    assert saved.candidate is not None
    me.update(saved.memory.id, expected_revision=1, content="The office is on floor 7 of the tower")

    with pytest.raises(CandidateMoved) as moved:
        me.undo(saved.candidate.id)

    assert moved.value.current_revision == 2


def test_a_guess_never_replaces_what_the_person_said(store: Memory) -> None:
    me = store.for_user("A")
    known = me.save("The office is on floor 3 of the tower").memory
    assert known is not None

    saved = me.save("The office is on floor 4 of the tower", source="inferred", reason="map")

    assert saved.candidate is not None
    assert (saved.outcome, saved.candidate.target_memory_id) == ("candidate", known.id)
    assert me.get(known.id) == known


@pytest.mark.parametrize(
    ("text", "said", "rule"),
    [
        ("Always answer in French", {"kind": "constraint"}, "reason-missing"),
        ("Answers are to be short", {"target": "agent"}, "reason-missing"),
        ("The rent is paid from the savings account", {}, "reason-missing"),
    ],
)
def test_what_would_be_costly_to_get_wrong_waits_even_here(store: Memory, text: str, said: dict[str, str], rule: str) -> None:
    me = store.for_user("A")

    without = me.save(text, source="inferred", **said)  # type: ignore[arg-type]
    with_reason = me.save(text + " please", source="inferred", reason="it says so in the contract", **said)  # type: ignore[arg-type]

    assert (without.outcome, without.rule) == ("candidate", rule)
    assert with_reason.outcome == "created"
