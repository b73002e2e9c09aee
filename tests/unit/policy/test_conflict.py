"""What a save comes to, by what it meets, who says it, and what the tenant allows."""

from datetime import timedelta
from typing import Any

import pytest

from factories import NOON, a_draft, a_memory
from keptmind.model.decision import Add, Decision, Dispute, Late, Propose, Refuse, Renew, Restate, Revise
from keptmind.model.memory import Kind, Memory, Source, Status
from keptmind.model.settings import Flags
from keptmind.policy.conflict import Met, meet, settle
from keptmind.policy.likeness import Likeness
from keptmind.text.normalise import value

FLOOR = "The office is on floor {} of the tower"
OWN = (Source.EXPLICIT, Source.CONFIRMED, Source.MANUAL)
GUESSES = (Source.INFERRED, Source.OBSERVED)


def comes_to(
    source: Source, likeness: Likeness | None, *, text: str = FLOOR.format(4), known: Memory | None = None, **more: Any
) -> Decision:
    """Return the decision on a draft of this source that meets a known row in this way."""
    flags = more.pop("flags", Flags())
    known_at = more.pop("known_at", None)
    row = known or a_memory(FLOOR.format(3))
    met = None if likeness is None else Met(known=row, likeness=likeness)
    draft = a_draft(row.content if likeness is Likeness.SAME and text == FLOOR.format(4) else text, source=source, **more)
    return settle(draft, value(draft.content), met, flags, known_at=known_at, now=NOON)


@pytest.mark.parametrize("source", [*OWN, Source.IMPORTED])
def test_what_meets_nothing_is_added(source: Source) -> None:
    assert comes_to(source, None) == Add()


@pytest.mark.parametrize("source", GUESSES)
def test_a_guess_that_meets_nothing_waits_unless_guesses_are_kept_at_once(source: Source) -> None:
    assert comes_to(source, None) == Propose(known=None, operation="create", rule="inferred-waits")  # type: ignore[arg-type]
    assert comes_to(source, None, flags=Flags(consent="auto")) == Add(rule="auto-applied")
    assert comes_to(source, None, flags=Flags(consent="auto"), waits="unclear") == Propose(known=None, operation="create", rule="unclear")  # type: ignore[arg-type]
    assert comes_to(source, None, flags=Flags(consent="shadow")) == Refuse(rule="shadow-mode")


@pytest.mark.parametrize("source", Source)
def test_the_same_is_known_already_whoever_says_it(source: Source) -> None:
    assert isinstance(comes_to(source, Likeness.SAME), Restate)


@pytest.mark.parametrize("likeness", [Likeness.COMPATIBLE, Likeness.CONFLICT])
@pytest.mark.parametrize("source", OWN)
def test_the_persons_word_settles_it_at_once(source: Source, likeness: Likeness) -> None:
    decision = comes_to(source, likeness)

    assert isinstance(decision, Revise)
    assert decision.keeps_evidence is (likeness is Likeness.COMPATIBLE)


@pytest.mark.parametrize(("likeness", "operation"), [(Likeness.COMPATIBLE, "update"), (Likeness.CONFLICT, "replace")])
def test_where_the_tenant_says_so_even_the_persons_word_waits_unless_it_asks_to_replace(likeness: Likeness, operation: str) -> None:
    careful = Flags(conflict_explicit="candidate")

    waits = comes_to(Source.EXPLICIT, likeness, flags=careful)

    assert isinstance(waits, Propose)
    assert (waits.operation, waits.rule) == (operation, "conflict-waits")
    assert isinstance(comes_to(Source.EXPLICIT, likeness, flags=careful, replace=True), Revise)
    assert isinstance(comes_to(Source.EXPLICIT, likeness, flags=careful, text=f"Correction: {FLOOR.format(4)}"), Revise)


@pytest.mark.parametrize(("likeness", "operation"), [(Likeness.COMPATIBLE, "update"), (Likeness.CONFLICT, "replace")])
@pytest.mark.parametrize("source", GUESSES)
def test_a_guess_waits_against_what_stands(source: Source, likeness: Likeness, operation: str) -> None:
    waits = comes_to(source, likeness)

    assert isinstance(waits, Propose)
    assert (waits.operation, waits.rule) == (operation, "inferred-waits")


def test_a_guess_changes_a_guess_where_guesses_are_kept_at_once_and_never_the_persons_word() -> None:
    auto, guess = Flags(consent="auto"), a_memory(FLOOR.format(3), source=Source.INFERRED)

    assert isinstance(comes_to(Source.INFERRED, Likeness.CONFLICT, known=guess, flags=auto), Revise)
    assert isinstance(comes_to(Source.INFERRED, Likeness.CONFLICT, flags=auto), Propose)


