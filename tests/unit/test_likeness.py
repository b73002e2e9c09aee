import pytest

from keptmind.policy.likeness import Likeness, compare, corrects, near_equal
from keptmind.text.normalise import value

SAME, COMPATIBLE, CONFLICT, DIFFERENT = Likeness


def likeness(old: str, new: str, *, state: bool = False) -> Likeness:
    return compare(value(old), value(new), state=state)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I like tea.", "i like TEA"),
        ("I have a cat", "I have one cat"),
        ("I have no pets", "I do not have any pets"),
        ("I'm at home in Rome; mostly", "I am at home in Rome, mostly"),
        ("I also live in Rome", "I live in Rome"),
        ("Uploads are forbidden here", "Uploads are not allowed here"),
        ("likes tea", "likes the tea"),
        ("I like tea", "Yes, I like tea"),
        ("我喜欢茶", "对，我喜欢茶"),
        ("我喜歡茶", "我喜欢茶了"),
    ],
)
def test_other_spelling_and_words_that_add_nothing_are_the_same(old: str, new: str) -> None:
    assert likeness(old, new) is SAME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I like green tea", "I love green tea"),
        ("I like green tea", "I really like green tea"),
        ("I like green tea", "I do not dislike green tea"),
        ("I am allergic to bees", "I am truly allergic to bees"),
        ("I deploy every Friday night", "I deploy every Friday nights"),
    ],
)
def test_strength_and_emphasis_alone_are_compatible(old: str, new: str) -> None:
    assert likeness(old, new) in (COMPATIBLE, SAME)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I want tea and not cake", "I do not want tea and cake"),
        ("I like the blue one", "I do not like the blue one"),
        ("I have three cats and two dogs", "I have two cats and three dogs"),
        ("I cannot eat nuts", "I eat nuts"),
        ("我吃坚果", "我不能吃坚果"),
    ],
)
def test_what_is_denied_or_counted_elsewhere_is_a_conflict(old: str, new: str) -> None:
    assert likeness(old, new) is CONFLICT
    assert likeness(new, old) is CONFLICT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I ate meat", "I eat meat"),
        ("I did not eat meat", "I eat meat"),
        ("I can eat nuts", "I eat nuts"),
        ("I can eat nuts", "I do not eat nuts"),
        ("我能吃坚果", "我要吃坚果"),
        ("I smoke", "You do not smoke"),
        ("Room 12", "Room 14"),
        ("", "!?"),
        ("", "I like tea"),
        (":)", "?"),
    ],
)
def test_another_time_another_mood_or_too_few_words_are_different(old: str, new: str) -> None:
    assert likeness(old, new) is DIFFERENT
    assert likeness(new, old) is DIFFERENT


def test_a_day_tells_two_things_apart_but_changes_a_state() -> None:
    pair = ("I play badminton on Fridays", "I play badminton on Sundays")

    assert likeness(*pair) is DIFFERENT
    assert likeness(*pair, state=True) is CONFLICT
    assert likeness("I am on leave", "I am on leave tomorrow", state=True) is COMPATIBLE


@pytest.mark.parametrize(
    "new",
    [
        "I like tea, especially green tea",
        "I like tea; black",
        "I like tea. Coffee keeps me awake",
        "I like tea (green)",
        "I like tea – green",
        "I like tea… green tea",
        "I like tea with milk",
        "I like tea a lot with milk",
        "Usually I like tea",
        "On cold days I like tea",
        "Every Sunday I like tea",
        "By the way, I like tea",
        "I do not drink coffee. I like tea",
        "I like tea, but not coffee",
        "She is not sure about it. On Sundays I like tea, and cake",
    ],
)
def test_detail_around_the_old_words_is_compatible(new: str) -> None:
    assert likeness("I like tea", new) is COMPATIBLE


@pytest.mark.parametrize(
    "new",
    [
        "I like tea ceremonies",
        "I like teapots",
        "I like tea-time",
        "I like tea's colour",
        "I like tea:7",
        "I like tea, right?",
        "I like tea, says Tom",
        "I like tea, I think",
        "I like tea is a lie",
        "Tom says I like tea",
        "Tom: I like tea",
        "It is not true that I like tea",
        "If asked, I like tea",
        "On paper I like tea",
        "On I like tea",
        "In the opinion of all my friends I like tea",
        "Every friend of mine I like tea",
        'I like tea" is what he wrote',
        "hi like tea and I like teas",
    ],
)
def test_other_words_around_the_old_ones_make_another_statement(new: str) -> None:
    assert likeness("I like tea", new) is DIFFERENT


@pytest.mark.parametrize(
    "new",
    [
        "I like tea, but not any more",
        "I like tea, though I no longer do",
        "I like tea, which is not true",
        "I like tea, but I stopped",
        "I like tea; I have changed my mind",
    ],
)
def test_what_takes_the_old_words_back_is_a_conflict_both_ways(new: str) -> None:
    assert likeness("I like tea", new) is CONFLICT
    assert likeness(new, "I like tea") is CONFLICT


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("我喜欢喝茶，尤其是龙井", COMPATIBLE),
        ("我喜欢喝茶和咖啡", COMPATIBLE),
        ("我喜欢喝茶（绿茶）", COMPATIBLE),
        ("平时我喜欢喝茶", COMPATIBLE),
        ("在办公室我喜欢喝茶", COMPATIBLE),
        ("我不爱咖啡。我喜欢喝茶", COMPATIBLE),
        ("我喜欢喝茶具里的茶", DIFFERENT),
        ("我喜欢喝茶吗", DIFFERENT),
        ("我喜欢喝茶，小明说", DIFFERENT),
        ("小明说我喜欢喝茶", DIFFERENT),
        ("每个人都知道我喜欢喝茶", DIFFERENT),
        ("我喜欢喝茶，但现在不喝了", CONFLICT),
        ("我喜欢喝茶，不过是假的", CONFLICT),
        ("我喜欢喝茶，但是现在更喜欢", COMPATIBLE),
        ("我喜欢喝茶，但也喜欢", COMPATIBLE),
    ],
)
def test_chinese_words_around_the_old_ones_are_told_alike(new: str, expected: Likeness) -> None:
    assert likeness("我喜欢喝茶", new) is expected


