"""
Secrets as people say them in passing, in English and Chinese; pure.

No form gives these away ("press # then 2719"): a pattern finds where digits, words or a pair may stand, and the words around them decide.
"""

import re
from itertools import pairwise

from keptmind.policy.checksums import Look, Spans, is_key, look
from keptmind.policy.secret_rule import rule
from keptmind.text.patterns import compiled

_HAN = r"(?-i:[\u4e00-\u9fff])"

# Codes of doors, cards, screens and messages: digits, and around them what they open.
_DIGITS = r"(?<![0-9A-Za-z.,:/$€£¥+-])(?P<secret>[#*＃]?[0-9](?:[ ]?[0-9]){2,7}[#*＃]?)(?![0-9A-Za-z%€]|[.,:/-][0-9])"
_TURNS = (
    r"(?<![0-9A-Za-z.,:/-])(?P<secret>[0-9]{1,2}(?:[LR左右]| (?:left|right))?(?:(?:[ -]{1,3}"
    r"|[,，] ?)(?:then |to )?(?:left |right |[LR左右] ?)?[0-9]{1,2}(?:[LR左右]| (?:left|right))?){2,3})(?![0-9]|[.:/-][0-9])"
)
_LOCKED = (
    r"(?i)\b(?:doors?|gates?|safe|lockers?|lock ?box|padlock|key ?pad|key ?box|alarm|garage|intercom|shed|bike lock|suitcase|deadbolt"
    r"|luggage"
    r"|entrance|lobby|lift|elevator|barrier|airbnb|front desk|stairwell|cellar|vault|lock|entry ?phone|buzzer)\b"
    r"|单元门|门禁|[大家院铁后前房]门|门锁|保险[柜箱]|储物柜|寄存柜|密码[箱锁]|行李箱|车库|指纹锁|智能锁|防盗门|楼[下道]门|柜子|车锁"
    r"|挂锁|门口的锁|电梯|锁屏"
)
_ENTERED = (
    r"(?i)\b(?:press|punch|enter|type|key|dial|tap|hit|code|combo|combination|pin|opens?|unlocks?|disarms?|takes|wants|then|input"
    r"|sequence|use"
    r"|with|digits|numbers?|set to|is)\b|[:=]|[按输拨摁打]|[码碼]|密|转到|数字|开门|开锁|[:：是]"
)
_LOCK_BEFORE = (
    r"(?i)(?:\b(?:key ?pad|padlock|lock ?box|bike lock|key ?box|deadbolt)\W{1,3}"
    r"|(?:车锁|门锁|挂锁|密码锁|保险柜|指纹锁|智能锁|门禁)\W{0,3})\Z"
)
_CODE_NAMED = (
    r"(?i)(?<!error )(?<!zip )(?<!area )(?<!status )(?<!exit )(?<!discount )(?<!promo )(?<!postal )(?<!country )(?<!post )(?<!dress )"
    r"(?<!source )(?<!coupon )(?<!course )(?<!response )(?<!http )(?<!airport )(?<!colour )(?<!booking )(?<!product )(?<!referral"
    r" )\bcodes?\b"
)
_SENT = (
    r"(?i)\b(?:texted|text(?: message)?|sms|whatsapp|messaged|emailed|sent|log(?:ging)? ?in|sign(?:ing)? ?in|verif\w+|authenticator|2fa"
    r"|mfa"
    r"|one-time|expires|bank)\b|短信|验证|登[录陆]|发来|发[给了]?我|发过来|收到|动态|有效|别告诉|一次性"
)
_PAID = (
    r"(?i)\b(?:atm|cash ?(?:machine|point)|debit|credit card|bank card|visa|mastercard|sim)\b|银行卡|取款|取钱|信用卡|储蓄卡|刷卡|提款"
    r"|支付|付款|工资卡"
)
_KEYED = r"(?i)\b(?:pin|code|type|enter|punch|key in|digits|number is|with|it's|is)\b|[输按密码]|pin|口令|是"
_SCREEN = r"(?i)\b(?:unlock(?:s|ed|ing)?|lock ?screen|screen lock|unlock code)\b|解锁|开机|锁屏"
_SCREEN_LINK = r"(?i)\b(?:with|using|is|by|code|pattern|pin|type|enter|to)\b|[:=]|[码密按输]|[:：是用]|数字"
_NO_CODE = (
    r"(?i)\b(?:call|phone(?: number|:| is)|tel|mobile|ext(?:ension)?|ending|ends in|last four|limit|fee|fees|room|flat|apt|suite|gate"
    r" [a-z]?[0-9]|flight"
    r"|order|invoice"
    r"|tracking|isbn|version|model|year|since|until|in (?:19|20)[0-9]{2}|budget|price|cost|paid|spent|miles|points|page|(?:locker|door"
    r"|gate|lift|unit|safe) (?:is )?(?:number|no)|error|zip|area|status|exit"
    r"|discount|promo|coupon|bus|line|highway|route)\b|尾号|电话|手机号|客服|热线|航班|订单|单号|房间|门牌|价|预算|花了|年费|额度|地铁"
    r"|公交|快递柜在|版本"
)
_COUNTED = (
    r"(?i)\s*(?:[个次年月日天号种条项字轮代版楼人元块万位路米斤名件张层分点度克]|(?:-|to|–)\s?[0-9]|(?:square|people|users?|dollars?"
    r"|euros?|pounds?|yuan"
    r"|km|kg|steps?|times?|days?|months?|years?|hours?|minutes?|words?|lines?|points?|guests?|kilomet\w+|characters?|miles?|bucks)\b)"
)
_YEAR = r"(?:19|20)[0-9]{2}"