def test_a_more_fluent_sentence_is_no_reason() -> None:
    known = a_memory("The office is on floor three of the old tower at the northern harbour")

    decision = comes_to(Source.INFERRED, Likeness.CONFLICT, known=known, text=known.content.replace("northern", "northen"))

    assert isinstance(decision, Restate)


def test_an_import_whose_time_nobody_knows_is_in_dispute_with_what_it_goes_against() -> None:
    assert isinstance(comes_to(Source.IMPORTED, Likeness.CONFLICT), Dispute)
    assert isinstance(comes_to(Source.IMPORTED, Likeness.COMPATIBLE), Propose)


@pytest.mark.parametrize("source", [*OWN, Source.IMPORTED])
def test_what_was_said_before_what_is_known_is_history(source: Source) -> None:
    earlier, later = NOON - timedelta(days=9), NOON - timedelta(days=1)

    assert isinstance(comes_to(source, Likeness.CONFLICT, occurred_at=earlier, known_at=later), Late)
    assert not isinstance(comes_to(source, Likeness.CONFLICT, occurred_at=later, known_at=earlier), Late)


@pytest.mark.parametrize("source", Source)
def test_what_is_paused_is_never_changed_by_a_save(source: Source) -> None:
    decision = comes_to(source, Likeness.CONFLICT, known=a_memory(FLOOR.format(3), status=Status.SUPPRESSED))

    assert isinstance(decision, Propose)
    assert decision.rule == "suppressed-stays"


@pytest.mark.parametrize("source", Source)
def test_what_is_in_dispute_is_settled_by_the_persons_word_alone(source: Source) -> None:
    decision = comes_to(source, Likeness.CONFLICT, known=a_memory(FLOOR.format(3), status=Status.DISPUTED))

    assert isinstance(decision, Revise if source in OWN else Propose)
    assert isinstance(decision, Revise) or decision.rule == "disputed-waits"


def test_two_events_that_differ_in_a_number_are_two_events() -> None:
    run = a_memory("Lin ran five kilometres along the harbour", kind=Kind.EVENT)

    assert met("Lin ran ten kilometres along the harbour", run, kind=Kind.EVENT) is None


def test_what_has_expired_is_renewed_by_the_person_and_waits_for_a_guess() -> None:
    expired = a_memory(FLOOR.format(3), expired=True)

    assert isinstance(comes_to(Source.EXPLICIT, Likeness.CONFLICT, known=expired), Renew)
    assert isinstance(comes_to(Source.IMPORTED, Likeness.SAME, known=expired), Renew)
    waits = comes_to(Source.INFERRED, Likeness.SAME, known=expired)
    assert isinstance(waits, Propose)
    assert waits.rule == "expired-waits"


def met(draft_text: str, *rows: Memory, same_key: Memory | None = None, **said: Any) -> Met | None:
    """Return what a draft meets among these rows."""
    draft = a_draft(draft_text, **said)
    return meet(draft, value(draft_text), same_key, rows, now=NOON)


def test_what_a_key_names_stands_before_what_says_the_same() -> None:
    named, twin = a_memory("Something else", number=1, key="office"), a_memory(FLOOR.format(3), number=2)

    found = met(FLOOR.format(3), twin, same_key=named, key="office")

    assert found == Met(known=named, likeness=Likeness.CONFLICT)


def test_what_says_the_same_stands_before_what_it_goes_against() -> None:
    against, same = a_memory(FLOOR.format(5), number=1), a_memory(FLOOR.format(3), number=2)

    assert met(FLOOR.format(3), against, same) == Met(known=same, likeness=Likeness.SAME)


def test_two_keys_name_two_things() -> None:
    other = a_memory(FLOOR.format(5), key="old_office")

    assert met(FLOOR.format(3), other, key="new_office") is None


def test_equal_titles_are_about_one_thing_but_for_two_dates() -> None:
    titled = a_memory("Lin goes to the dentist on 3 May 2027", title="Dentist")

    assert met("The dentist moved to the harbour", titled, title="DENTIST") == Met(known=titled, likeness=Likeness.CONFLICT)
    assert met("Lin goes to the dentist on 9 June 2027", titled, title="Dentist") is None
    assert met("The dentist moved to the harbour", titled) is None


def test_a_state_at_another_time_is_the_same_state_changed() -> None:
    state = a_memory("Lin works in Berlin since March 2026", kind=Kind.STATE)

    found = met("Lin works in Berlin since June 2026", state, kind=Kind.STATE)

    assert found == Met(known=state, likeness=Likeness.CONFLICT)
    assert met("Lin works in Berlin since June 2026", state) is None
