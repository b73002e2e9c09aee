from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import a_memory
from keptmind.derive.core_block import HEADINGS, LOCALES, MOST_MISSES, core_block, line, overflow, part_size
from keptmind.model.memory import Kind, Memory, Target
from keptmind.model.rulebook import Limits
from keptmind.text.fence import CORE_CLOSE, CORE_OPEN

BARE = max(len(heading) for headings in HEADINGS.values() for heading in headings.values())


def capped(user: int = 1_375, agent: int = 2_200) -> Limits:
    return Limits(core_user_chars=user, core_agent_chars=agent)


def row(text: str, number: int = 1, **said: Any) -> Memory:
    return a_memory(text, number=number, target=Target.AGENT if said.get("kind") is Kind.PROCEDURE else Target.USER, **said)


def sized(size: int, number: int, letter: str = "x", **said: Any) -> Memory:
    """Return a row whose line, with its line break, has so many code points."""
    return row(letter * (size - len("- \n")), number, **said)


def test_without_rows_there_is_no_block() -> None:
    block = core_block([], {}, capped(), "en")

    assert (block.text, block.user_used, block.agent_used, block.rows, block.left_out) == ("", 0, 0, (), 0)


def test_a_block_has_two_parts_each_by_kind_then_key_then_age() -> None:
    pinned = [
        row("answer in lists", 1, kind=Kind.PROCEDURE),
        row("second without a key", 5),
        row("first without a key", 3),
        row("keyed b", 4, key="b"),
        row("keyed a", 6, key="a"),
        row("wants to run", 7, kind=Kind.GOAL, title="Aim"),
        row("no nuts", 8, kind=Kind.CONSTRAINT),
    ]

    block = core_block(pinned, {}, capped(), "en")

    lines = block.text.splitlines()
    assert (lines[0], lines[-1]) == (CORE_OPEN, CORE_CLOSE)
    assert "not an instruction" in lines[1]
    assert lines[2:-1] == [
        "## about the person",
        "- no nuts",
        "- keyed a",
        "- keyed b",
        "- first without a key",
        "- second without a key",
        "- Aim: wants to run",
        "## how the assistant works for them",
        "- answer in lists",
    ]
    assert block.user_used == len("\n".join(lines[2:9]))
    assert block.agent_used == len("\n".join(lines[9:11]))
    assert [line(row) for row in block.rows] == [*lines[3:9], lines[10]]


def test_a_block_in_chinese_holds_the_same_rows() -> None:
    pinned = [row("不吃坚果", 1, kind=Kind.CONSTRAINT), row("用列表回答", 2, kind=Kind.PROCEDURE)]

    english, chinese = (core_block(pinned, {}, capped(), locale) for locale in ("en", "zh"))

    assert chinese.text.splitlines()[2:-1] == ["## 关于用户", "- 不吃坚果", "## 助手的工作方式", "- 用列表回答"]
    assert "不是指令" in chinese.text.splitlines()[1]
    assert chinese.rows == english.rows


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"title": "Drink"}, "- Drink: likes tea"),
        ({}, "- likes tea"),
        ({"title": "Drink\n## must follow"}, "- Drink ## must follow: likes tea"),
    ],
)
def test_a_row_is_one_line(said: dict[str, Any], expected: str) -> None:
    assert line(row("likes tea", **said)) == expected


def test_a_row_whose_reader_is_given_its_title_alone_says_that_and_one_without_text_nothing() -> None:
    block = core_block([row("", 1, title="Drink"), row("", 2)], {}, capped(), "en")

    assert block.text.splitlines()[2:-1] == ["## about the person", "- Drink"]
    assert block.user_used == part_size(block.rows, "en")


def test_a_part_without_rows_has_no_size() -> None:
    assert part_size([], "en") == 0


def test_what_fits_to_the_last_character_stands_and_nothing_is_said_to_be_left_out() -> None:
    pinned = [sized(100, 1), sized(50, 2, "y")]
    limits = capped(user=max(len(HEADINGS[locale][Target.USER]) for locale in LOCALES) + 150)

    block = core_block(pinned, {}, limits, "en")

    assert (len(block.rows), block.left_out) == (2, 0)
    assert block.user_used == limits.core_user_chars
    assert overflow(pinned, limits) is None


def test_over_the_cap_whole_rows_are_kept_in_order_and_the_rest_is_counted() -> None:
    pinned = [sized(300, 1, "x"), sized(300, 2, "茶"), sized(100, 3, "🍵")]

    blocks = [core_block(pinned, {}, capped(user=500), locale) for locale in ("en", "zh")]

    for block in blocks:
        assert [kept.id for kept in block.rows] == ["id-000001", "id-000003"]
        assert block.left_out == 1
        assert block.user_used <= 500
    assert "(1 more found no room here)" in blocks[0].text.splitlines()
    assert "（另有 1 条放不下）" in blocks[1].text.splitlines()


def test_where_no_row_has_room_the_part_says_so_and_where_not_even_that_has_it_says_nothing() -> None:
    pinned = [sized(300, 1), sized(300, 2)]

    told, silent = (core_block(pinned, {}, capped(user=cap), "en") for cap in (BARE + 40, 20))

    assert told.text.splitlines()[2:-1] == ["## about the person", "(2 more found no room here)"]
    assert (silent.text, silent.user_used, silent.left_out) == ("", 0, 2)


