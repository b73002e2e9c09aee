import pytest

from keptmind.text.plain import plain, simplified


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("I Like TEA", "i like tea"),
        ("don’t", "don't"),
        ("Ｉｇｎｏｒｅ ａｌｌ", "ignore all"),
        ("ig\u200bnore", "ignore"),
        ("我喜歡喝茶。", "我喜欢喝茶。"),
        ("价格：２０元", "价格:20元"),
        ("价格：20元，很好！", "价格：20元，很好！"),
        ("one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"),
        ("一\r\n二", "一\n二"),
        ("Cafe\u0301", "café"),
        ("", ""),
    ],
)
def test_a_text_is_read_in_one_case_width_and_script(text: str, read: str) -> None:
    assert plain(text) == read


def test_what_is_simplified_already_stays_the_same_text() -> None:
    text = "我喜欢乌龙茶"

    assert simplified(text) is text
    assert simplified("烏龍茶") == "乌龙茶"
