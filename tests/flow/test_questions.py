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


def test_a_later_word_of_the_person_on_a_disputed_row_waits(store: Memory) -> None:
    me = store.for_user("A")
    disputed(me)

    saved = me.save("The office is on floor 5 of the tower")

    assert (saved.outcome, saved.rule) == ("candidate", "disputed-waits")


def test_accepting_it_settles_the_dispute(store: Memory) -> None:
    me = store.for_user("A")
    first, second, _ = disputed(me)
    candidate = me.save("The office is on floor 5 of the tower").candidate
    assert candidate is not None

    me.accept(candidate.id)

    assert sorted((me.get(first.id).status, me.get(second.id).status)) == ["active", "archived"]
    assert [hit.memory.content for hit in me.search("which floor is the office on")] == ["The office is on floor 5 of the tower"]


def test_nobody_answers_for_another(store: Memory) -> None:
    _, _, question = disputed(store.for_user("A"))

    with pytest.raises(QuestionNotFound):
        store.for_user("B").answer(question.id, "both")
    assert store.for_user("B").questions() == []
