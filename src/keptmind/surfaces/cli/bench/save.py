"""How many saves a second, beside bare inserts of one row with the same durability."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.stand import open_stand
from keptmind.surfaces.cli.bench.texts import Texts
from keptmind.surfaces.cli.bench.timing import milliseconds

SEED = 5
TURN = 20

CREATE = "CREATE TABLE statements (id INTEGER PRIMARY KEY, content TEXT NOT NULL)"
INSERT = "INSERT INTO statements (content) VALUES (?)"


def saves(folder: Path, rows: int, count: int) -> Figure:
    """Save and insert the same statements in turns of twenty, each committed by itself, into a file with some rows."""
    texts = Texts(SEED)
    with open_stand(folder / "saves.db") as stand, closing(bare(folder / "bare.db")) as connection:
        stand.fill(["owner-1"], rows, texts, "filling before saves")
        ours = theirs = 0.0
        for turn, batch in enumerate(texts.batches(count + TURN, TURN)):
            times = milliseconds(partial(_each, stand.save, batch)), milliseconds(partial(_each, partial(insert, connection), batch))
            if turn:  # the first turn warms up
                ours, theirs = ours + times[0], theirs + times[1]
    return Figure(
        name="saves, one transaction each",
        ours=count / ours * 1_000,
        unit="/s",
        reference=count / theirs * 1_000,
        beside="bare inserts",
        target=Target(limit=0.12, on_ratio=True, at_least=True),
    )


def bare(path: Path) -> sqlite3.Connection:
    """Open a file with one plain table and the durability of a save."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", CREATE):
        connection.execute(statement)
    return connection


def insert(connection: sqlite3.Connection, text: str) -> None:
    """Insert one row, committed by itself."""
    connection.execute(INSERT, (text,))


def _each(keep: Callable[[str], object], texts: Sequence[str]) -> None:
    for text in texts:
        keep(text)
