"""Whose matter a sentence tells: the owner's, a minor's, another person's, or an animal's; pure."""

from keptmind.text.patterns import compiled

OTHERS = ("minor", "third_person")

_CHILD_EN = (
    r"(?:daughters?|sons?|child(?:ren)?|kids?|toddler|baby|pupils?|nephew|niece|grand(?:son|daughter|child(?:ren)?)|step(?:son|daughter)"
    r"|teenager|schoolboy|schoolgirl|[0-9]{1,2}[- ]year[- ]old)"
)
_OTHER_EN = (
    r"(?:mother|father|mom|mum|dad|parents?|wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|brother|sister|siblings?|uncle"
    r"|aunt|cousin"
    r"|grand(?:mother|father|ma|pa|parents)|(?:mother|father|sister|brother)-in-law|friends?|colleagues?|co-?worker|boss|manager"
    r"|supervisor|employee|teammate"
    r"|neighbou?r|room-?mate|flat-?mate|classmate|teacher|professor|students?|clients?|customers?|patients?|tenant|landlord|nanny"
    r"|ex(?:-wife|-husband)?)"
)
_POSSESSIVE = r"(?:my|our|his|her|their|the|a|an|[A-Z][a-z]+'s)"
_SURNAMES = (
    "王李张刘陈杨赵吴周徐孙胡朱郭罗梁宋郑谢韩唐冯董萧曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛阎余潘杜戴夏钟汪姜范陆姚谭廖邹熊郝孔邵孟龙段雷侯"
)
_PRIVATE_ZH = (
    r"(?=(?:最近|去年|刚|也|已经|前阵子|偷偷|上周|上个?月|今年|跟.{1,4}|和.{1,4})?(?:(?:离|分|出轨|劈腿|坐牢|酒驾|吸毒|赌|在吃|喜欢"
    r"|自杀|想死|流产|失业)|有(?!点|一)|患|得了|被|确诊|欠|的(?:工资|收入|病|月薪|抑郁)|月薪|信[了佛教]|是(?:基督|穆斯林|弯|gay|个"
    r"|同性|党员)|怀孕|离婚|住院))"
)
_NAMED = (
    r"(?P<animal>\b(?i:(?:my|our|his|her|the) (?:dog|cat|pet|puppy|kitten|horse|rabbit))\b|我家的?[狗猫]|(?:狗狗|猫咪)(?=[对有得]))"
    rf"|(?P<minor>\b(?i:{_POSSESSIVE} (?:[a-z]+ )?(?:[a-z]+ )?{_CHILD_EN})\b|(?<!小)(?:女儿|儿子|孩子|小孩|宝宝|娃|侄子|侄女|外甥女?"
    rf"|孙[子女]|[一二三四五六]年级|小学生|初中生|高中生|中学生|未成年))"
    rf"|(?P<third_person>\b(?i:{_POSSESSIVE} (?:[a-z]+ )?(?:[a-z]+ )?{_OTHER_EN})\b|\b(?i:he|she|they|his|her|their)\b"
    r"|\b(?!(?:User|The|This|That|It|There|Who|What|Which|My|Our|One|Everyone|Nobody|Who)\b)[A-Z][a-z]+(?= (?:has|is|was|suffers|takes"
    r"|earns|owes|got|had|makes|just|finally|cheated|broke|split|left|lost|told me|came|likes|prefers|goes|went|tried|wants|wanted|gets"
    r"|brings|clears"
    r"|still|never|started|quit|relapsed|can't|won't|isn't|hasn't|gambles|drinks|converted|voted|joined|only|owed|spent|served"
    r"|walked)\b|'s "
    r"| (?:and|&) (?:[A-Z][a-z]+|her husband|his wife) (?:are|were|have|just|broke|split|got|finally|both|may|might)\b)"
    r"|(?<![其])(?:他|她|TA)们?|(?:妈妈?|母亲|爸爸?|父亲|老公|丈夫|老婆|妻子|男朋?友|女朋?友|对象|哥哥?|弟弟?|姐姐?|妹妹?|爷爷|奶奶|外公"
    r"|外婆|姥姥|姥爷|叔叔?|阿姨|舅舅?|姑姑?|婆婆"
    r"|公公|岳父|岳母|亲戚|朋友|同事|老板|领导|上司|下属|邻居|室友|舍友|同学|老师|学生|客户|病人|患者|租客|房东|前任|前妻|前夫|闺蜜"
    r"|同桌|嫂子"
    r"|姐夫|妹夫|女婿|儿媳|小姨|大伯|伯父|伯母|队友|合伙人|教练|发小|师[傅兄姐弟妹]|哥们|楼上的?|网友|保姆|大学生)"
    rf"|[小老阿][{_SURNAMES}]|阿[明强华芳珍伟军丽敏杰龙辉红梅兰英凤美玲娟勇刚宝]"
    rf"|[{_SURNAMES}](?![一二三四五六日末])[^\W我你他她它们的了在是有a-zA-Z0-9_]{{1,2}}{_PRIVATE_ZH}"
    r"|(?<![A-Za-z])[A-Z][a-z]{1,14}(?=(?:他|她|的|跟|和|被|最近|上周|上个?月|去年|刚|在|离|分|出轨|欠|喜|是|有|说|也|又|正|家)))"
    r"|(?P<owner>\bI\b|\b(?i:i'm|i've|my|me|mine|the user|user)\b|我|本人|用户|自己)"
)


def whose_matter(sentence: str, place: int) -> str:
    """Take the one named last before the matter, else the first after it, else the owner."""
    named = [(match.start(), str(match.lastgroup)) for match in compiled(_NAMED).finditer(sentence)]
    before = [who for start, who in named if start <= place]
    after = [who for start, who in named if start > place]
    return before[-1] if before else (after or ["owner"])[0]