def _around(match: re.Match[str], before: int, after: int) -> tuple[str, str]:
    """Return what stands before and after a secret within its sentence."""
    start, end = match.span("secret")
    text = match.string
    left = compiled(r"[。！？!?\n]|\.\s").split(text[max(0, start - before) : start])[-1]
    return left, compiled(r"[。！？!?\n]|\.\s").split(text[end : end + after])[0]


def _has(pattern: str, text: str) -> bool:
    return compiled(pattern).search(text) is not None


def spoken_code(match: re.Match[str]) -> Spans:
    """Accept digits that a sentence opens, unlocks, pays or signs in with; not what they count, cost or call."""
    left, right = _around(match, 70, 40)
    value = match["secret"].strip("#*＃")
    counted = compiled(_COUNTED).match(match.string, match.end("secret"))
    if counted or _has(_NO_CODE, left[-30:]):
        return ()
    plain_year = compiled(_YEAR).fullmatch(value) and not compiled(r"(?i)(?:\b(?:code|pin|then|press)\b|码|按|输).{0,8}\Z").search(left)
    return () if plain_year or not _tells_a_code(left, right, value) else (match.span("secret"),)


def _tells_a_code(left: str, right: str, value: str) -> bool:
    near, both = left[-32:], left + " " + right
    bare = _has(_LOCK_BEFORE, left) and len(value) >= 4
    pressed = _has(r"(?i)\b(?:press|punch|hit|key in)\b", near) and _has(r"(?i)\b(?:building|house|block|flat|apartment|get in)\b", both)
    opens = _has(_LOCKED, both) and (_has(_ENTERED, near) or _has(r"(?i)\A\s?(?:#|to (?:get in|open)|opens?\b|开)", right))
    pays = len(value) in (4, 6) and _has(_PAID, left) and _has(_KEYED, left[-16:])
    shows = len(value) >= 4 and _has(_SCREEN, left) and _has(_SCREEN_LINK, left[-14:])
    return bare or pressed or opens or pays or shows or _was_sent(both, near, value)


