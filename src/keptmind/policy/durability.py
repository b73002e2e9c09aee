"""Whether the words of a statement say something lasting, something of one time only, or nothing that can be understood alone; pure."""

from keptmind.policy.reference import unclear
from keptmind.text.patterns import compiled
from keptmind.text.plain import plain

__all__ = ("leaning", "one_off", "unclear")

_WORD = "[a-z']+"


def leaning(text: str) -> bool:
    """Tell whether the words express a lasting leaning: a liking, a habit, a standing wish of how to be answered."""
    said = plain(text)
    words = compiled(_WORD).findall(said)
    if not _LASTING.isdisjoint(words):
        return True
    if not _PERHAPS_LASTING.isdisjoint(words) and compiled(_LASTING_PHRASE).search(said):
        return True
    if words and words[0] in _MANNERS_BEGIN and not _MANNERS.isdisjoint(words):
        return True
    return not said.isascii() and compiled(_LASTING_ZH).search(said) is not None


def one_off(text: str) -> bool:
    """Tell whether the words are of one choice, trip, purchase or compliment."""
    said = plain(text)
    words = compiled(_WORD).findall(said)
    if not _ONCE.isdisjoint(words):
        return True
    if not _PERHAPS_ONCE.isdisjoint(words) and compiled(_ONCE_PHRASE).search(compiled(_OWNED).sub("", said)):
        return True
    return not said.isascii() and compiled(_ONCE_ZH).search(said) is not None


# One of these words is enough.
_LASTING = frozenset(
    """
    prefer prefers preferred preferring preference preferences favourite favourites favorite favorites favours favors likes loves enjoys
    hates hate dislike dislikes detest detests loathe loathes adore adores always usually normally generally typically often frequently
    regularly rarely seldom habit habits habitually routinely daily nightly weekly monthly yearly annually weekends weekdays mornings
    evenings mondays tuesdays wednesdays thursdays fridays saturdays sundays whenever tends tend avoids avoid everyday hobby hobbies
    pastime cherish cherishes craves
    """.split()
)
# With these, the words around them tell.
_PERHAPS_LASTING = frozenset(
    """
    like love enjoy never every each fond keen fan stand default rule general most now times into partial obsessed passionate crazy
    interested swear swears insist insists refuse refuses rather addicted used stick sticks bear devoted sworn big can't cannot person
    tooth owl bird only once twice
    """.split()
)
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_LIKING = r"(?:like|love|enjoy)(?! (?:this|that|you|your|to (?:order|book|buy|know|see|ask|get|have))\b| it(?:$|[.!,])|[.!]*$)"
# The one word border in front lets most places be passed over at once; so it does below.
_LASTING_PHRASE = (
    rf"(?:^|[.;,]\s){_LIKING}"
    r"|\b(?:(?:i|we|users?|they|you|people|and|but|to|do|don't|doesn't|not) (?:(?:really|also|still|do|don't|not|absolutely|just|quite|both"
    r"|all|particularly|especially"
    rf"|truly|so) ){{0,2}}{_LIKING}"
    r"|never (?!mind\b|again\b|got\b|received|heard|saw|seen|been|met|had|went|tried|said|knew|thought|arrived|came|did\b|was\b|were\b)"
    rf"|(?:every|each) (?:other |single |second )?(?:morning|afternoon|evening|night|day|week|weekend|month|year|spring|summer|autumn|fall"
    rf"|winter|time|{_DAYS}"
    r"|meal|lunch|dinner|breakfast|\w+ (?:days|weeks|months|years|hours))\b|(?:fond of|keen on|fan of|by default|as a rule|in general"
    r"|most (?:days|mornings|evenings|nights|of the time)|from now on|at all times)\b|(?:can't|cannot|can not|couldn't) (?:stand|bear)\b"
    r"|(?:morning|evening|night|tea|coffee|cat|dog|people|outdoor|outdoors|indoor) person\b|would rather\b|sweet tooth\b|night owl\b"
    r"|early bird\b|only (?:eats?|drinks?|reads?|uses?|wears?|buys?|flies|listens?|watches|works?|shops?)\b"
    r"|(?:once|twice|(?:two|three|four|\d) times) (?:a|per|every) \w|(?:is|am|are|i'm|really|very) (?:\w+ )?into \w"
    r"|(?:partial to|obsessed with|passionate about|crazy about|big on|interested in|devoted to|addicted to|rather than)\b"
    r"|(?:swears? by|insists? on|refuses? to|sticks? to|(?:am|is|are|i'm) used to)\b)"
)
# A standing wish of how to be answered or spoken to: "Use metric units", "Answer in French".
_MANNERS_BEGIN = frozenset(
    "please use answer reply respond speak write explain keep call address avoid skip no give don't do start end be format talk".split()
)
_MANNERS = frozenset(
    """
    metric imperial units celsius fahrenheit answers replies responses emoji emojis jargon formulas bullet bullets english chinese
    mandarin french german spanish japanese korean italian portuguese russian arabic hindi british american short brief briefly concise
    concisely formal formally informal informally simple simply plain plainly examples call address language tone markdown tables headings
    politely casual friendly direct
    """.split()
)
_LASTING_ZH = (
    r"喜欢|只[吃喝用穿看听买]|早睡早起|无[酒肉辣茶咖]不|抵抗力|喜爱|偏好|偏爱|最爱|热爱|钟爱|酷爱|爱[吃喝看听玩读用]|不爱|讨厌|厌恶|反感"
    r"|受不了|不喜|嫌|习惯|总是|总爱|老是|通常|平时|平常|经常|常常|时常|往往|向来|一向|始终|从不|从来不|从来都|绝不|倾向|热衷|迷恋|着迷"
    r"|痴迷|离不开|宁可|宁愿|更愿意|感兴趣|爱好|每(?:天|周|月|年|晚|早|次|逢|到|个|日|星期|隔)|天天|周周|年年|一到"
    r"|以后(?:都|请|每|就|一律|别|不要)|今后|一律|默认|不[吃喝碰抽用穿](?!完|下|到|了|起|上)"
    r"|(?<!味道)(?<!很)(?<!都)(?<!挺)一般(?![般性。！，,.!；;]|$)|一直(?!在等|等|下雨|没)"
    r"|(?:请|都|要)?用(?:简体|繁体)?(?:中文|英文|英语|日语|法语|德语)(?:回答|回复|交流)|(?:请)?(?:叫|称呼)我|回答(?:要|尽量|时)|不要用|别用"
    r"|尽量(?:简短|简洁|少|多|用)"
)

