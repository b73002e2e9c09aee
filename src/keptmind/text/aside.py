"""English words that are set aside before two statements are compared, pure: negations, opposite verbs, words that add nothing."""

from functools import cache, lru_cache

from keptmind.text.entries import (
    ADVERB,
    COUNTED,
    DENIAL,
    DENIED,
    MODAL,
    MOMENT,
    MONTH,
    NOTHING,
    NUMBER,
    PAST,
    PLAIN,
    VERB,
    Entry,
    plain,
    verbs,
)  # fmt: skip
from keptmind.text.numerals import NUMBER_WORDS
from keptmind.text.stem import is_past, stem

_OPPOSITES = """
like + like: like enjoy fond
like + love: love adore
like + prefer: prefer
like - like: dislike
like - hate: hate detest loathe abhor can_not_stand can_not_bear
allow + allow: allow permit enable
allow - allow: forbid ban prohibit disable disallow
use + use: use uses using
use - use: avoid
accept + accept: accept
accept - accept: refuse reject decline
start + start: start begin
start - start: stop quit
support + support: support
support - support: oppose
trust + trust: trust
trust - trust: distrust mistrust
agree + agree: agree
agree - agree: disagree
"""
_DROPPED = "a an the do does any anymore still now currently already yet also either please from_now_on any_more any_longer"
_ADVERBS = "too just actually instead always ever really very quite truly definitely so_much very_much at_all"
_NEGATIONS = "not never no neither no_longer"
_SWITCHED = ("~switch", "~on")  # two words, as they are written
_OTHER: dict[str, Entry] = {
    **dict.fromkeys("turn_on switch_on turned_on switched_on".split(), (_SWITCHED, (VERB + "switch",), PLAIN)),
    **dict.fromkeys("turn_off switch_off turned_off switched_off".split(), (_SWITCHED, (DENIED, VERB + "switch"), PLAIN)),
    "did": ((), (PAST,), PLAIN),
    "had": (("have",), (PAST, "have"), PLAIN),
    "used": (("~use",), (PAST, VERB + "use"), PLAIN),
    "forbidden": (("~allow",), (PAST, DENIED, VERB + "allow"), PLAIN),
    "forbade": (("~allow",), (PAST, DENIED, VERB + "allow"), PLAIN),
    "can": ((), (MODAL + "can",), PLAIN),
    "without": (("with",), (DENIED, "with"), PLAIN),
    "no_one": (("someon",), (DENIED, "someone"), PLAIN),
    "nor": plain("and"),
    "may": (("may",), ("may",), MONTH),
    "march": (("march",), ("march",), MONTH),
}
_MOMENTS = """
monday mondays mon tuesday tuesdays tue tues wednesday wednesdays wed thursday thursdays thu thur thurs friday fridays fri
saturday saturdays sunday sundays january february april june july august september october november december
jan feb apr jun jul aug sep sept oct nov dec today tomorrow yesterday tonight morning mornings afternoon afternoons evening evenings
night nights noon midnight am pm o'clock weekend weekends spring summer autumn winter easter christmas
"""
# Words that the stemmer takes for the plural of a name, or leaves as they are.
_ROOTS = {"lives": "live", "leaves": "leav", "has": "have"}

# Several words that are one thing here; `not only` denies nothing, and who `used to` do a thing does not use it.
PHRASES = frozenset(
    """
    can_not_stand can_not_bear no_longer any_more any_longer no_one not_only not_just used_to looks_like look_like feels_like so_much
    very_much at_all from_now_on turn_on turn_off switch_on switch_off turned_on turned_off switched_on switched_off
    """.split()
)


@lru_cache(maxsize=16_384)
def english(word: str) -> Entry:
    """Tell what a folded ASCII word leaves behind; a phrase is written with underscores."""
    known = _table().get(word)
    if known:
        return known
    root = root_of(word)
    words, said, _ = _verbs().get(word) or _verbs().get(root) or ((root,), (singular(word),), PLAIN)
    return (words, (PAST, *said), PLAIN) if is_past(word) else (words, said, PLAIN)


def root_of(word: str) -> str:
    """Stem a word; one of three letters as its longer forms are, so that tries meets try and ages meets age."""
    if len(word) == 3 and word.endswith("y") and word[1] not in "aeiou":
        return word[:-1] + "i"
    if len(word) == 3 and word.endswith("e"):
        return stem(word + "s")
    return _ROOTS.get(word) or stem(word)


def singular(word: str) -> str:
    """Take the s of the plural or of the third person away, and nothing else."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "zes", "oes")) else word[:-1]


@cache
def _table() -> dict[str, Entry]:
    table = dict.fromkeys(_DROPPED.split(), NOTHING)
    table |= {word: ((), (ADVERB + word,), PLAIN) for word in _ADVERBS.split()}
    table |= dict.fromkeys(_NEGATIONS.split(), DENIAL)
    table |= {word: ((root_of(word),), (word,), MOMENT) for word in _MOMENTS.split()}
    table |= {word: ((), (COUNTED + number,), NUMBER) for word, number in NUMBER_WORDS.items()}
    return table | _OTHER


@cache
def _verbs() -> dict[str, Entry]:
    """List the opposite verbs as they are, and by their stems, but for the short ones: the stem of use is us."""
    listed = verbs(_OPPOSITES)
    return listed | {root_of(verb): entry for verb, entry in listed.items() if len(verb) > 3}
