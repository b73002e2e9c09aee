"""What holds for every text that is stored: it comes back, it is listed once, it never opens a fence, it is saved once."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from factories import HandClock, TimedStore, listed
from keptmind import Memory
from keptmind.errors import Invalid
from keptmind.text.fence import CLOSE, OPEN
from keptmind.text.normalise import fold

ANY_TEXT = st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=200)
WITH_HALVES = st.lists(st.sampled_from(["\ud83d", "\udc00", "\ud83c\udf78", "a", "茶", "\u200d", " "]), min_size=1, max_size=12).map(
    "".join
)
FENCES = st.lists(
    st.sampled_from(["<", ">", "/", "memory", "-", "context", "&lt;", "&amp;", "＜", "\u200b", "\n", " ", "</memory-context>", "x"]),
    max_size=12,
).map("".join)


@given(st.one_of(ANY_TEXT, WITH_HALVES))
def test_a_stored_text_comes_back_equal(text: str) -> None:
    with Memory(":memory:", third_person_allowed=True) as store:
        me = store.for_user("u1")
        saved = me.save(text, consent=True, title=text, reason=text) if fold(text) else None

        if saved is not None and saved.memory is not None:
            kept = me.get(saved.memory.id)
            whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            assert kept.content == kept.title == kept.reason == me.list().items[0].content == whole


@given(st.one_of(ANY_TEXT, WITH_HALVES))
def test_saving_the_same_twice_is_saving_it_once(text: str) -> None:
    with Memory(":memory:", third_person_allowed=True) as store:
        me = store.for_user("u1")
        first = me.save(text, consent=True) if fold(text) else None

        if first is not None and first.memory is not None:
            again = me.save(text, consent=True)
            assert (again.outcome, again.memory and again.memory.id) == ("same", first.memory.id)
            assert [(row.id, row.revision) for row in listed(me)] == [(first.memory.id, 1)]


@given(
    st.one_of(ANY_TEXT, FENCES), st.one_of(st.none(), ANY_TEXT, FENCES), st.sampled_from(["standard", "governed", "companion", "staged"])
)
def test_a_block_of_any_stored_text_has_one_opening_and_one_closing_fence(text: str, title: str | None, preset: str) -> None:
    with Memory(":memory:", preset=preset) as store:
        me = store.for_user("u1")
        me.save(f"marmalade {text}", title=title, kind="constraint", consent=True)

        block = me.context("Tell me about marmalade").text

        if block:
            assert block.count(OPEN) == block.count(CLOSE) == 1
            assert block.startswith(OPEN)
            assert block.endswith(CLOSE)
            assert len(block.splitlines()) == 2 + block.count("\n## ") + 1 + 1


@given(st.lists(st.sampled_from(["save", "wait", "forget"]), max_size=30), st.integers(1, 7))
def test_a_list_walked_page_by_page_shows_every_row_once(steps: list[str], limit: int) -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("u1")
        alive: list[str] = []
        for number, step in enumerate(steps):
            match step:
                case "save":
                    alive += [
                        saved.memory.id for saved in me.save_many([{"content": f"row {number} {n}"} for n in range(3)]) if saved.memory
                    ]
                case "wait":
                    clock.wait(microseconds=1)
                case _ if alive:
                    me.forget(alive.pop(number % len(alive)))

        seen: list[str] = []
        page = me.list(limit=limit)
        while True:
            seen += [row.id for row in page.items]
            assert page.has_more == (page.next_cursor is not None)
            if not page.has_more:
                break
            page = me.list(limit=limit, cursor=page.next_cursor)

        assert sorted(seen) == sorted(alive)
        assert me.stats().total == len(alive)


@given(st.text(max_size=300), st.dictionaries(st.sampled_from(["limit", "max_tokens"]), st.integers(-3, 900), max_size=2))
def test_no_query_raises_anything_but_a_named_refusal(query: str, asked: dict[str, Any]) -> None:
    with Memory(":memory:") as store:
        me = store.for_user("u1")
        me.save_many([{"content": "likes oolong tea"}, {"content": "喜欢喝乌龙茶"}])
        limit, tokens = asked.get("limit", 5), asked.get("max_tokens", 600)

        try:
            found = me.search(query, limit=limit, max_tokens=tokens)
            me.context(query)
        except Invalid:
            assert limit < 1 or tokens < 1
        else:
            assert len(found) <= limit
            assert all(0 < hit.score <= 1 for hit in found)
