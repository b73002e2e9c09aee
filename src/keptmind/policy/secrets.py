"""
Find what must never be kept (passwords, keys, codes, card numbers) and blank it; pure.

One table of rules. A rule runs only where one of its `hints` stands in the text, the text holds enough `digits` and, for `long` rules, 16
characters of a key without a break, so that an ordinary sentence costs a few substring searches. Every pattern takes linear time: no two
neighbouring repetitions can match the same character.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from keptmind.policy import checksums
from keptmind.policy.checksums import Span
from keptmind.policy.secret_rule import Rule, prefixed, rule
from keptmind.policy.spoken_secrets import SPOKEN
from keptmind.text.patterns import compiled


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One secret by its place in the text as it was given; the text itself is not carried."""

    rule: str
    certain: bool
    start: int
    end: int
    placeholder: str


def find_secrets(text: str) -> tuple[Finding, ...]:
    """Find certain and likely secrets, in order and without overlap."""
    folded, origin = _fold(text)
    readable = compiled(_OWN_PLACEHOLDER).sub(lambda own: " " * len(own[0]), folded) if " removed]" in folded else folded
    found = [finding for rule in _rules_for(readable) for finding in _findings(rule, readable)]
    if not found:
        return ()
    merged = _merged([*found, *_repeats(found, readable)])
    return tuple(merged) if origin is None else tuple(_moved(finding, origin) for finding in merged)


def redact(text: str, findings: Sequence[Finding]) -> str:
    """Put the visible placeholder in the place of each finding."""
    pieces, cursor = [], 0
    for finding in sorted(findings, key=lambda finding: finding.start):
        if finding.end > cursor:
            pieces += [text[cursor : finding.start], finding.placeholder]
            cursor = finding.end
    return "".join([*pieces, text[cursor:]])


# What reads the same folded: no digits or letters of other widths, no zero-width characters. Such text is searched as it is.
_ODD = (
    r"[^\t\n\r\x20-\x7e\u00c0-\u024f\u2010-\u201f\u2026\u3001-\u301b\u3041-\u30fa\u4e00-\u9fff\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]"
)
_DROPPED = frozenset({"Cf", "Mn", "Me", "Cc"})
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")


def _fold(text: str) -> tuple[str, list[int] | None]:
    if (text.isascii() and text.isprintable()) or compiled(_ODD).search(text) is None:
        return text, None
    places = [(letter, place) for place, character in enumerate(text) for letter in _folded_character(character)]
    return "".join(letter for letter, _ in places), [place for _, place in places]


@lru_cache(maxsize=8192)
def _folded_character(character: str) -> str:
    if character in "\t\n\r\x85":
        return character
    if character in _FILLERS or unicodedata.category(character) in _DROPPED:
        return ""
    decimal = unicodedata.decimal(character, None)
    return unicodedata.normalize("NFKC", character) if decimal is None else str(decimal)


def _moved(finding: Finding, origin: list[int]) -> Finding:
    return replace(finding, start=origin[finding.start], end=origin[finding.end - 1] + 1)


def _rules_for(text: str) -> list[Rule]:
    digits = len(_DIGIT.findall(text))
    lowered = text.lower()
    hints = {hint for hint in _HINTS[text.isascii(), min(digits, _MOST)] if hint in lowered}
    if not hints and not digits:
        return []
    drawn = digits > 0 and max(map(len, text.split())) >= _LONG and _LONG_RUN.search(text) is not None
    possible = RULES if hints else _UNHINTED[drawn]
    return [
        rule
        for rule in possible
        if rule.digits <= digits and (drawn or not rule.long) and (not rule.hints or not hints.isdisjoint(rule.hints))
    ]


def _findings(rule: Rule, text: str) -> Iterator[Finding]:
    pattern, place = rule.pattern, 0
    while match := pattern.search(text, place):
        spans = rule.accept(match)
        yield from (_finding(rule, span) for span in spans)
        # After a refusal the next try begins one character on: what was swallowed may hold the true one ("password password x1y2").
        place = max(end for _, end in (*spans, (0, match.start() + 1)))


