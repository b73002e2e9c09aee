"""
Judge what stands where a secret may stand; pure.

First numbers by their check digits, then words by their letters, then either in its place, as a match of a rule of `secrets`.
"""

import re
from collections.abc import Iterator
from datetime import date
from enum import Enum

from keptmind.text.patterns import compiled

Span = tuple[int, int]
Spans = tuple[Span, ...]

_UNIONPAY, _VISA, _MASTERCARD, _AMEX, _OTHERS = range(16, 20), (13, 16, 19), (16,), (15,), (16,)
# First digits of the issuer and the lengths it gives out (ISO/IEC 7812 as published by the card schemes).
_ISSUERS: tuple[tuple[range, int, range | tuple[int, ...]], ...] = (
    (range(4, 5), 1, _VISA),
    (range(51, 56), 2, _MASTERCARD),
    (range(2221, 2721), 4, _MASTERCARD),
    (range(34, 35), 2, _AMEX),
    (range(37, 38), 2, _AMEX),
    (range(62, 63), 2, _UNIONPAY),
    (range(81, 82), 2, _UNIONPAY),
    (range(3528, 3590), 4, _OTHERS),
    (range(6011, 6012), 4, _OTHERS),
    (range(644, 660), 3, _OTHERS),
    (range(65, 66), 2, _OTHERS),
    (range(508, 509), 3, _OTHERS),
    (range(60, 61), 2, _OTHERS),
    (range(2200, 2205), 4, range(16, 20)),
    (range(50, 51), 2, range(12, 20)),
    (range(56, 60), 2, range(12, 20)),
    (range(67, 68), 2, range(12, 20)),
    (range(300, 306), 3, (14,)),
    (range(36, 37), 2, (14,)),
    (range(38, 40), 2, (14, 16)),
    (range(9558, 9560), 4, (16, 19)),
)

# Lengths of the IBAN registry (ISO 13616), by country.
_IBAN_LENGTHS = {
    country: int(length)
    for length, countries in (
        pair.split(":")
        for pair in (
            "15:NO 16:BE 18:DK,FI,FO,GL,NL,SD 19:MK,SI 20:AT,BA,EE,KZ,LT,LU,XK 21:CH,HR,LI,LV 22:BG,BH,CR,DE,GB,GE,IE,ME,RS,VA "
            "23:AE,GI,IL,IQ,OM,SO,TL 24:AD,CZ,ES,MD,PK,RO,SA,SE,SK,TN,VG 25:LY,PT,ST 26:IS,TR 27:BI,DJ,FR,GR,IT,MC,MR,SM "
            "28:AL,AZ,BY,CY,DO,GT,HU,LB,NI,PL,SV 29:BR,EG,PS,QA,UA 30:JO,KW,MU 31:MT,SC 32:LC 33:RU"
        ).split()
    )
    for country in countries.split(",")
}

_GROUP, _LETTER_OR_DIGIT = re.compile(r"[0-9]+"), re.compile(r"[A-Za-z0-9]")
_DOTTED_CARD = re.compile(r"[0-9]{4}(?:\.[0-9]{3,6}){2,4}")

_RESIDENT_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_RESIDENT_CHECKS = "10X98765432"
_PROVINCES = (
    frozenset(range(11, 16))
    | frozenset(range(21, 24))
    | frozenset(range(31, 38))
    | frozenset(range(41, 47))
    | frozenset((*range(50, 55), *range(61, 66), 71, 81, 82, 83))
)


def luhn_holds(digits: str) -> bool:
    """Check the last digit of a run of ASCII digits by the Luhn sum (ISO/IEC 7812-1)."""
    doubled = (int(digit) * 2 for digit in digits[-2::-2])
    return (sum(map(int, digits[::-2])) + sum(double - 9 * (double > 9) for double in doubled)) % 10 == 0


def is_card_number(digits: str) -> bool:
    """Tell whether an issuer gives out cards of this beginning and length and the check digit holds."""
    return any(int(digits[:width]) in prefixes and len(digits) in lengths for prefixes, width, lengths in _ISSUERS) and luhn_holds(digits)


