"""What stands around an old statement inside a new one, pure: detail, a word that takes it back, or another statement altogether."""

from collections.abc import Iterator
from enum import Enum
from itertools import islice

from keptmind.text import scripts
from keptmind.text.patterns import compiled


class Around(Enum):
    """What the new words do to the old ones."""

    ADDS = "adds"
    TAKES_BACK = "takes back"
    OTHER = "other"


_LOOKED_AT = 3  # occurrences of the old words in the new ones
_LETTER = rf"[^\W_{scripts.UNSPACED}]"
_HAN = f"[{scripts.HAN}]"

# What may follow the old words at once: punctuation that ends a clause and no number or name, or a word that joins on.
_PUNCTUATION = rf"[,;!](?!\d)|[.:](?![\w/])|[.:](?={_HAN})|\s*(?:--|[-–—](?=\s)|[–—]|…|\()|[。、；，！（]"
_JOINING = frozenset(
    """
    and but with without in at on from since because especially particularly mainly mostly usually often sometimes which who whose where
    when whenever while although though for to as by during every each plus including except unless if only near through via until till
    before after than twice once daily weekly monthly yearly again together alone too also so instead today tomorrow tonight more
    """.split()
)
_JOINING_PHRASES = ("a lot", "very much", "so much", "at all", "next to")
_JOINING_CHINESE = (
    "和(?![平服尚谐气睦])|跟|与(?!众)|以及|还有|但|而且|并且|并(?!不)|因为|由于|所以|尤其|特别|从(?![容来不未没事前此])|在(?![线意乎行])"
    "|每|为了|用来|除了|不过|只是|经常|常常|一般|通常|平时|周末|及"
)
# Beside these, `to` makes another statement: I have two jobs, I have to go.
_TAKE_TO = frozenset(
    "have has had going used want wants wanted need needs needed got ought able about like likes love loves hate hates".split()
)

_SENTENCE_END = r"[.;!](?=\s|$)|[。；！]"
# What may stand before the old words without punctuation between them: a time, a place, how often.
_LEADING = frozenset("since in on from at during after".split())
_COUNTING = frozenset("every each this last next most some".split())
_TIMES = frozenset(
    """
    day days week weeks weekend weekends month months year years hour hours time times morning mornings evening evenings afternoon night
    nights summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays
    fridays saturdays sundays january february march april may june july august september october november december
    """.split()
)
_HOW_OFTEN = frozenset("usually normally generally often sometimes mostly always also currently now today recently lately nowadays".split())
_LEADING_CHINESE = (
    "(?:从|自|在|到).{1,12}|每(?:[天周月年次晚早]|星期|到|逢).{0,8}|周[一二三四五六日末]|星期[一二三四五六日天]|平时|平常|通常|一般|最近|现在|目前"
    "|经常|常常|有时候?|周末|其实|另外|而且|此外|[今去明]年|.{1,5}[天日月年午上]"
)
_LONGEST_LEAD = 5  # words

# Words that doubt, quote, deny or make it someone else's.
_DOUBT = frozenset(
    """
    not no never if unless whether maybe perhaps possibly probably apparently allegedly supposedly say says said saying tell tells told
    think thinks thought believe believes believed claim claims claimed guess guessed doubt doubts doubted suppose wonder wonders heard
    hear hears according wrong false untrue pretend pretends dream dreamed wish hope hopes suspect assume assumes ask asks asked rumour
    rumor joke joked lie lied instead until formerly previously once before would could might as know knows knew find finds found feel
    feels felt see sees saw show shows hate hates love loves like likes want wants mean means remember remembers forget forgets agree agrees
    insist insists write writes wrote read reads hold holds notice notices joking
    """.split()
)
_OTHERS = frozenset("and or i we he she they it you that view opinion eyes mind theory paper words case condition".split())
_DOUBT_CHINESE = (
    "[不没别非若说讲问听据梦否忘谁他她和跟与及]|如果|要是|假|可能|也许|大概|恐|觉得|认为|以为|怀疑|告诉|好像|似乎|看来|眼里|眼中|心中|希望|但愿"
    "|曾|以前|之前|过去|本来|原来|知道|想|怕|发现|[让叫使]|讨厌|喜欢|[爱恨笑骂夸嫌]|记得|相信|承认|证明|显示|写|表示|提到|建议|同意"
)
# What makes a doubt or a quotation of the old words when it is all that follows them: says Tom, I think.
_DOUBT_BEHIND = frozenset(
    """
    say says said think thinks thought believe believes claim claims claimed guess suppose doubt doubts wonder heard hear hope hopes maybe
    perhaps possibly probably apparently allegedly supposedly joking joke
    """.split()
)
_SHORT_TAIL = 4
_TAIL_CHINESE = ".{0,6}(?:说|觉得|认为|可能|也许|大概|好像|似乎)吧?"

