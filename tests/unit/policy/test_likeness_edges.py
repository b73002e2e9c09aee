"""Odd places at which one statement stands inside another."""

from keptmind.policy.detail import Around, around
from keptmind.policy.likeness import Likeness, compare
from keptmind.text.normalise import value


def test_what_begins_with_the_punctuation_of_a_clause_is_no_part_that_is_looked_for() -> None:
    assert around(", i like tea", "today, i like tea") is None


def test_a_lead_in_two_scripts_is_none() -> None:
    assert around("i like tea", "on 周五 i like tea") is Around.OTHER
    assert around("i like tea", "on friday i like tea") is Around.ADDS


def test_an_old_statement_that_took_back_the_new_one_is_gone_against() -> None:
    old, new = value("I like green tea, but not anymore"), value("I like green tea")

    assert around(new, old) is Around.TAKES_BACK
    assert compare(old, new, state=False) is Likeness.CONFLICT


def test_a_state_that_leaves_out_a_day_and_no_more_stands_beside_the_one_that_had_it() -> None:
    old, new = value("I live in Lyon with Ann today"), value("I live in Lyon with Ann")

    assert compare(old, new, state=True) is Likeness.COMPATIBLE
