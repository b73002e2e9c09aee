"""Whether what is derived agrees with the rows it is derived from, and nothing stands alone; each check counts what does not."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from keptmind.engines.sql.constraints import constraints
from keptmind.engines.sql.index import ENDLESS, NEXT, SqlIndex
from keptmind.engines.sql.marks import SqlMarks
from keptmind.engines.sql.rows import SELECTED, Rows
from keptmind.engines.sql.session import Row, Session, micros
from keptmind.engines.sql.words import Words
from keptmind.model.context import Whose
from keptmind.model.memory import Memory, MemoryId
from keptmind.ports.place import Place
from keptmind.ports.soundness import Found, Fresh, Held

# What is left under a tombstone is one finding, and never also an orphan.
_GONE = """NOT EXISTS (SELECT 1 FROM memories m WHERE m.tenant = x.tenant AND m.owner = x.owner AND m.id = x.{column})
   AND NOT EXISTS (SELECT 1 FROM tombstones t WHERE t.tenant = x.tenant AND t.owner = x.owner AND t.memory_id = x.{column})"""


def _without_row(table: str, column: str = "memory_id") -> str:
    return f"\nSELECT COUNT(*)\n  FROM {table} x\n WHERE x.{column} IS NOT NULL\n   AND {_GONE.format(column=column)}\n"


_BEARING = (
    ("memories", "id"),
    ("memory_versions", "memory_id"),
    ("evidence", "memory_id"),
    ("memory_usage", "memory_id"),
    ("marks", "memory_id"),
    ("vectors", "memory_id"),
    ("memory_candidates", "target_memory_id"),
    ("memory_candidates", "resulting_memory"),
    ("questions", "first_memory"),
    ("questions", "second_memory"),
)

_BURIED = """
SELECT x.tenant, x.owner, x.{column} AS id
  FROM {table} x
 WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.tenant = x.tenant AND t.owner = x.owner AND t.memory_id = x.{column})"""

_BURIED_SOURCES = _BURIED.format(table="derived_sources", column="memory_id")
_BURIED_DOCUMENTS = """
SELECT t.tenant, t.owner, t.memory_id
  FROM documents d
  JOIN partitions p ON p.id = d.partition
  JOIN tombstones t ON t.tenant = p.tenant AND t.owner = p.owner AND t.memory_id = d.memory_id"""

_BEARERS = [_BURIED.format(table=table, column=column) for table, column in _BEARING]
_ALL_BURIED = "\nUNION".join((*_BEARERS, _BURIED_SOURCES, _BURIED_DOCUMENTS))
_OWN_BURIED = "\nUNION".join(f"{one}\n   AND x.tenant = :tenant AND x.owner = :owner" for one in _BEARERS)

# How far an owner's counter must have come: each revision of a row, each operation and each erased row raised it once.
_CHANGES = """(SELECT CAST(COALESCE(SUM(m.revision), 0) AS BIGINT) FROM memories m WHERE m.tenant = {o}tenant AND m.owner = {o}owner)
     + (SELECT COUNT(*) FROM deletions d WHERE d.tenant = {o}tenant AND d.owner = {o}owner)
     + (SELECT COUNT(DISTINCT t.memory_id) FROM tombstones t
         WHERE t.tenant = {o}tenant AND t.owner = {o}owner
           AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.tenant = t.tenant AND m.owner = t.owner AND m.id = t.memory_id))"""

MISCOUNTED = """({p}.row_count <> (SELECT COUNT(*) FROM documents d WHERE d.partition = {p}.id)
     OR {p}.length <> (SELECT COALESCE(SUM(d.length), 0) FROM documents d WHERE d.partition = {p}.id))"""
BEHIND = """({p}.next_number < (SELECT COALESCE(MAX(d.number), 0) FROM documents d WHERE d.partition = {p}.id)
     OR {p}.revision < CASE WHEN {p}.next_number > 0 THEN 1 ELSE 0 END)"""
_NEXT_IN_P = NEXT.format(p="{p}")
LATE = f"""({_NEXT_IN_P} < COALESCE({{p}}.changes_at, CAST(:endless AS BIGINT)) AND COALESCE({{p}}.changes_at, :endless) > :now)"""

CHECKS: dict[str, str] = {
    "documents-without-row": """
