"""Purposes and destinations as bits, so that permission is one AND in SQL."""

from collections.abc import Iterable, Sequence

from keptmind.engines.sql.session import Session
from keptmind.errors import InvalidSettings

PURPOSE = "purpose"
DESTINATION = "destination"
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
    """Registered words of both sorts, remembered in memory; a word once registered keeps its bit."""

    def __init__(self) -> None:
        self._bits: dict[str, dict[str, int]] = {PURPOSE: {}, DESTINATION: {}}
        self._masks: dict[tuple[str, tuple[str, ...]], int] = {}
        self._spoken: dict[tuple[str, int], tuple[str, ...]] = {}

    def mask(self, session: Session, sort: str, words: Iterable[str]) -> int:
        """Return the bits of the words; an unregistered word has none."""
        wanted = tuple(words)
        remembered = self._masks.get((sort, wanted))
        if remembered is not None:
            return remembered
        known = self._bits[sort]
        if any(word not in known for word in wanted):
            known = self._reread(session, sort)
        mask = sum(1 << known[word] for word in set(wanted) if word in known)
        if all(word in known for word in wanted):
            self._masks[sort, wanted] = mask
        return mask

    def register(self, session: Session, sort: str, words: Sequence[str]) -> None:
        """Give every new word a bit; must run inside a transaction that writes."""
        fresh = [word for word in words if word not in self._bits[sort]]
        if not fresh:
            return
        for word in fresh:
            session.run(ADD_WORD, {"sort": sort, "word": word})
        if max(self._reread(session, sort).values(), default=0) > MOST:
            raise InvalidSettings(field=sort, limit=MOST + 1)

    def spoken(self, session: Session, sort: str, mask: int) -> tuple[str, ...]:
        """Return the words of a mask, in the order in which they were registered."""
        remembered = self._spoken.get((sort, mask))
        if remembered is None:
            remembered = self._read_out(session, sort, mask)
            self._spoken[sort, mask] = remembered
        return remembered

    def _read_out(self, session: Session, sort: str, mask: int) -> tuple[str, ...]:
        known = self._bits[sort]
        if mask >> (max(known.values(), default=-1) + 1):
            known = self._reread(session, sort)
        return tuple(word for word, bit in sorted(known.items(), key=lambda entry: entry[1]) if mask >> bit & 1)

    def _reread(self, session: Session, sort: str) -> dict[str, int]:
        self._bits[sort] = dict(session.all(READ_WORDS, {"sort": sort}))
        return self._bits[sort]
