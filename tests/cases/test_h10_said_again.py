"""H10: said again is known already; a number that differs is never swallowed."""

import pytest

from factories import listed
from keptmind import Memory

X = "The staging database runs on port 8090"


@pytest.mark.parametrize(
    "again",
    [X, X.upper(), f"{X}.", X.replace(" ", "  "), X.replace("8090", "８０９０"), "the  STAGING database runs on port ８０９０."],
)
def test_the_same_in_another_spelling_is_known_already(again: str, store: Memory) -> None:
    me = store.for_user("A")
    first = me.save(X).memory
    assert first is not None

    saved = me.save(again)

    assert saved.memory is not None
    assert (saved.outcome, saved.memory.id) == ("same", first.id)
    assert [row.content for row in listed(me)] == [X]
    assert [version.change_type for version in me.history(first.id)] == ["create"]


def test_another_number_is_an_update_with_the_old_one_in_history(store: Memory) -> None:
    me = store.for_user("A")
    first = me.save(X).memory
    assert first is not None

    saved = me.save(X.replace("8090", "8091"))

    assert saved.memory is not None
    assert (saved.outcome, saved.memory.id, saved.memory.revision) == ("updated", first.id, 2)
    assert [row.content for row in listed(me)] == [X.replace("8090", "8091")]
    assert [version.content for version in me.history(first.id)] == [X, X.replace("8090", "8091")]


def test_another_thing_with_the_same_number_stays_beside_it(store: Memory) -> None:
    me = store.for_user("A")
    me.save(X)

    saved = me.save("The production database runs on port 8090")

    assert saved.outcome == "created"
    assert len(listed(me)) == 2
