"""One connection to a SQLite file: how its statements run, and what is put off until its transaction ends."""

import json
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from keptmind.engines.sql.dialect import numbered, widen
from keptmind.engines.sql.session import Row, Session


class SqliteSession(Session):
    """One connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.uncommitted = False
        self.lock = threading.RLock()  # held while a reader reads, so that closing waits for it
        self._deferred: dict[str, list[Sequence[Any]]] = {}
        self._sorted: dict[str, dict[tuple[Any, ...], list[tuple[Any, ...]]]] = {}

    def all(self, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Return every row."""
        return self._execute(statement, parameters).fetchall()

    def gathered(self, statement: str, parameters: Mapping[str, Any], width: int) -> list[Row]:
        """
        Return every row, packed by SQLite into one.

        The driver gives up the interpreter lock at every row and must win it back from whatever else computes: beside one busy
        thread a search of 12 rows waits about 12 times less this way.
        """
        widened, flat = widen(statement, parameters)
        text, fill = numbered(_packed(widened, width))
        (packed,) = self.connection.execute(text, fill(flat)).fetchone()
        return [tuple(row) for row in json.loads(packed)]

    def one(self, statement: str, parameters: Mapping[str, Any]) -> Row | None:
        """Return the only row, or None; runs the statement to its end."""
        rows = self._execute(statement, parameters).fetchall()
        return rows[0] if rows else None

    def run(self, statement: str, parameters: Mapping[str, Any]) -> int:
        """Run a statement and return how many rows it touched."""
        return self._execute(statement, parameters).rowcount

    def defer(self, statement: str, parameters: Mapping[str, Any]) -> None:
        """Run a statement later, together with others of its text."""
        text, fill = numbered(statement)
        self._deferred.setdefault(text, []).append(fill(parameters))

    def defer_sorted(self, statement: str, rows: Iterable[tuple[tuple[Any, ...], tuple[Any, ...]]]) -> None:
        """
        Run a statement later once a row, by ascending heads: neighbours on a page are then written together.

        Rows of one head stay in the order given; sorting the heads alone costs a third of sorting all rows.
        """
        groups = self._sorted.setdefault(statement, defaultdict(list))
        for head, tail in rows:
            groups[head].append(tail)

    def settle(self) -> None:
        """Run everything deferred."""
        for statement, groups in self._sorted.items():
            self.connection.executemany(statement, [(*head, *tail) for head in sorted(groups) for tail in groups[head]])
        for statement, rows in self._deferred.items():
            self.connection.executemany(statement, rows)
        self.discard()

    def bear_witness(self, statement: str, parameters: Mapping[str, Any]) -> None:
        """Nothing breaks off here: a commit returns or raises."""

    def take_turn(self, what: str) -> None:
        """Nothing waits here: whoever writes to a file is alone."""

    def discard(self) -> None:
        """Drop everything deferred."""
        self._deferred.clear()
        self._sorted.clear()

    def end(self) -> None:
        """Close the connection, cutting short what another thread still reads; an idle one must not be interrupted, or its log stays."""
        if not self.lock.acquire(blocking=False):
            self.connection.interrupt()
            self.lock.acquire()
        try:
            self.connection.close()
        finally:
            self.lock.release()

    def _execute(self, statement: str, parameters: Mapping[str, Any]) -> sqlite3.Cursor:
        widened, flat = widen(statement, parameters)
        text, fill = numbered(widened)
        return self.connection.execute(text, fill(flat))


@lru_cache(maxsize=1024)
def _packed(statement: str, width: int) -> str:
    columns = ", ".join(f"c{position}" for position in range(width))
    return f"WITH gathered({columns}) AS ({statement}) SELECT json_group_array(json_array({columns})) FROM gathered"
