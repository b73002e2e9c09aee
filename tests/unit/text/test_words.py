from keptmind.text import words

NEGATIONS_ENGLISH = {"not", "no", "never", "none", "nothing", "neither", "nor", "without", "except", "unless", "only"}
NEGATIONS_CHINESE = set("不没沒無无非别別勿未否莫禁")


def test_no_negation_is_a_stop_word() -> None:
    assert not words.ENGLISH & NEGATIONS_ENGLISH
    assert not words.CHINESE_SINGLES & NEGATIONS_CHINESE
    assert not {pair for pair in words.CHINESE_PAIRS if NEGATIONS_CHINESE & set(pair)} - {"是否"}


def test_the_month_of_may_is_no_stop_word() -> None:
    assert not words.ENGLISH & set(words.MONTHS)
