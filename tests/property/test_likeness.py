"""What holds for every two statements that are compared."""

import re

from hypothesis import assume, example, given
from hypothesis import strategies as st

from keptmind.policy.detail import stretches
from keptmind.policy.likeness import Likeness, compare, near_equal
from keptmind.text import scripts
from keptmind.text.marks import marks, worded
from keptmind.text.normalise import value

ANY_TEXT = st.text(st.characters(exclude_characters="\0"), max_size=60)
ENGLISH = st.sampled_from(
    """
    i you anna tom the a like likes love hate stand can cannot will do does did don't used to not no only just never longer any more at all
    tea coffee rooms room chapter 3 12 8090 5kg 9:30 7 pm may friday on in from since and but because very still now one two first 3rd $ ?
    """.split()
)
CHINESE = st.sampled_from(
    [
        "我", "你", "小明", "喜欢", "讨厌", "爱", "用", "不", "没", "没有", "别", "会", "能", "要", "有", "了", "的", "过", "吗", "还",
        "也", "就",
        "茶", "猫", "吃", "两只", "三点", "第3章", "3", "号楼", "下午", "周五", "2019年", "3月1日", "差", "多", "特", "人", "同", "意",
        "和", "但", "，", "因为", "python", "gpt-4", "café", "ไทย",
    ]
)  # fmt: skip
SENTENCES = st.one_of(
    st.lists(ENGLISH, min_size=1, max_size=12).map(" ".join),
    st.lists(CHINESE, min_size=1, max_size=14).map("".join),
    st.lists(ENGLISH | CHINESE, min_size=1, max_size=12).map(" ".join),
    ANY_TEXT,
)
PIECES = st.lists(
    st.one_of(CHINESE, ENGLISH, st.sampled_from([" ", " ", ",", "-", "'", "_", "。", "e\u0301", "\u3105", "ー", "9"])), max_size=16
)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Draw two texts, most often one and the same but for a word or two."""
    words, joint = draw(st.sampled_from([(ENGLISH, " "), (CHINESE, ""), (ENGLISH | CHINESE, " ")]))
    old = draw(st.lists(words, min_size=1, max_size=10))
    new = list(old)
    for word in draw(st.lists(words, max_size=3)):
        place, taken = draw(st.integers(0, len(new))), draw(st.integers(0, 1))
        new[place : place + taken] = [word] if draw(st.booleans()) else []
    return joint.join(old), joint.join(new)


PAIRS = pairs() | st.tuples(SENTENCES, SENTENCES)
SYMMETRIC = {Likeness.SAME, Likeness.CONFLICT}


@given(PAIRS, st.booleans())
def test_comparing_twice_tells_the_same(pair: tuple[str, str], state: bool) -> None:
    old, new = pair

    first = compare(value(old), value(new), state=state)

    assert compare(value(old), value(new), state=state) is first


@given(SENTENCES, st.booleans())
def test_what_differs_in_case_space_and_full_stop_alone_is_the_same(text: str, state: bool) -> None:
    spread = f" {text.swapcase()}  "
    assume(value(spread) == value(text))

    assert compare(value(text), value(spread), state=state) is Likeness.SAME


@given(st.lists(ENGLISH, min_size=1, max_size=12), st.integers(0, 12), st.sampled_from(["not", "never"]), st.booleans())
def test_an_english_text_and_its_negation_are_never_the_same(words: list[str], place: int, negation: str, state: bool) -> None:
    denied = [*words[:place], negation, *words[place:]]

    assert compare(value(" ".join(words)), value(" ".join(denied)), state=state) is not Likeness.SAME


@given(st.lists(CHINESE, min_size=1, max_size=12), st.integers(0, 12), st.sampled_from(["不", "没有", "从不"]), st.booleans())
def test_a_chinese_text_and_its_negation_are_never_the_same(words: list[str], place: int, negation: str, state: bool) -> None:
    denied = [*words[:place], negation, *words[place:]]
    assume(not "".join(denied).startswith(f"{negation}，"))  # that is an answer, and denies nothing of what follows

    assert compare(value("".join(words)), value("".join(denied)), state=state) is not Likeness.SAME


@given(PAIRS, st.booleans())
@example(pair=("下午我我我下午", "我我我下午"), state=True)
def test_the_same_and_the_contrary_are_so_the_other_way_round(pair: tuple[str, str], state: bool) -> None:
    old, new = pair

    there, back = compare(value(old), value(new), state=state), compare(value(new), value(old), state=state)

    if there in SYMMETRIC:
        assert back is there


@given(PAIRS, st.booleans())
@example(pair=("我小明", "下午我小明"), state=False)
@example(pair=("i i i", "我 on anna i i i"), state=False)
@example(pair=("， i i i", "i ， ， i i i"), state=False)
@example(pair=("i i i", "我 下午 i i i"), state=False)
def test_what_is_contrary_or_more_is_met_by_the_marks_of_the_write(pair: tuple[str, str], state: bool) -> None:
    before, after = value(pair[0]), value(pair[1])
    bears = marks("here", before, subject=None, title=None, state=state)
    looks_for = {*marks("here", after, subject=None, title=None, state=state), *worded("here", stretches(after))}

    if compare(before, after, state=state) in (Likeness.CONFLICT, Likeness.COMPATIBLE):
        takes_itself_back = after in before  # "… but no longer", and then the bare words anew: only a key lets these meet
        assert takes_itself_back or looks_for & set(bears)


def is_border(left: str, right: str) -> bool:
    """Tell whether no word goes on from the one text into the other."""
    return not re.search(rf"[^\W_{scripts.UNSPACED}]$", left) or not re.match(rf"[^\W_{scripts.UNSPACED}]", right)


@given(PAIRS)
def test_nearly_equal_texts_are_so_the_other_way_round_and_each_with_itself(pair: tuple[str, str]) -> None:
    old, new = pair

    assert near_equal(old, new) == near_equal(new, old)
    assert near_equal(old, old)
