from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from factories import NOON, a_memory
from keptmind import Consent
from keptmind.model.context import Caller, Grant
from keptmind.model.memory import Kind, Memory, Sensitivity, Status
from keptmind.model.reach import Reach
from keptmind.model.rulebook import Rulebook
from keptmind.model.scope import GLOBAL, Scope, ScopeType
from keptmind.policy import access
from keptmind.policy.identity import access_context
from keptmind.ports.store import Stood
from keptmind.read.revisit import Revisited, revisit

WORK = Scope(type=ScopeType.WORKSPACE, id="work")
LATER = NOON + timedelta(hours=1)


def reach(**said: Any) -> Reach:
    rulebook = Rulebook()
    return access.reach(access_context("u1", rulebook, tenant="default", **said), rulebook)


def stood(memory: Memory, today: Sensitivity | None = None) -> Stood:
    return Stood(memory=memory, sensitivity=memory.sensitivity if today is None else today)


def revisited(*rows: Stood, kinds: frozenset[Kind] = frozenset(Kind), **said: Any) -> Revisited:
    return revisit(rows, NOON, reach(**said), kinds)


@pytest.mark.parametrize(
    ("then", "seen"),
    [
        ({}, True),
        ({"status": Status.SUPPRESSED}, False),
        ({"status": Status.ARCHIVED}, False),
        ({"valid_from": NOON}, True),
        ({"valid_from": LATER}, False),
        ({"valid_to": LATER}, True),
        ({"valid_to": NOON}, False),
        ({"expires_at": LATER}, True),
        ({"expires_at": NOON}, False),
    ],
)
def test_only_what_was_in_force_then_is_seen(then: dict[str, Any], seen: bool) -> None:
    assert bool(revisited(stood(a_memory(**then))).known) is seen


@pytest.mark.parametrize(
    ("then", "today", "said", "seen"),
    [
        (Sensitivity.PRIVATE, Sensitivity.PUBLIC, {}, True),
        (Sensitivity.SEALED, Sensitivity.PRIVATE, {}, False),
        (Sensitivity.SEALED, Sensitivity.PRIVATE, {"read_mode": "explicit"}, True),
        (Sensitivity.RESTRICTED, Sensitivity.PRIVATE, {}, False),
    ],
)
def test_what_was_more_guarded_then_is_as_guarded_still(then: Sensitivity, today: Sensitivity, said: dict[str, Any], seen: bool) -> None:
    rows = revisited(stood(a_memory(sensitivity=then), today), **said).known

    assert [row.sensitivity for row in rows] == ([then] if seen else [])


def test_the_stricter_of_the_two_levels_is_shown() -> None:
    (row,) = revisited(stood(a_memory(sensitivity=Sensitivity.PUBLIC), Sensitivity.RESTRICTED)).known

    assert row.sensitivity is Sensitivity.RESTRICTED


@pytest.mark.parametrize(
    ("consent", "said", "seen"),
    [
        (None, {}, False),
        (Consent(purposes=("personalization",), destinations=("local",)), {}, True),
        (Consent(purposes=("task",), destinations=("local",)), {}, False),
        (Consent(purposes=("personalization",), destinations=("elsewhere",)), {}, False),
        (Consent(purposes=("personalization",), destinations=("local",)), {"read_mode": "dream"}, False),
    ],
)
def test_what_was_restricted_needs_the_consent_it_had(consent: Consent | None, said: dict[str, Any], seen: bool) -> None:
    row = a_memory(sensitivity=Sensitivity.RESTRICTED, consent=consent)

    assert bool(revisited(stood(row), **said).known) is seen


@pytest.mark.parametrize(
    ("sensitivity", "share", "seen"), [("public", "private", True), ("private", "group:g1", True), ("private", "private", False)]
)
def test_before_others_only_what_was_public_or_theirs_already(sensitivity: str, share: str, seen: bool) -> None:
    row = a_memory(sensitivity=Sensitivity[sensitivity.upper()], share=share)

    assert bool(revisited(stood(row), channel="group", group="g1").known) is seen


def test_a_kind_outside_the_grant_is_not_seen_under_its_earlier_name_either() -> None:
    caller = Caller(id="bot", grant=Grant(excluded_kinds=frozenset({Kind.GOAL})))

    assert revisited(stood(a_memory(kind=Kind.GOAL)), caller=caller).known == ()


def test_a_narrower_row_of_that_instant_wins() -> None:
    wide, narrow, other = (
        stood(a_memory("wide", number=1, key="tone")),
        stood(a_memory("narrow", number=2, key="tone", scope=WORK)),
        stood(a_memory("other", number=3)),
    )

    both = revisited(wide, narrow, other, workspace="work")
    one = revisited(wide, replace(narrow, memory=replace(narrow.memory, status=Status.ARCHIVED)), other, workspace="work")
    everywhere = revisited(wide, narrow, other, read_mode="explicit")

    assert [row.content for row in both.eligible] == ["narrow", "other"]
    assert [row.content for row in one.eligible] == ["wide", "other"]
    assert [row.content for row in everywhere.eligible] == ["wide", "narrow", "other"]
    assert [row.content for row in both.known] == ["wide", "narrow", "other"]


def test_kinds_narrow_what_may_answer_and_not_what_is_known() -> None:
    found = revisited(stood(a_memory(number=1)), stood(a_memory(number=2, kind=Kind.GOAL)), kinds=frozenset({Kind.GOAL}))

    assert [row.kind for row in found.eligible] == [Kind.GOAL]
    assert len(found.known) == 2
    assert found.known[0].scope == GLOBAL