def _was_sent(both: str, near: str, value: str) -> bool:
    """Six digits in a message are a code; fewer or more are one where they are called so."""
    named = _has(_CODE_NAMED, both) or "码" in near
    return 4 <= len(value) <= 8 and _has(_SENT, both) and (named or (len(value) == 6 and _has(r"短信|发来|发我|验证|texted|sms", both)))


def turned(match: re.Match[str]) -> Spans:
    """Accept the numbers of a combination lock: a pair and a pair and a pair."""
    left, _ = _around(match, 60, 0)
    locked = _has(_LOCKED, left) and _has(
        r"(?i)\b(?:combo|combination|code|turn|dial|opens?|spin|left|right|sequence|is)\b|[码密]|转", left
    )
    return (match.span("secret"),) if locked and not _has(_NO_CODE, left[-20:]) else ()


# The same in words: "four nine zero two", 零四一九二七.
_UNIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_TEN = r"(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)"
_BETWEEN = r"(?:[ ,-]{1,3}(?:(?:left|right|then|and|again|back|to|past) ){0,4})"
_SPELLED = (
    rf"(?<![a-z])(?P<secret>(?:double |triple )?(?:{_TEN}|{_UNIT})(?:{_BETWEEN}(?:double |triple )?(?:{_TEN}"
    rf"|{_UNIT})(?![a-z])){{1,11}})(?![a-z])"
)
_SPELLED_ZH = (
    r"(?<![零〇一二三四五六七八九幺两百千万十第])(?P<secret>[零〇一二三四五六七八九幺两](?:["
    r" 、，-]?[零〇一二三四五六七八九幺两]){3,11})(?![年百千万十月号])"
)
_SPELLED_NEAR = (
    r"(?i)\b(?:pin|pass ?code|code|combo|combination|atm|debit|card|unlock\w*|padlock|lock|safe|alarm|key ?pad|password|voicemail|sim"
    r"|gate|door)\b"
)
_SPELLED_NEAR_ZH = r"密码|口令|码|[银卡]行?卡|卡|锁|取款|取钱|支付|付款|解锁|开门|门禁|保险[柜箱]|开机|pin|PIN|[按输]"
_NOT_SPELLED = (
    r"(?i)\b(?:phone number|call|ending|ends in|o'clock|chapters?|players?|aged?|kids|error|zip|area)\b|尾号|电话|手机号|[0-9]年|生于"
    r"|出生"
)


def spelled(match: re.Match[str]) -> Spans:
    """Accept four figures or more in words beside what they open."""
    left, right = _around(match, 60, 30)
    tens = len(compiled(rf"(?i){_TEN}").findall(match["secret"]))
    words = compiled(rf"(?i){_TEN}|{_UNIT}|double|triple").findall(match["secret"].lower())
    figures = len(words) + tens + 2 * words.count("triple") - sum(1 for one, _ in pairwise(words) if one.endswith("ty"))
    told = _has(_SPELLED_NEAR, left + " " + right) and not _has(_NOT_SPELLED, left[-30:])
    return (match.span("secret"),) if figures >= 4 and told else ()


def spelled_zh(match: re.Match[str]) -> Spans:
    """Accept four Chinese figures or more beside what they open; a year is none."""
    left, right = _around(match, 24, 12)
    year = compiled(r"(?:一九|二[零〇])..").fullmatch(match["secret"]) and not compiled(r"(?:码|pin|口令)\S{0,3}\Z").search(left)
    told = _has(_SPELLED_NEAR_ZH, left + " " + right) and not _has(_NOT_SPELLED, left[-8:])
    return (match.span("secret"),) if told and not year else ()