def test_two_jobs_to_finish_are_no_detail_of_two_jobs() -> None:
    assert likeness("I have two jobs", "I have two jobs to finish") is DIFFERENT
    assert likeness("I am allergic since birth", "I am allergic since birth to nuts") is COMPATIBLE


def test_the_old_words_are_looked_for_at_the_borders_of_words_in_more_than_one_place() -> None:
    assert likeness("I like tea", "hi like tea, but I like tea, too") is DIFFERENT
    assert likeness("I like tea", "I like teapots. I like tea, too") is COMPATIBLE
    assert likeness("I like tea", "I like teas, I like teaa, I like teab. I like tea, too") is DIFFERENT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The staging database listens on port 8090 of the host", "The staging databse listens on port 8090 of the host"),
        ("The staging database listens on port 8090 of the host", "The staging dataabase listens on port 8090 of the host"),
        ("The staging database listens on port 8090 of the host", "The staging datbase listens on port 8090 of the host"),
        ("The staging database listens on port 8090 of the host", "The staging datapase listens on port 8090 of the host"),
        ("Thanks for the suggestion about the hotel", "Thanks for the suggestions about the hotel!"),
        ("The staging server restarts every morning", "The staging server restarts every mornings"),
        ("我每天早上在公园里跑步三十分钟然后回家", "我每天早上在公园里跑步三十分钟然后回家。"),
    ],
)
def test_a_slip_of_the_pen_is_nearly_equal(old: str, new: str) -> None:
    assert near_equal(old, new)
    assert near_equal(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The staging database listens on port 8090 of the host", "The staging database listens on port 8091 of the host"),
        ("Deploying the billing service on Fridays is allowed", "Deploying the billing service on Fridays is not allowed"),
        ("The yearly meeting with the accountant is in June, as ever", "The yearly meeting with the accountant is in July, as ever"),
        ("My colleague Christina plays the violin in the city orchestra", "My colleague Christine plays the violin in the city orchestra"),
        ("My colleague at work really does like the city orchestra", "My colleague at work really does hate the city orchestra"),
        ("We deploy the service gpt4o-mini to the cluster in Frankfurt", "We deploy the service gpt4o-mixi to the cluster in Frankfurt"),
        ("I park in the northern corner of the lot behind the house", "I bark in the northern corner of the lot behind the house"),
        ("小明每天早上八点从家里出发坐地铁去公司上班路上听新闻", "小红每天早上八点从家里出发坐地铁去公司上班路上听新闻"),
        ("The warehouse in the harbour is open", "The lighthouse in the harbour is open"),
        ("The server was restarted on the weekend", "The server was restarted on that weekend trip"),
        ("The formal report goes to the office every other Friday", "The dormal report goes to the office every other Friday"),
        ("The private rooms in the hotel are on the upper floors", "The pirvaet rooms in the hotel are on the upper floors"),
        ("green tea", "black tea"),
    ],
)
def test_what_must_never_differ_keeps_two_texts_apart_however_similar(old: str, new: str) -> None:
    assert not near_equal(old, new)
    assert not near_equal(new, old)


@pytest.mark.parametrize(
    "text",
    [
        "Actually, I live in Rome",
        "No, actually I live in Rome",
        "Correction: the port is 49222",
        "Use tabs instead of spaces",
        "I changed the SSH port to 49222",
        "Change my city to Rome",
        "We changed SSH: it listens on 49222 now",
        "From now on answer in German",
        "I no longer eat meat",
        "I can't stand it any more",
        "I cannot stand Sichuan food anymore",
        "It is not Tom but Anna",
        "Replace Slack with Zulip",
        "The port I gave was wrong",
        "更正：端口是49222",
        "请把城市改成罗马",
        "我换成骑车上班了",
        "我不再吃肉",
        "我再也不抽烟了",
        "生日不是3月而是5月",
        "以后都用英文回答",
        "从现在起叫我老王",
        "其实我住在罗马",
        "我上次说错了",
    ],
)
def test_words_that_say_that_they_replace_are_heard(text: str) -> None:
    assert corrects(text)


@pytest.mark.parametrize(
    "text",
    [
        "I like tea",
        "I do not like tea but I like coffee",
        "I speak not only French but Italian",
        "My brother moved out",
        "I like change",
        "I have not been to Japan",
        "我喜欢茶",
        "我不喜欢茶",
        "以后再说",
        "这家店不是很贵",
    ],
)
def test_other_words_ask_to_replace_nothing(text: str) -> None:
    assert not corrects(text)


@pytest.mark.parametrize(("old", "new"), [("I smoke", "I do not smoke"), ("Mei never smokes", "Mei smokes"), ("我抽烟", "我不抽烟")])
def test_two_words_and_a_not_are_enough(old: str, new: str) -> None:
    assert compare(value(old), value(new), state=False) is Likeness.CONFLICT
