import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.errors import InvalidPattern
from keptmind.model.memory import MemoryId
from keptmind.ports.store import Glimpses
from keptmind.read.grep import TOGETHER, Piece, Verbatim, grep, pattern
from keptmind.text.normalise import fold

EVERYTHING = frozenset({"title", "content", "key", "subject"})


def unmasked(texts: Sequence[str], _versions: Sequence[int]) -> Sequence[str]:
    return texts


def rows(*contents: str, titles: list[str | None] | None = None, keys: list[str | None] | None = None) -> Glimpses:
    absent: list[str | None] = [None] * len(contents)
    ids = [MemoryId(f"id-{place}") for place in range(len(contents))]
    return Glimpses(ids=ids, rule_versions=[1] * len(contents), contents=contents, titles=titles or absent, keys=keys or absent)


def found(glimpses: Glimpses, text: str, *, regex: bool = False, given: frozenset[str] = EVERYTHING) -> list[str]:
    return list(grep(glimpses, pattern(text, regex=regex), given, unmasked))


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("Likes Oolong tea", "oolong TEA"),
        ("Likes Oolong   tea", "oolong tea"),
        ("Likes oolong tea", "ＯＯＬＯＮＧ"),
        ("Ｌｉｋｅｓ oolong", "likes o"),
        ("喜歡喝烏龍茶", "喜欢喝乌龙"),
        ("喜欢喝乌龙茶", "烏龍"),
        ("喜欢喝茶，不喝咖啡", "茶,不"),
        ("likes oo\u200blong", "oolong"),
        ("Straße", "STRASSE"),
        ("50% off (today)", "% off ("),
        ("a.*b literally", ".*"),
    ],
)
def test_a_piece_is_found_whatever_its_case_width_script_or_spacing(content: str, wanted: str) -> None:
    assert found(rows("something else", content, "别的"), wanted) == ["id-1"]


@pytest.mark.parametrize("wanted", ["oolong", "乌龙茶", "tea likes", "like tea"])
def test_what_does_not_stand_there_in_one_piece_is_not_found(wanted: str) -> None:
    assert found(rows("likes tea", "喜欢喝茶"), wanted) == []


def test_a_piece_is_looked_for_in_title_content_and_key_but_not_across_them() -> None:
    several = rows("likes tea", "x", "y", titles=[None, "Tea time", None], keys=[None, None, "tea_time"])

    assert found(several, "tea") == ["id-0", "id-1", "id-2"]
    assert found(several, "time x") == []


def test_an_expression_is_looked_for_in_title_and_content_as_they_were_written() -> None:
    several = rows("likes Tea", "x", "y", titles=[None, "Tea time", None], keys=[None, None, "Tea"])

    assert found(several, r"\bTea\b", regex=True) == ["id-0", "id-1"]
    assert found(several, "tea", regex=True) == []
    assert found(several, "(?i)tea", regex=True) == ["id-0", "id-1"]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [("^Tea", [0]), ("tea$", [1]), (r"\ATea\z", []), (r"\bBob\b", [2]), ("^$", []), (r"\p{Han}{2}", [3]), ("茶$", [3]), (r"\x5e", [4])],
)
def test_anchors_hold_for_each_text_by_itself(wanted: str, expected: list[int]) -> None:
    texts = rows("Tea is nice", "likes tea", "Bob", "喝茶", "a^b")

    assert found(texts, wanted, regex=True) == [f"id-{place}" for place in expected]


def test_an_expression_that_matches_nothing_at_all_matches_every_text_and_no_absent_one() -> None:
    several = rows("likes tea", "")

    assert found(several, "x*", regex=True) == ["id-0", "id-1"]
    assert found(rows("likes tea", ""), "x*", regex=True, given=frozenset({"title"})) == []


def test_many_texts_are_each_found_by_themselves() -> None:
    many = rows(*(f"number {number} of many" for number in range(3 * TOGETHER + 5)))

    assert found(many, r"\b(?:0|64|196)\b", regex=True) == ["id-0", "id-64", "id-196"]
    assert found(many, "number 19") == ["id-19", *(f"id-{number}" for number in range(190, 197))]


