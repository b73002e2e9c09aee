import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.text.tokens import estimate


# counted with the o200k vocabulary, give or take one
@pytest.mark.parametrize(
    ("text", "real"),
    [
        ("I like green tea in the morning.", 8),
        ("The quick brown fox jumps over the lazy dog.", 10),
        ("他每天早上喝乌龙茶", 9),
        ("2026-05-07", 6),
        ("👍", 1),
    ],
)
def test_an_estimate_is_on_the_safe_side_and_not_absurd(text: str, real: int) -> None:
    assert real <= estimate(text) <= 2 * real + 2


def test_blank_text_has_no_tokens() -> None:
    assert [estimate(text) for text in ("", "  ", "\n\t")] == [0, 0, 0]


def test_an_emoji_costs_more_than_a_letter() -> None:
    assert estimate("👍") > estimate("a")


@given(st.text(st.characters(exclude_categories=())))
def test_no_visible_text_is_free(text: str) -> None:
    assert (estimate(text) > 0) == bool(text.strip())


@given(st.text(), st.text())
def test_a_beginning_never_costs_more_than_the_whole(text: str, more: str) -> None:
    assert estimate(text) <= estimate(text + more)
