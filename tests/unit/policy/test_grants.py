"""What a key may be given: whose users is said, nothing is endless, and nothing outgrows its giver."""

from dataclasses import replace
from typing import Any

import pytest

from keptmind.errors import Invalid, InvalidField, MissingIdentity, UnknownField, UnknownWord
from keptmind.model.context import Grant, Verb
from keptmind.model.memory import Kind, Sensitivity
from keptmind.model.rulebook import Rulebook
from keptmind.policy.grants import MOST_WORDS, OF_A_PERSON, grant, is_within, outgrown

READABLE = ("content", "title")
WIDE = Grant()
NARROW = grant(
    {"users": ["ann"], "verbs": ["read"], "purposes": ["task"], "workspaces": ["work"], "fields": ["title"]}, Rulebook(), READABLE
)


def test_without_more_a_key_may_do_what_a_person_may_for_themselves() -> None:
    assert grant({"users": ["ann"]}, Rulebook(), READABLE) == Grant(verbs=OF_A_PERSON, users=frozenset({"ann"}))


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({}, MissingIdentity),
        ({"users": [" "]}, MissingIdentity),
        ({"users": "ann"}, InvalidField),
        ({"users": [f"u{number}" for number in range(MOST_WORDS + 1)]}, InvalidField),
        ({"users": ["ann"], "any_user": True}, InvalidField),
        ({"any_user": "yes"}, InvalidField),
        ({"any_user": True, "verbs": ["fly"]}, UnknownWord),
        ({"any_user": True, "fields": ["value"]}, UnknownWord),
        ({"any_user": True, "sees": "all"}, UnknownField),
    ],
)
def test_what_cannot_be_given_is_named(given: dict[str, Any], error: type[Invalid]) -> None:
    with pytest.raises(error):
        grant(given, Rulebook(), READABLE)


@pytest.mark.parametrize(
    ("wider", "part"),
    [
        (replace(NARROW, verbs=frozenset({Verb.READ, Verb.WRITE})), "verbs"),
        (replace(NARROW, users=None), "users"),
        (replace(NARROW, users=frozenset({"ann", "bo"})), "users"),
        (replace(NARROW, purposes=None), "purposes"),
        (replace(NARROW, workspaces=None), "workspaces"),
        (replace(NARROW, fields=None), "fields"),
    ],
)
def test_each_part_of_a_grant_can_outgrow_another(wider: Grant, part: str) -> None:
    assert not is_within(wider, NARROW)
    assert outgrown(wider, NARROW) == (part,)
    assert is_within(NARROW, wider)
    assert is_within(wider, WIDE)


def test_a_kind_left_out_and_a_lower_sensitivity_narrow_a_grant() -> None:
    narrowed = replace(NARROW, excluded_kinds=frozenset({Kind.GOAL}), highest_sensitivity=Sensitivity.PUBLIC)

    assert is_within(narrowed, NARROW)
    assert not is_within(NARROW, narrowed)
    assert outgrown(NARROW, narrowed) == ("excluded_kinds", "highest_sensitivity")
