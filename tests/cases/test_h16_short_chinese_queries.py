"""H16: Chinese queries of one or two characters find their row."""

import pytest

from factories import texts
from keptmind import Memory

TEA, DEVICES, CAT = "他每天早上喝乌龙茶", "设备清单放在飞书", "猫叫豆豆"


@pytest.mark.parametrize(
    ("query", "row"),
    [("茶", TEA), ("乌龙", TEA), ("乌龙茶", TEA), ("设备", DEVICES), ("飞书", DEVICES), ("豆豆", CAT), ("猫", CAT)],
)
def test_a_short_query_finds_its_row_and_no_other(query: str, row: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": TEA}, {"content": DEVICES}, {"content": CAT}])

    found = me.search(query)

    assert texts(found) == [row]


def test_characters_that_do_not_stand_together_find_the_row_by_overlap(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": TEA}, {"content": DEVICES}, {"content": CAT}])

    found = me.search("喝茶")

    assert texts(found) == [TEA]


def test_traditional_characters_find_what_was_written_in_simplified_ones(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": TEA}, {"content": DEVICES}])

    found = me.search("烏龍茶")

    assert texts(found) == [TEA]


@pytest.mark.slow
def test_ranking_holds_among_five_thousand_rows_with_a_character_in_common(store: Memory, engine: str) -> None:
    me, each = store.for_user("A"), 2500 if engine == "sqlite" else 100  # that both rank alike is held by the contract
    me.save_many([{"content": f"第{number}天在茶馆外面等车"} for number in range(each)])
    me.save_many([{"content": f"第{number}次去龙门吃饭"} for number in range(each)])
    me.save_many([{"content": TEA}, {"content": DEVICES}, {"content": CAT}])

    found = {query: texts(me.search(query))[:1] for query in ("乌龙", "乌龙茶", "设备", "豆豆", "喝茶")}

    assert found == {"乌龙": [TEA], "乌龙茶": [TEA], "设备": [DEVICES], "豆豆": [CAT], "喝茶": [TEA]}
