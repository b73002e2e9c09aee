import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.policy.sensitivity import CATEGORIES, RULES, find_sensitivity, needs_confirmation

RESTRICTED = [
    ("health", "I am allergic to peanuts"),
    ("health", "Allergic to penicillin"),
    ("health", "User has type 2 diabetes"),
    ("health", "I was diagnosed with asthma while studying medicine"),
    ("health", "I take 20 mg of medication every morning"),
    ("health", "My blood type is O negative"),
    ("health", "I'm pregnant, due in May"),
    ("health", "I am HIV positive"),
    ("health", "I have been seeing a therapist for my depression"),
    ("health", "我对花生过敏"),
    ("health", "我有高血压，不能吃太咸"),
    ("health", "确诊抑郁症三年了"),
    ("health", "我怀孕了"),
    ("health", "对青霉素过​敏"),
    ("health", "I'm on sertraline 50 mg"),
    ("health", "我割过腕，自残"),
    ("health", "领了残疾证"),
    ("health", "we are doing IVF"),
    ("health", "I have crohn's"),
    ("finance", "I clear 4,150 a month after tax"),
    ("finance", "欠了网贷"),
    ("faith", "I took my shahada in May"),
    ("politics", "加入了工会"),
    ("orientation", "我喜欢男生"),
    ("legal", "I'm undocumented"),
    ("ethnicity", "I'm Romani on my mother's side"),
    ("third_person", "Priya and Dan are splitting up"),
    ("finance", "My salary is 20000 a month"),
    ("finance", "I earn $90,000 a year"),
    ("finance", "I owe the bank 30000"),
    ("finance", "my bank balance is low"),
    ("finance", "I have a mortgage and two loans"),
    ("finance", "我月薪两万"),
    ("finance", "我欠了三十万"),
    ("finance", "房贷每个月八千"),
    ("finance", "我的存款只有五万"),
    ("faith", "I am a Christian and go to church every Sunday"),
    ("faith", "I am Muslim, so no pork"),
    ("faith", "I fast during Ramadan"),
    ("faith", "我是基督徒"),
    ("faith", "我信佛，初一十五吃斋"),
    ("politics", "I am a member of the Labour Party"),
    ("politics", "I voted for the Greens in the last election"),
    ("politics", "我是党员"),
    ("orientation", "I am gay"),
    ("orientation", "我是同性恋"),
    ("precise_location", "I live at 12 Baker Street, flat 3"),
    ("precise_location", "Send it to me at SW1A 2AA"),
    ("precise_location", "My home is at 30.27415, 120.15515"),
    ("precise_location", "家住文三路12号3幢501室"),
    ("precise_location", "我的地址：幸福小区5栋302"),
    ("minor", "My daughter has asthma"),
    ("minor", "My son failed his exam and was suspended"),
    ("minor", "我女儿对牛奶过敏"),
    ("minor", "我班上有个小学生成绩很差"),
    ("minor", "our 8-year-old was diagnosed with autism"),
    ("third_person", "My colleague Tom has depression"),
    ("third_person", "My mother's salary is 5000"),
    ("third_person", "My boss is getting divorced"),
    ("third_person", "She is a Muslim"),
    ("third_person", "我妈有糖尿病"),
    ("third_person", "我同事欠了很多钱"),
    ("third_person", "他爸爸确诊了肺癌"),
    ("third_person", "小王有抑郁症"),
    ("third_person", "Diabetes medication for my mother"),
]

ORDINARY = [
    "I prefer short answers",
    "I am studying banking history",
    "I work at a hospital",
    "I love churches' architecture",
    "my budget for the phone is 3000",
    "I teach medicine",
    "I live in Hangzhou",
    "the patient pays attention",
    "I am writing a paper on diabetes in rats",
    "I develop an app for people with depression",
    "My thesis is about income inequality",
    "I read a book about the history of Islam",
    "We have a lot of technical debt",
    "The Great Depression interests me",
    "I have a daughter called Lily",
    "My son loves dinosaurs",
    "My colleague Tom hates football",
    "My mother lives in Paris",
    "I voted for pizza",
    "I had a birthday party",
    "The party starts at 8",
    "I work in finance",
    "I am a nurse",
    "I am a software engineer at a bank",
    "I like loanwords in Japanese",
    "I took a photo of the temple",
    "I visited a mosque in Istanbul",
    "I like Christian Dior perfume",
    "The museum is at 10 Main Street",
    "I walk 5 miles down the road every day",
    "Line 10 of the metro is crowded",
    "I am straightforward",
    "I take the bus at 8",
    "I take notes in class",
    "I take pills of wisdom from books",
    "She prefers email",
    "My boss likes tea",
    "I drink coffee in the morning",
    "I earn respect by being honest",
    "I owe you an apology",
    "pregnant pause",
    "I have faith in you",
    "I believe in hard work",
    "I prefer to pay by card",
    "my class has 30 pupils",
    "I study cancer biology",
    "I am researching migraine drugs",
    "I follow the news about the election",
    "我喜欢简短的回答",
    "我在医院工作",
    "我是医生",
    "我在学金融史",
    "我住在杭州",
    "我喜欢教堂建筑",
    "买手机的预算是3000",
    "我在写关于糖尿病的论文",
    "我女儿叫莉莉",
    "我同事讨厌足球",
    "我妈喜欢跳舞",
    "我喜欢看微信教程",
    "我相信努力",
    "我坐地铁10号线上班",
    "公司在文三路12号",
    "我欠他一个人情",
    "我们有很多技术债",
    "收入不平等是我的研究方向",
    "他喜欢吃辣",
    "其他同学都去了",
    "我收入了一本新书到书架",
    "高血压有一门课要讲",
    "我失眠药物研究做了三年",
    "我每天走5公里路",
    "我的信息主题是蓝色",
    "宝宝巴士是一个应用",
    "我喜欢穆斯林建筑",
    "",
]

