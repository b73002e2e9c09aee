"""English stemming, pure: Porter's algorithm of 1980 (Program 14, 3), with the irregular forms looked up before it."""

from functools import cache

# Forms that no suffix rule reaches, after the word they belong to; those of the first table have the form of the past, but for goes.
_IRREGULAR_PASTS = """
become became, begin began begun, bite bit bitten, blow blew blown, break broke broken, bring brought, build built, buy bought,
catch caught, choose chose chosen, come came, deal dealt, draw drew drawn, drink drank drunk, drive drove driven, eat ate eaten,
fall fell fallen, feed fed, feel felt, fight fought, find found, fly flew flown, forget forgot forgotten, forgive forgave forgiven,
freeze froze frozen, get got gotten, give gave given, go goes went gone, grow grew grown, hang hung, hear heard, hide hid hidden,
hold held, keep kept, know knew known, lead led, leave left, lend lent, lose lost, make made, mean meant, meet met, pay paid,
ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw seen, sell sold, send sent, shake shook shaken,
shoot shot, show shown, sing sang sung, sit sat, sleep slept, speak spoke spoken, spend spent, stand stood, steal stole stolen,
stick stuck, swim swam swum, take took taken, teach taught, tear tore torn, tell told, think thought, throw threw thrown,
understand understood, wake woke woken, wear wore worn, win won, write wrote written
"""
_IRREGULAR_NAMES = """
child children, foot feet, goose geese, half halves, knife knives, leaf leaves, life lives, man men, mouse mice, person people,
shelf shelves, tooth teeth, wife wives, woman women, wolf wolves, january jan, february feb, april apr, august aug, september sep sept,
october oct, november nov, december dec, tuesday tue tues, wednesday wed, thursday thu thur thurs, friday fri
"""

# Steps 2 to 4 of the paper as suffix=replacement; where two suffixes fit, the longer stands first. Ours is only ili=i (happily, happy).
_STEP_2 = """
ational=ate ization=ize iveness=ive fulness=ful ousness=ous tional=tion biliti=ble entli=ent ousli=ous ation=ate alism=al aliti=al
iviti=ive enci=ence anci=ance izer=ize abli=able alli=al ator=ate eli=e ili=i
"""
_STEP_3 = "icate=ic ative= alize=al iciti=ic ical=ic ness= ful="
_STEP_4 = "ement= ance= ence= able= ible= ment= ion= ant= ent= ism= ate= iti= ous= ive= ize= al= er= ic= ou="

_SHORTEST = 4


def stem(word: str) -> str:
    """Reduce a lower-case English word to the form its inflections and close derivations share."""
    regular = _irregular().get(word, word)
    if len(regular) < _SHORTEST:
        return regular
    return _tidied(_derived(_with_i(_without_tense(_singular(regular)))))


def is_past(word: str) -> bool:
    """Tell whether a lower-case English word has the form of the past, be it a participle."""
    if word in _irregular_pasts():
        return word != "goes"
    return word.endswith("ed") and not stem(word).endswith("ed")


@cache
def _irregular() -> dict[str, str]:
    return _irregular_pasts() | _forms(_IRREGULAR_NAMES)


@cache
def _irregular_pasts() -> dict[str, str]:
    return _forms(_IRREGULAR_PASTS)


def _forms(table: str) -> dict[str, str]:
    groups = [group.split() for group in table.split(",")]
    return {form: word for word, *forms in groups for form in forms}


@cache
def _rules(step: str) -> tuple[tuple[str, str], ...]:
    return tuple((suffix, replacement) for suffix, _, replacement in (rule.partition("=") for rule in step.split()))


@cache
def _suffixes(step: str) -> tuple[str, ...]:
    return tuple(suffix for suffix, _ in _rules(step))


def _shape(part: str) -> str:
    """Write c for each consonant and v for each vowel; a y after a consonant is a vowel."""
    shape = ""
    for letter in part:
        vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(part: str) -> int:
    """Count the vowel-consonant sequences, the m of the paper."""
    return _shape(part).count("vc")


def _ends_short(part: str) -> bool:
    """Tell whether it ends consonant, vowel, consonant, the last not w, x or y: the *o of the paper."""
    return _shape(part).endswith("cvc") and part[-1] not in "wxy"


def _singular(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_tense(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        part = word.removesuffix(ending)
        if part != word:
            return _restored(part) if "v" in _shape(part) else word
    return word


def _restored(part: str) -> str:
    """Give back the e, or take the doubled consonant, that the ending had changed."""
    if part.endswith(("at", "bl", "iz")):
        return part + "e"
    if part[-1:] == part[-2:-1] and part[-1] not in "aeioulsz":
        return part[:-1]
    return part + "e" if _measure(part) == 1 and _ends_short(part) else part


def _with_i(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and "v" in _shape(word[:-1]) else word


def _derived(word: str) -> str:
    word = _replaced(word, _STEP_2, over=0)
    word = _replaced(word, _STEP_3, over=0)
    return _replaced(word, _STEP_4, over=1)


def _replaced(word: str, step: str, *, over: int) -> str:
    """Apply the first rule whose suffix fits, if what stands before it is long enough."""
    if not word.endswith(_suffixes(step)):
        return word
    suffix, replacement = next(rule for rule in _rules(step) if word.endswith(rule[0]))
    part = word.removesuffix(suffix)
    fits = _measure(part) > over and (suffix != "ion" or part.endswith(("s", "t")))
    return part + replacement if fits else word


def _tidied(word: str) -> str:
    part = word.removesuffix("e")
    if part != word and (_measure(part) > 1 or (_measure(part) == 1 and not _ends_short(part))):
        word = part
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
