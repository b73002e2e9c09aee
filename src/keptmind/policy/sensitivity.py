"""
Find a person's private matters by context words in Chinese and English; pure.

Restricted are the categories of SPEC's sensitivity and, each on its own, political views, sexual orientation, descent and the law. A matter
is told by words that say it of somebody ("allergic to") or by its topic ("diabetes"), unless words nearby keep that at a distance
("a paper on diabetes").
The one named last before the matter is whose it is: the owner's keeps its category, a child's is `minor`, another's `third_person`.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from keptmind.policy.convictions import BELIEFS
from keptmind.policy.livelihood import MONEY
from keptmind.policy.matter import Rule, rule
from keptmind.policy.matter_hints import SURER
from keptmind.policy.private_life import LIVES
from keptmind.policy.treatments import CURES, ENDINGS
from keptmind.policy.whose import OTHERS, whose_matter
from keptmind.text.patterns import compiled

CATEGORIES = ("health", "finance", "faith", "politics", "orientation", "ethnicity", "precise_location", "legal", "minor", "third_person")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One private matter found: the rule that saw it and what it is about."""

    rule: str
    category: str


def find_sensitivity(text: str) -> tuple[Mark, ...]:
    """Name the private matters in a text, each once, in the order of sentences and rules."""
    return _marked(_read(text))


