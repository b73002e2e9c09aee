"""What a statement runs on: one connection of either engine."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from keptmind.errors import StoreFailed

Row = tuple[Any, ...]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Session(Protocol):
    """Runs statements with named parameters; `uncommitted` while it may see what a rollback would undo."""

    uncommitted: bool

    def all(self, statement: str, parameters: Mapping[str, Any]) -> list[Row]: ...

    def gathered(self, statement: str, parameters: Mapping[str, Any], width: int) -> list[Row]:
        """Return every row of a statement with so many columns, in any order, fetched in as few steps as the driver can."""
        ...

    def one(self, statement: str, parameters: Mapping[str, Any]) -> Row | None: ...

    def only(self, statement: str, parameters: Mapping[str, Any]) -> Row:
        """Return the row of a statement that always returns one. Raises: StoreFailed when it does not."""
        row = self.one(statement, parameters)
        if row is None:
            raise StoreFailed(problem="a statement returned no row")
        return row

    def run(self, statement: str, parameters: Mapping[str, Any]) -> int: ...

    def defer(self, statement: str, parameters: Mapping[str, Any]) -> None:
        """
        Run a statement later, together with others of its text: at `settle`, at the latest before the commit.

        Only for what is appended and not read again before then; whoever reads or deletes it in the same transaction settles first.
        """
        ...

    def defer_sorted(self, statement: str, rows: Iterable[tuple[tuple[Any, ...], tuple[Any, ...]]]) -> None:
        """Defer a statement with `?` marks, once a row of head and tail; the rows are run by ascending heads."""
        ...

    def settle(self) -> None:
        """Run everything deferred."""
        ...

    def bear_witness(self, statement: str, parameters: Mapping[str, Any]) -> None:
        """Keep a query that finds what this transaction alone wrote: where a commit breaks off, it tells whether it counted."""
        ...

    def take_turn(self, what: str) -> None:
        """Do something that concerns every owner, such as giving out bits, after whoever is at it; until the commit nobody else is."""
        ...


def micros(at: datetime) -> int:
    """Return an aware instant as microseconds since 1970, UTC, exactly."""
    return (at - EPOCH) // MICROSECOND


def micros_or_none(at: datetime | None) -> int | None:
    """Return the instant as microseconds, or None."""
    return None if at is None else (at - EPOCH) // MICROSECOND


def instant(stored: int | None) -> datetime | None:
    """Return stored microseconds as an aware instant, UTC."""
    return None if stored is None else EPOCH + timedelta(microseconds=stored)