def card_spans(run: str) -> Iterator[Span]:
    """Find card numbers in a run of digits with gaps; what surrounds them (an expiry date, a second card) may be part of the run."""
    if "." in run and not _DOTTED_CARD.fullmatch(run):  # a decimal number
        return
    for start, end in _windows(list(_GROUP.finditer(run))):
        digits = "".join(_GROUP.findall(run[start:end]))
        if 13 <= len(digits) <= 19 and is_card_number(digits) and not (len(digits) == 18 and is_resident_id(digits)):
            yield start, end


def _windows(groups: list[re.Match[str]]) -> Iterator[Span]:
    """The whole run, however it is broken; each group; and neighbouring groups divided as on a card (4 4 4 4, 4 6 5)."""
    yield groups[0].start(), groups[-1].end()
    for first, group in enumerate(groups):
        yield group.span()
        for last in range(first + 1, min(first + 5, len(groups))):
            if len(group[0]) == 4 and len(groups[last - 1][0]) in (4, 6):
                yield group.start(), groups[last].end()


def iban_span(run: str) -> Span | None:
    """Find an IBAN at the beginning of letters, digits and spaces; words may follow it."""
    wanted = _IBAN_LENGTHS.get(run[:2].upper(), len(run) + 1)
    places = [match.start() for match in _LETTER_OR_DIGIT.finditer(run)][:wanted]
    compact = "".join(run[place] for place in places).upper()
    return (0, places[-1] + 1) if len(places) == wanted and is_iban(compact) else None


def is_iban(compact: str) -> bool:
    """Check capitals and digits without spaces by length and remainder (ISO 13616, mod 97-10)."""
    moved = compact[4:] + compact[:4]
    return len(compact) == _IBAN_LENGTHS.get(compact[:2]) and int("".join(str(int(letter, 36)) for letter in moved)) % 97 == 1


def is_resident_id(number: str) -> bool:
    """Check the province, date of birth and check digit of 17 digits and a digit or X (GB 11643-1999)."""
    total = sum(weight * int(digit) for weight, digit in zip(_RESIDENT_WEIGHTS, number, strict=False))
    return int(number[:2]) in _PROVINCES and _is_date(number[6:14]) and _RESIDENT_CHECKS[total % 11] == number[17].upper()


def _is_date(digits: str) -> bool:
    try:
        born = date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return born.year >= 1850


class Look(Enum):
    """How much a value after "password" looks like one."""

    NONE = 0
    WORD = 1
    CAMEL = 2
    STRONG = 3


# Words that follow "password" or "password is" in ordinary sentences, code and forms.
_ORDINARY = frozenset(
    """
    a about abc across again all already also always an and any app apps as ask asterisks at available bad base64 bcrypt because been
    before being bitwarden bool broken but by char cipher clear common compromised correct critical dashlane default different difficult
    easy either empty encrypted enough enter event expired expires false field field's fine for forgotten form from gone good great hard
    hash hash's hashed have here hidden hint history https i identical if important in incorrect input int interface invalid is it its
    just keepass keeper keychain known lame lastpass later leaked length less like limit list locked long longer lost manager manually
    masked md5 me missing more most must my n/a necessary needed never new nil no none not nothing now null number oauth2 of off old
    older on only open optional or our out over page per please policies policy private prompt protected protection random recovery
    redacted regex removed required reset reused rotated rotation rule rules safe same saved screen secret secure see sent sha1 sha256
    sha512 short shown simple so some somewhere stale still stolen stored str strength string strong stuff such sync system taken test
    that the their them then there they this time to today tomorrow too true twice two type undefined unique unknown unsafe until
    unusual up useless user username utf8 valid value varchar vault very via visible was weak were what when where which while why wifi
    will with wpa2 wpa3 written wrong yes yesterday yet you your 1password 1passwords
    """.split()
)
# A manual's address names both: `user:password@`. Beside a real name, `password` in small letters may be the real one.
_BLANK = r"PASSWORD|PASSWD|PASS|PWD|SECRET|TOKEN|密码|\*+|\.{3}|…"
_BLANK_PAIR = r"://(?i:user(?:name)?:pass(?:word|wd)?)@"
_FORM_FIELD = (
    r"(?s)<[\w .-]+>?|\$\{?[A-Z_][A-Z0-9_]*\}?|%\(?\w*\)?s|[xX]{3,}|\w+(?:\.\w+)*\(.*|\{\{.*|your[_-]?\w*|process\.env\.\w+|os\.environ.*"
)
_QUANTITY = r"(?i)[0-9]+-?(?:th|st|nd|rd|bits?|char(?:acter)?s?|digits?|letters?|words?|days?|months?|times?|factor|step|x)"
_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_INNER_SYMBOL = r"[A-Za-z0-9][!@#$%^&*+=~?<>|\\]+[A-Za-z0-9]|[A-Za-z0-9][!@#$%^&*]"
_LETTER, _DIGIT, _UPPER, _LOWER = (re.compile(f"[{letters}]") for letters in (r"A-Za-z\u00aa-\u1fff", "0-9", "A-Z", "a-z"))
_CAMEL, _NOT_ALNUM, _PIECE = re.compile(r"[a-z][A-Z]"), re.compile(r"[^A-Za-z0-9]"), re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


