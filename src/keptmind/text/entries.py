"""What a word leaves behind when statements are compared, pure: a word that counts, marks of what is set aside, or nothing."""

from collections.abc import Sequence

# Among the words that count; in what was said, where a blank begins each mark; and what else has to be looked at. A run of Han
# characters stands for its characters.
Entry = tuple[Sequence[str], Sequence[str], int]

PLAIN, MOMENT, NUMBER, MONTH, CHINESE_NUMBER = range(5)  # a month here is one that is also another word: may, march

DENIED = " ¬"
PAST = " <"
MODAL = " ^"
VERB = " ~"
ADVERB = " *"
COUNTED = " #"
WHEN = " @"

NOTHING: Entry = ((), (), PLAIN)
DENIAL: Entry = ((), (DENIED,), PLAIN)


def plain(*words: str) -> Entry:
    """Give the entry of words that count as they are."""
    return (words, words, PLAIN)


def verbs(table: str) -> dict[str, Entry]:
    """
    Read a table of opposite verbs, one line for each `family sign strength: verbs`.

    Verbs of one family are set aside alike; those of one strength say the same, be it affirmed or denied.
    """
    entries: dict[str, Entry] = {}
    for line in table.strip().splitlines():
        head, _, names = line.partition(":")
        family, sign, strength = head.split()
        said = (DENIED, VERB + strength) if sign == "-" else (VERB + strength,)
        entries |= dict.fromkeys(names.split(), ((f"~{family}",), said, PLAIN))
    return entries
