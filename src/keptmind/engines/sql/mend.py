"""What is derived made anew from the rows, for one owner in one transaction; of a row itself only its place in the index is written."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from keptmind.engines.sql.examine import BEHIND, LATE, MISCOUNTED
from keptmind.engines.sql.index import ENDLESS, NEXT, SqlIndex
from keptmind.engines.sql.marks import SqlMarks
from keptmind.engines.sql.session import Session, micros
from keptmind.model.context import Whose
from keptmind.ports.soundness import Fresh

_KEYS = (
    "tenant", "owner", "scope_type", "scope_id", "share", "sensitivity", "purposes", "consent_purposes", "consent_destinations",
)  # fmt: skip

# A row is not at home either where another row that stands at the same place has the document there.
AT_HOME = f"""
SELECT 1
  FROM partitions q
 WHERE q.id = :partition
   AND {" AND ".join(f"q.{key} = :{key}" for key in _KEYS)}
   AND NOT EXISTS (SELECT 1 FROM documents d CROSS JOIN memories m
                    WHERE d.partition = :partition AND d.number = :number AND d.memory_id <> :id
                      AND m.id = d.memory_id AND m.partition = d.partition AND m.number = d.number)
"""

PUT_PLACE = """
UPDATE memories
   SET partition = :partition, number = :number
 WHERE tenant = :tenant AND owner = :owner AND id = :id
"""

DROP_DOCUMENTS_AT = "DELETE FROM documents WHERE partition = :partition AND number IN :numbers"
DROP_POSTINGS_AT = "DELETE FROM postings WHERE partition = :partition AND number IN :numbers"
DROP_MARKS_OF = "DELETE FROM marks WHERE tenant = :tenant AND owner = :owner AND memory_id IN :ids"

_OWN = "partition IN (SELECT q.id FROM partitions q WHERE q.tenant = :tenant AND q.owner = :owner)"


def _rowless(table: str) -> str:
    gone = f"NOT EXISTS (SELECT 1 FROM memories m WHERE m.tenant = :tenant AND m.owner = :owner AND m.id = {table}.memory_id)"
    return f"\nDELETE FROM {table}\n WHERE tenant = :tenant AND owner = :owner\n   AND {gone}\n"


# In this order: documents before their postings, what is derived before its sources. Nothing makes a derived text anew in this version,
# so that one which has lost a source goes.
STRAYS: dict[str, str] = {
    "documents": f"""
DELETE FROM documents
 WHERE {_OWN}
   AND NOT EXISTS (SELECT 1 FROM memories m
                    WHERE m.tenant = :tenant AND m.owner = :owner AND m.id = documents.memory_id
                      AND m.partition = documents.partition AND m.number = documents.number)
""",
    "postings": f"""
DELETE FROM postings
 WHERE {_OWN}
   AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.partition = postings.partition AND d.number = postings.number)
""",
    "marks": _rowless("marks"),
    "usage": _rowless("memory_usage"),
    "vectors": _rowless("vectors"),
    "derived": """
DELETE FROM derived
 WHERE tenant = :tenant AND owner = :owner
   AND (NOT EXISTS (SELECT 1 FROM derived_sources s WHERE s.tenant = :tenant AND s.owner = :owner AND s.derived_id = derived.id)
        OR EXISTS (SELECT 1 FROM derived_sources s
                    WHERE s.tenant = :tenant AND s.owner = :owner AND s.derived_id = derived.id
                      AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.tenant = :tenant AND m.owner = :owner AND m.id = s.memory_id)))
""",
    "sources": """
DELETE FROM derived_sources
 WHERE tenant = :tenant AND owner = :owner
   AND NOT EXISTS (SELECT 1 FROM derived d WHERE d.tenant = :tenant AND d.owner = :owner AND d.id = derived_sources.derived_id)
""",
    "stale": """
UPDATE derived
   SET state = 'stale'
 WHERE tenant = :tenant AND owner = :owner AND state = 'current'
   AND EXISTS (SELECT 1 FROM derived_sources s JOIN memories m ON m.tenant = s.tenant AND m.owner = s.owner AND m.id = s.memory_id
                WHERE s.tenant = :tenant AND s.owner = :owner AND s.derived_id = derived.id AND s.revision <> m.revision)