def look(value: str) -> Look:
    """Judge a value by its letters alone; where it stands is the rule's business."""
    if value.lower() in _ORDINARY or any(compiled(form).fullmatch(value) for form in (_FORM_FIELD, _QUANTITY, _EMAIL)):
        return Look.NONE
    letter, digit = _LETTER.search(value), _DIGIT.search(value)
    if (letter and digit) or (value.isdigit() and len(value) >= 4) or ((letter or digit) and compiled(_INNER_SYMBOL).search(value)):
        return Look.STRONG
    if not letter or len(value) < 3:
        return Look.NONE
    return Look.CAMEL if _CAMEL.search(value) else Look.WORD


def is_key(value: str) -> bool:
    """Tell whether a value may be a key: letters with digits, or twenty letters of both cases."""
    lettered = _LETTER.search(value) and _DIGIT.search(value) and look(value) is Look.STRONG
    return bool(lettered or (len(value) >= 20 and _UPPER.search(value) and _LOWER.search(value)))


def is_drawn(value: str) -> bool:
    """Tell drawn from written by a digit, a letter and one long run: hyphenated words are no key."""
    return bool(_LETTER.search(value) and _DIGIT.search(value)) and max(map(len, _NOT_ALNUM.split(value))) >= 10


def is_random(value: str) -> bool:
    """Tell by capitals, small letters and digits that change too often: `getUserById2` has pieces of three, a drawn key of under two."""
    mixed = _UPPER.search(value) and _LOWER.search(value) and _DIGIT.search(value)
    return bool(mixed) and len(value) / len(_PIECE.findall(value)) < 2.6


# In its place: a match of a rule's pattern, with the groups `name`, `assign` | `tie` | `gap` (the link) and `secret` or `quoted` | `bare`.

