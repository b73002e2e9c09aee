"""H13, its third input: after a contradiction exactly one statement stands, the later one; never none, never both."""

import pytest

from factories import listed, texts
from keptmind import Memory

BEFORE, AFTER = "I love Sichuan food", "I cannot stand Sichuan food any more"


@pytest.mark.parametrize("by_hand", [False, True], ids=["said anew", "corrected by hand"])
def test_the_later_one_stands_alone_in_every_answer(by_hand: bool, store: Memory) -> None:
    me = store.for_user("A")
    first = me.save(BEFORE, kind="preference").memory
    assert first is not None

    if by_hand:
        me.update(first.id, expected_revision=1, content=AFTER)
    else:
        me.save(AFTER, kind="preference")

    assert [row.content for row in listed(me)] == [AFTER]
    assert texts(me.search("Sichuan food")) == [AFTER]
    assert AFTER in me.context("Where shall we eat Sichuan food?").text
    assert BEFORE not in me.context("Where shall we eat Sichuan food?").text


def test_the_old_one_is_history_with_both_times(store: Memory) -> None:
    me = store.for_user("A")
    first = me.save(BEFORE, kind="preference").memory
    assert first is not None
    me.save(AFTER, kind="preference")

    before, after = me.history(first.id)

    assert (before.content, after.content) == (BEFORE, AFTER)
    assert before.updated_at < after.updated_at


def test_a_guess_against_it_waits_and_neither_is_lost(store: Memory) -> None:
    me = store.for_user("A")
    me.save(BEFORE, kind="preference")

    saved = me.save(AFTER, kind="preference", source="inferred", reason="sent the dish back")

    assert saved.candidate is not None
    assert (saved.outcome, saved.candidate.operation) == ("candidate", "replace")
    assert [row.content for row in listed(me)] == [BEFORE]


def test_a_choice_for_one_task_never_overrides_a_lasting_preference(store: Memory) -> None:
    me = store.for_user("A", conversation="c1")
    me.save(BEFORE, kind="preference")

    me.save("I do not love Sichuan food", kind="preference", scope="conversation")

    assert {row.content for row in listed(me)} == {BEFORE, "I do not love Sichuan food"}
    assert texts(store.for_user("A", conversation="c2").search("Sichuan food")) == [BEFORE]
