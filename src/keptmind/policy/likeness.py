"""Whether a new statement says the same as an old one, more, the contrary, or something else; pure."""

from collections.abc import Sequence
from enum import StrEnum

from keptmind.policy.detail import Around, around
from keptmind.text.entries import ADVERB, COUNTED, DENIED, MODAL, PAST, VERB, WHEN
from keptmind.text.gist import Gist, has_three_tokens, is_enough, reading
from keptmind.text.normalise import fold
from keptmind.text.patterns import compiled
from keptmind.text.similarity import dice


class Likeness(StrEnum):
    """What a new statement is to an old one."""

    SAME = "same"
    COMPATIBLE = "compatible"
    CONFLICT = "conflict"
    DIFFERENT = "different"


NEAR = 0.92
_SHORT = 2  # words of a statement that is compared by its denial alone

# What a negation does not reach beyond.
_JOINTS = frozenset("and or but because so which while if when that who 和 但 而 或 因 所".split())
_ONE = COUNTED + "1"  # a cat is one cat


def compare(old: str, new: str, *, state: bool) -> Likeness:
    """
    Tell what a new statement is to an old one, both in folded form (`normalise.value`).

    Days and times tell two things apart, unless they are a state that has changed.
    """
    if old == new:
        return Likeness.SAME
    if old in new and has_three_tokens(old) and any(reading(rest).words for rest in new.split(old, 1)):
        met = around(old, new)
        if met is not None:
            return _AROUND[met]
    if new in old and has_three_tokens(new):
        met = around(new, old)
        if met is Around.TAKES_BACK:
            return Likeness.CONFLICT
        if state and met is Around.ADDS and not any(reading(rest, dates_aside=True).words for rest in old.split(new, 1)):
            return Likeness.COMPATIBLE  # it leaves out a date and no more, as it would add one the other way round
    before, after = reading(old, dates_aside=state), reading(new, dates_aside=state)
    return _of_one_gist(before, after) if before.words == after.words else Likeness.DIFFERENT


_AROUND = {Around.ADDS: Likeness.COMPATIBLE, Around.TAKES_BACK: Likeness.CONFLICT, Around.OTHER: Likeness.DIFFERENT}


def _of_one_gist(old: Gist, new: Gist) -> Likeness:
    """Compare what was set aside: equal gists that differ there go against each other, but for tense, strength and emphasis."""
    before, after = _clauses(old.said), _clauses(new.said)
    if old.words and (before == after or list(map(_in_order, before)) == list(map(_in_order, after))):
        return Likeness.SAME
    if not is_enough(old) or not is_enough(new):
        return Likeness.CONFLICT if _only_denies(old, new) else Likeness.DIFFERENT
    marks, others = _marks(old.said), _marks(new.said)
    denials, denied = list(map(_is_denied, before)), list(map(_is_denied, after))
    if marks[PAST] != others[PAST] or not _agree_in_mood(marks[MODAL], others[MODAL], any(denials), any(denied)):
        return Likeness.DIFFERENT
    if denials != denied or marks[COUNTED] != others[COUNTED] or (marks[WHEN] and others[WHEN] and marks[WHEN] != others[WHEN]):
        return Likeness.CONFLICT
    return Likeness.COMPATIBLE


Marks = list[tuple[int, str]]
"""Marks of one kind, each with the number of words before it."""


def _only_denies(old: Gist, new: Gist) -> bool:
    """Tell whether of two short statements one denies the other and nothing else differs: I smoke, I do not smoke."""
    stripped = [[mark for mark in gist.said if mark != DENIED] for gist in (old, new)]
    return len(old.words) >= _SHORT and stripped[0] == stripped[1] and _denied(old) != _denied(new)


def _denied(gist: Gist) -> list[bool]:
    return [_is_denied(clause) for clause in _clauses(gist.said)]


def _clauses(said: Sequence[str]) -> list[list[str]]:
    """Part what was said where a negation ends."""
    clauses: list[list[str]] = [[]]
    for mark in said:
        if mark in _JOINTS:
            clauses.append([])
        clauses[-1].append(mark)
    return clauses


