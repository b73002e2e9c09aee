from factories import a_memory
from keptmind.model.memory import Memory
from keptmind.model.query import Query
from keptmind.read.score import SPARE_ROWS, score


def asked(text: str, limit: int = 5) -> Query:
    return Query(text=text, limit=limit, max_tokens=600, row_tokens=160)


def several(*texts: str) -> list[Memory]:
    return [a_memory(text, number=number) for number, text in enumerate(texts, 1)]


def ranked(rows: list[Memory], text: str) -> list[str]:
    return [match.memory.content for match in score(rows, rows, asked(text))]


def test_what_holds_the_rarer_word_comes_first() -> None:
    rows = several("likes green tea", "likes oolong tea", "tea at noon", "the cat sleeps")

    assert ranked(rows, "oolong tea")[0] == "likes oolong tea"
    assert "the cat sleeps" not in ranked(rows, "oolong tea")


def test_equal_rows_are_ordered_by_id_and_more_than_the_limit_is_kept_for_later_steps() -> None:
    rows = [a_memory("likes tea", number=number) for number in range(40)]

    matches = score(list(reversed(rows)), list(reversed(rows)), asked("tea", limit=2))

    assert [match.memory.id for match in matches] == [row.id for row in rows[: 2 + SPARE_ROWS]]
    assert all(0 < match.lexical <= 1 for match in matches)


def test_a_row_that_may_not_answer_still_weighs_its_words() -> None:
    rows = several("oolong tea", "green tea", "oolong cake")

    alone = score(rows[:1], rows[:1], asked("oolong biscuit"))
    among = score(rows, rows[:1], asked("oolong biscuit"))

    assert [match.memory.id for match in among] == [rows[0].id]
    assert among[0].lexical != alone[0].lexical


def test_an_exact_key_counts_as_a_word_of_its_own() -> None:
    rows = [a_memory("Breakfast is at eight", number=1, key="jam_choice"), a_memory("The jam choice in the shop is large", number=2)]

    assert ranked(rows, "jam-choice")[0] == "Breakfast is at eight"


def test_single_characters_count_where_pairs_find_nothing() -> None:
    assert ranked(several("他养了一只猫", "天气很好"), "猫狗") == ["他养了一只猫"]


def test_a_substring_is_found_where_no_word_is_newest_first() -> None:
    rows = several("Keeps supercalifragilistic notes", "More supercalifragilistic notes")

    assert ranked(rows, "califragi") == ["More supercalifragilistic notes", "Keeps supercalifragilistic notes"]


def test_too_short_a_substring_and_a_query_without_words_find_nothing() -> None:
    rows = several("Keeps supercalifragilistic notes")

    assert ranked(rows, "zq") == []
    assert ranked(rows, "?!") == []
    assert score([], [], asked("tea")) == ()