# The words of a clause that takes the old words back, beside those words themselves.
_RETRACTING = frozenset(
    """
    but though although however yet and which that i we he she they it this is am are was were do does did not no longer any more anymore
    now have has stopped quit so true the case gave given up changed my our mind wrong false
    """.split()
)
_RETRACTED = [
    frozenset(words.split("+"))
    for words in "longer anymore any+more stopped quit not+now not+true false wrong changed+mind gave+up given+up".split()
]
_RETRACTING_CHINESE = frozenset("但是不过可现在已经了再也我们他她它这那没有真的假戒停止放弃改主意对错如今后来就喜欢爱做用")
_RETRACTED_CHINESE = "不.{0,12}了|不再|没.{0,6}了|戒了|停了|不是真的|是假的|放弃了|改主意|不对|错了"


def around(old: str, new: str) -> Around | None:
    """
    Tell what the new words around the old ones do to these; None where the old ones do not stand there as whole words.

    What begins or ends with the punctuation of a clause is none of the parts that are looked for (`stretches`).
    """
    if old != old.strip(_EDGES):
        return None
    verdicts = [_judged(old, new[:start], new[start + len(old) :]) for start in _places(old, new)]
    told = (verdict for verdict in verdicts if verdict is not Around.OTHER)
    return next(told, Around.OTHER if verdicts else None)


_MOST_STRETCHES = 12
_MOST_ENDS = 6
_MOST_SEAMS = 12
_SEAMS = r"[.;!。；！,，、—–…)]\s*"
_LEAD_CHINESE = "(?:从|自|在|到|每|周|星期|平|通|一般|最近|现在|目前|经常|常常|有时|其实|另外|而且|此外|[今去明]年|.{1,5}[天日月年午上])"
_LONGEST_LEAD_CHINESE = 13  # characters
_BORDERS = r" ([a-z]+)|[,;!.:…(–—、。；，！（-]"
_BEGIN_JOINING = _JOINING.union((phrase.partition(" ")[0] for phrase in _JOINING_PHRASES), ("to",))


def stretches(new: str) -> tuple[str, ...]:
    """
    List the parts of a folded statement that could be a known statement with detail around it, the likeliest first, at most twelve.

    A part begins at the beginning, behind punctuation or behind a few leading words, and ends before what may follow a statement.
    """
    ends = _ends(new)[:_MOST_SEAMS]
    seams = [seam.end() for seam in islice(compiled(_SEAMS).finditer(new), _MOST_SEAMS)]
    parts = [new[:end] for end in ends[:_MOST_ENDS]]
    parts += [new[start:] for start in (*_after_lead(new), *seams)]
    parts += [new[start:end] for start in seams for end in ends if start < end]
    found = dict.fromkeys(part.strip(_EDGES) for part in parts)
    return tuple(part for part in found if len(part) >= _SHORTEST and part != new)[:_MOST_STRETCHES]


_SHORTEST = 3  # characters; what is shorter has no three words, not even in Chinese
_EDGES = " .,;!。，；！…"