# A name and then its key: logins and wireless networks without the word "password".
_PAIR = (
    r"(?:\b(?:logins?|log ?in|log ?on|sign ?in|user ?name|user|creds?|credentials|account|wi-?fi|ssid|wlan|hotspot|network|router|nas)\b"
    r"|账号|帐号|账户名?|用户名|登[录陆]名?|无线网?络?|热点|网络名称?)"
    r"(?:(?-i:[^\n。.,;:：=，、]){0,24}?(?:\bis|\bare|\bas|\bcalled|\bnamed|[:：=]"
    r"|[是为叫用]))?\s{0,3}[\"'`“「]?(?P<first>[\w.@+!][\w.@+!-]{1,40})"
    r"(?P<between>[^\nA-Za-z0-9。]{1,12}(?:(?:then|and|followed|by|key|code|pass|pw|psk|second|with|plus|the|it's|is|secret"
    r"|phrase)\b[\s:：\"'`]{1,3}){0,4})"
    r"(?P<secret>[!-~]{5,64})"
)
_AFTER_ADDRESS = r"(?P<first>[\w.+-]{1,40}@[\w-]{1,40}\.[\w.-]{2,40})(?P<between>\s{0,2}[/|:;,，]\s{0,2})(?P<secret>[!-~]{5,64})"
_APART = r"(?i)[,;/|，、；：:]|\b(?:then|followed|with|key|plus|psk|pw|pass|code)\b|后面|然后|再|跟|接|配|密|加|斜杠"
_NO_PAIR = r"(?i)电话|手机|邮箱|微信|QQ|编号|工号|订单|日期|端口|版本|型号|年"
_INSTEAD = (
    r"(?i)(?:https?:|www\.|v?[0-9]+(?:[./:-][0-9]+)+\Z|(?:19|20)[0-9]{2}\Z|[0-9]{11}\Z|[0-9]+(?:GHz|G|Mbps|GB|MB|TB|ms|am|pm|st|nd|rd"
    r"|th)\Z|[^@\s]+@[^@\s]+\.)"
)
_EVERYWHERE = (
    r"\b(?:use|using|type|typed?|reuse)\s(?P<secret>[!-~]{8,64})\s(?:for (?:every|all|most|both|my (?:email|bank|netflix))|everywhere"
    r"|on every"
    r"|to (?:log|sign|unlock|get into|open))|(?:都用|一直用|统一用)\s?(?P<other>[!-~]{8,64})\s?(?:登|进)"
)


def pair(match: re.Match[str]) -> Spans:
    """Accept what follows a name of its own and looks drawn: letters with digits, or a long number."""
    value = match["secret"].rstrip(".,;:!?\"'`)]}")
    strong = (look(value) is Look.STRONG and not value.isdigit()) or (value.isdigit() and 6 <= len(value) <= 10)
    apart = _has(_APART, match["between"]) and not _has(_NO_PAIR, match["between"])
    if "@" in match["first"] and (value.isdigit() or "." not in match["first"]):
        return ()
    return () if not (strong and apart and len(value) >= 5) or compiled(_INSTEAD).match(value) else _begin(match, len(value))


def everywhere(match: re.Match[str]) -> Spans:
    """Accept letters with digits and a mark or a capital that somebody signs in with."""
    name = "secret" if match["secret"] else "other"
    value = match[name]
    mixed = compiled(r"(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z!@#$%^&*_-])").match(value)
    return (match.span(name),) if mixed and look(value) is Look.STRONG and not compiled(_INSTEAD).match(value) else ()


def _begin(match: re.Match[str], length: int) -> Spans:
    return ((match.start("secret"), match.start("secret") + length),)


