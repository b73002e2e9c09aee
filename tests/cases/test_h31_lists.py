"""H31: a list shows every row exactly once and says truthfully whether more follow."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from factories import HandClock, TimedStore, a_url, listed
from keptmind import Memory, call_tool
from keptmind.errors import Invalid, InvalidCursor, InvalidField


def test_a_walk_meets_every_surviving_row_once_while_another_adds_and_erases(tmp_path: Path) -> None:
    clock = HandClock()
    with TimedStore(clock, a_url(tmp_path)) as store, TimedStore(clock, a_url(tmp_path)) as other:
        me, another = store.for_user("A"), other.for_user("A")
        for start in range(0, 501, 40):
            clock.at += timedelta(microseconds=1)
            me.save_many([{"content": f"Row number {number}"} for number in range(start, min(start + 40, 501))])
        original = [row.id for row in listed(me)]
        seen: list[str] = []
        cursor, pages = None, 0
        gone: set[str] = set()

        while True:
            page = me.list(limit=200, cursor=cursor)
            seen += [row.id for row in page.items]
            if not page.has_more:
                break
            cursor, pages = page.next_cursor, pages + 1
            gone |= {original[pages], original[pages + 400]}
            another.forget([original[pages], original[pages + 400]])
            another.save_many([{"content": f"New row {pages} {number}"} for number in range(3)])

    assert len(original) == 501
    assert len(seen) == len(set(seen))
    assert set(original) - gone <= set(seen)
    assert seen == sorted(seen)


def test_rows_of_one_instant_have_a_total_order() -> None:
    with TimedStore(HandClock()) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"Row number {number}"} for number in range(45)])
        walked: list[str] = []
        cursor = None

        for _ in range(5):
            page = me.list(limit=10, cursor=cursor)
            walked += [row.id for row in page.items]
            cursor = page.next_cursor

    assert len(set(walked)) == 45
    assert cursor is None


@pytest.mark.parametrize("size", [0, 1, 9, 10, 11, 20])
def test_a_page_says_truthfully_whether_more_follow(size: int, store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"Row number {number}"} for number in range(size)])

    page = me.list(limit=10)

    assert (len(page.items), page.has_more) == (min(size, 10), size > 10)
    assert (page.next_cursor is None) == (not page.has_more)


def test_a_limit_of_one_walks_row_by_row(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"Row number {number}"} for number in range(4)])
    seen: list[str] = []
    page = me.list(limit=1)

    while page.has_more:
        seen += [row.content for row in page.items]
        page = me.list(limit=1, cursor=page.next_cursor)

    assert sorted([*seen, *(row.content for row in page.items)]) == [f"Row number {number}" for number in range(4)]


def test_a_limit_over_the_most_is_lowered_and_says_so(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"Row number {number}"} for number in range(230)])

    page = me.list(limit=1000)

    assert (page.applied_limit, len(page.items), page.has_more) == (200, 200, True)


@pytest.mark.parametrize("limit", [0, -1, "ten", 1.5, True])
def test_a_limit_that_is_no_positive_whole_number_is_refused(limit: Any, store: Memory) -> None:
    with pytest.raises(InvalidField) as caught:
        store.for_user("A").list(limit=limit)

    assert caught.value.details["field"] == "limit"


@pytest.mark.parametrize("forged", ["", "x", "00000000-0000-7000-8000-000000000000", "MA", "Zg.Zg", "é", "=" * 10, "\ud800", 7])
def test_a_forged_cursor_is_refused(forged: Any, store: Memory) -> None:
    me = store.for_user("A")
    me.save("Row number 1")

    with pytest.raises(InvalidCursor):
        me.list(cursor=forged)


def test_a_cursor_of_another_person_is_refused(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"Row number {number}"} for number in range(3)])
    cursor = me.list(limit=1).next_cursor

    with pytest.raises(Invalid):
        store.for_user("B").list(cursor=cursor)


def test_a_cursor_still_works_when_its_row_is_gone(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"Row number {number}"} for number in range(3)])
    first = me.list(limit=1)
    me.forget(first.items[0].id)

    rest = me.list(cursor=first.next_cursor)

    assert len(rest.items) == 2
    assert first.items[0].id not in {row.id for row in rest.items}


def test_filters_narrow_before_the_page_is_cut(store: Memory) -> None:
    me = store.for_user("A")
    kinds = ("fact", "preference", "goal")
    me.save_many([{"content": f"Row number {number}", "kind": kinds[number % 3]} for number in range(30)])
    seen: list[str] = []
    cursor = None

    for _ in range(2):
        page = me.list(kind="goal", text="row NUMBER", limit=5, cursor=cursor)
        seen += [row.content for row in page.items]
        cursor = page.next_cursor

    assert sorted(seen) == sorted(f"Row number {number}" for number in range(2, 30, 3))
    assert cursor is None


@pytest.mark.parametrize("name", ["list_core_memories", "grep_memories"])
def test_the_agent_s_list_reaches_row_501_while_another_adds_and_erases(name: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"Row number {number}"} for number in range(501)])
    original = [row.id for row in listed(me)]
    context, narrowed = me.tools(tool_mode="all"), {"pattern": "row"} if name == "grep_memories" else {}
    seen: list[str] = []
    gone: set[str] = set()
    page = call_tool(context, name, narrowed)

    while page["has_more"]:
        seen += [row["memory_id"] for row in page["memories"]]
        unseen = original[len(seen) + 20 : len(seen) + 21]
        gone |= set(unseen)
        if unseen:
            me.forget(unseen)
        me.save(f"New row {len(seen)}")
        page = call_tool(context, name, {**narrowed, "cursor": page["next_cursor"]})
    seen += [row["memory_id"] for row in page["memories"]]

    assert len(seen) == len(set(seen))
    assert set(original) - gone <= set(seen)
    assert not gone & set(seen)
