"""Purposes and destinations as bits, so that permission is one AND in SQL."""

from collections.abc import Iterable, Sequence

from keptmind.engines.sql.session import Session
from keptmind.errors import InvalidSettings

PURPOSE = "purpose"
DESTINATION = "destination"
REMEMBERED = 1_024  # combinations of words whose bits are kept at hand
MOST = 62  # bits of a signed 64-bit integer that stay positive

READ_WORDS = """
SELECT word, bit
  FROM words
 WHERE sort = :sort
"""

ADD_WORD = """
INSERT INTO words (sort, word, bit)
SELECT :sort, :word, COALESCE(MAX(bit) + 1, 0)
  FROM words
 WHERE sort = :sort
ON CONFLICT DO NOTHING
"""


class Words:
    """
    Registered words of both sorts, remembered in memory; a word once registered keeps its bit.

    Only committed words are remembered: what a transaction registers is read from that transaction until it has committed, so that
    a rollback can never leave a bit that another word is given later.
    """

    def __init__(self) -> None:
        self._bits: dict[str, dict[str, int]] = {PURPOSE: {}, DESTINATION: {}}
        self._spoken: dict[tuple[str, int], tuple[str, ...]] = {}
        self._masks: dict[tuple[str, tuple[str, ...]], int] = {}

    def mask(self, session: Session, sort: str, words: Iterable[str]) -> int:
        """Return the bits of the words; an unregistered word has none."""
        asked = (sort, tuple(words))
        remembered = self._masks.get(asked)
        if remembered is not None:
            return remembered
        wanted = set(asked[1])
        known = self._knowing(session, sort, wanted)
        mask = sum(1 << known[word] for word in wanted if word in known)
        if wanted <= known.keys() and known is self._bits[sort] and len(self._masks) < REMEMBERED:
            self._masks[asked] = mask
        return mask

    def register(self, session: Session, sort: str, words: Sequence[str]) -> None:
        """Give every new word a bit, inside a transaction that writes. Raises: InvalidSettings when there is none left."""
        if set(words) <= self._bits[sort].keys():
            return
        session.take_turn(f"words {sort}")
        known = self._reread(session, sort)
        fresh = [word for word in dict.fromkeys(words) if word not in known]
        if len(known) + len(fresh) > MOST + 1:
            raise InvalidSettings(field=sort, limit=MOST + 1)
        for word in fresh:
            session.run(ADD_WORD, {"sort": sort, "word": word})

    def spoken(self, session: Session, sort: str, mask: int) -> tuple[str, ...]:
        """Return the words of a mask, in the order in which they were registered."""
        remembered = self._spoken.get((sort, mask))
        if remembered is not None:
            return remembered
        known = self._bits[sort]
        if mask >> (max(known.values(), default=-1) + 1):
            known = self._reread(session, sort)
        words = tuple(word for word, bit in sorted(known.items(), key=lambda entry: entry[1]) if mask >> bit & 1)
        if not session.uncommitted:
            self._spoken[sort, mask] = words
        return words

    def _knowing(self, session: Session, sort: str, wanted: set[str]) -> dict[str, int]:
        known = self._bits[sort]
        return known if wanted <= known.keys() else self._reread(session, sort)

    def _reread(self, session: Session, sort: str) -> dict[str, int]:
        fresh: dict[str, int] = dict(session.all(READ_WORDS, {"sort": sort}))
        if not session.uncommitted:
            self._bits[sort] = fresh
        return fresh