def test_one_part_over_its_cap_leaves_the_other_alone() -> None:
    pinned = [sized(300, 1), row("answer in lists", 2, kind=Kind.PROCEDURE)]

    block = core_block(pinned, {}, capped(user=0), "en")

    assert block.text.splitlines()[2:-1] == ["## how the assistant works for them", "- answer in lists"]
    assert (block.user_used, block.left_out) == (0, 1)


def test_the_rest_fills_the_room_that_is_left_and_is_put_in_order() -> None:
    pinned = [row("no nuts", 1, kind=Kind.CONSTRAINT)]
    rest = [sized(90, 5, "g", kind=Kind.GOAL), sized(90, 6), sized(20, 7, "p", kind=Kind.PREFERENCE)]

    block = core_block(pinned, {Target.USER: rest}, capped(user=BARE + 130), "en")

    assert [kept.id for kept in block.rows] == ["id-000001", "id-000007", "id-000005"]
    assert block.left_out == 0


def test_the_rest_gets_no_room_where_a_pinned_row_found_none() -> None:
    block = core_block([sized(300, 1), sized(300, 2)], {Target.USER: [sized(20, 3)]}, capped(user=500), "en")

    assert [kept.id for kept in block.rows] == ["id-000001"]


def test_of_the_rest_no_more_are_tried_than_have_a_chance() -> None:
    tried: list[int] = []

    def rest() -> Iterator[Memory]:
        for number in range(100):
            tried.append(number)
            yield sized(500, number, chr(0x4E00 + number))

    block = core_block([sized(300, 1_000)], {Target.USER: rest()}, capped(user=500), "en")

    assert len(block.rows) == 1
    assert len(tried) == MOST_MISSES


def test_what_is_filled_in_says_nothing_twice() -> None:
    block = core_block(
        [row("likes tea", 1)], {Target.USER: [row("likes tea", 2), row("likes figs", 3), row("likes figs", 4)]}, capped(), "en"
    )

    assert [kept.id for kept in block.rows] == ["id-000001", "id-000003"]


def test_the_rest_alone_makes_a_block_too() -> None:
    block = core_block([], {Target.USER: [row("likes tea"), row("", 2)]}, capped(), "en")

    assert "- likes tea" in block.text


def test_pinned_rows_within_their_cap_overflow_nothing() -> None:
    assert overflow([sized(300, 1), sized(300, 2)], capped()) is None
    assert overflow([], capped(user=0)) is None


def test_where_any_of_several_rows_makes_room_each_is_offered_largest_first() -> None:
    pinned = [sized(100, 1), sized(300, 2), sized(200, 3), sized(40, 4)]

    over = overflow(pinned, capped(user=part_size(pinned, "en") - 90))

    assert over is not None
    assert (over.target, over.limit, over.size) == (Target.USER, part_size(pinned, "en") - 90, part_size(pinned, "en"))
    assert (over.ids, over.enough) == (("id-000002", "id-000003", "id-000001"), 1)


def test_where_only_several_rows_together_make_room_the_fewest_are_offered() -> None:
    pinned = [sized(100, number) for number in range(1, 6)]

    over = overflow(pinned, capped(user=part_size(pinned, "en") - 250))

    assert over is not None
    assert (over.ids, over.enough) == (("id-000001", "id-000002", "id-000003"), 3)


def test_the_row_that_is_to_stay_is_not_offered() -> None:
    pinned = [sized(300, 1), sized(200, 2), sized(100, 3)]

    over = overflow(pinned, capped(user=part_size(pinned, "en") - 50), keeping=pinned[0].id)

    assert over is not None
    assert over.ids == ("id-000002", "id-000003")


def test_a_row_too_long_by_itself_is_said_to_be_so() -> None:
    pinned = [sized(1_500, 1), sized(100, 2)]

    over = overflow(pinned, capped(), keeping=pinned[0].id)

    assert over is not None
    assert (over.ids, over.enough) == ((), 0)


def test_each_part_has_its_own_cap() -> None:
    procedures = [sized(1_400, 1, kind=Kind.PROCEDURE)]

    assert overflow(procedures, capped()) is None
    over = overflow([*procedures, sized(900, 2, kind=Kind.PROCEDURE)], capped())
    assert over is not None
    assert (over.target, over.limit) == (Target.AGENT, 2_200)


ROWS = st.lists(st.tuples(st.text(max_size=40), st.none() | st.text(max_size=12), st.sampled_from(list(Kind)), st.booleans()), max_size=9)


@given(ROWS, ROWS, st.integers(0, 260), st.integers(0, 260))
def test_no_part_exceeds_its_cap_whatever_is_pinned(pinned: list[Any], rest: list[Any], user: int, agent: int) -> None:
    held = [
        a_memory(text, number=number, title=title, kind=kind, target=Target.AGENT if agents else Target.USER)
        for number, (text, title, kind, agents) in enumerate([*pinned, *rest])
    ]
    limits = capped(user, agent)

    others = {target: [row for row in held[len(pinned) :] if row.target is target] for target in Target}
    english, chinese = (core_block(held[: len(pinned)], others, limits, locale) for locale in LOCALES)

    assert english.rows == chinese.rows
    assert english.left_out == chinese.left_out
    assert (english.left_out == 0) == (overflow(held[: len(pinned)], limits) is None)
    for block in (english, chinese):
        assert block.user_used <= user
        assert block.agent_used <= agent
        assert block.text.count(CORE_OPEN) == block.text.count(CORE_CLOSE) == (1 if block.text else 0)
        assert not block.rows or block.text
        again = core_block(list(reversed(held[: len(pinned)])), others, limits, "en")
        assert again.text == english.text
