import pytest

from keptmind.text.aside import english, singular
from keptmind.text.gist import Gist, gist, gist_text, has_three_tokens, reading
from keptmind.text.normalise import value
from keptmind.text.numerals import arabic
from keptmind.text.similarity import dice


def gist_of(text: str, *, dates_aside: bool = False) -> Gist:
    found = gist(value(text), dates_aside=dates_aside)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deploying on Fridays is allowed", "Deploying on Fridays isn't allowed"),
        ("I love Sichuan food", "I can't stand Sichuan food any longer"),
        ("The flat has two rooms", "Flat has 3 rooms now."),
        ("Lisa tries new food", "Lisa doesn't try new food"),
        ("I've two cats", "I have no cats"),
        ("Anna lives with Tom", "Anna no longer lives with Tom"),
        ("No one likes the canteen", "Someone likes the canteen"),
        ("I drink neither tea nor coffee", "I drink tea and coffee"),
        ("Turn on the lights", "Turn off the lights"),
        ("我吃香菜", "我不吃香菜"),
        ("我喜欢喝茶", "我已经讨厌喝茶了"),
        ("宿舍里有两只猫", "宿舍里没有三只猫"),
        ("别在周五部署", "在周五部署"),
        ("他是会员", "他并非会员"),
        ("我同意这件事", "我不同意这件事"),
    ],
)
def test_statements_on_one_thing_share_their_gist(one: str, other: str) -> None:
    gists = gist_of(one), gist_of(other)

    assert gists[0].words == gists[1].words
    assert gist_text(gists[0]) == gist_text(gists[1])
    assert gists[0].said != gists[1].said


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like green tea", "I like black tea"),
        ("I used to like tea", "I use tea"),
        ("I like tea", "I allow tea"),
        ("The bus looks like a train", "The bus looks a train"),
        ("I speak not only French", "I speak French"),
        ("Anna likes C", "Anna likes C++"),
        ("x is > 5 here", "x is < 5 here"),
        ("It costs $5 now", "It costs €5 now"),
        ("我喜欢茶", "我喜欢茶吗"),
        ("这家店不错", "这家店错"),
        ("他性别男", "他性男"),
        ("我用户多", "我户多"),
    ],
)
def test_statements_on_two_things_do_not_share_their_gist(one: str, other: str) -> None:
    assert gist_of(one).words != gist_of(other).words


@pytest.mark.parametrize(
    ("text", "affirmed"),
    [
        ("I like green tea", True),
        ("I do not like green tea", False),
        ("I hate green tea", False),
        ("I don't hate green tea", True),
        ("I never did dislike green tea", True),
        ("我喜欢绿茶", True),
        ("我不喜欢绿茶", False),
        ("我讨厌绿茶", False),
        ("我不讨厌绿茶", True),
        ("我特别喜欢绿茶", True),
        ("他去非洲", True),
    ],
)
def test_negations_and_negative_verbs_multiply(text: str, affirmed: bool) -> None:
    assert gist_of(text).affirmed is affirmed


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("The rent is 1,200 euros", ("#1200",)),
        ("I love my two cats", ("~love", "#2")),
        ("My bag weighs 5kg at most", ("#5",)),
        ("The limit is 90% of the disk", ("#90%",)),
        ("It was -5 degrees outside", ("#-5",)),
        ("I live on the 3rd floor", ("#3rd",)),
        ("I live on the third floor", ("#3rd",)),
        ("We use Python 3.12 here", ("~use", "#3.12")),
        ("I buy bread at 7 euros", ("#7",)),
        ("我有十二只猫", ("#12",)),
        ("我跑了两百公里", ("#200",)),
        ("预算有3万元", ("#30000",)),
        ("他得了第三名", ("#第3",)),
        ("他得了第3名", ("#第3",)),
        ("我提了三点建议", ("#3",)),
        ("我学了三年法语", ("#3",)),
        ("我有一点累了", ()),
        ("张三住在五楼", ("#5",)),
        ("五号楼在东边有电梯", ()),
        ("他住在五号楼", ("#5",)),
        ("我一周跑步三次", ("#1", "#3")),
    ],
)
def test_numbers_and_verbs_are_set_aside(text: str, aside: tuple[str, ...]) -> None:
    assert gist_of(text).aside == aside


@pytest.mark.parametrize(
    "text",
    [
        "Room 12 has a projector",
        "The meeting room 12 has a projector",
        "Bus 52 stops here",
        "Chapter three is hard",
        "I finished chapter 3",
        "第3章很难懂",
        "我读完了第三章",
        "3号楼有电梯",
        "2号线经过这里",
        "会议室3有投影",
        "端口22给SSH用",
    ],
)
def test_a_number_that_names_a_thing_is_no_number(text: str) -> None:
    assert not any(mark.startswith("#") for mark in gist_of(text).aside)


