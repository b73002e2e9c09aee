import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.text.clauses import MARK, shorten
from keptmind.text.graphemes import cuts
from keptmind.text.tokens import estimate

FAMILY = "👨‍👩‍👧"
PIECES = [FAMILY, "🇨🇳", "e\u0301", "👍🏽", "한", "\ud83c\udf78", "क्षि", "word ", "字", "，", ". ", "\r\n", " ", "1️⃣"]
COUNTERS: list[Callable[[str], int]] = [len, estimate]


def test_a_text_within_the_budget_is_unchanged() -> None:
    assert shorten("  likes tea ", max_tokens=12, counter=len) == "  likes tea "


@pytest.mark.parametrize(
    ("text", "limit", "shortened"),
    [
        ("Allergic to nuts, carries an EpiPen. Lives in Boston.", 40, "Allergic to nuts, carries an EpiPen. …"),
        ("Allergic to nuts, carries an EpiPen.", 30, "Allergic to nuts, …"),
        ("早上喝茶，下午喝咖啡。晚上不喝", 9, "早上喝茶， …"),
        ("早上喝茶！！下午喝咖啡", 8, "早上喝茶！！ …"),
        ("first line\nsecond line", 16, "first line …"),
        ("pays 1,000 for node.js lessons", 20, "pays 1,000 for …"),
        ("乌龙茶乌龙茶乌龙茶", 5, "乌龙茶 …"),
    ],
)
def test_a_text_is_cut_at_the_last_border_that_fits(text: str, limit: int, shortened: str) -> None:
    assert shorten(text, max_tokens=limit, counter=len) == shortened


def test_where_only_the_mark_fits_only_the_mark_is_left() -> None:
    assert shorten("乌龙茶", max_tokens=1, counter=len) == "…"
    assert shorten("     ", max_tokens=2, counter=len) == "…"


def test_where_not_even_the_mark_fits_nothing_is_left() -> None:
    assert shorten("乌龙茶", max_tokens=0, counter=len) == ""


def test_leading_white_space_is_no_text() -> None:
    assert shorten("   乌龙茶乌龙茶", max_tokens=4, counter=len) == "…"


@pytest.mark.parametrize(
    "whole", [FAMILY, "🇨🇳", "e\u0301", "👍🏽", "\r\n", "\ud83c\udf78", "1\ufe0f\u20e3", "🏴\U000e0067\U000e0062\U000e007f"]
)
def test_what_a_reader_sees_as_one_character_is_not_cut(whole: str) -> None:
    assert list(cuts(whole)) == []
    assert list(cuts(whole * 2)) == [len(whole)]


def test_three_indicators_make_one_flag_and_a_rest() -> None:
    assert list(cuts("🇨🇳🇨")) == [2]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.integers(0, 60), st.sampled_from(COUNTERS))
def test_a_shortened_text_never_exceeds_the_budget_and_begins_like_the_text(text: str, limit: int, counter: Callable[[str], int]) -> None:
    shortened = shorten(text, max_tokens=limit, counter=counter)

    assert counter(shortened) <= limit
    assert shortened == text or text.startswith(shortened.removesuffix("…").rstrip())


@given(st.text(), st.integers(0, 40))
def test_no_cut_leaves_a_mark_without_its_letter(text: str, limit: int) -> None:
    shortened = shorten(text, max_tokens=limit, counter=len)

    rest = text[len(shortened.removesuffix(MARK)) :]
    assert shortened in (text, "", "…") or not unicodedata.category(rest[:1] or " ").startswith("M")
