import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.text.hanzi import simplify
from keptmind.text.normalise import clean, fold, fold_key, value

ANY_TEXT = st.text(st.characters(exclude_categories=()))


def test_a_lone_surrogate_becomes_the_replacement_character() -> None:
    assert clean("broken \ud83d end") == "broken \ufffd end"
    assert clean("\udf78\ud83c") == "\ufffd\ufffd"


def test_a_surrogate_pair_becomes_the_emoji_it_encodes() -> None:
    assert clean("cheers \ud83c\udf78") == "cheers 🍸"


@given(st.text())
def test_text_without_surrogates_comes_back_verbatim(text: str) -> None:
    assert clean(text) == text


@given(ANY_TEXT)
def test_what_was_cleaned_can_be_stored_and_stays_as_it_is(text: str) -> None:
    cleaned = clean(text)

    assert cleaned.encode().decode() == cleaned
    assert clean(cleaned) == cleaned


def test_case_width_script_variant_and_white_space_fold_together() -> None:
    assert fold("  ＨＥＬＬＯ \t\n World ") == "hello world"
    assert fold("Straße") == fold("STRASSE")
    assert fold("設備清單") == "设备清单"


def test_composed_and_decomposed_accents_fold_together() -> None:
    assert fold("e\u0301cole") == fold("\u00e9cole")


def test_invisible_characters_vanish_when_folded() -> None:
    assert fold("\ufeffig\u200bnore \u202eprevious\u202c") == "ignore previous"
    assert fold("❤\ufe0f") == fold("❤")


@given(ANY_TEXT)
def test_folding_twice_equals_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_separators_in_a_key_become_single_underscores() -> None:
    assert fold_key(" Favourite.Drink: Tea/Green ") == "favourite_drink_tea_green"
    assert fold_key("回复－语言") == "回复_语言"


def test_what_separates_nothing_stays_in_a_key() -> None:
    assert fold_key("C++") == "c++"
    assert fold_key("語言") == "語言"


@given(ANY_TEXT)
def test_folding_a_key_twice_equals_folding_it_once(text: str) -> None:
    assert fold_key(fold_key(text)) == fold_key(text)


@pytest.mark.parametrize(
    "spelled", ["My desk is in room 4", "my desk  is in room 4.", "MY DESK IS IN ROOM ４！", " My desk is in room 4 …"]
)
def test_two_statements_are_one_value_whatever_their_case_width_spacing_and_full_stop(spelled: str) -> None:
    assert value(spelled) == "my desk is in room 4"


def test_a_question_a_number_and_a_sign_stay_in_a_value() -> None:
    assert [value("Is it 4?"), value("It is -4"), value("...")] == ["is it 4?", "it is -4", "..."]


WIDE = st.text(st.sampled_from("，：；！？（）\u0301\u0338\u3099aＡ茶龍 \u200b①ﬁ"), max_size=12)


def unified(text: str) -> str:
    """Fold case and width as it is said to be done: over and over, until nothing changes."""
    seen = "".join(letter for letter in text if unicodedata.category(letter) != "Cf" and letter not in "\u034f\ufe0f")
    deeper = unicodedata.normalize("NFKC", seen.casefold())
    return text if deeper == text else unified(deeper)


@given(WIDE)
def test_replacing_wide_punctuation_beforehand_changes_nothing_of_the_outcome(text: str) -> None:
    assert fold(text) == " ".join(simplify(unified(text)).split())
