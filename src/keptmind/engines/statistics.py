"""
What SQLite's planner is told about our tables, so that it plans as for full ones from the first row.

Without statistics it takes an owner for a handful of rows and walks them all where an index would find one. The figures are of an
installation with a thousand owners of a thousand rows; only their proportions matter (https://sqlite.org/fileformat2.html#stat1tab).
"""

import sqlite3

FIGURES = (
    ("memories", "memories", "1000000 500000 1000 1"),
    ("memories", "memories_id", "1000000 1"),
    ("memories", "memories_pinned", "20000 10000 20"),
    ("marks", "marks", "3000000 1500000 3000 2 1"),
    ("memories", "memories_live_key", "300000 150000 300 200 100 1"),
    ("memories", "memories_standing", "200000 100000 200 100"),
    ("partitions", "sqlite_autoindex_partitions_1", "6000 3000 6 4 4 3 3 1 1 1"),
    ("partitions", "partitions_shared", "600 300 30 3"),
    ("documents", "documents", "1000000 300 1"),
    ("documents", "documents_bounded", "100000 30 2 2 1 1"),
    ("postings", "postings", "30000000 10000 5 1"),
    ("memory_candidates", "memory_candidates", "50000 25000 50 1"),
    ("memory_candidates", "memory_candidates_target", "50000 25000 50 2"),
    ("memory_candidates", "memory_candidates_waiting", "20000 10000 20 1"),
    ("questions", "questions", "10000 5000 10 1"),
    ("questions", "questions_open", "2000 1000 2 1"),
    ("questions", "questions_first", "10000 5000 10 1"),
    ("questions", "questions_second", "10000 5000 10 1"),
    ("observations", "observations", "50000 25000 50 50 2 1"),
    ("rejected_fingerprints", "rejected_fingerprints", "50000 25000 50 25 1"),
    ("rule_counts", "rule_counts", "10000 5000 10 2 1"),
    ("tombstones", "tombstones", "100000 50000 100 2 1"),
    ("tombstones", "tombstones_fingerprint", "100000 50000 100 1"),
    ("group_members", "group_members", "5000 2500 2500 5 1"),
    ("evidence", "evidence", "1500000 750000 1500 2 1"),
    ("memory_versions", "memory_versions", "500000 250000 500 2 1"),
)


def tell(connection: sqlite3.Connection) -> None:
    """Write the figures into the database; they hold from the next connection on, and here at once."""
    connection.execute("ANALYZE sqlite_schema")
    connection.execute("DELETE FROM sqlite_stat1")
    connection.executemany("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)", FIGURES)
    connection.execute("ANALYZE sqlite_schema")
