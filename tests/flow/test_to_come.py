"""What begins later: until then the present truth holds, from then on the new one does, and never do both."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from factories import NOON, HandClock, TimedStore, texts
from keptmind import Memory, OwnerMemory, Saved

IN_A_MONTH = NOON + timedelta(days=30)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def timed(clock: HandClock) -> Iterator[Memory]:
    with TimedStore(clock) as store:
        yield store


@pytest.fixture
def me(timed: Memory) -> OwnerMemory:
    return timed.for_user("A")


def told(me: OwnerMemory, text: str, **wish: Any) -> Saved:
    return me.save(text, kind="state", **wish)


def where(me: OwnerMemory) -> list[str]:
    return texts(me.search("which floor is my office"))


@pytest.mark.parametrize("key", [None, "office"])
def test_a_move_to_come_leaves_the_present_office_until_then(me: OwnerMemory, clock: HandClock, key: str | None) -> None:
    told(me, "My office is on floor 3 of the tower", key=key)

    saved = told(me, "My office is on floor 5 of the tower", key=key, valid_from=IN_A_MONTH)

    assert (saved.outcome, saved.rule) == ("created", "begins-later")
    assert where(me) == ["My office is on floor 3 of the tower"]
    clock.wait(days=29)
    assert where(me) == ["My office is on floor 3 of the tower"]
    clock.wait(days=1)
    assert where(me) == ["My office is on floor 5 of the tower"]


def test_a_move_to_come_ends_every_office_that_it_goes_against(me: OwnerMemory, clock: HandClock) -> None:
    told(me, "My office is on floor 3 of the tower", key="office")
    told(me, "My office is on floor 4 of the tower", key="second office")

    told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH)

    assert sorted(where(me)) == ["My office is on floor 3 of the tower", "My office is on floor 4 of the tower"]
    clock.wait(days=30)
    assert where(me) == ["My office is on floor 5 of the tower"]


def test_the_end_of_the_present_office_is_a_revision_with_its_history(me: OwnerMemory) -> None:
    first = told(me, "My office is on floor 3 of the tower").memory
    assert first is not None

    told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH)

    row = me.get(first.id)
    assert (row.revision, row.valid_to, row.content) == (2, IN_A_MONTH, "My office is on floor 3 of the tower")
    assert [one.valid_to for one in me.history(first.id)] == [None, IN_A_MONTH]


def test_a_plan_that_changes_is_one_plan(me: OwnerMemory, clock: HandClock) -> None:
    told(me, "My office is on floor 3 of the tower")
    told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH)

    saved = told(me, "My office is on floor 6 of the tower", valid_from=IN_A_MONTH - timedelta(days=10))

    assert saved.outcome == "updated"
    assert where(me) == ["My office is on floor 3 of the tower"]
    clock.wait(days=20)
    assert where(me) == ["My office is on floor 6 of the tower"]
    clock.wait(days=20)
    assert where(me) == ["My office is on floor 6 of the tower"]


def test_what_is_said_of_the_present_leaves_what_is_to_come(me: OwnerMemory, clock: HandClock) -> None:
    told(me, "My office is on floor 3 of the tower")
    told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH)

    told(me, "My office is on floor 7 of the tower")

    assert where(me) == ["My office is on floor 7 of the tower"]
    clock.wait(days=30)
    assert where(me) == ["My office is on floor 5 of the tower"]


@pytest.mark.parametrize("key", [None, "office"])
def test_a_present_truth_that_meets_only_a_plan_holds_at_once(me: OwnerMemory, key: str | None) -> None:
    told(me, "My office is on floor 5 of the tower", key=key, valid_from=IN_A_MONTH)

    told(me, "My office is on floor 7 of the tower", key=key)

    assert where(me) == ["My office is on floor 7 of the tower"]


def test_the_plan_of_a_batch_meets_what_the_batch_said_before(me: OwnerMemory, clock: HandClock) -> None:
    floors = ({"content": f"My office is on floor {floor} of the tower", "kind": "state"} for floor in (3, 5, 7))
    now, later, at_last = floors

    saved = me.save_many([now, {**later, "valid_from": IN_A_MONTH}, at_last])

    assert [one.outcome for one in saved] == ["created", "created", "updated"]
    assert where(me) == ["My office is on floor 7 of the tower"]
    clock.wait(days=30)
    assert where(me) == ["My office is on floor 5 of the tower"]


def test_a_guess_about_what_is_to_come_waits_though_guesses_are_kept_at_once(clock: HandClock) -> None:
    with TimedStore(clock, flags={"consent": "auto"}) as store:
        me = store.for_user("A")
        told(me, "My office is on floor 3 of the tower", source="inferred", reason="for the way there")

        saved = told(me, "My office is on floor 5 of the tower", source="inferred", reason="for the way there", valid_from=IN_A_MONTH)

        assert saved.outcome == "candidate"
        assert saved.candidate is not None
        me.accept(saved.candidate.id)
        assert where(me) == ["My office is on floor 3 of the tower"]
        clock.wait(days=30)
        assert where(me) == ["My office is on floor 5 of the tower"]