def _finding(rule: Rule, span: Span) -> Finding:
    return Finding(rule=rule.id, certain=rule.certain, start=span[0], end=span[1], placeholder=rule.placeholder)


def _repeats(found: Iterable[Finding], text: str) -> Iterator[Finding]:
    """Find the words of a certain secret wherever else they stand; under six characters they may be anything."""
    values = {text[finding.start : finding.end]: finding for finding in found if finding.certain and finding.end - finding.start >= 6}
    for value, finding in values.items():
        yield from (replace(finding, start=match.start(), end=match.end()) for match in re.finditer(re.escape(value), text))


def _merged(found: Iterable[Finding]) -> list[Finding]:
    """Join what overlaps under the name of the surer and longer one, so that nothing of either is left."""
    merged: list[Finding] = []
    for finding in sorted(found, key=lambda finding: (finding.start, -finding.end)):
        if merged and finding.start < merged[-1].end:
            merged.append(_joined(merged.pop(), finding))
        else:
            merged.append(finding)
    return merged


def _joined(first: Finding, second: Finding) -> Finding:
    surer = max((first, second), key=lambda finding: (finding.certain, finding.end - finding.start))
    return replace(surer, start=first.start, end=max(first.end, second.end))


_LONG = 16
_DIGIT, _LONG_RUN = re.compile(r"[0-9]"), re.compile(rf"[A-Za-z0-9_.%+/=-]{{{_LONG}}}")
_V = r"(?-i:[!-~\u00a1-\u1fff])"
_LINK = (
    r"[\"'`*_~）)\]】」』”’]{0,4}(?:\s{1,3}(?:for|to|of|on|at|in)\s[^\n.;:=，。；：]{1,40}?(?=\s(?:is|was|are)\s|\s?[:=]))?"
    r"(?:\s{0,2}(?:现在|目前|一直|还|都|就|统一|默认|已经?|被|我)?(?:改|换|设|设置|更新|重置|变|用)?的?)"
    r"(?:(?P<assign>\s{0,3}(?:is\s{0,2}|是\s{0,2})?(?:[:=：|]|=>|->|→){1,3}(?:\*\*|__)?\s{0,3})"
    r"|(?P<tie>(?:\s{1,3}(?:is|ist|was|are|has|been|now|still|always|just|simply|set|changed|reset|updated|to)(?![a-z])){1,5}\s{1,3}"
    r"|'s\s|\s{0,3}(?:[是为叫即成]了?)\s{0,3})"
    r"|(?P<gap>(?-i:(?<=[\u4e00-\u9fff\"'`*）)\]」』”’]))\s{0,3}|\s{1,3}|(?<=\w)(?=[“‘「『\"'`])|(?<=cv[vcn])(?=[0-9])))"
)
_QUOTED = r"[\"'`“‘「『*]{1,3}(?P<quoted>[^\n\"'`“”‘’「」『』*]{3,80})[\"'`”’」』*]"

_LOGIN_NAMES = (
    r"(?:pas{1,3}[ _-]?w(?:or|ro)[dt]s?|passwd|pass[ _-]?phrase|passcode|(?<![a-z])(?:pwd|pw|pass(?=\s?=))(?![a-z])"
    r"|user(?:name)?\W{1,3}\w{1,64}\W{1,3}pass(?=\s?:)|contraseña|mot de passe|パスワード|비밀번호|密\s?码|密碼|口令)"
)


_PASSWORD_VALUE = rf"(?:{_QUOTED}|(?P<bare>{_V}{{3,256}}))"

_KEY_NAMES = r"(?:(?:keys?|tokens?|secret)(?:[ _-]id)?(?![a-z])|密钥|秘钥|密鑰|令牌|私钥|(?<![a-z])sig(?==))"
_KEY_VALUE = r"[\"'`“‘「『]?(?P<secret>[A-Za-z0-9_+/=.~%-]{6,512})"


_GAP = r"[\s._·・–—-]"
_DIGIT_RUN = rf"(?P<secret>[0-9](?<![0-9+.].)(?<![0-9]{_GAP}.)(?<![0-9]{_GAP}{_GAP}.)(?:{_GAP}{{0,2}}[0-9]){{12,}})(?![A-Za-z])"

