"""The arithmetic of confidence: where it starts, what adds to it and what takes from it."""

from datetime import datetime, timedelta

import pytest

from factories import NOON, a_statement
from keptmind.model.memory import Kind, Source
from keptmind.policy.confidence import INITIAL, MOST_UNCONFIRMED, confidence, initial

DAY = timedelta(days=1)


def sure(*statements: object, kind: Kind = Kind.FACT, now: datetime = NOON) -> float:
    return confidence(statements, kind=kind, now=now)  # type: ignore[arg-type]


@pytest.mark.parametrize("source", Source)
def test_one_statement_gives_what_its_source_is_worth(source: Source) -> None:
    assert sure(a_statement(source)) == pytest.approx(initial(source)) == pytest.approx(INITIAL[source])


def test_a_second_statement_on_another_day_in_another_conversation_adds() -> None:
    twice = sure(a_statement(conversation="c1"), a_statement(conversation="c2", occurred_at=NOON - DAY))

    assert twice == pytest.approx(1 - 0.1 * 0.1)


@pytest.mark.parametrize(("conversation", "day"), [("c2", NOON), ("c1", NOON - DAY)], ids=["the same day", "the same conversation"])
def test_a_statement_that_is_not_independent_adds_nothing(conversation: str, day: datetime) -> None:
    first, second = a_statement(conversation="c1"), a_statement(conversation=conversation, occurred_at=day)

    assert sure(first, second) == pytest.approx(0.9)


def test_what_the_assistant_says_or_was_told_from_memory_supports_nothing() -> None:
    assert sure(a_statement(role="assistant")) == 0
    assert sure(a_statement(), a_statement(role="memory", conversation="c2", occurred_at=NOON - DAY)) == pytest.approx(0.9)


def test_one_file_is_one_statement_however_often_it_is_imported() -> None:
    again = [a_statement(Source.IMPORTED, note="a.json", occurred_at=NOON - number * DAY, conversation=f"c{number}") for number in range(5)]

    assert sure(*again) == pytest.approx(0.6)


def test_without_the_persons_word_it_never_passes_a_cap() -> None:
    guesses = [a_statement(Source.INFERRED, conversation=f"c{day}", occurred_at=NOON - day * DAY) for day in range(50)]

    assert sure(*guesses) == MOST_UNCONFIRMED


def test_a_guess_adds_nothing_to_the_persons_word() -> None:
    assert sure(a_statement(), a_statement(Source.INFERRED, conversation="c9", occurred_at=NOON - DAY)) == pytest.approx(0.9)


def test_one_word_of_the_person_outweighs_any_number_of_guesses() -> None:
    for_it = [a_statement(Source.INFERRED, conversation=f"c{day}", occurred_at=NOON - day * DAY) for day in range(50)]
    against = [a_statement(Source.INFERRED, sign=-1, conversation=f"c{day}", occurred_at=NOON - day * DAY) for day in range(50)]

    assert sure(a_statement(), *against) > 0.5 > sure(a_statement(sign=-1), *for_it)


def test_a_state_is_worth_half_after_two_years() -> None:
    old = a_statement(occurred_at=NOON - timedelta(days=730))

    assert sure(old, kind=Kind.STATE) == pytest.approx(0.45)
    assert sure(old, kind=Kind.FACT) == pytest.approx(0.9)


def test_nothing_known_is_nothing_sure() -> None:
    assert sure() == 0