""",
}

OF_NOBODY: dict[str, str] = {
    table: f"DELETE FROM {table} WHERE NOT EXISTS (SELECT 1 FROM partitions q WHERE q.id = {table}.partition)"
    for table in ("documents", "postings")
}

_LAST = "(SELECT COALESCE(MAX(d.number), 0) FROM documents d WHERE d.partition = partitions.id)"
_LAST_ROW = """(SELECT COALESCE(MAX(m.number), 0) FROM memories m
                   WHERE m.tenant = :tenant AND m.owner = :owner AND m.partition = partitions.id)"""

RECOUNT = f"""
UPDATE partitions
   SET row_count = (SELECT COUNT(*) FROM documents d WHERE d.partition = partitions.id),
       length = (SELECT CAST(COALESCE(SUM(d.length), 0) AS BIGINT) FROM documents d WHERE d.partition = partitions.id),
       next_number = CASE WHEN next_number < {_LAST} THEN {_LAST} ELSE next_number END,
       changes_at = {NEXT.format(p="partitions")},
       revision = CASE WHEN revision < 0 THEN 1 ELSE revision + 1 END
 WHERE tenant = :tenant AND owner = :owner
   AND ({MISCOUNTED.format(p="partitions")}
        OR {BEHIND.format(p="partitions")}
        OR {LATE.format(p="partitions")})
"""

CATCH_UP = f"""
UPDATE partitions
   SET next_number = {_LAST_ROW}
 WHERE tenant = :tenant AND owner = :owner
   AND next_number < {_LAST_ROW}
"""

STIR = "UPDATE partitions SET revision = revision + 1 WHERE tenant = :tenant AND owner = :owner"


class SqlMending:
    """Writes only inside a transaction that holds the owner."""

    def __init__(self, session: Session, index: SqlIndex, marks: SqlMarks) -> None:
        self._session = session
        self._index = index
        self._marks = marks

    def is_home(self, fresh: Fresh) -> bool:
        """Tell whether a row stands in the partition it belongs to, at a place of its own."""
        named = {"id": fresh.memory.id, "partition": fresh.place.partition, "number": fresh.place.number}
        return self._session.one(AT_HOME, {**self._index.partition(fresh.memory), **named}) is not None

    def move(self, fresh: Fresh, now: datetime) -> None:
        """Give a row a new place in its partition; what stood for it at the old one is a stray from here on."""
        memory = fresh.memory
        place = self._index.home(memory) if fresh.place.number is None else self._index.add(memory, fresh.terms, fresh.length, now)
        named = {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id}
        self._session.run(PUT_PLACE, {**named, "partition": place.partition, "number": place.number})

    def renew(self, several: Sequence[Fresh]) -> None:
        """Write documents and postings of rows anew, each at its place; whatever stood there goes."""
        for partition in sorted({one.place.partition for one in several}):
            named = {"partition": partition, "numbers": [one.place.number for one in several if one.place.partition == partition]}
            self._session.run(DROP_DOCUMENTS_AT, named)
            self._session.run(DROP_POSTINGS_AT, named)
        for one in several:
            self._index.put(one)

    def mark(self, several: Sequence[Fresh], whose: Whose) -> None:
        """Mark rows anew."""
        if several:
            self._session.run(DROP_MARKS_OF, {**_named(whose), "ids": [one.memory.id for one in several]})
        for one in several:
            self._marks.add(one.memory, one.marks)

    def drop_strays(self, whose: Whose) -> Mapping[str, int]:
        """Drop what is derived from rows that an owner does not have, and call stale what is derived from earlier revisions."""
        self._session.settle()
        return {name: self._session.run(statement, _named(whose)) for name, statement in STRAYS.items()}

    def drop_of_nobody(self) -> Mapping[str, int]:
        """Drop what stands in partitions that are gone."""
        return {name: self._session.run(statement, {}) for name, statement in OF_NOBODY.items()}

    def recount(self, whose: Whose, now: datetime) -> int:
        """Count anew the partitions of an owner that are miscounted, and return how many times that was."""
        caught_up = self._session.run(CATCH_UP, _named(whose))
        return caught_up + self._session.run(RECOUNT, {**_named(whose), "now": micros(now), "endless": ENDLESS})

    def stir(self, whose: Whose) -> None:
        """Let no answer from before be given again."""
        self._session.run(STIR, _named(whose))


def _named(whose: Whose) -> dict[str, str]:
    tenant, owner = whose
    return {"tenant": tenant, "owner": owner}