# Words of a wallet, announced or broken over lines.
_SEED_WORD = r"(?:[0-9]{1,2}[.)、:：]?\s?)?[a-z]{3,8}(?![a-z])"
_NEXT_WORD = rf"(?:[\s,，、/|;·-]{{1,4}}{_SEED_WORD})"
_SEED_HAN = rf"{_HAN}(?:[\s,，、/|]{{1,4}}{_HAN}){{11,23}}"
_SEED_SAID = (
    r"(?:(?:seed|recovery|mnemonic|backup|wallet|secret)(?: (?:recovery|seed|backup|wallet))?[ -](?:phrase|words?|seed)|mnemonics?"
    r"|\bseeds?\b"
    r"|(?:12|24|twelve|twenty[- ]four)(?: \w{1,12})?[ -]words?|助[记記][单單]?[词詞]|恢复短语|恢复词|种子词|种子短语|(?:12|24|十二"
    r"|二十四)个(?:单|英文)?词?)"
)
_SEED_BEFORE = (
    _SEED_SAID
    + r"(?-i:[^\n:：]{0,60}?)(?:[:：\n]|\s[-–—]|\b(?:is|are|goes|reads|as)\b|[是为])(?-i:[^A-Za-z0-9\u4e00-\u9fff]){0,6}"
    + rf"(?P<secret>{_SEED_WORD}{_NEXT_WORD}{{7,23}}|{_SEED_HAN})"
)
_SEED_AFTER = (
    rf"(?<![a-z0-9])(?P<secret>{_SEED_WORD}{_NEXT_WORD}{{11,23}})(?-i:[^A-Za-z0-9]){{1,6}}(?:(?:that's|those|these|this|is|are|was|my"
    rf"|the|in"
    rf"|order|这[是些]?|就?是|我的?|钱包的?)[\s:：]{{0,3}}){{1,6}}{_SEED_SAID}"
)
_NOT_SEED = (
    r"(?i)\b(?:the|and|for|with|was|are|have|has|had|because|their|been|were|from|our|its|his|her|she|but|not|which|would|who|into|you"
    r"|your"
    r"|please|keep|never|always|put|stored?|written|they|them)\b"
)


def announced(match: re.Match[str]) -> Spans:
    """Accept words without those of a sentence."""
    return () if _has(_NOT_SEED, match["secret"]) else (match.span("secret"),)