_HAN = r"(?-i:[\u4e00-\u9fff])"
_SEED_WORD = r"(?:[0-9]{1,2}[.)、]\s?)?[a-z]{3,8}"
_SEED_PHRASE = rf"(?:{_SEED_WORD}(?:[\s,，、]{{1,3}}{_SEED_WORD}){{11,23}}|{_HAN}(?:[\s,，、]{{1,3}}{_HAN}){{11,23}})"
_SEED_NAMES = (
    r"(?:(?:seed|recovery|mnemonic|backup|wallet)[ -](?:phrase|words?|seed)|mnemonic|助记词|助記詞|恢复短语|恢复词|种子词|种子短语)"
)
_CONNECTION = r"://[^\s:@/]{0,80}:(?!\d{1,5}(?:[/?#]|$))(?P<secret>\S{1,300})@"
_MODEL_KEY = r"(?<![A-Za-z0-9])(?P<secret>sk-(?:[a-z]{2,8}-)?[A-Za-z0-9]{32,})"
_SESSION_HINTS = ("sess", "sid=", "sid:", "sid ", "会话", "srf", "jct", "bduss", "auth_t", "ct0=")
_LOGIN = (
    r"(?:(?:账号|帐号|用户名|user(?:name)?|login)[\s:：=是]{1,3}[!-~]{1,64}[\s,，;；/]{1,3}密码\s{1,3}"
    r"|(?:login|credentials?|账号密码)(?:\s(?:is|are))?[\s:：是]{1,3}[\w.@-]{1,64}\s?/\s?(?=[^\s]{0,64}[0-9])"
    r"|(?<!\S)(?:-u|--user)\s[\w.@-]{1,64}:)(?P<secret>[!-~]{3,256})"
)
_OTP_NAMES = (
    r"(?:(?:verification|one[ -]?time|security|login|sign[ -]?in|authenticat(?:ion|or)|2fa|mfa|sms|access|payment"
    r"|your(?: \w{1,20})?|use)[ -](?:pass)?code|(?<![a-z])t?otp(?![a-z])"
    r"|验证码|驗證碼|动态码|校验码|短信码|一次性(?:密码|口令|代码)|付款码|支付码|提现码|登录码)"
)
_CVV_NAMES = r"(?:(?<![a-z])c(?:vv|vc|vn)2?|card security code|安全码|卡验证码)"
_PIN_NAMES = (
    r"(?:(?<![a-z])pin(?:[ -]?(?:code|number|码))?(?![a-z])|(?:door|gate|alarm|entry|lock|safe|garage|voicemail|screen)[ -](?:pin|code))"
)
_SESSION_NAMES = (
    r"(?:jsessionid|phpsessid|asp\.net_sessionid|connect\.sid|session[ _-]?(?:id|key|token|cookie)"
    r"|(?<![a-z])sid|会话\s?(?:id|标识|令牌)|[cx]srf[_-]?token|sessdata|bili_jct|bduss|auth_token|ct0(?==))"
)
_ID_NAMES = (
    r"(?:身份证|证件|护照|驾驶证|港澳通行证|台胞证|社保|(?<![a-z])ssn|social security|passport"
    r"|national id|(?<![a-z])id(?= (?:number|no|card))|driver'?s? licen[cs]e|tax id)"
    r"(?:\s{0,2}(?:is|was|card|number|no\.?|号码?|[是为:：#=])){0,4}\s{0,2}"
)
_ID_VALUE = r"(?P<secret>[A-Z]{0,3}[0-9](?:[ -]?[0-9X]){5,17})(?![0-9A-Z])"
_ID_HINTS = ("证", "护照", "社保", "ssn", "social", "passport", "id n", "id card", "national", "licen", "tax id")
_NUMBER = r"[^0-9\n]{{0,12}}(?P<secret>[0-9](?:[ -]?[0-9]){{{},{}}})(?![0-9])"
_CARD_NAMES = r"(?:(?:credit|debit|bank|payment|visa|mastercard|amex)[ -]card|card (?:number|no)|银行卡|卡号|信用卡|借记卡|储蓄卡)"
_ACCOUNT_NAMES = r"(?:bank account|account (?:number|no)|routing number|(?<![a-z])iban(?![a-z])|银行账[号户]|银行帐[号户]|对公账户)"
_WEBHOOKS = (
    r"https?://(?:hooks\.slack\.com/(?:services|workflows)/|(?:\w{1,10}\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/"
    r"|api\.telegram\.org/bot|[\w.]{1,40}\.webhook\.office\.com/"
    r"|open\.(?:feishu|larksuite)\.c(?:n|om)/open-apis/bot/v2/hook/"
    r"|oapi\.dingtalk\.com/robot/send\?access_token="
    r"|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=)(?P<secret>[^\s\"'`<>)\]]{8,})"
)


