"""Whether everything that is derived agrees with the rows it is derived from; each statement counts what does not."""

from collections.abc import Mapping
from datetime import datetime

from keptmind.engines.sql.rows import SELECTED, Rows
from keptmind.engines.sql.session import Session
from keptmind.engines.sql.words import Words
from keptmind.model.memory import Memory
from keptmind.ports.store import Place

_WITHOUT_ROW = "NOT EXISTS (SELECT 1 FROM memories m WHERE m.tenant = x.tenant AND m.owner = x.owner AND m.id = x.memory_id)"

CHECKS: dict[str, str] = {
    "documents-without-row": """
SELECT COUNT(*)
  FROM documents d
 WHERE NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = d.memory_id AND m.partition = d.partition AND m.number = d.number)
""",
    "rows-without-document": """
SELECT COUNT(*)
  FROM memories m
 WHERE m.number IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.partition = m.partition AND d.number = m.number AND d.memory_id = m.id)
""",
    "postings-without-document": """
SELECT COUNT(*)
  FROM postings p
 WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.partition = p.partition AND d.number = p.number)
""",
    "postings-miscounted": """
SELECT CASE WHEN (SELECT COUNT(*) FROM postings) = (SELECT COALESCE(SUM(terms), 0) FROM documents) THEN 0 ELSE 1 END
""",
    "partitions-miscounted": """
SELECT COUNT(*)
  FROM partitions p
 WHERE p.row_count <> (SELECT COUNT(*) FROM documents d WHERE d.partition = p.id)
    OR p.length <> (SELECT COALESCE(SUM(d.length), 0) FROM documents d WHERE d.partition = p.id)
""",
    "rows-in-another-partition": """
SELECT COUNT(*)
  FROM memories m JOIN partitions p ON p.id = m.partition
 WHERE p.tenant <> m.tenant OR p.owner <> m.owner OR p.scope_type <> m.scope_type OR p.scope_id <> m.scope_id
    OR p.share <> m.share OR p.sensitivity <> m.sensitivity OR p.purposes <> m.purposes
    OR p.consent_purposes <> m.consent_purposes OR p.consent_destinations <> m.consent_destinations
""",
    "versions-out-of-order": """
SELECT COUNT(*)
  FROM memory_versions v JOIN memories m ON m.tenant = v.tenant AND m.owner = v.owner AND m.id = v.memory_id
 WHERE v.revision >= m.revision
""",
    "versions-without-row": f"SELECT COUNT(*) FROM memory_versions x WHERE {_WITHOUT_ROW}",
    "evidence-without-row": f"SELECT COUNT(*) FROM evidence x WHERE {_WITHOUT_ROW}",
    "marks-without-row": f"SELECT COUNT(*) FROM marks x WHERE {_WITHOUT_ROW}",
    "questions-without-row": """
SELECT COUNT(*)
  FROM questions q
 WHERE q.state = 'open'
   AND 2 <> (SELECT COUNT(*) FROM memories m
              WHERE m.tenant = q.tenant AND m.owner = q.owner AND m.id IN (q.first_memory, q.second_memory) AND m.status = 'disputed')
""",
    "usage-without-row": f"SELECT COUNT(*) FROM memory_usage x WHERE {_WITHOUT_ROW}",
    "rows-under-a-tombstone": """
SELECT COUNT(*)
  FROM tombstones t JOIN memories m ON m.tenant = t.tenant AND m.owner = t.owner AND m.id = t.memory_id
""",
    "deletions-unfinished": "SELECT COUNT(*) FROM deletions WHERE state <> 'bytes_gone'",
}

SOME_ROWS = f"""
SELECT m.partition, m.number, {SELECTED}
  FROM memories m
 WHERE m.id > :after
   AND m.number IS NOT NULL
 ORDER BY m.id
 LIMIT :most
"""


class SqlExamination:
    """Reads everything and changes nothing."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._rows = Rows(session, words)

    def counts(self) -> Mapping[str, int]:
        """Return, for each check, how many things break it."""
        return {check: int((self._session.one(statement, {}) or (0,))[0]) for check, statement in CHECKS.items()}

    def some(self, after: str, most: int, now: datetime) -> list[tuple[Place, Memory]]:
        """Return searchable rows of anybody, by id, beginning after one."""
        rows = self._session.all(SOME_ROWS, {"after": after, "most": most})
        return [(Place(row[0], row[1]), self._rows.memory(row[2:], now)) for row in rows]