# Keys and codes of vendors that are told by a word nearby and a shape.
_WALLET_HEX = (
    r"(?:wallet|private|priv\b|eth(?:ereum)?\b|btc|bitcoin|metamask|ledger|钱包"
    r"|私钥)[^\n]{0,40}?(?<![0-9A-Za-z])(?P<secret>(?:0x)?[0-9a-f]{64})(?![0-9a-z])"
)
_WALLET_TEXT = (
    r"(?<![0-9A-Za-z])(?P<secret>[5KL][1-9A-HJ-NP-Za-km-z]{50,51}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{50,120}"
    r"|nsec1[0-9a-z]{50,60})(?![0-9A-Za-z])"
)
_AUTHENTICATOR = (
    r"(?i:totp|2fa|authenticator|mfa|otp|两步验证|双重验证|验证器)[^\n]{0,40}?(?<![0-9A-Za-z])(?P<secret>[A-Z2-7]{4}(?:"
    r" ?[A-Z2-7]{4}){3,7})(?![0-9A-Za-z])"
)
_OTPAUTH = r"otpauth://\S{1,200}?secret=(?P<secret>[A-Za-z2-7=]{8,128})"
_LICENCE = (
    r"(?i:licen[cs]e|product|activation|serial|windows|office|gift ?card|voucher|steam|序列号|激活码?|许可证|产品密钥|卡密|礼品卡"
    r"|兑换码|充值卡)"
    r"[^\n]{0,40}?(?<![0-9A-Za-z-])(?P<secret>[A-Z0-9]{4,6}(?:[- ][A-Z0-9]{4,6}){2,7})(?![0-9A-Za-z-])"
)
_VENDOR_CODE = r"(?<![A-Za-z0-9-])(?P<secret>(?-i:G)-[0-9]{6})(?![0-9-])"
_PAYMENT = (
    r"(?:付款码|支付码|收付款码|乘车码|payment (?:code|barcode)|pay(?:ment)? qr|条形?码|barcode)[^\n0-9]{0,24}(?P<secret>[0-9](?:["
    r" -]?[0-9]){15,23})(?![0-9])"
)
_BACK = (
    r"(?:(?:three|3|four|last three)[ -]?(?:digits?|numbers?) (?:on|at) the (?:back|front)|back of (?:my|the|his|her) (?:\w+ )?card"
    r"|(?:背面|卡背|签名[栏条]|反面)[^\n0-9。]{0,8}?[三3]位(?:数字?|数)?)[^\n0-9。.]{0,14}(?P<secret>[0-9]{3,4})(?![0-9])"
)
_RESCUE = (
    r"(?:(?:recovery|backup|scratch|rescue|emergency|one-time) codes?"
    r"|恢复码|备[用份]码|救援码|应急码)[^\n:：0-9]{0,60}?(?:[:：]|\b(?:are|is)\b|[是为])\s{0,3}"
    r"(?P<secret>(?=[a-z0-9-]{0,11}[0-9])[a-z0-9]{4,12}(?:-[a-z0-9]{4,12})?(?:(?:[\s,，、/]{1,3}|\s"
    r"(?:and|和)\s)(?=[a-z0-9-]{0,11}[0-9])[a-z0-9]{4,12}(?:-[a-z0-9]{4,12})?){1,20})"
)
_LINKED = (
    r"https?://[^\s?#]{1,120}?(?:hooks?/(?:catch/)?|/with/key/|/(?:reset|magic|invite|verify"
    r"|confirm)[\w-]{0,20}/)(?P<secret>[\w-]{3,64}(?:/[\w-]{3,64}){0,3})"
)
_UNNAMED_SSN = r"(?<![0-9-])(?P<secret>(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4})(?![0-9-])"
_STATE_ID = (
    r"(?:national insurance|social insurance|(?-i:\b(?:SIN|TFN|BSN|DNI|NIE|CPF)\b)|\bni (?:number|no)\b|\bnino\b"
    r"|\bnhs\b|aadhaar|\bpan (?:card|number)\b|\bitin\b|\bein\b|\btin\b|\butr\b"
    r"|medicare|green card"
    r"|residence permit|driving licen[cs]e|driver'?s? licen[cs]e|tax (?:id|number|file number)|steuer-?id|\bmy social\b|passport|visa"
    r" number|military id"
    r"|纳税人识别号|税号|医保卡?|军官证|居住证|签证号?|通行证|回乡证|护照|驾照|学籍号)"
    r"[^\n0-9。]{0,24}?(?<![0-9A-Za-z])(?P<secret>(?=[A-Z ]{0,7}[0-9])[A-Z]{0,6} ?[0-9](?:[ -]?[0-9]){4,15}(?:"
    r" ?[A-Z](?![a-z]))?[0-9]{0,4}[A-Z]?)(?![0-9A-Za-z])"
)
_ACCOUNT = (
    r"(?:sort code[^\n]{0,30}?acc(?:oun)?t|\bacct|checking|savings account|\bbsb\b|\baccount(?= [0-9]{8})|收款账[号户]|开户行"
    r"|公积金账?[号户]|汇款账[号户])"
    r"[^\n0-9]{0,24}(?P<secret>[0-9](?:[ -]?[0-9]){6,22})(?![0-9])"
)


def lettered(match: re.Match[str]) -> Spans:
    """Accept groups that hold letters and digits."""
    return (match.span("secret"),) if is_key(match["secret"].replace("-", "").replace(" ", "")) else ()


def figured(match: re.Match[str]) -> Spans:
    """Accept what holds digits enough to be a code or an id, and is no date."""
    date = compiled(r"(?:19|20)[0-9]{2}[- ]?[01][0-9][- ]?[0-3][0-9]").fullmatch(match["secret"])
    return (match.span("secret"),) if len(compiled(r"[0-9]").findall(match["secret"])) >= 4 and not date else ()