TO_CONFIRM = [
    "I paid 300 dollars for it",
    "我要转账给房东",
    "my bank is ICBC",
    "see the doctor on Monday",
    "我明天去医院",
    "the door code changed",
    "我忘记密码了",
    "my login is bob",
    "门禁卡在抽屉里",
    "I am allergic to peanuts",
    "the phone costs €300",
]
NOT_TO_CONFIRM = ["I prefer short answers", "我喜欢简短的回答", "My colleague Tom hates football", "I like painting", "我住在杭州", ""]


@pytest.mark.parametrize(("category", "text"), RESTRICTED)
def test_a_private_matter_is_marked_with_its_category_alone(category: str, text: str) -> None:
    marks = find_sensitivity(text)

    assert {mark.category for mark in marks} == {category}


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_sentence_is_not_restricted(text: str) -> None:
    marks = find_sensitivity(text)

    assert marks == ()


def test_every_rule_and_category_is_exercised() -> None:
    marks = [mark for _, text in RESTRICTED for mark in find_sensitivity(text)]

    assert {mark.rule.split(":")[-1] for mark in marks} == {rule.id for rule in RULES}
    assert {mark.category for mark in marks} == set(CATEGORIES)


def test_another_persons_matter_keeps_the_name_of_the_rule() -> None:
    (mark,) = find_sensitivity("My mother is allergic to nuts")

    assert (mark.rule, mark.category) == ("third_person:allergy", "third_person")


def test_the_one_named_last_before_the_matter_is_whose_it_is() -> None:
    told, heard = find_sensitivity("I told my mother that I am pregnant"), find_sensitivity("I heard that my sister is pregnant")

    assert [mark.category for mark in told] == ["health"]
    assert [mark.category for mark in heard] == ["third_person"]


def test_each_sentence_speaks_for_itself() -> None:
    marks = find_sensitivity("My son likes trains. I am pregnant. 我妈喜欢跳舞。我怀孕了。")

    assert [(mark.rule, mark.category) for mark in marks] == [("pregnancy", "health")]


def test_words_far_from_a_topic_do_not_keep_it_at_a_distance() -> None:
    marks = find_sensitivity("I have diabetes and work at a software company")

    assert "health" in {mark.category for mark in marks}


def test_an_animal_has_no_private_matters() -> None:
    assert find_sensitivity("My dog is allergic to chicken") == ()


@pytest.mark.parametrize("text", TO_CONFIRM)
def test_money_health_and_access_need_confirmation(text: str) -> None:
    assert needs_confirmation(text)


@pytest.mark.parametrize("text", NOT_TO_CONFIRM)
def test_other_matters_need_no_confirmation(text: str) -> None:
    assert not needs_confirmation(text)


@given(text=st.text(max_size=300))
def test_any_text_gets_an_answer_and_what_is_restricted_needs_confirmation(text: str) -> None:
    marks = find_sensitivity(text)

    assert {mark.category for mark in marks} <= set(CATEGORIES)
    assert needs_confirmation(text) or not marks


@pytest.mark.parametrize(
    "unit", ["my mother ", "我妈有", "owes 5 ", "12 A ", "has a b ", "is a b ", "1号", "votes for the ", "he is not a "]
)
def test_hostile_text_takes_no_longer_than_its_length_allows(unit: str) -> None:
    text = ("diabetes 癌 " + unit * 2000)[:2000]
    began = time.process_time()

    needs_confirmation(text)
    find_sensitivity(text)

    assert time.process_time() - began < 1  # about 0.02 s; a pattern that backtracks takes minutes