SELECT COUNT(*)
  FROM documents d LEFT JOIN partitions p ON p.id = d.partition
 WHERE NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = d.memory_id AND m.partition = d.partition AND m.number = d.number)
   AND NOT EXISTS (SELECT 1 FROM tombstones t WHERE t.tenant = p.tenant AND t.owner = p.owner AND t.memory_id = d.memory_id)
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
    "postings-too-many": """
SELECT COUNT(*)
  FROM (SELECT p.partition, p.number, COUNT(*) AS held FROM postings p GROUP BY p.partition, p.number) h
  JOIN documents d ON d.partition = h.partition AND d.number = h.number
 WHERE h.held > d.terms
""",
    "partitions-miscounted": f"SELECT COUNT(*) FROM partitions p WHERE {MISCOUNTED.format(p='p')}",
    "partitions-behind": f"SELECT COUNT(*) FROM partitions p WHERE {BEHIND.format(p='p')}",
    "partitions-late": f"SELECT COUNT(*) FROM partitions p WHERE {LATE.format(p='p')}",
    "rows-in-another-partition": """
SELECT COUNT(*)
  FROM memories m LEFT JOIN partitions p ON p.id = m.partition
 WHERE p.id IS NULL
    OR p.tenant <> m.tenant OR p.owner <> m.owner OR p.scope_type <> m.scope_type OR p.scope_id <> m.scope_id
    OR p.share <> m.share OR p.sensitivity <> m.sensitivity OR p.purposes <> m.purposes
    OR p.consent_purposes <> m.consent_purposes OR p.consent_destinations <> m.consent_destinations
""",
    "owners-behind": f"""
SELECT COUNT(*)
  FROM (SELECT tenant, owner FROM memories UNION SELECT tenant, owner FROM deletions UNION SELECT tenant, owner FROM owners) o
  LEFT JOIN owners n ON n.tenant = o.tenant AND n.owner = o.owner
 WHERE COALESCE(n.memory_revision, 0) < {_CHANGES.format(o="o.")}
""",
    "versions-out-of-order": """
SELECT COUNT(*)
  FROM memory_versions v JOIN memories m ON m.tenant = v.tenant AND m.owner = v.owner AND m.id = v.memory_id
 WHERE v.revision >= m.revision OR v.revision < 1
""",
    "versions-missing": """
SELECT COUNT(*)
  FROM memories m
 WHERE m.revision - 1 > (SELECT COUNT(*) FROM memory_versions v
                          WHERE v.tenant = m.tenant AND v.owner = m.owner AND v.memory_id = m.id
                            AND v.revision BETWEEN 1 AND m.revision - 1)
""",
    "versions-without-row": _without_row("memory_versions"),
    "evidence-without-row": _without_row("evidence"),
    "marks-without-row": _without_row("marks"),
    "usage-without-row": _without_row("memory_usage"),
    "vectors-without-row": _without_row("vectors"),
    "candidates-without-target": _without_row("memory_candidates", "target_memory_id"),
    "candidates-without-result": _without_row("memory_candidates", "resulting_memory"),
    "questions-without-row": f"""
SELECT COUNT(*)
  FROM questions x
 WHERE ({_GONE.format(column="first_memory")})
    OR ({_GONE.format(column="second_memory")})
""",
    "questions-undisputed": """
SELECT COUNT(*)
  FROM questions q
 WHERE q.state = 'open'
   AND EXISTS (SELECT 1 FROM memories m
                WHERE m.tenant = q.tenant AND m.owner = q.owner AND m.id IN (q.first_memory, q.second_memory) AND m.status <> 'disputed')
""",
    "derived-without-source": """
SELECT COUNT(*)
  FROM derived x
 WHERE NOT EXISTS (SELECT 1 FROM derived_sources s WHERE s.tenant = x.tenant AND s.owner = x.owner AND s.derived_id = x.id)
""",
    "derived-out-of-date": """
SELECT COUNT(*)
  FROM derived x
 WHERE x.state = 'current'
   AND EXISTS (SELECT 1 FROM derived_sources s JOIN memories m ON m.tenant = s.tenant AND m.owner = s.owner AND m.id = s.memory_id
                WHERE s.tenant = x.tenant AND s.owner = x.owner AND s.derived_id = x.id AND s.revision <> m.revision)
""",
    "sources-without-row": _without_row("derived_sources"),
    "sources-without-derived": """
SELECT COUNT(*)
  FROM derived_sources x
 WHERE NOT EXISTS (SELECT 1 FROM derived d WHERE d.tenant = x.tenant AND d.owner = x.owner AND d.id = x.derived_id)
""",
    "members-without-group": """
SELECT COUNT(*)
  FROM group_members x
 WHERE NOT EXISTS (SELECT 1 FROM groups g WHERE g.tenant = x.tenant AND g.owner = x.owner AND g.id = x.group_id)
""",
    "tombstones-without-operation": """
SELECT COUNT(*)
  FROM tombstones t
 WHERE NOT EXISTS (SELECT 1 FROM deletions d WHERE d.tenant = t.tenant AND d.owner = t.owner AND d.id = t.operation)
""",
    "operations-without-tombstone": """
SELECT COUNT(*)
  FROM deletions d
 WHERE d.memory_ids <> ''
   AND NOT EXISTS (SELECT 1 FROM tombstones t
                    WHERE t.tenant = d.tenant AND t.owner = d.owner
                      AND (t.operation = d.id OR substr(d.memory_ids || ',', 1, length(t.memory_id) + 1) = t.memory_id || ','))
""",
    "operations-without-step": """
SELECT COUNT(*)
  FROM deletions d
 WHERE NOT EXISTS (SELECT 1 FROM deletion_steps s WHERE s.tenant = d.tenant AND s.owner = d.owner AND s.deletion_id = d.id)
""",
    "steps-without-operation": """
SELECT COUNT(*)
  FROM deletion_steps s
 WHERE NOT EXISTS (SELECT 1 FROM deletions d WHERE d.tenant = s.tenant AND d.owner = s.owner AND d.id = s.deletion_id)
""",
    "rows-under-a-tombstone": f"SELECT COUNT(*) FROM ({_ALL_BURIED}) found",
}