_PEM = (
    r"(?P<secret>[-—–]{1,8}\s?BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?"
    r"(?:[\s\S]*?[-—–]{1,8}\s?END [A-Z0-9 ]{1,40}[-—–]{1,8}|[\s\S]*))"
)
_BEARER = r"(?:(?<![a-z])bearer\s{1,3}|authorization\s?[:=]\s?(?:basic|token|digest)\s{1,3})(?P<secret>[\w.~+/=-]{12,})"
_COOKIE = (
    r"cookies?(?-i:[^\n:：=]{0,24}?)(?:[:：]|\bis|\bare|是)\s?(?P<secret>[^\s=;,]{1,64}=[^\s;]{4,}(?:;\s?[^\s=;]{1,64}(?:=[^\s;]*)?)*)"
)
_RECOVERY_CODE = (
    r"(?:(?:recovery|backup|scratch) codes?|恢复码|备用码|救援码)[\s:：=是]{0,3}(?:(?:is|are)\s)?"
    r"(?P<secret>(?=[^\s]{0,12}[0-9])[\w-]{6,40}(?:[\s,]{1,3}(?=[^\s]{0,12}[0-9])[\w-]{6,40})*)"
)
_SEED = (
    rf"{_SEED_NAMES}(?-i:[^A-Za-z\u4e00-\u9fff]){{0,4}}(?:is|are|是|为)?(?-i:[^A-Za-z\u4e00-\u9fff0-9]){{0,6}}(?P<secret>{_SEED_PHRASE})"
)
_CODE_VALUE = r"(?P<secret>(?:[A-Z]-)?[0-9](?:[ -]?[0-9]){3,17})(?![0-9])"
_CODE_BEFORE = r"(?<![0-9])(?P<secret>[0-9]{4,8})\s?(?:is your|是[您你]的)\s?[^\n.。]{0,30}?(?:code|otp|[证校]\w?码|态码)"
_PASSWORD_BEFORE = (
    rf"(?<!{_V})[\"'`]?(?P<secret>{_V}{{4,64}}?)[\"'`]?(?:\s(?:is|was|as) (?:my|our|the|his|her) (?:[a-z-]{{1,20}} ){{0,3}}?"
    r"|\s?(?:就是|是|做|作为|当作|当)(?:我|你|他|她|家)(?-i:[\u4e00-\u9fff]){0,6}?)(?:password|passcode|passphrase|pwd|密码|口令)"
)
_CHINESE_WORDS = (
    r"(?:密码|密碼|口令|暗号)\s?[:：]\s?(?P<secret>(?![^\s，。；]{0,3}[忘忌见请无不未没同问在已需要须改的是])"
    r"(?-i:[\u4e00-\u9fff]){3,12})(?=$|[\s，。；！])"
)
_AFTER_WORDS = (
    r"(?:密码|密碼|口令)(?:就?是|为|[:：])(?-i:[\u4e00-\u9fff，、+ ]){2,16}(?P<secret>[a-z0-9_!@#$%^&*.-]{6,64})(?=$|[\s，。；！,.;])"
)
_RESIDENT_ID = r"(?P<secret>[1-8][0-9]{5}(?<![0-9]......)\s?[0-9]{8}\s?[0-9]{3}[0-9Xx])(?![0-9])"
_DRAWN_STRING = r"(?<![A-Za-z0-9+/_-])(?P<secret>[A-Za-z0-9+/_=-]{20,512})(?![A-Za-z0-9+/_=@-])"
_SESSION = f"(?P<name>{_SESSION_NAMES}){_LINK}{_KEY_VALUE}"
_CODE = rf"(?P<name>{_OTP_NAMES}){_LINK}{_CODE_VALUE}"
_CVV = rf"(?P<name>{_CVV_NAMES}){_LINK}(?P<secret>[0-9]{{3,4}})(?![0-9])"
_PIN = rf"(?P<name>{_PIN_NAMES}){_LINK}(?P<secret>[0-9]{{4,8}})(?![0-9]|[.-][0-9])"
_PASSWORD = f"(?P<name>{_LOGIN_NAMES}){_LINK}{_PASSWORD_VALUE}"
_KEY = f"(?P<name>{_KEY_NAMES}){_LINK}{_KEY_VALUE}"
_SEVERAL_WORDS = r"pass[ -]?phrase\s?[:=]\s?(?P<secret>[a-z]{2,12}(?:[ -][a-z]{2,12}){2,11})"
_IBAN = r"(?P<secret>[A-Za-z]{2}[0-9]{2}(?<![A-Za-z0-9]....)(?:[ -]?[A-Za-z0-9]){11,30})"
_VENDOR_PREFIXES = "gsk_ xai- r8_ pplx- ntn_ lin_api_ shpat_ dop_v1_ dapi hvs. sntrys_ PMAK- SG. key- AGE-SECRET-KEY-"
_PASSWORD_HINTS = ("pass", "pasw", "pw", "contraseña", "パスワード", "비밀번호", "码", "密碼", "口令")
_PIN_HINTS = (" pin", "pin ", "pin:", "pin=", 'pin"', "pin码", "pin是", "(pin", "/pin", "code")
_SEED_HINTS = ("phrase", "mnemonic", "words", "seed", "助记词", "助記詞", "恢复", "种子")
_BANK_HINTS = ("account", "routing", "iban", "银行", "对公")
_KEY_HINTS = ("key", "token", "secret", "密钥", "秘钥", "密鑰", "令牌", "私钥", "sig=")


