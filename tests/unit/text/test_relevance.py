from math import log

import pytest

from keptmind.text.relevance import MOST_TERMS, earned, most, share, weigh


def test_the_rarest_terms_come_first_and_weigh_most() -> None:
    weights = weigh(("tea", "oolong", "cat"), {"tea": 9, "oolong": 1}, 10)

    assert [term for term, _ in weights] == ["cat", "oolong", "tea"]
    assert weights[1][1] == pytest.approx(log(1 + 9.5 / 1.5))


def test_of_very_many_terms_the_rarest_count() -> None:
    terms = tuple(f"term{number}" for number in range(100))

    assert len(weigh(terms, {}, 10)) == MOST_TERMS


def test_a_text_earns_more_the_oftener_it_holds_a_term_and_never_all() -> None:
    weights = weigh(("tea",), {"tea": 2}, 10)

    once, often = (earned(weights, {"tea": count}, 60, 60.0) for count in (1, 50))

    assert 0 < once < often < most(weights)
    assert earned(weights, {"cat": 1}, 60, 60.0) == 0


def test_a_longer_text_earns_less() -> None:
    weights = weigh(("tea",), {"tea": 2}, 10)

    assert earned(weights, {"tea": 1}, 500, 60.0) < earned(weights, {"tea": 1}, 60, 60.0)


@pytest.mark.parametrize(("needle", "text", "expected"), [("tea", "green tea!", 0.3), ("tea", "tea", 1.0), ("cat", "tea", 0.0)])
def test_a_piece_is_worth_its_share_of_the_text(needle: str, text: str, expected: float) -> None:
    assert share(needle, text) == pytest.approx(expected)