# tables whose rows refer to nothing that could be gone
ALONE = frozenset(
    {
        "meta", "words", "user_settings", "rejected_fingerprints", "audit_events", "turns", "jobs", "callers", "replies", "governance_runs",
        "observations", "rule_counts",
    }
)  # fmt: skip

BURIED_OF = f"""
SELECT id
  FROM ({_OWN_BURIED}) found
 ORDER BY id
 LIMIT :most
"""

BEHIND_BY = f"""
SELECT {_CHANGES.format(o=":")} - COALESCE((SELECT n.memory_revision FROM owners n WHERE n.tenant = :tenant AND n.owner = :owner), 0)
"""

_OWNED = (
    "memories", "partitions", "marks", "memory_usage", "vectors", "derived", "derived_sources", "tombstones", "owners", "deletions",
)  # fmt: skip

OWNERS_AFTER = f"""
SELECT tenant, owner
  FROM ({" UNION ".join(f"SELECT tenant, owner FROM {table}" for table in _OWNED)}) anybody
 WHERE tenant > :tenant OR (tenant = :tenant AND owner > :owner)
 ORDER BY tenant, owner
 LIMIT :most
"""

SOME_ROWS = f"""
SELECT m.partition, m.number, m.id, {SELECTED}
  FROM memories m
 WHERE m.id > :after
 ORDER BY m.id
 LIMIT :most
"""

ROWS_OF = f"""
SELECT m.partition, m.number, m.id, {SELECTED}
  FROM memories m
 WHERE m.tenant = :tenant AND m.owner = :owner AND m.id > :after
 ORDER BY m.id
 LIMIT :most
"""

ROWS_NAMED = f"""
SELECT {SELECTED}
  FROM memories m
 WHERE m.tenant = :tenant AND m.owner = :owner AND m.id IN :ids
 ORDER BY m.id
"""

COUNT_MARKS_OF_ROWS = """
SELECT COUNT(*)
  FROM marks k
 WHERE EXISTS (SELECT 1 FROM memories m WHERE m.tenant = k.tenant AND m.owner = k.owner AND m.id = k.memory_id)
"""