_PAY_HINTS = ("card", "atm", "卡", "款", "支付", "取钱")
_LOCK_HINTS = (
    *("door", "gate", "safe", "lock", "key", "alarm", "code", "press", "punch"),
    *(
        "门",
        "柜",
        "锁",
        "箱",
        "车库",
        "电梯",
        "开机",
        *_PAY_HINTS,
        "text",
        "sms",
        "entrance",
        "解锁",
        "短信",
        "验证",
        "登录",
        "发来",
        "发我",
    ),
)
_SPELLED_HINTS = ("pin ", "safe", "code", "comb", "lock", "card", "alarm")
_SPELLED_HINTS_ZH = ("码", "卡", "锁", "款", "支付", "口令", "按", "输", "门禁")
_PAIR_HINTS = ("login", "log in", "sign in as", "user", "credential", "account", "wifi", "wi-fi", "ssid", "router", "号")
_PAIR_HINTS_ZH = ("账户", "用户名", "登录", "登陆", "无线", "热点", "网络")
_SEED_HINTS = ("seed", "mnemonic", "words", "phrase", "助记", "助記", "恢复", "种子", "个词", "个单词", "个英文")
_ID_HINTS = (
    "insurance",
    "sin ",
    "sin:",
    "tfn",
    "bsn",
    "dni",
    "nie ",
    "cpf",
    "ni n",
    "nhs",
    "aadhaar",
    " pan ",
    " itin",
    "medicare",
    "licen",
    "permit",
    "tax",
    "social",
)
_ID_HINTS_2 = ("card", "pass", "visa n", "税号", "识别号", "医保", "证", "护照", "驾照", "学籍")

# fmt: off
SPOKEN = (
    rule("pin", "pin", _DIGITS, *_LOCK_HINTS, accept=spoken_code, digits=3),
    rule("pin", "pin", _TURNS, "comb", "lock", "safe", "柜", "锁", accept=turned, digits=3),
    rule("pin", "pin", _SPELLED, *_SPELLED_HINTS, accept=spelled),
    rule("pin", "pin", _SPELLED_ZH, *_SPELLED_HINTS_ZH, accept=spelled_zh),
    rule("password", "password", _PAIR, *_PAIR_HINTS, *_PAIR_HINTS_ZH, accept=pair, digits=1),
    rule("password", "password", _AFTER_ADDRESS, "@", accept=pair, digits=1),
    rule("password", "password", _EVERYWHERE, "everyth", "everyw", "log in", "lock", "用", accept=everywhere, digits=1),
    rule("recovery-phrase", "recovery phrase", _SEED_BEFORE, *_SEED_HINTS, accept=announced),
    rule("recovery-phrase", "recovery phrase", _SEED_AFTER, *_SEED_HINTS, accept=announced),
    rule("recovery-code", "recovery code", _RESCUE, "code", "恢复", "备用码", "备份码", "救援码", "应急码", accept=figured, digits=4),
    rule("named-key", "api key", _WALLET_HEX, "wallet", "key", "钱包", "私钥", digits=8, long=True),
    rule("named-key", "api key", _WALLET_TEXT, digits=3, long=True, case=True),
    rule("named-key", "api key", _AUTHENTICATOR,
         "2fa", "authent", "otp", "验证", accept=lettered, digits=1, case=True),
    rule("named-key", "api key", _OTPAUTH, "otp", accept=lettered, digits=1),
    rule("licence-key", "licence key", _LICENCE, accept=lettered, digits=2, long=True, case=True),
    rule("webhook", "webhook address", _LINKED, "://", accept=lettered, digits=1),
    rule("one-time-code", "one-time code", _VENDOR_CODE, "g-", digits=6),
    rule("one-time-code", "one-time code", _PAYMENT, "码", "code", "pay", digits=16),
    rule("card-code", "card code", _BACK, "digits on", "back of", "背面", "卡背", "签名", "反面", digits=3),
    rule("id-number", "id number", _UNNAMED_SSN, certain=False, digits=9, case=True),
    rule("id-number", "id number", _STATE_ID, *_ID_HINTS, *_ID_HINTS_2, accept=figured, certain=False, digits=6),
    rule("card-like", "bank account", _ACCOUNT, "acct", "account", "账", "开户行", "公积金", certain=False, digits=7),
)
# fmt: on
