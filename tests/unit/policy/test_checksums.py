import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.policy.checksums import (
    Look,
    card_spans,
    iban_span,
    is_card_number,
    is_drawn,
    is_iban,
    is_key,
    is_random,
    is_resident_id,
    look,
    luhn_holds,
)

# The schemes' own test numbers.
CARDS = [
    "4111111111111111",
    "4222222222222",
    "5555555555554444",
    "2223003122003222",
    "378282246310005",
    "6011111111111117",
    "3530111333300000",
    "30569309025904",
]


@pytest.mark.parametrize("digits", CARDS)
def test_a_test_number_of_a_card_scheme_is_a_card_number(digits: str) -> None:
    assert is_card_number(digits)


@pytest.mark.parametrize("digits", ["4111111111111112", "1111111111111117", "411111111111116"])
def test_a_wrong_check_digit_beginning_or_length_is_no_card_number(digits: str) -> None:
    assert not is_card_number(digits)


@given(digits=st.text("0123456789", min_size=12, max_size=18))
def test_exactly_one_last_digit_fits(digits: str) -> None:
    fitting = [last for last in "0123456789" if luhn_holds(digits + last)]

    assert len(fitting) == 1


def test_a_card_is_found_whole_however_the_run_is_broken() -> None:
    assert (0, 17) in set(card_spans("41111111\n11111111"))


def test_a_card_is_found_inside_a_longer_run_when_grouped_like_one() -> None:
    assert list(card_spans("12 4111 1111 1111 1111 99")) == [(3, 22)]


def test_an_unbroken_card_is_found_beside_other_numbers() -> None:
    assert list(card_spans("4111111111111111 12 27")) == [(0, 16)]


@pytest.mark.parametrize("run", ["4.111111111111111", "415-555-2671 650-555-1234", "11010519491231002"])
def test_decimals_and_telephone_numbers_hold_no_card(run: str) -> None:
    assert list(card_spans(run)) == []


def test_a_resident_id_that_passes_as_a_card_is_a_resident_id() -> None:
    both = next(
        number
        for serial in range(1000)
        for number in (f"62010119900307{serial:03d}{check}" for check in range(10))
        if is_resident_id(number) and is_card_number(number)
    )

    assert list(card_spans(both)) == []


@pytest.mark.parametrize("text", ["GB82 WEST 1234 5698 7654 32", "DE89370400440532013000", "fr14 2004 1010 0505 0001 3m02 606"])
def test_an_iban_is_found_with_words_after_it(text: str) -> None:
    assert iban_span(text + " is it") == (0, len(text))


@pytest.mark.parametrize("text", ["GB82 WEST 1234 5698 7654 33", "ZZ82WEST12345698765432", "DE89 3704"])
def test_a_wrong_sum_country_or_length_is_no_iban(text: str) -> None:
    assert iban_span(text) is None


def test_an_iban_of_another_length_is_none() -> None:
    assert not is_iban("GB82WEST123456987654320")


@pytest.mark.parametrize("number", ["11010519491231002X", "11010519491231002x"])
def test_a_resident_id_has_a_province_a_date_and_a_check_digit(number: str) -> None:
    assert is_resident_id(number)


@pytest.mark.parametrize("number", ["110105194912310021", "99010519491231002X", "11010519491331002X", "11010517491231002X"])
def test_a_wrong_digit_province_month_or_century_is_no_resident_id(number: str) -> None:
    assert not is_resident_id(number)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("hunter2", Look.STRONG), ("12345678", Look.STRONG), ("p@ssword", Look.STRONG), ("GitHub", Look.CAMEL), ("swordfish", Look.WORD),
        ("expired", Look.NONE), ("12", Look.NONE), ("${DB_PASSWORD}", Look.NONE), ("16chars", Look.NONE),
        ("me@example.com", Look.NONE), ("ab", Look.NONE),
    ],
)  # fmt: skip
def test_a_value_is_judged_by_its_letters(value: str, expected: Look) -> None:
    assert look(value) is expected


def test_keys_drawn_and_random_strings_are_told_from_words() -> None:
    key, written = "aB3dE5fG7hJ9kL2mN4pQ", "getUserById2FromDatabase"

    assert is_key(key)
    assert is_key("AbCdEfGhIjKlMnOpQrStUv")
    assert not is_key("abcdefghijklmnopqrstuv")
    assert is_drawn(key)
    assert not is_drawn("learn-1-contrib-compat-notes")
    assert is_random(key)
    assert not is_random(written)
    assert not is_random(key.lower())
