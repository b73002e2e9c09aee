"""The fixed properties of confidence, whatever statements there are."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from factories import NOON, a_statement
from keptmind.model.evidence import Evidence
from keptmind.model.memory import PERSONS_OWN, Kind, Source
from keptmind.policy.confidence import MOST_UNCONFIRMED, confidence

KINDS = st.sampled_from(Kind)


@st.composite
def statements(draw: st.DrawFn, source: Source | None = None, sign: int | None = None) -> Evidence:
    return a_statement(
        source or draw(st.sampled_from(Source)),
        sign=sign or draw(st.sampled_from((1, -1))),
        role=draw(st.sampled_from(("user", "user", "user", "assistant"))),
        conversation=draw(st.sampled_from((None, "c1", "c2", "c3"))),
        occurred_at=NOON - timedelta(days=draw(st.integers(0, 1_500)), hours=draw(st.integers(0, 20))),
        note=draw(st.sampled_from((None, "a.json", "b.json"))),
    )


MANY = st.lists(statements(), max_size=8)


def sure(evidence: list[Evidence], kind: Kind) -> float:
    return confidence(evidence, kind=kind, now=NOON)


@given(MANY, KINDS, st.randoms())
def test_the_order_of_the_statements_does_not_matter(evidence: list[Evidence], kind: Kind, chance: object) -> None:
    shuffled = list(evidence)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]

    assert sure(shuffled, kind) == sure(evidence, kind)


@given(MANY, KINDS)
def test_it_lies_between_nothing_and_certainty(evidence: list[Evidence], kind: Kind) -> None:
    assert 0 <= sure(evidence, kind) <= 1


@given(MANY, statements(sign=1), KINDS)
def test_agreement_never_takes_away(evidence: list[Evidence], another: Evidence, kind: Kind) -> None:
    assert sure([*evidence, another], kind) >= sure(evidence, kind) - 1e-12


@given(MANY, statements(sign=-1), KINDS)
def test_contradiction_never_adds(evidence: list[Evidence], another: Evidence, kind: Kind) -> None:
    assert sure([*evidence, another], kind) <= sure(evidence, kind) + 1e-12


@given(st.lists(statements(sign=1), max_size=8), KINDS)
def test_without_the_persons_word_it_stays_under_the_cap(evidence: list[Evidence], kind: Kind) -> None:
    guesses = [one for one in evidence if one.source not in PERSONS_OWN]

    assert sure(guesses, kind) <= MOST_UNCONFIRMED


@given(MANY, statements(), KINDS)
def test_evidence_taken_away_is_as_if_it_had_never_been(evidence: list[Evidence], another: Evidence, kind: Kind) -> None:
    with_it = [*evidence, another]
    with_it.remove(another)

    assert sure(with_it, kind) == sure(evidence, kind)


@given(st.lists(statements(source=Source.INFERRED), max_size=12))
def test_one_explicit_word_outweighs_any_number_of_guesses(guesses: list[Evidence]) -> None:
    said, denied = a_statement(), a_statement(sign=-1)

    assert sure([said, *guesses], Kind.FACT) > 0.5 > sure([denied, *guesses], Kind.FACT)
