"""H30: no id and no argument makes a tool fail: each is answered by name, on both engines alike, and another's id is nobody's."""

from typing import Any

import pytest

from keptmind import Memory, call_tool

IDS: list[Any] = ["abc", "", "../x", "%00", "\0", "1e9", "01a22e65-2755-79db-906e-4ff248707e8f", "\ud83d", "x" * 10_000, "' OR 1=1 --"]
BY_ID: list[tuple[str, dict[str, Any]]] = [
    ("archive_core_memory", {}),
    ("forget_core_memory", {}),
    ("update_core_memory", {"content": "x y z", "expected_revision": 1}),
    ("memory", {"action": "remove", "target": "user"}),
    ("memory", {"action": "replace", "target": "user", "content": "x y z"}),
]


@pytest.mark.parametrize(("name", "more"), BY_ID)
def test_an_id_that_is_nobody_s_or_another_s_is_not_found(name: str, more: dict[str, Any], store: Memory) -> None:
    theirs = store.for_user("B").save("The user owns a boat.").memory
    assert theirs is not None
    context = store.for_user("A").tools(tool_mode="all", confirm=lambda _row: True)

    answers = [call_tool(context, name, {**more, "memory_id": one}) for one in (*IDS, theirs.id)]

    assert [answer["error"]["code"] for answer in answers] == ["memory-not-found"] * len(answers)
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize(("name", "more"), BY_ID)
@pytest.mark.parametrize("wrong", [7, 1.5, True, [], {}, ["abc"]])
def test_an_id_of_another_type_is_named(name: str, more: dict[str, Any], wrong: object, store: Memory) -> None:
    error = call_tool(store.for_user("A").tools(tool_mode="all"), name, {**more, "memory_id": wrong})["error"]

    assert (error["code"], error["family"], error["details"]["field"]) == ("invalid-field", "invalid", "memory_id")


@pytest.mark.parametrize("cursor", ["", "abc", "01a22e65-2755-79db-906e-4ff248707e8f", "%00", "\0", "\ud83d", "=" * 9])
@pytest.mark.parametrize("name", ["list_core_memories", "grep_memories"])
def test_a_forged_cursor_is_named(name: str, cursor: str, store: Memory) -> None:
    arguments = {"cursor": cursor, **({"pattern": "x"} if name == "grep_memories" else {})}

    assert call_tool(store.for_user("A").tools(tool_mode="all"), name, arguments)["error"]["code"] == "invalid-cursor"


@pytest.mark.parametrize("pattern", ["(", "(?=x)", "(a)\\1", "x" * 501, "", "\0", "a{1,1000}{1,1000}"])
def test_a_pattern_that_cannot_be_searched_for_is_named(pattern: str, store: Memory) -> None:
    error = call_tool(store.for_user("A").tools(tool_mode="all"), "grep_memories", {"pattern": pattern, "regex": True})["error"]

    assert error["family"] == "invalid"
    assert error["details"]["field"] == "pattern"


def test_a_store_that_cannot_answer_says_so_and_not_that_nothing_was_found() -> None:
    store = Memory(":memory:")
    context = store.for_user("A").tools(tool_mode="all")
    store.close()

    answers = [
        call_tool(context, name, given)
        for name, given in (("search_core_memories", {"query": "tea"}), ("list_core_memories", {}), ("search_core_memories", {"user": "x"}))
    ]

    assert [answer["error"]["family"] for answer in answers] == ["unavailable"] * 3
