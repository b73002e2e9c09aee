from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.errors import InvalidSettings
from keptmind.model.rulebook import Rulebook
from keptmind.model.topics import Topic, WorkspacePolicy
from keptmind.policy.topics import policies, topic_of
from keptmind.settings import shipped_policies

KEPT = [
    ("teaching", "I explain with examples before theory"),
    ("teaching", "我讲课喜欢先举例"),
    ("teaching", "I let students discuss in pairs before I explain"),
    ("teaching", "I like to ask the class a question first"),
    ("teaching", "我喜欢让学生先讨论"),
    ("teaching", "I use a whiteboard and coloured chalk"),
    ("teaching", "三班倒"),
    ("teaching", "我从不拖堂"),
    ("teaching", "我不喜欢上班会迟到"),
    ("teaching", "I never raise my voice"),
    ("teaching", "I prefer slides with few words"),
    ("teaching", "我习惯用板书推导公式"),
    ("teaching", "Likes to begin with a story"),
    ("teaching", "我写教案时先写目标"),
    ("teaching", "I want my students to ask questions"),
    ("teaching", "我更看重过程而不是成绩"),
    ("teaching", "每个学生我都会叫到"),
    ("teaching", "I prefer oral exams to written ones"),
    ("teaching", "Uses humour when explaining"),
    ("teaching", "Formative feedback matters more to me than marks"),
    ("teaching", "我喜欢用故事导入"),
    ("learning", "I want to raise my GPA to 3.8"),
    ("learning", "I like doing homework in the evening"),
    ("learning", "Explain with examples before theory"),
    ("learning", "我喜欢先看例子再看定义"),
    ("learning", "我的目标是雅思考到7分"),
    ("learning", "long-term goal: become a data scientist"),
    ("learning", "I learn best with diagrams"),
    ("learning", "I study an hour a day"),
    ("learning", "不要用公式解释"),
    ("learning", "解释时请先举例"),
    ("learning", "我想两年内学完日语"),
    ("learning", "I prefer handouts to videos"),
    ("learning", "不要给我看排名"),
    ("learning", "Teach me step by step"),
    ("learning", "用户喜欢图示"),
    ("learning", "I am preparing for a career in law"),
    ("learning", "Visual learner"),
    ("research", "I usually open a pull request as a draft"),
    ("research", "I write the abstract last"),
    ("research", "我习惯先写方法再写引言"),
    ("research", "I outline every paper on cards first"),
    ("research", "My method is grounded theory"),
    ("research", "I prefer active voice"),
    ("research", "我写论文喜欢短句"),
    ("research", "I read the abstract before anything else"),
    ("research", "我做访谈研究"),
    ("research", "I keep a paper notebook"),
    ("research", "用户习惯用LaTeX写作"),
    ("research", "I bought a concert ticket"),
    ("research", "Uses Zotero for references"),
    ("research", "I draft by hand"),
    ("research", "我通常先画图再写结果"),
]

LEFT_OUT = [
    ("teaching", "Student Wang failed maths"),
    ("teaching", "三班"),
    ("teaching", "学生李雷"),
    ("teaching", "I let student Wang leave early"),
    ("teaching", "三班纪律很差"),
    ("teaching", "The class is noisy"),
    ("teaching", "I prefer group work. Wang, a student of mine, failed maths."),
    ("teaching", "高一（3）班的数学成绩"),
    ("teaching", "Class 3B behaves badly"),
    ("teaching", "我班有30个人"),
    ("teaching", "李同学上课睡觉"),
    ("teaching", "My students are lazy"),
    ("teaching", "A pupil cried yesterday"),
    ("teaching", "家长会定在周五"),
    ("teaching", "学生们不爱提问"),
    ("teaching", "有个学生想转专业"),
    ("teaching", "My class has 30 pupils"),
    ("teaching", "two learners need extra time"),
    ("teaching", "5班比4班强"),
    ("teaching", "The parents of Li complained"),
    ("teaching", "班上有人作弊"),
    ("teaching", "學生李雷"),
    ("teaching", "Year 9 are behind schedule"),
    ("learning", "My GPA is 3.8"),
    ("learning", "Homework 3 is due on Friday"),
    ("learning", "线性代数作业周五截止"),
    ("learning", "我期末考了95分"),
    ("learning", "The syllabus lists ten chapters"),
    ("learning", "I got an A in calculus"),
    ("learning", "The deadline for the essay is 3 May"),
    ("learning", "讲义第三章讲矩阵"),
    ("learning", "Lecture 7 covers heaps"),
    ("learning", "我的绩点是3.9"),
    ("learning", "She submitted the lab report"),
    ("learning", "期中考试在11月3日"),
    ("learning", "Scored 88 on the quiz"),
    ("learning", "课表周一有两节"),
    ("learning", "交作业的时间改了"),
    ("learning", "Assignments are weekly"),
    ("learning", "My grades dropped"),
    ("learning", "课程大纲在网站上"),
    ("research", "The repo uses conventional commits"),
    ("research", "Ticket KM-12 is in progress"),
    ("research", "该项目要求所有图用矢量格式"),
    ("research", "论文指出模型会过拟合"),
    ("research", "All commits must be squashed in this project"),
    ("research", "Pull requests need two reviews"),
    ("research", "The sprint ends on Friday"),
    ("research", "工单已关闭"),
    ("research", "这篇论文的结论是错的"),
    ("research", "The paper states that sleep matters"),
    ("research", "提交信息要用英文"),
    ("research", "Experiment is running on node 4"),
    ("research", "Reviewer 2 wants more data"),
    ("research", "分支命名用feature前缀"),
    ("research", "Section 4 of the thesis describes the sample"),
    ("research", "代码规范是PEP8"),
    ("research", "待审批"),
    ("research", "According to the report, sales fell"),
]

