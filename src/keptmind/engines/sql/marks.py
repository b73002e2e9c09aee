"""The marks by which a later statement meets a row: keyed hashes in a narrow table, no word of a text."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from keptmind.engines.sql.index import keyed_hash
from keptmind.engines.sql.meta import put_meta, read_meta
from keptmind.engines.sql.rows import SELECTED, Rows
from keptmind.engines.sql.session import Session
from keptmind.engines.sql.words import Words
from keptmind.model.memory import Memory
from keptmind.text.normalise import value

ROWS_AT_ONCE = 500
MARKS_AT_ONCE = 2_048  # a statement; a database bounds its parameters

MARKED = f"""
SELECT k.mark, {SELECTED}
  FROM marks k CROSS JOIN memories m
 WHERE k.tenant = :tenant AND k.owner = :owner AND k.mark IN :marks
   AND m.tenant = k.tenant AND m.owner = k.owner AND m.id = k.memory_id
   AND m.status <> 'archived'
"""

ADD_MARK = "INSERT INTO marks (mark, tenant, owner, memory_id) VALUES (?, ?, ?, ?)"

DROP_MARKS = """
DELETE FROM marks
 WHERE tenant = :tenant AND owner = :owner AND mark IN :marks AND memory_id = :id
"""

COUNT_MARKS = """
SELECT COUNT(*)
  FROM marks
 WHERE tenant = :tenant AND owner = :owner AND mark IN :marks AND memory_id = :id
"""

DROP_ALL_MARKS = "DELETE FROM marks"

ROWS_AFTER = f"""
SELECT {SELECTED}
  FROM memories m
 WHERE m.id > :after
 ORDER BY m.id
 LIMIT :most
"""

PUT_VALUE = """
UPDATE memories
   SET value = :said
 WHERE tenant = :tenant AND owner = :owner AND id = :id
"""


class SqlMarks:
    """Which rows bear which marks."""

    def __init__(self, session: Session, words: Words, salt: bytes) -> None:
        self._session = session
        self._rows = Rows(session, words)
        self._hash = keyed_hash(salt)

    def met(self, tenant: str, owner: str, marks: Sequence[str], now: datetime) -> list[tuple[str, Memory]]:
        """Return the live rows that bear one of these marks, each with the mark."""
        self._session.settle()
        by_hash = {self._hash(mark): mark for mark in marks}
        wanted = sorted(by_hash)
        found: list[tuple[str, Memory]] = []
        for start in range(0, len(wanted), MARKS_AT_ONCE):
            named = {"tenant": tenant, "owner": owner, "marks": wanted[start : start + MARKS_AT_ONCE]}
            found += [(by_hash[row[0]], self._rows.memory(row[1:], now)) for row in self._session.all(MARKED, named)]
        return found

    def add(self, memory: Memory, marks: Sequence[str]) -> None:
        """Let a row bear marks."""
        beside = (memory.tenant, memory.owner, memory.id)
        self._session.defer_sorted(ADD_MARK, [((hashed,), beside) for hashed in {self._hash(mark) for mark in marks}])

    def drop(self, memory: Memory, marks: Sequence[str]) -> None:
        """Take marks from a row."""
        self._session.settle()
        self._session.run(DROP_MARKS, {**_named(memory), "marks": [self._hash(mark) for mark in marks]})

    def borne(self, memory: Memory, marks: Sequence[str]) -> int:
        """Count those of these marks that a row bears."""
        return int(self._session.only(COUNT_MARKS, {**_named(memory), "marks": [self._hash(mark) for mark in marks]})[0])

    def are_of(self, version: int) -> bool:
        """Tell whether the rows of this store are marked by the rules of this version."""
        return read_meta(self._session, "marks") == str(version)

    def renew(self, marks: Callable[[Memory], Sequence[str]], version: int, now: datetime) -> None:
        """Mark every row of every owner anew, and write down what it says as it is compared."""
        self._session.run(DROP_ALL_MARKS, {})
        after = ""
        while rows := self._session.all(ROWS_AFTER, {"after": after, "most": ROWS_AT_ONCE}):
            for memory in (self._rows.memory(row, now) for row in rows):
                self.add(memory, marks(memory))
                self._session.run(PUT_VALUE, {**_named(memory), "said": value(memory.content)})
                after = memory.id
            self._session.settle()
        put_meta(self._session, "marks", str(version))


def _named(memory: Memory) -> dict[str, Any]:
    return {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id}
