"""
Listens to a search to learn the very scoring statement that it runs, so that it can be run again on a bare connection.

The search is made once through the writing connection, which the store lends; a transaction is a view as well.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from sqlite3 import Connection, Cursor
from typing import Any, cast

from keptmind.model.query import Query
from keptmind.read import pipeline
from keptmind.read.cache import ResultCache
from keptmind.surfaces.cli.bench.stand import ONE_OWNER, Stand
from keptmind.text.tokens import estimate

SCORING = "deciding(term, idf)"  # the terms that make candidates: only the scoring statement names them


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One statement as the driver gets it."""

    statement: str
    parameters: Sequence[Any]


class Listening:
    """A connection that notes what it is asked."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.asked: list[Asked] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Cursor:
        """Note and run a statement."""
        self.asked.append(Asked(statement=statement, parameters=parameters))
        return self._connection.execute(statement, parameters)


def scoring_of(stand: Stand, question: str) -> list[Asked]:
    """Return the scoring statements of one search, with their parameters; none where no word of the question occurs."""
    context, rulebook = stand.context(ONE_OWNER), stand.house.rulebook
    desk = pipeline.Desk(rulebook=rulebook, cache=ResultCache(entries=0, seconds=0), counter=estimate, now=datetime.now(UTC))
    limits = rulebook.limits
    query = Query(text=question, limit=5, max_tokens=limits.search_tokens, row_tokens=limits.row_tokens)
    with listening(stand) as heard, stand.house.store.transaction() as view:
        pipeline.search(view, desk, context, view.settings.of(context.tenant, context.owner), query)
    return [asked for asked in heard.asked if SCORING in asked.statement]


@contextmanager
def listening(stand: Stand) -> Iterator[Listening]:
    """Note what the store's writing connection is asked meanwhile."""
    store: Any = stand.house.store  # the bench measures the embedded engine
    with store.alone() as session:
        connection = session.connection
        heard = Listening(connection)
        session.connection = cast(Connection, heard)
        try:
            yield heard
        finally:
            session.connection = connection
