import pytest

from keptmind.text.language import is_noise, locale_of


@pytest.mark.parametrize("text", ["我喜欢喝茶", "用iPhone15拍照", "Caroline什么时候去参加LGBTQ支持小组的？", "我喜歡喝茶"])
def test_more_han_characters_than_latin_words_are_chinese(text: str) -> None:
    assert locale_of(text) == "zh"


@pytest.mark.parametrize("text", ["I like tea", "I like 乌龙茶 tea", "", "12345", "Я люблю чай", "Ça va très bien 好"])
def test_everything_else_is_answered_in_english(text: str) -> None:
    assert locale_of(text) == "en"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "?!",
        "👍👍",
        "👨‍👩‍👧 ok",
        "OK!",
        "Thanks.",
        "thank you",
        "好的。",
        "收到",
        "謝謝",
        "嗯嗯嗯",
        "哈哈哈",
        "hahaha",
        "hmm",
        "-" * 5_000,
    ],
)
def test_marks_and_acknowledgements_are_noise(text: str) -> None:
    assert is_noise(text)


@pytest.mark.parametrize(
    "text", ["no", "不", "茶", "I like tea", "ok, but no nuts", "好的，我对花生过敏", "what do I like? " * 500, "_a_ " * 60]
)
def test_what_says_something_is_no_noise(text: str) -> None:
    assert not is_noise(text)