_ONCE = frozenset(
    """
    tonight yesterday yesterday's tomorrow ordered bought purchased booked thanks congrats congratulations bravo
    """.split()
)
_PERHAPS_ONCE = frozenset(
    """
    today this once just last next nice good great well thank picked chose went i'll you're what paid to now moment trip awesome excellent
    amazing fantastic job work ago again
    """.split()
)
_ONCE_PHRASE = (
    r"\b(?:today\b(?<!from today)|this (?:time|morning|afternoon|evening|week|weekend|month|spring|summer|autumn|fall|winter|trip|one|once"
    r"|order|round|"
    rf"{_DAYS})\b"
    r"|once(?! (?:an?|per|every|each|in a|i|we|the|you|upon|daily|weekly|monthly)\b)\b"
    r"|just (?:ordered|bought|got|had|came|finished|tried|saw|watched|ate|arrived|met|read|picked|chose|paid|sold|left|started|landed"
    r"|signed|made|did|now)\b"
    rf"|(?:last|next) (?:night|week|weekend|month|year|time|spring|summer|autumn|fall|winter|{_DAYS})\b"
    r"|(?:nice|good|great|excellent|amazing|awesome|fantastic) (?:job|work|one|answer|idea|point)\b(?=$|[!.,]| (?:on|with|there|so far)\b)"
    r"|well done\b|thank you\b|(?:for now|right now|at the moment|a moment ago|(?:an?|\d+|few|two|three) (?:minutes?|hours?|days?"
    r"|weeks?) ago|the other day)\b|(?:picked|chose|went (?:with|for)) (?:the|an?|this|that)\b"
    r"|i'll (?:have|take|go with|go for) (?:the|an?|this|that)\b|paid for\b|what an? (?:lovely|great|nice|beautiful|good|cute|cool"
    r"|wonderful|amazing|fantastic|delicious)\b|you're (?:so|very|really|the best|amazing|great|wonderful)\b"
    r"|(?:going|flying|travell?ing|driving|headed) to [\w ]{1,30} (?:on|for|next|until)\b"
    r"|(?:on|for|during) (?:this|that|the|my|our|his|her|their) (?:\w+ )?trip\b)"
)
# Where an article stands before it, the good job is somebody's.
_OWNED = r"\b(?:has|have|had|want|wants|need|needs|found|got|get) an? (?:\w+ )?(?:job|work|one|answer|idea|point)\b"
# A literal begins each alternative, for then most places are passed over at once.
_ONCE_ZH = (
    r"今天(?!起|开始)|今晚|今早|今夜|今日(?!起)|明天|明晚|明早|后天|昨天|昨晚|昨日|前天|前几天|前两天|刚刚|刚才"
    r"|刚(?:买|点|订|吃|看|到|去|下单|收到|回来|开始|做|搬|换)|这次|这回|这一次|这趟|本次|上次|下次"
    r"|点了(?<![一二三四五六七八九十两0-9早晚差]点了)(?!点头)|买了|订了|下单|选了|挑了|叫了外卖|定了(?!期)|预订了|我要(?:一|这|那|两)"
    r"|来一?[份杯碗]|你真(?!名|实)|真好[看吃听喝玩]|谢谢|多谢|感谢你|真棒|太棒|真不错|真厉害|好厉害|干得|做得(?:好|不错|漂亮)|辛苦了|了不起"
    r"|这周(?!年|边|围)|本周|上周|下周|这个周末|上个周末|下个周末|这个?星期|上个?星期|下个?星期|这个月|本月|上个月|下个月|就一次|只一次"
    r"|仅一次|暂时|这会儿|此刻|目前先|临时"
)
