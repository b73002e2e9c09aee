from datetime import timedelta

import pytest

from factories import NOON, a_hit
from keptmind.model.ranking import Found
from keptmind.read.cache import ResultCache


def an_answer(text: str = "likes tea") -> Found:
    return Found(hits=(a_hit(text),), applied_limit=5, applied_tokens=600, tokens=4, path="lexical")


@pytest.mark.parametrize(("seconds", "is_given"), [(0, True), (59, True), (60, False), (61, False)])
def test_an_answer_is_given_until_it_is_a_minute_old(seconds: int, is_given: bool) -> None:
    cache = ResultCache(entries=4, seconds=60)
    cache.put("key", an_answer(), NOON, None)

    assert (cache.get("key", NOON + timedelta(seconds=seconds)) is not None) is is_given


def test_an_answer_dies_when_something_in_its_reach_changes() -> None:
    cache = ResultCache(entries=4, seconds=60)
    cache.put("key", an_answer(), NOON, NOON + timedelta(seconds=5))
    cache.put("late", an_answer(), NOON, NOON)

    assert cache.get("key", NOON + timedelta(seconds=5)) is None
    assert cache.get("late", NOON) is None


def test_the_dead_are_dropped_and_hold_no_text() -> None:
    cache = ResultCache(entries=4, seconds=60)
    cache.put("old", an_answer("likes oolong"), NOON, None)

    cache.put("new", an_answer("likes sencha"), NOON + timedelta(seconds=61), None)

    assert list(cache._entries) == ["new"]


def test_the_oldest_goes_where_there_is_no_room_and_none_is_kept_where_there_is_no_room_at_all() -> None:
    cache, none = ResultCache(entries=2, seconds=60), ResultCache(entries=0, seconds=60)
    for key in ("a", "b", "c"):
        cache.put(key, an_answer(), NOON, None)
        none.put(key, an_answer(), NOON, None)

    assert [cache.get(key, NOON) is not None for key in ("a", "b", "c")] == [False, True, True]
    assert none.get("c", NOON) is None


def test_forgetting_empties_it() -> None:
    cache = ResultCache(entries=4, seconds=60)
    cache.put("key", an_answer(), NOON, None)

    cache.clear()

    assert cache.get("key", NOON) is None
