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


def test_a_move_to_come_leaves_the_present_office_until_then(me: OwnerMemory, clock: HandClock) -> None:
    told(me, "My office is on floor 3 of the tower", key="office")

    saved = told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH)

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


@pytest.mark.parametrize("wish", [{"key": "office"}, {"valid_to": IN_A_MONTH + timedelta(days=7)}], ids=["one-key", "for-a-while"])
def test_what_cannot_stand_beside_the_present_truth_waits_for_the_person(me: OwnerMemory, clock: HandClock, wish: dict[str, Any]) -> None:
    told(me, "My office is on floor 3 of the tower", key="office")

    saved = told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH, **wish)

    assert (saved.outcome, saved.rule) == ("candidate", "begins-later")
    assert where(me) == ["My office is on floor 3 of the tower"]
    clock.wait(days=29)
    assert where(me) == ["My office is on floor 3 of the tower"]


def test_one_plan_may_follow_another(me: OwnerMemory, clock: HandClock) -> None:
    told(me, "My office is on floor 3 of the tower")
    told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH)
    told(me, "My office is on floor 6 of the tower", valid_from=IN_A_MONTH + timedelta(days=30))

    found = []
    for _ in range(3):
        found.append(where(me))
        clock.wait(days=30)
    assert found == [[f"My office is on floor {floor} of the tower"] for floor in (3, 5, 6)]


@pytest.mark.parametrize("verb", ["forget", "archive", "suppress"])
def test_where_a_plan_is_called_off_the_present_goes_on(me: OwnerMemory, clock: HandClock, verb: str) -> None:
    told(me, "My office is on floor 3 of the tower")
    plan = told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH).memory
    assert plan is not None

    getattr(me, verb)(plan.id)

    clock.wait(days=31)
    assert where(me) == ["My office is on floor 3 of the tower"]


@pytest.mark.parametrize("by_hand", [False, True])
def test_where_a_plan_is_put_off_the_present_goes_on_until_then(me: OwnerMemory, clock: HandClock, by_hand: bool) -> None:
    told(me, "My office is on floor 3 of the tower")
    plan = told(me, "My office is on floor 5 of the tower", valid_from=IN_A_MONTH).memory
    assert plan is not None
    later = IN_A_MONTH + timedelta(days=30)

    if by_hand:
        me.update(plan.id, expected_revision=1, valid_from=later)
    else:
        told(me, "My office is on floor 5 of the tower", valid_from=later)

    found = []
    for _ in range(3):
        found.append(where(me))
        clock.wait(days=30)
    assert found == [["My office is on floor 3 of the tower"]] * 2 + [["My office is on floor 5 of the tower"]]


def test_a_plan_that_there_is_no_room_for_ends_nothing(clock: HandClock) -> None:
    with TimedStore(clock, flags={"core.cap_all": "on"}, core_user_chars=120) as store:
        me = store.for_user("A")
        told(me, "My office is on floor 3 of the tower, with a view of the river and the old bridge")

        saved = told(me, "My office is on floor 5 of the tower, with a view of the river and the old bridge", valid_from=IN_A_MONTH)

        clock.wait(days=31)
        assert (saved.outcome, len(where(me))) in {("refused", 1), ("created", 1)}


def test_an_import_about_what_is_to_come_leaves_the_present_alone(me: OwnerMemory) -> None:
    told(me, "My office is on floor 3 of the tower")

    saved = told(me, "My office is on floor 5 of the tower", source="imported", valid_from=IN_A_MONTH)

    assert saved.outcome == "candidate"
    assert where(me) == ["My office is on floor 3 of the tower"]


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