_YEAR, _DATE = r"(?:19|20)[0-9]{2}", r"(?:19|20)[0-9]{2}[- ]?[01][0-9][- ]?[0-3][0-9]"
# "my password is …" is followed by a description far more often than by the password: endings of descriptions.
_DESCRIPTION = r"(?i)(?:ed|ing|ly|able|ible|ous|ful|less|ive|est|ical|'s)\Z"
_UNIT_FOLLOWS = (
    r"(?i)\s*(?:[位个次年月日天号种条项字轮代版楼人]|(?:char(?:acter)?s?|digits?|letters?|words?|bits?|days?|months?|weeks?|years?|times?"
    r"|users?|people|goals?|lines?|more)\b)"
)
_FORMAT_FOLLOWS = r"\s*(?:编码|加密|格式|算法)"
_USE_FOLLOWS = r"\s*(?:的(?!$|[\s，。,.])|管理|生成|保存|存)"
_CLAUSE_ENDS = r"(?i)\s*(?:$|[^\w\s]|(?-i:[\u4e00-\u9fff])|(?:and|but|so|for|on|at|since|because|ok|okay|please)\b)"
_SENTENCE_ENDS = r"\s*(?:$|[.,;!?，。；！？\n])"
_FULL_NAME_BEFORE = (
    r"(?i)(?:api|access|secret|client|private|auth|refresh|encryption|signing|account|shared|master|deploy|bot|app|webhook|service"
    r"|aws|azure|openai|github|gitlab)[ _-]?\Z"
)
_STRIPPED_LEFT, _STRIPPED_RIGHT = "\"'`*~([{“‘「『-–:=/|,.", "\"'`*~)]}”’」』.,;:?、|"
_ORDER_BEFORE = r"(?i)(?:order|invoice|tracking|parcel|ticket|serial|isbn|imei|ean|订单|单号|运单|快递|流水|编号|发票)[^\n0-9]{0,16}\Z"
# Common words that no published word list of recovery phrases holds.
_NOT_SEED = (
    r"(?i)\b(?:the|and|for|with|was|are|have|has|had|because|their|been|were|from|our|its|his|her|she|but|not|which|would|who|into)\b"
)


def _value_span(match: re.Match[str]) -> Span:
    """Where the value stands: all that was quoted, else the run without the marks around it."""
    if match["quoted"]:
        return match.span("quoted")
    value, (start, end) = match["bare"], match.span("bare")
    return start + len(value) - len(value.lstrip(_STRIPPED_LEFT)), end - len(value) + len(value.rstrip(_STRIPPED_RIGHT))


def _only(span: Span, holds: object) -> Spans:
    return (span,) if holds else ()


def whole(match: re.Match[str]) -> Spans:
    """Accept every match."""
    return (match.span("secret"),)


def filled(match: re.Match[str]) -> Spans:
    """Accept what is no blank of a form or a manual: `PASSWORD`, `<pass>`, `${SECRET}`."""
    blank = any(compiled(form).fullmatch(match["secret"]) for form in (_BLANK, _FORM_FIELD))
    return _only(match.span("secret"), not blank and not compiled(_BLANK_PAIR).fullmatch(match[0]))


def strong(match: re.Match[str]) -> Spans:
    """Accept a value that looks like a password wherever it stands."""
    return _only(match.span("secret"), look(match["secret"]) is Look.STRONG)


def password(match: re.Match[str]) -> Spans:
    """Accept the less like a password, the better a value is linked to the name."""
    start, end = _value_span(match)
    looks = _look_in_place(match.string, start, end)
    if match["assign"] or (match["quoted"] and match["tie"]):
        return _only((start, end), looks is not Look.NONE)
    if match["tie"]:
        return _only((start, end), looks is Look.STRONG or (looks is Look.WORD and _stands_alone(match.string, start, end)))
    quoted_after_chinese = match["quoted"] and looks is not Look.NONE and match["name"][0] in "密口"
    return _only((start, end), quoted_after_chinese or (looks is Look.STRONG and not compiled(_YEAR).fullmatch(match.string, start, end)))


def password_like(match: re.Match[str]) -> Spans:
    """Accept what may be a password or a description: a name in camel case, a word with more words after it."""
    start, end = _value_span(match)
    looks = _look_in_place(match.string, start, end)
    likely = looks is Look.CAMEL or (looks is Look.WORD and end - start >= 6)
    return _only((start, end), match["tie"] and likely and not compiled(_DESCRIPTION).search(match.string[start:end]))


def _look_in_place(text: str, start: int, end: int) -> Look:
    """Judge a value with what follows it: a number may count something, a word may name a program or a format."""
    looks = look(text[start:end])
    counts = text[start:end].isdigit() and compiled(_UNIT_FOLLOWS).match(text, end)
    used = looks is not Look.STRONG and compiled(_USE_FOLLOWS).match(text, end)
    return Look.NONE if counts or used or compiled(_FORMAT_FOLLOWS).match(text, end) else looks


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not compiled(_DESCRIPTION).search(text[start:end]) and compiled(_CLAUSE_ENDS).match(text, end) is not None


