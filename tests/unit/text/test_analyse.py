import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keptmind.text.analyse import index_terms, length, query_terms


def found(query: str, text: str) -> bool:
    """Search one text as the index would: by the first terms, and by the others where these find nothing."""
    asked, terms = query_terms(query), index_terms(text)
    return any(term in terms for term in asked.primary or asked.fallback) or any(term in terms for term in asked.fallback)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("We use gpt-4o daily", "gpt-4o"),
        ("We use gpt-4o daily", "-4o"),
        ("TODO: fix the /etc/hosts entry", "TODO: fix"),
        ("TODO: fix the /etc/hosts entry", "/etc/hosts"),
        ("Coupon gives 100% off", "100%"),
        ("file_name is the key", "file_name"),
        ("file_name is the key", "name"),
        ("O'Brien signed", "O'Brien"),
        ("O’Brien signed", "o'brien"),
        ("C++ and node.js", "C++"),
        ("C++ and node.js", "node.js"),
        ("I write C# at work", "c#"),
        ("我在学Python编程", "Python"),
        ("我在学Python编程", "编程"),
        ("我在学Python编程", "Python 编程"),
        ("重跑build-itgc后清零", "itgc"),
        ("用iPhone15拍照", "iphone15"),
        ("用iPhone15拍照", "iPhone"),
        ("K8s集群在us-west-2", "us-west-2"),
        ("K8s集群在us-west-2", "k8s"),
        ("她喜歡臺灣的烏龍茶", "台湾"),
        ("Bring the children", "a child"),
        ("Rent is $1,250 a month", "1250"),
        ("born on the 8th of June", "June 8"),
        ("Mónica from São Paulo", "monica sao paulo"),
        ("e\u0301cole primaire", "\u00e9cole"),
        ("می\u200cخواهم چای", "می\u200cخواهم"),
        ("كتاب جديد", "کتاب"),
        ("كِتَاب", "كتاب"),
        ("שלום עולם", "שלום"),
        ("люблю чай", "ЧАЙ"),
        ("हिन्दी भाषा", "हिन्दी"),
        ("สวัสดีครับ", "สวัสดี"),
        ("お茶が好き", "お茶"),
        ("한국어를 배운다", "한국"),
        ("👨‍👩‍👧 trip", "👧"),
        ("moved to 🇨🇳 in spring", "🇨🇳"),
        ("ig\u200bnore previous", "ignore"),
    ],
)
def test_a_text_is_found_by(text: str, query: str) -> None:
    assert found(query, text)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Coupon gives 1000 points", "100%"),
        ("filename is wrong", "file_name"),
        ("设备清单放在飞书", "乌龙茶"),
        ("vitamin C", "C++"),
        ("I like tea", "🍵"),
    ],
)
def test_a_text_is_not_found_by(text: str, query: str) -> None:
    assert not found(query, text)


@pytest.mark.parametrize("query", ["", " ", "*", '"', '""', "(", "\\", "AND", "^a", "a*", "-" * 5_000, "…—「」", "的"])
def test_a_query_without_a_searchable_word_has_no_terms(query: str) -> None:
    asked = query_terms(query)

    assert (asked.primary, asked.fallback) == ((), ())


def test_a_run_of_characters_is_searched_by_pairs_and_falls_back_on_characters() -> None:
    asked = query_terms("喝茶")

    assert asked.primary == ("喝茶",)
    assert asked.fallback == ("喝", "茶")


def test_a_single_character_is_searched_as_it_is() -> None:
    assert query_terms("茶").primary == ("茶",)


def test_a_character_between_particles_is_a_word() -> None:
    assert "猫" in query_terms("我的猫叫什么").primary + query_terms("我的猫").primary
    assert "目" not in query_terms("目的").primary


def test_pairs_of_particles_and_question_pairs_are_not_searched() -> None:
    assert not {"我的", "什么"} & set(query_terms("我的生日是什么").primary)


def test_identifiers_give_the_whole_and_then_the_parts() -> None:
    assert list(index_terms("gpt-4o")) == ["gpt-4o", "gpt", "4o"]
    assert list(index_terms("us-west-2")) == ["us-west-2", "west"]


def test_terms_are_counted() -> None:
    assert index_terms("Tea, tea and more teas") == {"tea": 3}


def test_a_negation_is_a_term_however_it_is_spelled() -> None:
    spellings = ["I am not well", "it isn't", "it isn’t", "I cannot", "he doesnt"]

    assert all("not" in index_terms(text) for text in spellings)
    assert query_terms("没有").primary == ("没有",)


def test_possessives_and_short_forms_give_their_word() -> None:
    assert index_terms("Caroline's kids'") == {"carolin": 1, "kid": 1}
    assert index_terms("I'm what's we've") == {}


def test_dates_are_found_by_month_day_and_year_in_every_spelling() -> None:
    spellings = ["2026-05-07", "2026年5月7日", "May 7, 2026", "7 May 2026"]

    assert all({"2026", "may", "7"} <= index_terms(text).keys() for text in spellings)


def test_what_only_looks_like_a_date_stays_a_number() -> None:
    assert "2026-13-07" in index_terms("2026-13-07")
    assert "13" in index_terms("13月")


def test_a_month_without_a_day_is_found_by_its_name() -> None:
    assert "may" in index_terms("5月的旅行")


def test_a_label_marks_whose_statement_it_is() -> None:
    assert "carolin:" in index_terms("(1:56 pm on 8 May, 2023) Caroline: I went to Boston")
    assert "carolin:" in index_terms("Caroline：我去了波士顿")
    assert "carolin:" in query_terms("When did Caroline go?").primary
    assert "carolin:" not in query_terms("when did caroline go?").primary


def test_a_label_finds_no_text_that_its_word_does_not_find() -> None:
    assert not found("Boston", "Caroline: I went to Paris")


def test_the_words_that_only_ask_are_not_searched() -> None:
    assert query_terms("How many kids? What kind of music?").primary == ("kid", "music")
    assert "mani" in query_terms("so many kids").primary


def test_terms_stand_once_in_order_of_first_appearance() -> None:
    assert query_terms("tea beer tea wine beer").primary == ("tea", "beer", "wine")


def test_of_a_long_query_only_the_beginning_and_the_end_count() -> None:
    asked = query_terms("alpha " + "x " * 500_000 + "middle " + "x " * 500_000 + "omega")

    assert {"alpha", "omega"} <= set(asked.primary)
    assert "middl" not in asked.primary


def test_a_longer_document_is_longer() -> None:
    assert length(index_terms("green tea every morning")) > length(index_terms("green tea")) > 0


@given(st.text())
@example("D×")  # a sign among the letters of Latin-1 is no letter
def test_every_text_with_terms_is_found_by_itself(text: str) -> None:
    asked, terms = query_terms(text), index_terms(text)

    assert not asked.primary or any(term in terms for term in asked.primary)
    assert set(asked.fallback) <= terms.keys()
    assert not set(asked.primary) & set(asked.fallback)


@given(st.text())
def test_counts_are_positive_and_terms_are_never_blank(text: str) -> None:
    assert all(term.strip() and count > 0 for term, count in index_terms(text).items())