POSTINGS_BY_PLACE = """
SELECT p.partition, p.number, COUNT(*)
  FROM postings p
 WHERE p.partition IN (SELECT q.id FROM partitions q WHERE q.tenant = :tenant AND q.owner = :owner)
 GROUP BY p.partition, p.number
"""

MARKS_BY_ROW = """
SELECT memory_id, COUNT(*)
  FROM marks
 WHERE tenant = :tenant AND owner = :owner
 GROUP BY memory_id
"""


class SqlExamination:
    """Reads everything and changes nothing."""

    def __init__(self, session: Session, words: Words, index: SqlIndex, marks: SqlMarks) -> None:
        self._session = session
        self._rows = Rows(session, words)
        self._index = index
        self._marks = marks

    def counts(self, now: datetime) -> Mapping[str, int]:
        """Return, for each check, how many things break it."""
        named = {"now": micros(now), "endless": ENDLESS}
        return {check: int(self._session.only(statement, named)[0]) for check, statement in CHECKS.items()}

    def broken(self) -> Mapping[str, int]:
        """Return the tables and keys whose declared constraints do not hold, with how many rows or values break them."""
        found = {name: int(self._session.only(statement, {})[0]) for name, statement in constraints().items()}
        return {name: count for name, count in found.items() if count}

    def rows(self, after: str, most: int, now: datetime) -> list[Found]:
        """Return rows of anybody, by id, beginning after one."""
        return self._placed(SOME_ROWS, {"after": after, "most": most}, now)

    def rows_of(self, whose: Whose, after: str, most: int, now: datetime) -> list[Found]:
        """Return an owner's rows, by id, beginning after one."""
        return self._placed(ROWS_OF, {**_named(whose), "after": after, "most": most}, now)

    def held(self, fresh: Fresh) -> Held:
        """Return what stands for a row just as its fresh analysis says."""
        return Held(
            document=self._index.document(fresh),
            postings=self._index.postings(fresh.place, fresh.terms),
            marks=self._marks.borne(fresh.memory, fresh.marks),
        )

    def marks(self) -> int:
        """Count the marks of all rows."""
        return int(self._session.only(COUNT_MARKS_OF_ROWS, {})[0])

    def owners(self, after: Whose, most: int) -> list[Whose]:
        """Return who has anything here, beginning after one."""
        return [(tenant, owner) for tenant, owner in self._session.all(OWNERS_AFTER, {**_named(after), "most": most})]

    def postings_by_place(self, whose: Whose) -> dict[Place, int]:
        """Count an owner's postings."""
        return {Place(partition, number): count for partition, number, count in self._session.all(POSTINGS_BY_PLACE, _named(whose))}

    def marks_by_row(self, whose: Whose) -> dict[MemoryId, int]:
        """Count an owner's marks by the id of the row that bears them."""
        return {MemoryId(row[0]): row[1] for row in self._session.all(MARKS_BY_ROW, _named(whose))}

    def buried(self, whose: Whose, most: int) -> list[MemoryId]:
        """Return ids of an owner that are under a tombstone and are borne by something all the same."""
        return [MemoryId(row[0]) for row in self._session.all(BURIED_OF, {**_named(whose), "most": most})]

    def named(self, whose: Whose, ids: Sequence[MemoryId], now: datetime) -> list[Memory]:
        """Return those of an owner's rows that bear one of the ids and can be read."""
        found = (self._readable(row, now) for row in self._session.all(ROWS_NAMED, {**_named(whose), "ids": ids}))
        return [memory for memory in found if memory is not None]

    def behind_by(self, whose: Whose) -> int:
        """Return by how much an owner's counter falls short of the changes on record; below 1 where it does not."""
        return int(self._session.only(BEHIND_BY, _named(whose))[0])

    def _placed(self, statement: str, parameters: Mapping[str, object], now: datetime) -> list[Found]:
        rows = self._session.all(statement, parameters)
        return [Found(MemoryId(row[2]), Place(row[0], row[1]), self._readable(row[3:], now)) for row in rows]

    def _readable(self, row: Row, now: datetime) -> Memory | None:
        try:
            return self._rows.memory(row, now)
        except (LookupError, TypeError, ValueError, OverflowError):  # a word, a list or an instant that there is not
            return None


def _named(whose: Whose) -> dict[str, str]:
    tenant, owner = whose
    return {"tenant": tenant, "owner": owner}
