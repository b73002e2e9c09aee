"""H17: Latin words glued to Chinese text are found."""

import pytest

from factories import texts
from keptmind import Memory

PYTHON, ITGC, PHONE, CLUSTER = "我在学Python编程", "重跑build-itgc后清零", "用iPhone15拍照", "K8s集群在us-west-2"


@pytest.mark.parametrize(
    ("query", "row"),
    [
        ("Python", PYTHON),
        ("python", PYTHON),
        ("编程", PYTHON),
        ("Python编程", PYTHON),
        ("Python 编程", PYTHON),
        ("itgc", ITGC),
        ("build-itgc", ITGC),
        ("iPhone15", PHONE),
        ("iphone15", PHONE),
        ("k8s", CLUSTER),
        ("us-west-2", CLUSTER),
        ("ＵＳ-west-2", CLUSTER),
    ],
)
def test_a_query_returns_exactly_its_row(query: str, row: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": PYTHON}, {"content": ITGC}, {"content": PHONE}, {"content": CLUSTER}])

    found = me.search(query)

    assert texts(found) == [row]


@pytest.mark.parametrize(
    "unit", ["我喜欢学Python编程，", "👨‍👩‍👧家人 ", "e\u0301cole et lyce\u0301e. "], ids=["mixed", "emoji", "combining"]
)
def test_a_text_is_cut_on_character_boundaries(unit: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save(f"marmalade {unit * (1900 // len(unit))}")

    hit = me.search("marmalade")[0]

    assert len(hit.text) < len(hit.memory.content)
    cut = hit.text.rstrip(" …")
    assert hit.memory.content.startswith(cut)
    rest = hit.memory.content[len(cut) :]
    assert not rest.startswith(("\u200d", "\u0301"))
    assert not cut.endswith("\u200d")
