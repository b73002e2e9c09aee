"""Where nobody can tell which of two statements is later, both leave the prompts and make one question."""

import pytest

from keptmind import Memory, OwnerMemory
from keptmind.errors import QuestionClosed, QuestionNotFound
from keptmind.model.memory import Memory as Row
from keptmind.model.question import Question

FIRST, SECOND = "The office is on floor 3 of the tower", "The office is on floor 4 of the tower"


def disputed(me: OwnerMemory, **said: object) -> tuple[Row, Row, Question]:
    """Import two statements that cannot both hold."""
    first = me.save(FIRST, source="imported", **said).memory  # type: ignore[arg-type]
    second = me.save(SECOND, source="imported", **said).memory  # type: ignore[arg-type]
    (question,) = me.questions()
    assert first is not None
    assert second is not None
    return me.get(first.id), me.get(second.id), question


def test_both_wait_and_one_question_is_asked(store: Memory) -> None:
    me = store.for_user("A")

    first, second, question = disputed(me)

    assert (first.status, second.status) == ("disputed", "disputed")
    assert question.first is not None
    assert question.second is not None
    assert (question.first.content, question.second.content) == (FIRST, SECOND)
    assert me.search("which floor is the office on") == []
    assert me.context("which floor is the office on?").text == ""
    assert FIRST not in repr(question)


@pytest.mark.parametrize(
    ("keep", "statuses"),
    [
        ("first", ("active", "archived")),
        ("second", ("archived", "active")),
        ("both", ("active", "active")),
        ("neither", ("archived", "archived")),
    ],
)
def test_the_answer_decides_which_holds(store: Memory, keep: str, statuses: tuple[str, str]) -> None:
    me = store.for_user("A")
    first, second, question = disputed(me)

    me.answer(question.id, keep)

    assert (me.get(first.id).status, me.get(second.id).status) == statuses
    assert me.questions() == []
    with pytest.raises(QuestionClosed):
        me.answer(question.id, keep)


def test_what_was_chosen_is_the_persons_word_from_then_on(store: Memory) -> None:
    me = store.for_user("A")
    first, _, question = disputed(me)

    me.answer(question.id, "first")

    assert (me.get(first.id).source, me.get(first.id).last_confirmed_at is not None) == ("confirmed", True)


def test_the_key_goes_to_the_one_that_holds(store: Memory) -> None:
    me = store.for_user("A")
    first, second, question = disputed(me, key="office")
    assert (first.key, second.key) == ("office", None)

    me.answer(question.id, "second")

    assert me.get(second.id).key == "office"


def test_when_one_is_forgotten_the_other_holds_again(store: Memory) -> None:
    me = store.for_user("A")
    first, second, _ = disputed(me)

    me.forget(first.id)

    assert me.get(second.id).status == "active"
    assert me.questions() == []


def test_when_one_is_retired_the_other_holds_again(store: Memory) -> None:
    me = store.for_user("A")
    first, second, _ = disputed(me)

    me.archive(second.id)

    assert me.get(first.id).status == "active"


def test_when_one_is_restored_by_hand_the_other_is_retired(store: Memory) -> None:
    me = store.for_user("A")
    first, second, _ = disputed(me)

    me.restore(first.id)

    assert (me.get(first.id).status, me.get(second.id).status) == ("active", "archived")


def test_the_owners_own_correction_settles_it(store: Memory) -> None:
    me = store.for_user("A")
    first, second, _ = disputed(me)

    me.update(first.id, expected_revision=first.revision, content="The office has moved to the harbour")

    assert (me.get(first.id).status, me.get(second.id).status) == ("active", "active")
    assert me.questions() == []


@pytest.mark.parametrize("text", ["The office is on floor 5 of the tower", FIRST, f"{FIRST}, by the lift"])
def test_the_persons_own_word_settles_it(text: str, store: Memory) -> None:
    me = store.for_user("A")
    first, second, _ = disputed(me)

    saved = me.save(text)

    assert saved.outcome == "updated"
    assert sorted((me.get(first.id).status, me.get(second.id).status)) == ["active", "archived"]
    assert [hit.memory.content for hit in me.search("which floor is the office on")] == [text]
    assert me.questions() == []


@pytest.mark.parametrize("text", ["The office is on floor 5 of the tower", f"{FIRST}, by the lift"])
def test_a_guess_about_it_waits_and_accepting_it_settles_the_dispute(text: str, store: Memory) -> None:
    me = store.for_user("A")
    first, second, _ = disputed(me)
    saved = me.save(text, source="inferred", reason="map")
    assert (saved.outcome, saved.rule) == ("candidate", "disputed-waits")
    assert saved.candidate is not None

    me.accept(saved.candidate.id)

    assert sorted((me.get(first.id).status, me.get(second.id).status)) == ["active", "archived"]
    assert [hit.memory.content for hit in me.search("which floor is the office on")] == [text]


def test_the_import_that_lost_is_not_asked_about_again(store: Memory) -> None:
    me = store.for_user("A")
    _, _, question = disputed(me)
    me.answer(question.id, "first")

    again = me.save(SECOND, source="imported")

    assert (again.outcome, again.rule) == ("refused", "rejected-before")
    assert me.questions() == []


def test_what_waited_to_change_the_loser_expires_with_it(store: Memory) -> None:
    me = store.for_user("A")
    _, second, question = disputed(me)
    candidate = me.save("The office is on floor 4 of the tower, by the lift", source="inferred", reason="map").candidate
    assert candidate is not None

    me.answer(question.id, "first" if candidate.target_memory_id == second.id else "second")

    assert me.candidates() == []


def test_nobody_answers_for_another(store: Memory) -> None:
    _, _, question = disputed(store.for_user("A"))

    with pytest.raises(QuestionNotFound):
        store.for_user("B").answer(question.id, "both")
    assert store.for_user("B").questions() == []