def _ends(new: str) -> list[int]:
    """Find where a known statement could end: before punctuation, or a word that joins on."""
    found = [border.start() for border in compiled(_BORDERS).finditer(new) if border[1] is None or border[1] in _BEGIN_JOINING]
    return found if new.isascii() else found + [seam.start() for seam in compiled(_JOINING_CHINESE).finditer(new)]


def _after_lead(new: str) -> Iterator[int]:
    first = new.partition(" ")[0]
    if first in _LEADING or first in _COUNTING or first in _HOW_OFTEN:
        yield from (border.end() for border in islice(compiled(r"\S+ ").finditer(new), _LONGEST_LEAD))
    elif not new.isascii() and compiled(_LEAD_CHINESE).match(new):
        yield from range(1, min(len(new), _LONGEST_LEAD_CHINESE + 1))


def _places(old: str, new: str) -> Iterator[int]:
    """Find the old words in the new ones, at the borders of words."""
    start = -1
    for _ in range(_LOOKED_AT):
        start = new.find(old, start + 1)
        if start < 0:
            return
        end = start + len(old)
        if not _is_inside_word(new[max(start - 1, 0) : start + 1]) and not _is_inside_word(new[end - 1 : end + 1]):
            yield start


def _is_inside_word(two: str) -> bool:
    return compiled(_LETTER + _LETTER).fullmatch(two) is not None


def _judged(old: str, before: str, after: str) -> Around:
    if "?" in after or after.endswith("吗") or not _may_precede(before.strip()):
        return Around.OTHER
    if not after:
        return Around.ADDS
    if not _may_follow(old, after):
        return Around.OTHER
    if _takes_back(old, after):
        return Around.TAKES_BACK
    return Around.OTHER if _is_doubt(after) else Around.ADDS


def _may_precede(before: str) -> bool:
    """Tell whether words can stand before a statement and leave it as it is: a sentence, a time, a place, how often."""
    before = compiled(_SENTENCE_END).split(before)[-1].strip()
    if not before:
        return True
    doubted = not _DOUBT.isdisjoint(_words(before)) or compiled(_DOUBT_CHINESE).search(before) is not None
    return not doubted and (before[-1] in ",，、—–…)" or _leads(before))


def _leads(before: str) -> bool:
    words = _words(before)
    if not words:
        return compiled(_LEADING_CHINESE).fullmatch(before) is not None
    if compiled(f"[{scripts.UNSPACED}]").search(before):
        return False  # in two scripts at once it is no such lead
    if _HOW_OFTEN.issuperset(words) or (words[0] in _COUNTING and words[-1] in _TIMES):
        return True
    return words[0] in _LEADING and 1 < len(words) <= _LONGEST_LEAD and _OTHERS.isdisjoint(words)


def _may_follow(old: str, after: str) -> bool:
    """Tell whether words begin as those do that add to a statement: with punctuation, or a word that joins on."""
    if compiled(_PUNCTUATION).match(after) or compiled(_JOINING_CHINESE).match(after.lstrip()):
        return True
    word = compiled(r" ([a-z]+)(?![\w'-])").match(after)
    if word is None:
        return False
    if word[1] == "to":
        return _TAKE_TO.isdisjoint(_words(old))
    return word[1] in _JOINING or after[1:].startswith(_JOINING_PHRASES)


def _takes_back(old: str, after: str) -> bool:
    words = set(_words(after))
    if not words <= _RETRACTING.union(_words(old)):
        return False
    han = set(compiled(_HAN).findall(after))
    if han:
        return han <= _RETRACTING_CHINESE.union(old) and compiled(_RETRACTED_CHINESE).search(after) is not None
    return any(retracted <= words for retracted in _RETRACTED)


def _is_doubt(after: str) -> bool:
    words = _words(after)
    if words and len(words) <= _SHORT_TAIL and not _DOUBT_BEHIND.isdisjoint(words):
        return True
    return compiled(_TAIL_CHINESE).fullmatch(after.strip(" ,，、。")) is not None


def _words(text: str) -> list[str]:
    """List the Latin words, negations apart from what they are written to."""
    return compiled("[a-z0-9]+").findall(text.replace("n't", " not").replace("cannot", "can not"))