def key(match: re.Match[str]) -> Spans:
    """Accept letters and digits after the name of a key, longer ones where nothing links them or the name alone says little."""
    start, end = match.span("secret")
    if _is_fully_named(match):
        return _only((start, end), end - start >= (8 if match["gap"] is None else 12) and is_key(match["secret"]))
    return _only((start, end), _is_weakly_named(match) and match["name"][0] not in "kK" and end - start >= 16 and is_key(match["secret"]))


def key_like(match: re.Match[str]) -> Spans:
    """Accept what a key may look like after any name of a key that is linked to it."""
    value = match["secret"].rstrip(".")
    likely = (len(value) >= 12 and value.isalpha() and not compiled(_DESCRIPTION).search(value)) or is_key(value)
    return _only(
        (match.start("secret"), match.start("secret") + len(value)), likely and (_is_fully_named(match) or _is_weakly_named(match))
    )


def _is_fully_named(match: re.Match[str]) -> bool:
    before = match.string[max(0, match.start() - 12) : match.start()]
    return not match["name"].isascii() or match["name"] == "sig" or compiled(_FULL_NAME_BEFORE).search(before) is not None


def _is_weakly_named(match: re.Match[str]) -> bool:
    return match["gap"] is None and not match.string[max(0, match.start() - 1) : match.start()].isalpha()


def session(match: re.Match[str]) -> Spans:
    """Accept letters and digits after the name of a session."""
    start, end = match.span("secret")
    return _only((start, end), end - start >= (8 if match["gap"] is None else 12) and is_key(match["secret"]))


def code(match: re.Match[str]) -> Spans:
    """Accept digits after the name of a code, unless they count something or are a year that happens to follow."""
    start, end = match.span("secret")
    year = match["gap"] is not None and compiled(_YEAR).fullmatch(match["secret"]) and not compiled(_SENTENCE_ENDS).match(match.string, end)
    return _only((start, end), not year and not compiled(_UNIT_FOLLOWS).match(match.string, end))


def pin(match: re.Match[str]) -> Spans:
    """Accept digits after "pin", which without a link must end the sentence: one also pins things."""
    return code(match) if match["gap"] is None or compiled(_SENTENCE_ENDS).match(match.string, match.end("secret")) else ()


def drawn(match: re.Match[str]) -> Spans:
    """Accept a drawn key that no letter or digit stands before."""
    return _only(match.span("secret"), is_drawn(match["secret"]) and not _follows_alnum(match))


def _follows_alnum(match: re.Match[str]) -> bool:
    before = match.string[max(0, match.start() - 1) : match.start()]
    return before.isascii() and before.isalnum()


def cards(match: re.Match[str]) -> Spans:
    """Accept card numbers, unless the digits are said to be an order."""
    ordered = compiled(_ORDER_BEFORE).search(match.string[max(0, match.start() - 30) : match.start()])
    return () if ordered else tuple((match.start() + start, match.start() + end) for start, end in card_spans(match["secret"]))


def iban(match: re.Match[str]) -> Spans:
    """Accept an IBAN."""
    span = iban_span(match["secret"])
    return ((match.start(), match.start() + span[1]),) if span else ()


def resident_id(match: re.Match[str]) -> Spans:
    """Accept a resident id."""
    return _only(match.span("secret"), is_resident_id("".join(match["secret"].split())))


def not_a_date(match: re.Match[str]) -> Spans:
    """Accept digits that are no date: passports expire."""
    return _only(match.span("secret"), not compiled(_DATE).fullmatch(match["secret"]))


def random(match: re.Match[str]) -> Spans:
    """Accept a random string that is no part of an address and no public ssh key."""
    before = match.string[max(0, match.start() - 200) : match.start()].split(" ")[-1]
    addressed = "://" in before or "www." in before or match["secret"].startswith("AAAA")
    return _only(match.span("secret"), not addressed and is_random(match["secret"]))


def seed(match: re.Match[str]) -> Spans:
    """Accept words that may all be of a word list."""
    return _only(match.span("secret"), not compiled(_NOT_SEED).search(match["secret"]))