def survey(text: str) -> tuple[tuple[Mark, ...], bool]:
    """Return the private matters in a text, and whether its use is to be confirmed first; reads it once for both."""
    read = _read(text)
    marks = _marked(read)
    return marks, bool(marks) or _touched(read)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A text as the rules look at it: with its widths folded, in lower case, and by its Latin words."""

    plain: str
    lowered: str
    words: list[str]


def _read(text: str) -> _Reading:
    plain = _plain(text)
    lowered = plain.lower()
    return _Reading(plain=plain, lowered=lowered, words=_WORD.findall(lowered))


def _marked(read: _Reading) -> tuple[Mark, ...]:
    plain = read.plain
    rules = [rule for rule in _rules_for(read) if rule.pattern.search(plain)]
    sentences = compiled(_SENTENCE_END).split(plain) if rules else ()
    return tuple(dict.fromkeys(mark for sentence in sentences for rule in rules for mark in _marks(sentence, rule)))


def needs_confirmation(text: str) -> bool:
    """Tell whether money, health or access is touched at all: a wider net than `find_sensitivity`."""
    return survey(text)[1]


def _touched(read: _Reading) -> bool:
    """Tell whether a word or an amount touches money, health or access; the part of the net that the rules have not."""
    phrases = _TOUCHY_PHRASES if read.plain.isascii() else (*_TOUCHY_PHRASES, *_TOUCHY_CHINESE)
    named = not _TOUCHY_WORDS.isdisjoint(read.words) or any(words in read.lowered for words in phrases)
    return named or compiled(_AMOUNT).search(read.lowered) is not None


def _plain(text: str) -> str:
    if text.isascii():
        return text
    return compiled(_INVISIBLE).sub("", unicodedata.normalize("NFKC", text)).replace("’", "'")


def _rules_for(read: _Reading) -> list[Rule]:
    text = read.plain
    hints = set(map(_FIRST_FIVE, read.words))
    has_digits = _DIGIT.search(text) is not None
    if has_digits:
        hints.update(name for name, shape in _SHAPES.items() if compiled(shape).search(text))
    else:
        hints -= _WITH_DIGITS
    for unsure in hints & _UNSURE:
        if not any(words in read.lowered for words in SURER[unsure]):
            hints.discard(unsure)
    if not ENDINGS.isdisjoint(map(_LAST_FOUR, read.words)) and any(word[-4:] in ENDINGS for word in read.words if len(word) > 7):
        hints.add("ending?")
    if not text.isascii():
        hints.update(words for first in _CHINESE_HINTS.keys() & set(text) for words in _CHINESE_HINTS[first] if words in read.lowered)
    if hints.isdisjoint(_HINTS):
        return []
    return [rule for rule in RULES if (has_digits or not rule.digits) and not hints.isdisjoint(rule.hints)]


def _marks(sentence: str, rule: Rule) -> Iterator[Mark]:
    match = rule.pattern.search(sentence)
    if match and not (rule.topic and compiled(_DISTANCE).search(sentence, max(0, match.start() - 60), match.end() + 30)):
        if compiled(_ABOUT).search(sentence, max(0, match.start() - 60), match.start()):
            return
        whose = whose_matter(sentence, match.start())
        if whose in rule.of:
            yield _mark(rule, whose)


def _mark(rule: Rule, whose: str) -> Mark:
    own = whose == "owner"
    return Mark(rule=rule.id if own else f"{whose}:{rule.id}", category=rule.matter if own else whose)


_WORD, _DIGIT = re.compile("[a-z]+"), re.compile("[0-9]")
_SHAPES = {"postcode?": "[0-9][A-Z0-9]? [0-9][A-Z]{2}", "coordinates?": "[0-9](?:[.][0-9]{4}|°)"}
_INVISIBLE = r"[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]"
_SENTENCE_END = r"[.!?;。！？；\n]+(?:\s|$|(?<=[。！？；\n]))"

# Study, work, reading: the topic is not the person's own matter.
_DISTANCE = (
    r"(?i)\b(?:stud(?:y|ies|ying|ied)|research\w*|teach\w*|taught|lectur\w*|thesis|paper|essay|article|novel|book|film|movie|documentary"
    r"|podcast|news|history"
    r"|course|class on|biology|statistics|app|software|startup|company|industry|policy|inequality|develop\w*|design\w*|build(?:s|ing)?"
    r"|writ(?:e|es|ing)|wrote"
    r"|read(?:s|ing)?|work(?:s|ed|ing)? (?:in|at|for|on|as)|interest(?:s|ed)|technical|tech|great|economic|architecture|museum|restaurant"
    r"|caf[eé]|shop|store|hotel|office|station|conference|drugs?|rats|mice|fundrais\w+|charity|design)\b"
    r"|学期|期末|选修|生物学|药理|病理|免疫学|流行病|教材|备课|研究|论文|课程?|教[授书学]|讲座|学习|在学|专业|小说"
    r"|电影|纪录片|新闻|历史|建筑|应用|软件|公司|企业|行业|政策|不平等|开发|设计|文章"
    r"|博物馆|餐厅|饭店|酒店|书店|商店|车站"
)

# Directly before the matter: what is written, read or studied about it, whoever has it.
_ABOUT = (
    r"(?i)\b(?:articles?|papers?|course|books?|essays?|thesis|films?|movies?|documentar(?:y|ies)|research|lectures?|novels?|podcasts?"
    r"|reports?|talks?|seminars?|slides?|exams?|presentations?|posters?"
    r"|study|studies|read|reads|reading|wrote|writing) (?:(?:about|on|of|into) (?:\w+ ){0,2})?\Z|\bstud(?:y|ies|ied|ying) (?:\w+ )?\Z"
    r"|(?:研究|论文|小说|电影|[这那]部剧|讲座|关于)[^，。我]{0,6}\Z"
)
_IS = r"(?:\b(?:i'?m|i am|he is|she is|they are|he's|she's|user is|[a-z]+ is|as|was|being) (?:an? )?(?:(?!not )\w+ ){0,2}?)"
_CONDITION = (
    r"(?:(?:type [12] )?diabet(?:es|ic)|hypertension|high blood pressure|asthma(?:tic)?|tumou?r|(?<!great )(?<!tropical"
    r" )depression(?!-era| era)"
    r"|anxiety disorder|bipolar"
    r"|schizophreni\w+|adhd|autis(?:m|tic)|epilep\w+|migraines?|arthritis|coeliac|celiac|insomnia|eating disorder|anorexi\w+|bulimi\w+"
    r"|ptsd|hiv|dyslexi\w+"
    r"|heart (?:disease|condition|failure)|disabilit(?:y|ies)|hearing loss|infertil\w+|dementia|alzheimer\w*|parkinson'?s|leuka?emia"
    r"|cancer|alcoholism)"
)
_CONDITION_ZH = (
    r"(?:糖尿病|高血[压壓]|高血脂|抑郁症?|憂鬱症|焦虑症|躁郁|双相|哮喘|[肺肝胃乳肠血]癌|癌症|肿瘤|艾滋|乙肝|甲亢|甲减|痛风|心脏病|癫痫"
    r"|偏头痛|失眠|残疾|精神分裂|自闭症|多动症"
    r"|贫血|脂肪肝|胃病|胃溃疡|胃炎|腰椎间盘突出|关节炎|白血病|老年痴呆|阿尔茨海默|帕金森|不孕|戒毒)"
)
_CONDITION_HINTS = (
    "diabe hyper blood asthm tumor tumou depre anxie bipol schiz adhd autis epile migra arthr coeli celia insom eatin anore bulim ptsd"
    " hiv"
    " dysle heart disab"
    " heari infer demen alzhe parki leuke leuka cance alcoh 糖尿 高血 抑郁 憂鬱 焦虑 躁郁 双相 哮喘 癌 肿瘤 艾滋 乙肝 甲亢 甲减 痛风"
    " 心脏病 癫痫 偏头痛 失眠 残疾 精神分裂"
    " 自闭 多动 贫血 脂肪肝 胃 腰椎 关节炎 白血病 痴呆 阿尔茨 帕金森 不孕 戒毒"
)
_CREEDS = (
    r"(?:christian|catholic|protestant|muslim|jew(?:ish)?|buddhist|hindu|sikh|mormon|atheist|agnostic|evangelical|quaker|jehovah'?s"
    r" witness(?:es)?)"
)
_MONEY = (
    r"(?:salary|income|wages?|pay ?check|debts?|loans?|mortgage|savings|net worth|pension|tax return|credit (?:score|card debt|limit)"
    r"|bank balance|bonus|alimony)"
)
_ORIENTATION = r"(?:gay|lesbian|bisexual|bi|queer|trans(?:gender)?|asexual|pansexual|heterosexual|homosexual|non-?binary)"


RULES: tuple[Rule, ...] = (
    rule(
        "allergy",
        "health",
        "aller intol 过敏 過敏 不耐",
        r"\ballergic to\b(?! (?:meetings?|mornings?|mondays|work|small talk|bureaucracy))|\ballerg(?:y|ies)\b(?! season)|\bintoleran(?:t"
        r"|ce)\b(?! of)|过敏|過敏|(?:乳糖|麸质)不耐",
    ),
    rule(
        "diagnosis",
        "health",
        "diagn teste suffe hiv aids cance strok heart 诊 癌 病 症 炎 艾滋 乙肝 高血 后遗症",
        r"\bdiagnosed\b|\btested positive\b|\bsuffer(?:s|ed|ing)? from\b|\bhiv[ -]?(?:positive|\+)"
        r"|\b(?:have|has|had|got|my|his|her) (?:hiv|aids|cancer|a stroke|a heart attack)\b"
        r"|确诊|诊断(?:出|为|结果)|(?:得|患|查出)了?(?:癌|病|.{0,4}[癌病症炎]|艾滋|乙肝|高血压)|病史|后遗症",
    ),
    rule(
        "treatment",
        "health",
        "medic insul metfo antid blood stati paink chemo presc thera psych rehab surge mg 药 住院 化疗 手术 透析 心理",
        r"\b(?:on|my|his|her|their|takes?|taking|daily) (?:[0-9]+ ?mg (?:of )?)?(?:\w+ )?"
        r"(?:medications?|insulin|metformin|antidepressants?|blood thinners?|statins?|painkillers|chemo(?:therapy)?)\b|\btakes? [0-9]+"
        r" ?mg\b|\bprescribed\b|\b(?:in|seeing an?|sees an?|my|his|her) (?:therapy|therapist|psychiatrist|psychologist|rehab)\b"
        r"|\b(?:had|needs?|having|from|after|my|his|her) (?:\w+ )?surgery\b"
        r"|[吃服](?:抗抑郁)?的?药|在吃.{1,8}药|住院|化疗|[做动][了过]?.{0,5}手术|做透析|[看见找].{0,3}心理(?:医生|咨询)",
    ),
    rule(
        "pregnancy",
        "health",
        "pregn misca abort 孕 流产 试管",
        r"\bpregnan(?:t|cy)\b(?! pause)|\bmiscarr(?:iages?|ied|ying)\b|\babortion\b|怀孕|懷孕|流产|备孕|试管婴儿",
    ),
    rule(
        "body-values",
        "health",
        "blood chole wheel 血型 血压 血糖",
        r"\bblood (?:type|group)\b|\bblood (?:pressure|sugar) is\b|\bcholesterol is\b|\b(?:in|uses?) a wheelchair\b|血型|血[压糖](?:偏高"
        r"|偏低|高|低)",
    ),
    rule(
        "has-condition",
        "health",
        _CONDITION_HINTS,
        rf"(?<!who )(?<!people )(?<!patients )\b(?:have|has|had|got) (?:\w+ ){{0,2}}?{_CONDITION}\b"
        rf"|\b(?:my|his|her) (?:\w+ )?{_CONDITION}\b(?! (?:paper|research|course|app|thesis|study|class|project))"
        r"|\b(?:struggl\w+ with|my|severe|social) anxiety\b|\b(?:am|i'm|is|been|feels?|feeling|clinically) (?:\w+ )?depressed\b"
        rf"|\baddicted to (?:alcohol|drugs|opioids|pills)\b|(?:我|他|她|本人|用户"
        rf"|[小老阿][\u4e00-\u9fff](?:[(（][^)）]{{1,8}}[)）])?|[妈爸哥姐弟妹婆公爷奶叔姨舅姑]|儿子|女儿|孩子|娃"
        rf"|同[学事]|朋友|老[师板]|邻居|室友)(?:也|都|一直|从小|就)*(?:有|患|患有"
        rf"|得了).{{0,4}}{_CONDITION_ZH}",
    ),
    rule("condition", "health", _CONDITION_HINTS, rf"\b{_CONDITION}\b|{_CONDITION_ZH}", topic=True),
    rule(
        "money",
        "finance",
        "earn earns make makes owe owes salar incom wage wages pay paych debt debts loan loans mortg savin worth pensi tax credi bank"
        " bonus alimo bankr home"
        " 薪 收入 年终奖 工资 负债 欠 贷 花呗 存款 信用分 征信 破产 余额 个税",
        r"\b(?:i|he|she|they|user|we|who|[a-z]+) (?:\w+ )?(?:earns?|makes?|owes?) (?:about |around |roughly |over |the bank |him |her "
        r"|them )*(?:[$€£¥]|rmb|cny|usd)? ?[0-9][0-9.,]*(?:k\b|\b)(?! (?:people|friends|mistakes|cups?|times|cakes|things|of)\b)"
        rf"|(?:\b(?:my|his|her|their|our)|'s) (?:\w+ ){{0,2}}?{_MONEY}\b"
        r"|\b(?:have|has|had|pay(?:s|ing)?(?: off)?|took out) (?:an? |two |three |some |my |his |her )?(?:(?!technical|tech)\w+"
        r" )?(?:mortgage|debts?|loans?)\b(?! words)"
        r"|\b(?:in|euros?|dollars?|pounds?) (?:in )?debt\b|\bbankrupt(?:cy)?\b|\bbank balance\b|\bcredit score\b|\bnet worth\b|\btake"
        r" home"
        r" [0-9]"
        r"|月薪|年薪|底薪|月收入|年收入|年终奖|工资|薪水|(?<!资产)(?<!流动)(?<!长期)负债(?![表率端])"
        r"|欠(?!.{0,4}(?:人情|一顿|解释|道歉|考虑|缺))[了着]?.{0,6}(?:[钱款债元块万]"
        r"|账)"
        r"|[房车网]贷|花呗|存款|信用分|征信|破产|(?:银行|卡里|账户)余额|个税",
    ),
    rule("money-topic", "finance", "salar incom 收入 贷款", r"\b(?:salary|income)\b|(?<!有)收入(?!了|囊中)|贷款", topic=True),
    rule(
        "religion",
        "faith",
        "chris catho prote musli jew jewis buddh hindu sikh mormo athei agnos evang quake jehov churc mass mosqu synag faith relig paris"
        " pasto rabbi imam pries"
        " pray prays praye prayi ramad lent sabba shabb yom koshe halal bapti islam judai catho god jesus allah"
        " 教 徒 穆斯林 信佛 信主 信耶稣 信天主 信伊斯兰 信仰 受洗 礼拜 清真寺 斋 念经 皈依 无神论",
        rf"{_IS}{_CREEDS}\b(?! (?:dior|school|art|food))|\b(?:go|goes|going|went|belongs?) to (?:church|mass|mosque|synagogue|the mosque"
        rf"|the synagogue)\b"
        r"|\b(?:my|his|her|their) (?:faith|religion|church|parish|mosque|synagogue|pastor|rabbi|imam|priest)\b|\bpray(?:s|ed|ing)?\b(?!"
        r" for (?:rain|luck))"
        r"|\b(?:fast(?:s|ing)?|observ(?:e|es|ing)) (?:during |for |in |the )?(?:ramadan|lent|sabbath|shabbat|yom kippur)\b|\bkeeps?"
        r" (?:kosher|halal|shabbat)\b"
        r"|\bbapti[sz]|\bconverted to (?:islam|christianity|judaism|buddhism|catholicism)\b|\bbelieves? in (?:god|jesus|allah|buddha)\b"
        r"|基督徒|天主教徒|佛教徒|[是个]穆斯林|(?<![微短通电来书诚自相迷])信(?:佛|教(?!程|[育学])|基督|天主|耶稣|伊斯兰|道教"
        r"|主(?![题要人页张意]))|[我他她的]信仰|信仰是|受洗|做礼拜|去教堂(?!拍|参观|旅)|去清真寺|过斋月|封斋|吃斋|念经|皈依|无神论者",
    ),
    rule(
        "political-view",
        "politics",
        "vote votes voted votin democ repub socia commu liber marxi anarc tory party polit wing 党 政治 左派 右派",
        r"\bvot(?:e|es|ed|ing) (?:for )?(?:the )?(?:labou?r|conservatives?|tory|tories|democrats?|republicans?|greens?|liberals?|lib"
        r" dems?"
        r"|trump|biden|harris|obama)\b"
        rf"|{_IS}(?:democrat|republican|socialist|communist|libertarian|marxist|anarchist|tory)\b|\bmember of the (?:\w+ ){{0,2}}party\b"
        r"|\bsupports? the (?:labou?r|conservative|democratic|republican|green|liberal|communist) part(?:y|ies)\b"
        r"|\b(?:my|his|her|their) (?:politics|political (?:views?|beliefs?|party|affiliation|leanings?))\b|\b(?:left|right)-wing\b"
        r"|党员|入党|政治(?:立场|观点|倾向|面貌)|投票?给了?.{0,4}党|支持.{0,3}(?:民主党|共和党|国民党|民进党|工党|保守党)|[左右]派",
    ),
    rule(
        "sexual-orientation",
        "orientation",
        "gay lesbi bisex bi queer trans asexu panse heter homos non nonbi orien came come les 性恋 跨性别 出柜 性取向",
        rf"{_IS}{_ORIENTATION}\b(?! (?:rights|poetry|bar|community|pride|events?|conference|issues))|\bsexual orientation\b|\bc(?:a|o)me"
        rf" out (?:as|to my)\b"
        r"|(?:是|作为|身为)(?:.{0,3})(?:[同双异]性恋|跨性别)|(?:[同双异]性恋|跨性别)(?:者|女性|男性)?的?(?:身份|经历|历程)|出柜|性取向"
        r"|是(?:gay|les)(?![a-z])",
    ),
    rule(
        "address",
        "precise_location",
        "stree st avenu ave road rd lane ln drive dr boule blvd court ct way place squar terra close cresc"
        " 路 街 巷 弄 道 胡同 小区 花园 公寓 苑 家园 新村 宿舍 栋 幢 单元 号",
        r"\b[0-9]{1,5}[a-z]? (?-i:(?:[A-Z][\w'.-]* ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way"
        r"|Place|Square|Terrace|Close"
        r"|Crescent))\b|(?:[路街巷弄道]|胡同|大道)\s?[0-9]{1,5}\s?[号弄]"
        r"|(?:小区|花园|公寓|苑|家园|新村|宿舍)\s?[0-9]{1,4}\s?(?:[号栋幢座]|单元)|[0-9]\s?[栋幢].{0,6}?[0-9]{2,5}(?:[室户]|(?![0-9]))"
        r"|[0-9]单元[0-9]{2,5}|[0-9]号.{0,10}[0-9](?:室|单元)",
        topic=True,
        digits=True,
    ),
    rule("postcode", "precise_location", "postcode?", r"(?-i:\b[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}\b)", topic=True),
    rule(
        "coordinates",
        "precise_location",
        "coordinates?",
        r"-?\b[0-9]{1,3}\.[0-9]{4,}\s?°?\s?[NS]?[,，\s]\s?-?[0-9]{1,3}\.[0-9]{4,}|[0-9]{1,3}°\s?[0-9]{1,2}['′]",
    ),
    rule(
        "school-record",
        "minor",
        "fail fails faile faili grade repor expel suspe deten bully bulli wets tantr speci 成绩 不及格 分 挂科 留级 处分 开除 欺负 霸凌"
        " 早恋 逃 打架 尿床",
        r"\bfail(?:ed|s|ing)? (?:\w+ )?(?:exam|test|maths?|class|grade|year)\b|\bgrades?\b.{0,12}\b(?:bad|poor|low|dropp\w+|good)\b"
        r"|\b(?:bad|poor|low) grades\b"
        r"|\breport card\b|\bexpelled\b|\bsuspended\b|\bdetention\b|\bbull(?:y|ies|ied|ying)\b|\bwets? the bed\b|\btantrums?\b|\bspecial"
        r" needs\b|成绩.{0,3}(?:差|不好|下滑|退步|倒数)|不及格|考了?[0-9]+分|挂科|留级|处分|开除|欺负|霸凌|早恋|逃[课学]|打架|尿床",
        of=("minor",),
    ),
    rule(
        "private-life",
        "third_person",
        "divor affai cheat fired arres laid jail priso crimi alcoh addic 离婚 出轨 外遇 坐牢 被捕 吸毒 酗酒 家暴 开除 辞退 裁员 私生",
        r"\bdivorc(?:e|ed|ing)\b|\b(?:having|had|has) an affair\b|\bcheat(?:s|ed|ing) on\b|\b(?:got|was|been|being) (?:fired|arrested"
        r"|laid"
        r" off)\b|\bin (?:jail|prison)\b|\bcriminal record\b|\b(?:is|was) (?:an? )?(?:alcoholic|addict)\b"
        r"|离婚|出轨|外遇|坐牢|被捕|吸毒|酗酒|家暴|被(?:公司)?(?:开除|辞退|裁员)|私生",
        of=OTHERS,
    ),
    *CURES,
    *MONEY,
    *BELIEFS,
    *LIVES,
)
_WITH_DIGITS = frozenset(
    """
    earn earns make makes owe owes clear bring takin takes nets net gross paid
    payin gets getti pulls pull makin earni taxes tax
    """.split()
)
_HINTS = frozenset(hint for rule in RULES for hint in rule.hints)
_FIRST_FIVE, _LAST_FOUR = itemgetter(slice(5)), itemgetter(slice(-4, None))
_UNSURE = frozenset(SURER)
_IN_CHINESE = sorted(hint for hint in _HINTS if not hint.isascii())
_CHINESE_HINTS = {first: tuple(hints) for first, hints in groupby(_IN_CHINESE, itemgetter(0))}

# Money, health, access: the wider net of `needs_confirmation`.
_TOUCHY_WORDS = frozenset(
    """
    pay pays paid paying payment payments price prices pricing cost costs money bank banks banking invoice invoices transfer transfers
    invest invests investment investments budget budgets salary salaries income incomes loan loans debt debts mortgage rent tax taxes
    insurance card cards stock stocks doctor doctors hospital hospitals clinic medicine medicines medical medication pill pills drug
    drugs health ill illness sick disease pain injury injured surgery therapy allergy allergies allergic pregnant pregnancy diet
    password passwords passcode login logins account accounts access key keys pin permission permissions credential credentials alarm
    lock locks admin
    """.split()
)
_TOUCHY_PHRASES = ("door code", "gate code", "entry code", "log in")
_TOUCHY_CHINESE = tuple(
    "支付 付款 转账 汇款 银行 价格 花了 预算 工资 薪 收入 贷 债 房租 税 保险 股票 投资 基金 信用卡 医院 医生 药 病 疼 痛 受伤 手术 体检"
    " 健康 过敏 怀孕"
    " 密码 口令 账号 帐号 登录 权限 门禁 钥匙 门锁 验证码".split()
)
_AMOUNT = r"[$€£¥]\s?[0-9]|[0-9]\s?(?:dollars?|euros?|pounds?|yuan|rmb|usd|eur|元|块钱|万元)"
