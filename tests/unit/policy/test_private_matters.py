import time

import pytest

from keptmind.policy.sensitivity import RULES, find_sensitivity

OWN = [
    "I've been thinking about ending it all",
    "I'm a recovering alcoholic",
    "去年割过手腕",
    "we lost the baby at 20 weeks",
    "my card got declined twice",
    "I voted Remain",
    "我坐过两年牢",
    "I'm on sertraline 50 mg",
    "taking lisinopril for two years",
    "my doctor put me on escitalopram",
    "每天吃舍曲林两片",
    "在吃缬沙坦",
    "吃二甲双胍三年了",
    "I inject semaglutide weekly",
    "I wanted to die last winter",
    "I cut myself when it gets bad",
    "去年有段时间我想死",
    "我割过腕，自残",
    "panic attacks every night",
    "had a breakdown, psych ward for a week",
    "three years sober",
    "I'm seeing a shrink",
    "在做心理咨询",
    "I get disability benefits",
    "领了残疾证",
    "we are doing IVF",
    "I had an abortion at 19",
    "去年做了人流",
    "在备孕，刚取卵",
    "I have herpes",
    "检测结果 HIV 阳性",
    "my viral load is undetectable",
    "I clear 4,150 a month after tax",
    "student loans hanging over me",
    "每个月到手一万二",
    "房子月供八千",
    "欠了网贷",
    "maxed out three cards",
    "I'm behind on the rent",
    "I bring home 3200 a month",
    "信用卡逾期了",
    "炒股亏了二十万",
    "I took my shahada in May",
    "I was baptised at Easter",
    "I kept Ramadan this year",
    "去年受洗了",
    "皈依佛门了",
    "每周五去礼拜",
    "we pray five times a day",
    "grew up catholic",
    "我参加团契",
    "joined the Teamsters union",
    "union rep at the plant",
    "加入了工会",
    "I'm into girls",
    "I like guys",
    "我喜欢男生",
    "came out to my parents",
    "I have a criminal record",
    "I'm undocumented",
    "签证过期了还没走",
    "我有案底",
    "my asylum case is pending",
    "I overstayed my visa",
    "I have crohn's",
    "我有强迫症",
]

OF_OTHERS = [
    "my brother's gay",
    "my landlord did time for fraud",
    "老李老婆跟人跑了",
    "Priya and Dan are splitting up",
    "my sister broke up with her husband",
    "Marco came out to me last night",
    "He's into guys",
    "Tom owes the bank thousands",
    "Lena is pregnant by her boss",
    "my cousin got arrested for drunk driving",
    "Jonas has been on lithium since spring",
    "李娜跟老公离婚了",
    "小陈出轨了",
    "我哥欠了一屁股债",
    "老王被抓了",
    "王磊喜欢男生",
    "表姐怀了二胎",
    "Kevin欠了网贷",
    "我室友想自杀",
    "her brother is in jail",
    "my boss was fired for gambling",
    "阿明酒驾被拘留",
    "我闺蜜分手了",
    "Nadia lost her baby, a stillbirth",
    "my uncle relapsed and is in rehab",
    "张伟的儿子吸毒",
]

HARMLESS = [
    "I read about IVF history in a course",
    "I wrote an article on student debt",
    "She studies HIV at the institute",
    "I study tumour biology",
    "I love depression-era architecture",
    "I work at a bank",
    "turn left at the church",
    "My daughter is called Lily",
    "add two pinches of salt to the soup",
    "I opened with the Sicilian in chess",
    "I forgot my password again",
    "我在学密码学",
    "教堂旁边那家面馆",
    "lithium batteries die in the cold",
    "the squad film Suicide Squad",
    "in April I go hiking",
    "my routine is simple",
    "I like boy bands",
    "My son likes girls' football",
    "I came out to see the fireworks",
    "the sun came out at noon",
    "break up the chocolate into pieces",
    "I split the bill with Tom",
    "we split up the tasks",
    "He broke his record",
    "my straight hair",
    "Credit Suisse tower",
    "I clear 40 emails a day",
    "I take home leftovers",
    "it brings in 30 people a week",
    "他教会了我游泳",
    "上礼拜去爬山",
    "礼拜五开会",
    "抢到手了一张票",
    "这部小说讲离婚",
    "我在写自杀干预的论文",
    "赚了人气",
    "借了一本书",
    "借了三本书",
    "这游戏打到第三关",
    "European Union law interests me",
    "the visa office is closed",
    "the book about asylum architecture",
    "I read the Bible as literature course",
    "The pill design in CSS",
    "egg recipes",
    "I have patience",
    "I expect a parcel",
    "Project Phoenix was terminated",
    "The union of two sets",
    "sober colours",
    "debt in code",
    "I design debt apps",
    "we have separate rooms",
    "他老公司的同事",
    "她老婆婆家",
    "同志们好",
    "同性电荷相斥",
    "弯道超车",
    "公司债券市场研究",
    "欠他一顿饭",
    "他分手机给大家",
    "激素课程",
    "心理学专业",
    "生命科学",
    "活着是一本小说",
    "精神很好",
    "这双鞋打折了",
    "肝胆相照",
    "肾上腺素飙升的过山车",
    "主持婚礼",
    "结束了一天",
    "我吃了两片面包",
    "她喜欢喝咖啡",
    "阳性名词",
    "中风格",
    "失信",
    "月入门课程",
    "I read in jail museum",
    "my car is grossly dirty",
    "paid 20 a month for the gym",
    "The gym costs 20 a month",
    "Netflix takes 15 a month",
    "rent is fair",
    "I get paid on Fridays",
    "the cake is in the oven",
    "He prefers email",
    "She likes women's football",
    "I like men in black, the film",
    "I date my notes",
]


@pytest.mark.parametrize("text", OWN)
def test_a_private_matter_in_everyday_words_is_found(text: str) -> None:
    assert find_sensitivity(text)


@pytest.mark.parametrize("text", OF_OTHERS)
def test_what_is_told_of_somebody_named_is_theirs(text: str) -> None:
    assert {mark.category for mark in find_sensitivity(text)} & {"third_person", "minor"}


@pytest.mark.parametrize("text", HARMLESS)
def test_the_same_words_in_a_harmless_sense_are_none(text: str) -> None:
    assert find_sensitivity(text) == ()


def test_a_hint_is_no_longer_than_what_is_looked_up() -> None:
    hints = {hint for rule in RULES for hint in rule.hints if hint.isascii() and not hint.endswith("?")}

    assert [hint for hint in sorted(hints) if len(hint) > 5] == []


@pytest.mark.parametrize("unit", ["on my ", "吃了", "broke up ", "he likes ", "in the ", "cleared 5,", "每月", "my my my union "])
def test_hostile_text_takes_no_longer_than_its_length_allows(unit: str) -> None:
    text = ("sertraline guys union debt broke up 贷 药 9 " + unit * 2000)[:2000]
    began = time.process_time()

    find_sensitivity(text)

    assert time.process_time() - began < 1  # about 0.05 s; a pattern that backtracks takes minutes