def _in_order(clause: Sequence[str]) -> tuple[int, list[str]]:
    """Count the negations, wherever they stand: I have no pets, I do not have pets. One counts only as the last word: the blue one."""
    return clause.count(DENIED), [mark for mark in clause[:-1] if mark not in (DENIED, _ONE)] + list(clause[-1:])


def _is_denied(clause: Sequence[str]) -> bool:
    return clause.count(DENIED) % 2 == 1


def _marks(said: Sequence[str]) -> dict[str, Marks]:
    """List what was set aside, by its kind."""
    found: dict[str, Marks] = {kind: [] for kind in (PAST, MODAL, COUNTED, WHEN, VERB, DENIED, ADVERB)}
    words = 0
    for mark in said:
        if mark[0] == " ":
            found[mark[:2]].append((words, mark))
        words += mark[0] != " " or mark.startswith(VERB)
    return found


def _agree_in_mood(old: Marks, new: Marks, old_denied: bool, new_denied: bool) -> bool:
    """Tell whether both speak of what is, or of what can or is to be; or one denies that what the other says can or is to be."""
    if old == new:
        return True
    if old and new:
        return False
    return (old_denied, new_denied) == (bool(old), bool(new))


def near_equal(old: str, new: str) -> bool:
    """
    Tell whether two texts differ in nothing but spelling: 0.92 of their pairs of letters, and all that must never differ.

    Numbers, moments, polarity, opposite verbs and their order must be equal, and so must every word but a long one with a slip in it that
    is written small. Give texts as they were said: folded ones hide which words are names.
    """
    one, other = fold(old), fold(new)
    if dice(one, other) < NEAR:
        return False
    before, after = reading(one).said, reading(other).said
    names = set(map(fold, compiled(_NAME).findall(f"{old} {new}")))
    return len(before) == len(after) and all(a == b or _is_slip(a, b, names) for a, b in zip(before, after, strict=True))


_NAME = r"[A-ZÀ-ÖØ-Þ][\w'-]*"
_LONG = 6


def _is_slip(one: str, other: str, names: set[str]) -> bool:
    """Tell whether a word was mistyped in one place: a letter more, less, other or two changed about, but not the first."""
    if min(len(one), len(other)) < _LONG or one[0] != other[0] or not (one + other).isalpha() or {one, other} & names:
        return False
    start = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, others = one[start:], other[start:]
    swapped = rest[:2] == others[1::-1] and rest[2:] == others[2:]
    return swapped or rest[1:] == others[1:] or rest[1:] == others or rest == others[1:]


_NO_VERB = "".join(f"(?<!{verb} )" for verb in "do does did have has had can could will would should".split())
_CORRECTING = (
    r"(?:^|[.,;:!] |\bno |\bbut )actually\b|^correction\b|\bcorrection:|^update:|\binstead\b"
    r"|\b(?:changed|switched|moved)\b[^.;!?]{0,40} to\b|^(?:please )?(?:change|switch) [^.;!?]{1,40} to\b|\bchanged\b.{0,60} now\b"
    r"|\bfrom now on\b|\bno longer\b|(?:\bnot|n't|\bcannot)\b.{0,60} any ?(?:more|longer)\b"
    rf"|{_NO_VERB}\bnot (?!only\b|just\b)[^.;!?]{{1,30}} but (?!i\b|we\b|he\b|she\b|they\b|it\b|also\b)"
    r"|\breplac(?:e|es|ed)\b.{1,60} (?:with|by)\b|\bi meant\b|\bscratch that\b|\b(?:was|is|were) wrong\b|\bforget what i said\b"
)
_CORRECTING_CHINESE = (
    "更正|纠正|改[成为到用口]|换[成为用]|替换|不再|再也[不没]|不是.{1,40}而是|而不是|从现在(?:开始|起)|从今(?:天|以后|往后)"
    "|以后(?:都|就|请|要|别|不|改|用|只)|(?:^|[,，。;；])其实|准确地?说|[说记搞弄]错了"
)


def corrects(text: str) -> bool:
    """Tell whether the words themselves say that they replace what was said before."""
    folded = fold(text).replace("’", "'")
    return compiled(_CORRECTING).search(folded) is not None or compiled(_CORRECTING_CHINESE).search(folded) is not None
