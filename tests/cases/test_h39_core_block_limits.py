"""H39: the core block keeps to its limits with whole rows, says what found no room, and a rewritten row counts once."""

from dataclasses import replace

import pytest

from engines import a_store
from factories import a_memory, pin
from keptmind.derive.core_block import line, overflow, part_size
from keptmind.model.memory import Target
from keptmind.model.rulebook import Limits

CHINESE = "每天早上先读一段论文再喝一杯乌龙茶🍵，"


def test_a_rewritten_row_counts_by_its_new_text_alone() -> None:
    limits = Limits(core_user_chars=1_000)
    row = a_memory("x" * 700, target=Target.USER)

    longer, too_long = (replace(row, content="y" * size) for size in (750, 1_100))

    assert overflow([row], limits) is None
    assert overflow([longer], limits) is None
    refused = overflow([too_long], limits, keeping=row.id)
    assert refused is not None
    assert (refused.limit, refused.size) == (1_000, part_size([too_long], "en"))
    assert refused.ids == ()


def test_a_refusal_names_the_rows_that_could_make_room() -> None:
    limits = Limits(core_user_chars=1_000)
    old, small = a_memory("x" * 700, number=1, target=Target.USER), a_memory("x" * 50, number=2, target=Target.USER)
    fresh = a_memory("y" * 400, number=3, target=Target.USER)

    refused = overflow([old, small, fresh], limits, keeping=fresh.id)

    assert refused is not None
    assert (refused.ids, refused.enough) == ((old.id,), 1)


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_within_the_budget_whole_rows_are_kept_in_order_and_the_one_left_out_is_told(locale: str) -> None:
    contents = [("x" * 300)[:295], (CHINESE * 20)[:295], "z" * 95]
    with a_store(core_user_chars=500) as store:
        me = store.for_user("A")
        for key, content in zip("abc", contents, strict=True):
            saved = me.save(content, key=key).memory
            assert saved is not None
            pin(store, saved.id)

        block = me.core_block(locale)

    assert [row.content for row in block.rows] == [contents[0], contents[2]]
    assert block.left_out == 1
    assert block.user_used <= 500
    told = block.text.splitlines()
    assert [one for one in told if one.startswith("- ")] == [line(row) for row in block.rows]
    assert {"en": "(1 more found no room here)", "zh": "（另有 1 条放不下）"}[locale] in told


@pytest.mark.parametrize("budget", [0, 1, 40, 60, 100, 333, 334, 335, 660, 2_000])
def test_no_budget_is_ever_exceeded_and_no_row_is_cut(budget: int) -> None:
    with a_store(core_user_chars=budget) as store:
        me = store.for_user("A")
        for size in (300, 290, 20):
            saved = me.save((CHINESE * 20)[:size]).memory
            assert saved is not None
            pin(store, saved.id)

        block = me.core_block()

    whole = {line(row) for row in block.rows}
    assert block.user_used <= budget
    assert {one for one in block.text.splitlines() if one.startswith("- ")} == whole
    assert len(block.rows) + block.left_out == 3
