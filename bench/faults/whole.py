"""Looks whether a store is whole: every row has its document and postings, and nothing else has."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

# name of the fault -> statement that lists what is broken; a whole file answers each with nothing
FAULTS = {
    "an active row without its document": """
        SELECT m.id FROM memories m LEFT JOIN documents d ON d.partition = m.partition AND d.number = m.number AND d.memory_id = m.id
         WHERE m.status = 'active' AND d.number IS NULL""",
    "a document without its row": """
        SELECT d.memory_id FROM documents d LEFT JOIN memories m ON m.id = d.memory_id AND m.partition = d.partition AND m.number = d.number
         WHERE m.id IS NULL""",
    "a document whose postings are not all there": """
        SELECT d.memory_id FROM documents d
         WHERE d.terms <> (SELECT COUNT(*) FROM postings p WHERE p.partition = d.partition AND p.number = d.number)""",
    "a posting without a document": """
        SELECT p.partition, p.number FROM postings p LEFT JOIN documents d ON d.partition = p.partition AND d.number = p.number
         WHERE d.number IS NULL""",
    "a partition whose counts are wrong": """
        SELECT q.id FROM partitions q
         WHERE q.row_count <> (SELECT COUNT(*) FROM documents d WHERE d.partition = q.id)
            OR q.length <> (SELECT COALESCE(SUM(d.length), 0) FROM documents d WHERE d.partition = q.id)""",
    "a row without evidence": """
        SELECT m.id FROM memories m LEFT JOIN evidence e ON e.memory_id = m.id WHERE e.id IS NULL""",
    "a row without an audit event": """
        SELECT m.id FROM memories m WHERE NOT EXISTS (SELECT 1 FROM audit_events a WHERE a.memory_ids = m.id)""",
    "an earlier revision that is not kept": """
        SELECT m.id FROM memories m WHERE m.revision - 1 <> (SELECT COUNT(*) FROM memory_versions v WHERE v.memory_id = m.id)""",
    "a row beside its own tombstone": "SELECT m.id FROM memories m JOIN tombstones t ON t.memory_id = m.id",
    "something left beside a tombstone": """
        SELECT t.memory_id FROM tombstones t
         WHERE EXISTS (SELECT 1 FROM memory_versions v WHERE v.memory_id = t.memory_id)
            OR EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = t.memory_id)
            OR EXISTS (SELECT 1 FROM documents d WHERE d.memory_id = t.memory_id)
            OR EXISTS (SELECT 1 FROM memory_usage u WHERE u.memory_id = t.memory_id)""",
    "a tombstone without its operation": """
        SELECT t.memory_id FROM tombstones t LEFT JOIN deletions d ON d.id = t.operation WHERE d.id IS NULL""",
}


def broken(rows: Callable[[str], Sequence[tuple[Any, ...]]]) -> list[str]:
    """Return what is wrong in the tables of a store, in words; `rows` runs a statement on them."""
    return [f"{name}: {found[:3]}" for name, statement in FAULTS.items() if (found := rows(statement))]


def faults(database: Path) -> list[str]:
    """Return what is wrong with a file, in words."""
    connection = sqlite3.connect(database)
    try:
        found = broken(lambda statement: connection.execute(statement).fetchall())
        found += [f"integrity: {line}" for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
        return found + [f"a tombstone that is not on the list beside: {one}" for one in _unlisted(connection, database)]
    finally:
        connection.close()


def _unlisted(connection: sqlite3.Connection, database: Path) -> Iterator[str]:
    beside = database.with_name(f"{database.name}.erased")
    lines = beside.read_text("utf-8").splitlines() if beside.exists() else []
    listed = {one for line in lines for one in json.loads(line)["ids"]}
    return (one for (one,) in connection.execute("SELECT memory_id FROM tombstones") if one not in listed)


def every_byte(database: Path) -> bytes:
    """Return all bytes of the database, its log, its index and whatever else stands beside it under its name."""
    return b"".join(file.read_bytes() for file in sorted(database.parent.glob(f"{database.name}*")))