def test_only_what_is_given_is_looked_at() -> None:
    several = rows("likes tea", "x", titles=[None, "tea"], keys=["tea", None])

    assert found(several, "tea", given=frozenset({"title"})) == ["id-1"]
    assert found(several, "tea", given=frozenset({"key"})) == ["id-0"]
    assert found(several, "tea", given=frozenset()) == []
    assert found(several, "tea|^$", regex=True, given=frozenset()) == []


def test_a_content_is_looked_at_as_it_is_masked_for_its_reader() -> None:
    old = replace(rows("s3cret", "s3cret"), rule_versions=[0, 1])

    def masked(texts: Sequence[str], versions: Sequence[int]) -> Sequence[str]:
        return [text if version == 1 else "[removed]" for text, version in zip(texts, versions, strict=True)]

    assert grep(old, pattern("s3cret", regex=False), EVERYTHING, masked) == ["id-1"]
    assert grep(old, pattern("s3cret|removed", regex=True), EVERYTHING, masked) == ["id-0", "id-1"]
    assert grep(old, pattern("^s3", regex=True), EVERYTHING, masked) == ["id-1"]


@pytest.mark.parametrize("wanted", ["(", "[a", "a**", r"(a)\1", "(?=tea)", "(?<!x)y", "*", r"\p{Nonsense}", "(?P<n>a"])
def test_an_expression_that_cannot_be_read_in_linear_time_is_refused(wanted: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidPattern) as caught:
        pattern(wanted, regex=True)

    assert caught.value.details == {"field": "pattern", "problem": "not a regular expression of linear time"}
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("wanted", ["a{1001}", r"\p{L}{300}", r"(?:.{1,40}\s){20}zzz", "((a{100}){100}){100}"])
def test_an_expression_that_is_too_large_is_refused(wanted: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidPattern) as caught:
        pattern(wanted, regex=True)

    assert caught.value.details == {"field": "pattern", "problem": "too large a regular expression"}
    assert capfd.readouterr() == ("", "")


def test_no_pattern_shows_what_is_looked_for() -> None:
    assert "quokka" not in repr(pattern("quokka", regex=False)) + repr(pattern("quokka", regex=True)) + repr(rows("quokka"))


PROBE = """
import sys
from keptmind.read.grep import pattern
pattern("tea", regex=False)
before = "re2" in sys.modules
pattern("tea", regex=True)
print(before, "re2" in sys.modules)
"""


def test_the_engine_of_expressions_is_loaded_by_whoever_uses_one() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.split() == ["False", "True"]


TEXTS = st.lists(st.text(st.sampled_from("abT 茶龍 \u200bＡ\n"), max_size=8), max_size=70)


@given(TEXTS, st.text(st.sampled_from("abT茶龙Ａ"), min_size=1, max_size=3))
def test_a_piece_is_found_exactly_where_its_folded_form_stands(texts: list[str], wanted: str) -> None:
    expected = [f"id-{place}" for place, text in enumerate(texts) if fold(wanted) in fold(text)]

    assert found(rows(*texts), wanted) == expected


@given(TEXTS, st.sampled_from(["a", "a.b", "T|茶", r"\bT", r"\Ba", "a$", "^b", "[^a]b", "(?s)a.", r"\s+T", "b?", r"a\z", "龍*", "(?i)t"]))
def test_an_expression_is_found_exactly_where_it_matches(texts: list[str], wanted: str) -> None:
    import re2

    expected = [f"id-{place}" for place, text in enumerate(texts) if re2.search(wanted, text) is not None]

    assert found(rows(*texts), wanted, regex=True) == expected


def test_a_pattern_is_of_its_sort() -> None:
    several: list[Any] = [pattern("tea", regex=False), pattern("tea", regex=True)]

    assert [type(one) for one in several] == [Piece, Verbatim]