@pytest.mark.parametrize(
    "text", ["I live in room 12", "My very nice old room 12 is cold", "We use port 22 here", "我在会议室3办公", "我看了第三集"]
)
def test_a_number_elsewhere_is_one_and_so_is_one_of_a_series_where_moments_are(text: str) -> None:
    assert any(mark.startswith("#") for mark in gist_of(text, dates_aside=True).aside)


@pytest.mark.parametrize(
    "text",
    [
        "The meeting is on 2025-03-01", "The call is on 2025-03-01T09:30", "The meeting is on 3 May", "The meeting is on May 3rd",
        "The meeting is on the 3rd", "My lease ends in 2026", "My lease ends in March", "My lease ends May 2026", "The gym opens at 6",
        "The gym opens at six", "The gym opens at 7:40", "The gym opens at 7pm", "The gym opens at 7 pm on weekdays", "I work from 9 to 5",
        "I call between 9 and 11", "I play on Fridays", "I run in the morning", "I came back in 2020-03",
        "We met on 3.5.2024", "We met on 3/5/24",
        "下午三点和他见面", "下午3点半和他见面", "周五和他见面", "3月1日和他见面", "三月一日和他见面",
        "三月和他见面", "明年和他见面", "2019年和他见面",
        "二〇一九年见面吧",
        "五号和他见面", "每天早上八点跑步", "下个月和他见面", "7点40和他见面", "冬天和他去滑雪",
    ],
)  # fmt: skip
def test_moments_count_unless_they_are_set_aside(text: str) -> None:
    by_moment, without = gist_of(text), reading(value(text), dates_aside=True)

    assert by_moment.aside == ()
    assert any(mark.startswith("@") for mark in without.aside)
    assert not any(mark.startswith("#") for mark in without.aside)
    assert len(without.words) < len(by_moment.words)


@pytest.mark.parametrize("text", ["I may visit Rome soon", "We march through Rome", "The year 7 class sings", "In all 1999 users left"])
def test_what_only_looks_like_a_moment_is_none(text: str) -> None:
    assert not any(mark.startswith("@") for mark in gist_of(text, dates_aside=True).aside)


def test_a_moment_is_told_alike_however_its_numbers_are_written() -> None:
    assert gist_of("下午三点和他见面").words == gist_of("下午3点和他见面").words


@pytest.mark.parametrize("text", ["likes tea", "I smoke", "", "!?", "the tea", "喝茶", "茶"])
def test_a_statement_of_under_three_words_has_no_gist(text: str) -> None:
    assert gist(value(text)) is None


@pytest.mark.parametrize("text", ["I can swim", "我有猫", "我会画"])
def test_what_can_or_is_to_be_counts_as_a_word(text: str) -> None:
    assert gist(value(text)) is not None


def test_words_of_other_scripts_and_identifiers_stay_as_they_are() -> None:
    words = gist_of("Zoë's café runs gpt-4o, node.js und Кофе ไทย").words

    assert words == ("zoë's", "café", "run", "gpt-4o", "node.js", "und", "кофе", "ไ", "ท", "ย")


@pytest.mark.parametrize(
    ("word", "expected"),
    [("tries", "try"), ("boxes", "box"), ("goes", "go"), ("dogs", "dog"), ("boss", "boss"), ("bus", "bus"), ("dog", "dog"), ("as", "as")],
)
def test_the_s_of_a_plural_is_taken_away(word: str, expected: str) -> None:
    assert singular(word) == expected


@pytest.mark.parametrize(("one", "other"), [("try", "tries"), ("age", "ages"), ("live", "lives"), ("have", "has"), ("use", "uses")])
def test_short_words_meet_their_longer_forms(one: str, other: str) -> None:
    assert english(one)[0] == english(other)[0]


@pytest.mark.parametrize(
    ("numeral", "number"),
    [
        ("两", "2"),
        ("十二", "12"),
        ("三十", "30"),
        ("一百零五", "105"),
        ("两万三千", "23000"),
        ("一亿", "100000000"),
        ("二〇一九", "2019"),
        ("万", "10000"),
        ("0༠", "0"),
        ("१२", "12"),
        ("٣万", "30000"),
    ],
)
def test_chinese_numerals_are_written_in_digits(numeral: str, number: str) -> None:
    assert arabic(numeral) == number


@pytest.mark.parametrize(
    ("text", "has"), [("i like tea", True), ("likes tea", False), ("喝茶", False), ("我喜欢,茶", True), ("我用python写", True), ("", False)]
)
def test_three_words_or_characters_make_a_statement_to_find_inside_another(text: str, has: bool) -> None:
    assert has_three_tokens(text) is has


def test_the_share_of_common_pairs_is_one_for_equal_texts_and_none_for_texts_without_pairs() -> None:
    assert dice("tea", "tea") == 1
    assert dice("night", "nacht") == 0.25
    assert dice("a", "b") == 0