SAID_WITHOUT_A_WORKSPACE = [
    "I finally handed in my homework, what a week",
    "My students threw me a party",
    "We merged the pull request last night",
    "我家孩子这次考了满分",
]


def a_topic(*words: str, unless: Sequence[str] = (), name: str = "matter") -> Topic:
    return Topic(name=name, words=words, unless=tuple(unless))


def shipped(workspace: str) -> WorkspacePolicy:
    return next(policy for policy in shipped_policies() if policy.name == workspace)


def left_out(workspace: str, text: str) -> str | None:
    policy = shipped(workspace)
    return topic_of(text, policy.refused) or topic_of(text, policy.elsewhere)


@pytest.mark.parametrize(("workspace", "text"), KEPT)
def test_a_shipped_policy_keeps_what_is_the_persons_own(workspace: str, text: str) -> None:
    assert left_out(workspace, text) is None


@pytest.mark.parametrize(("workspace", "text"), LEFT_OUT)
def test_a_shipped_policy_leaves_out_what_has_no_place_there(workspace: str, text: str) -> None:
    assert left_out(workspace, text) is not None


def test_the_shipped_policies_are_of_the_three_workspaces_and_refuse_only_in_teaching() -> None:
    parts = {policy.name: (bool(policy.refused), bool(policy.elsewhere)) for policy in shipped_policies()}

    assert parts == {"learning": (False, True), "teaching": (True, False), "research": (False, True)}
    assert {policy.name for policy in shipped_policies()} <= set(Rulebook().workspaces)


@pytest.mark.parametrize("text", SAID_WITHOUT_A_WORKSPACE)
def test_without_a_workspace_there_is_no_policy_and_without_topics_no_topic(text: str) -> None:
    rulebook = Rulebook(policies=shipped_policies())

    assert rulebook.policy(None) is None
    assert rulebook.policy("work") is None
    assert topic_of(text, ()) is None


def test_a_rulebook_finds_the_policy_of_a_workspace() -> None:
    rulebook = Rulebook(policies=shipped_policies())

    assert rulebook.policy("teaching") == shipped("teaching")


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("invoice", "Three invoices are open"),
        ("invoice", "INVOICE 12"),
        ("student", "the student's desk"),
        ("teach", "He taught maths"),
        ("purchase order", "Two purchase orders came in"),
        ("purchase order", "the purchase-order form"),
        ("parents' evening", "Parents’ evening is on Monday"),
        ("class 3b", "Class 7a is loud"),
        ("3 strikes", "five strikes or 5 strikes"),
        ("café", "Two cafés"),
        ("发票", "发票还没开"),
        ("发票", "發票還沒開"),
        ("第1号订单", "第28号订单已发货"),
        ("gpa成绩", "我的GPA成绩"),
        ("invoice", "Ｉｎｖｏｉｃｅ 12"),
        ("invoice", "in\u200bvoice"),
        ("c++", "I write C++"),
    ],
)
def test_a_word_is_found_in_its_inflections_and_spellings(word: str, text: str) -> None:
    assert topic_of(text, [a_topic(word)]) == "matter"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("art", "I start at nine"),
        ("purchase order", "a purchase without an order"),
        ("purchase order", "order of purchase"),
        ("class 3b", "Class is loud"),
        ("发票", "发了一张票"),
        ("3b", "Room 4b"),
        ("c#", "I write c1"),
    ],
)
def test_a_word_is_not_found_within_another_nor_a_phrase_in_pieces(word: str, text: str) -> None:
    assert topic_of(text, [a_topic(word)]) is None