# fmt: off
RULES: tuple[Rule, ...] = (
    rule("private-key", "private key", _PEM, "key"),
    rule("webhook", "webhook address", _WEBHOOKS, "hook", "telegram", "dingtalk"),
    rule("connection-string", "password", _CONNECTION, "://", accept=checksums.filled),
    prefixed("api-key", "sk-", r"[A-Za-z0-9_-]", 16),
    rule("api-key", "api key", _MODEL_KEY, "sk-", case=True),
    prefixed("github-token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", r"[A-Za-z0-9_]", 16),
    prefixed("slack-token", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp-", r"[A-Za-z0-9.%-]", 12),
    prefixed("aws-key-id", "AKIA ASIA", r"[A-Z0-9]", 16),
    prefixed("google-key", "AIza ya29. GOCSPX-", r"[A-Za-z0-9_-]", 24),
    prefixed("gitlab-token", "glpat- gldt- glrt- glptt-", r"[A-Za-z0-9_.-]", 16),
    prefixed("npm-token", "npm_", r"[A-Za-z0-9]", 20),
    prefixed("pypi-token", "pypi-", r"[A-Za-z0-9_-]", 16),
    prefixed("huggingface-token", "hf_ api_org_", r"[A-Za-z0-9]", 20),
    prefixed("stripe-key", "sk_live_ rk_live_ sk_test_ rk_test_ whsec_", r"[A-Za-z0-9]", 10),
    prefixed("vendor-key", "LTAI AKID", r"[A-Za-z0-9]", 12),
    prefixed("vendor-key", _VENDOR_PREFIXES, r"[A-Za-z0-9_.-]", 24),
    rule("vendor-key", "api key", r"(?<![0-9A-Za-z])(?P<secret>[0-9]{8,10}:[A-Za-z0-9_-]{34,})", digits=8, long=True),
    rule("jwt", "token", r"(?<![A-Za-z0-9])(?P<secret>eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*){1,3})", digits=1, long=True, case=True),
    rule("bearer-token", "token", _BEARER, "bearer", "authorization", accept=checksums.drawn),
    rule("cookie", "cookie", _COOKIE, "cookie"),
    rule("session-id", "session id", _SESSION, *_SESSION_HINTS, accept=checksums.session, digits=1),
    rule("named-key", "api key", _KEY, *_KEY_HINTS, accept=checksums.key),
    rule("recovery-phrase", "recovery phrase", _SEED, *_SEED_HINTS, accept=checksums.seed),
    rule("recovery-code", "recovery code", _RECOVERY_CODE, "code", "恢复", "备用码", "救援码", digits=2),
    rule("one-time-code", "one-time code", _CODE, "code", "otp", "码", "碼", "一次性", accept=checksums.code, digits=4),
    rule("one-time-code", "one-time code", _CODE_BEFORE, "is your", "是您的", "是你的", digits=4),
    rule("card-code", "card code", _CVV, "cv", "card", "码", accept=checksums.code, digits=3),
    rule("pin", "pin", _PIN, *_PIN_HINTS, accept=checksums.pin, digits=4),
    rule("password", "password", _PASSWORD, *_PASSWORD_HINTS, accept=checksums.password),
    rule("password", "password", _SEVERAL_WORDS, "pass", accept=checksums.seed),
    rule("password", "password", _AFTER_WORDS, "码", "密碼", "口令", accept=checksums.strong, digits=1),
    rule("password", "password", _LOGIN, "码", "login", "credential", "-u"),
    rule("password", "password", _PASSWORD_BEFORE, *_PASSWORD_HINTS, accept=checksums.strong),
    rule("card-number", "card number", _DIGIT_RUN, accept=checksums.cards, digits=13, case=True),
    rule("iban", "bank account", _IBAN, accept=checksums.iban, digits=10, case=True),
    rule("id-number", "id number", _RESIDENT_ID, accept=checksums.resident_id, certain=False, digits=17, case=True),
    rule("id-number", "id number", f"{_ID_NAMES}{_ID_VALUE}", *_ID_HINTS, accept=checksums.not_a_date, certain=False, digits=6),
    rule("card-like", "card number", f"{_CARD_NAMES}{_NUMBER.format(11, 18)}", "card", "卡", certain=False, digits=12),
    rule("card-like", "bank account", f"{_ACCOUNT_NAMES}{_NUMBER.format(7, 24)}", *_BANK_HINTS, certain=False, digits=8),
    rule("key-like", "possible secret", _KEY, *_KEY_HINTS, accept=checksums.key_like, certain=False),
    rule("password-like", "possible password", _PASSWORD, *_PASSWORD_HINTS, accept=checksums.password_like, certain=False),
    rule("password-like", "possible password", _CHINESE_WORDS, "码", "密碼", "口令", "暗号", certain=False),
    rule("random-string", "possible secret", _DRAWN_STRING, accept=checksums.random, certain=False, digits=2, long=True),
    *SPOKEN,
)
# fmt: on


def _hints(*, ascii_only: bool, digits: int) -> tuple[str, ...]:
    hints = {hint for rule in RULES if rule.digits <= digits for hint in rule.hints}
    return tuple(sorted(hint for hint in hints if hint.isascii() or not ascii_only))


# By what the text holds (only ASCII?, how many digits?): what cannot stand in it or would not suffice is not looked for.
_MOST = max(rule.digits for rule in RULES)
_HINTS = {(ascii, digits): _hints(ascii_only=ascii, digits=digits) for ascii in (False, True) for digits in range(_MOST + 1)}
_UNHINTED = {drawn: tuple(rule for rule in RULES if not rule.hints and (drawn or not rule.long)) for drawn in (False, True)}
_OWN_PLACEHOLDER = "|".join(sorted({re.escape(rule.placeholder) for rule in RULES}))