def test_a_word_that_shows_nothing_is_found_nowhere() -> None:
    assert topic_of("tea", [a_topic("\u200b", " ")]) is None


def test_the_first_topic_that_fits_is_named() -> None:
    topics = [a_topic("tea", name="drinks"), a_topic("tea", "cake", name="party")]

    assert [topic_of(text, topics) for text in ("tea and cake", "cake", "soup")] == ["drinks", "party", None]


def test_a_topic_does_not_apply_where_its_exception_stands_in_the_same_sentence() -> None:
    topics = [a_topic("student", "学生", unless=["let students", "让学生"])]

    excused = ["I let students speak first", "我让学生先说"]
    told = [
        "I let student Wang go",
        "I let students speak. Student Wang failed.",
        "我让学生先说。学生李雷没来。",
        "Students speak; I let them",
    ]

    assert [topic_of(text, topics) for text in excused] == [None, None]
    assert [topic_of(text, topics) for text in told] == ["matter"] * 4


def test_an_exception_in_every_sentence_excuses_all_of_them() -> None:
    topics = [a_topic("student", unless=["let students"])]

    assert topic_of("I let students speak. Then I let students write.", topics) is None


def test_a_file_states_policies() -> None:
    stated = {"work": {"refused": [{"name": "customers", "words": ["客户"], "unless": ["客户服务"]}]}, "teaching": {}}

    assert policies(stated) == (
        WorkspacePolicy(name="work", refused=(Topic(name="customers", words=("客户",), unless=("客户服务",)),)),
        WorkspacePolicy(name="teaching"),
    )


@pytest.mark.parametrize(
    ("stated", "field", "problem"),
    [
        ({"work": []}, "work", "not a table"),
        ({"work": {"refused": {}}}, "work.refused", "not a list of topics"),
        ({"work": {"refused": ["tea"]}}, "work.refused[0]", "not a table"),
        ({"work": {"refused": [{"words": ["tea"]}]}}, "work.refused[0].name", "not a short name"),
        ({"work": {"refused": [{"name": " ", "words": ["tea"]}]}}, "work.refused[0].name", "not a short name"),
        ({"work": {"refused": [{"name": "n" * 65, "words": ["tea"]}]}}, "work.refused[0].name", "not a short name"),
        ({"work": {"elsewhere": [{"name": "tea"}]}}, "work.elsewhere[0].words", "missing"),
        ({"work": {"elsewhere": [{"name": "tea", "words": "tea"}]}}, "work.elsewhere[0].words", "not a list of strings"),
        ({"work": {"elsewhere": [{"name": "tea", "words": [5]}]}}, "work.elsewhere[0].words", "not a list of strings"),
        ({"work": {"elsewhere": [{"name": "tea", "words": ["?!"]}]}}, "work.elsewhere[0].words", "a word without a letter"),
        (
            {"work": {"elsewhere": [{"name": "tea", "words": ["tea"], "unless": [""]}]}},
            "work.elsewhere[0].unless",
            "a word without a letter",
        ),
    ],
)
def test_a_malformed_file_is_refused_by_its_place(stated: dict[str, Any], field: str, problem: str) -> None:
    with pytest.raises(InvalidSettings) as raised:
        policies(stated)

    assert raised.value.details == {"field": f"policies_file {field}", "problem": problem}


@pytest.mark.parametrize(
    ("stated", "field", "allowed"),
    [
        ({"work": {"allowed": []}}, "work.allowed", ("refused", "elsewhere")),
        ({"work": {"refused": [{"name": "tea", "word": "tea"}]}}, "work.refused[0].word", ("name", "words", "unless")),
    ],
)
def test_an_unknown_name_in_a_file_is_refused_with_the_known_ones(stated: dict[str, Any], field: str, allowed: tuple[str, ...]) -> None:
    with pytest.raises(InvalidSettings) as raised:
        policies(stated)

    assert raised.value.details == {"field": f"policies_file {field}", "allowed": allowed}


@given(st.text(max_size=200), st.lists(st.text(min_size=1, max_size=12).filter(str.strip), min_size=1, max_size=5))
def test_any_text_and_any_words_get_an_answer(text: str, words: list[str]) -> None:
    assert topic_of(text, [a_topic(*words)]) in (None, "matter")
