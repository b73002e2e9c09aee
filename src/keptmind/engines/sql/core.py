"""The rows for a core block: what the owner pinned, and what could stand beside it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from keptmind.engines.sql.current import CURRENT, NOT_OVERRIDDEN, RANKED, ranked
from keptmind.engines.sql.rows import SELECTED, Rows, RowSketch
from keptmind.engines.sql.session import Row, Session, micros
from keptmind.engines.sql.words import Words
from keptmind.model.memory import PERSONS_OWN, Kind, Memory, Target
from keptmind.model.reach import Reach

_OWN = f"""
WITH {RANKED}
SELECT {SELECTED}
  FROM memories m
 WHERE m.tenant = :tenant
   AND m.owner = :owner
   AND {{which}}
   AND m.kind NOT IN :excluded_kinds
   AND m.partition IN :partitions
   AND {CURRENT}
   AND {NOT_OVERRIDDEN}
 ORDER BY {{order}}
 LIMIT :most
"""

PINNED = _OWN.format(which="m.pinned_at IS NOT NULL", order="m.id")

_PERSONS_OWN = ", ".join(f"'{source}'" for source in sorted(PERSONS_OWN))
FILLING = _OWN.format(
    which=f"m.pinned_at IS NULL\n   AND m.target = :target\n   AND m.source IN ({_PERSONS_OWN})", order="m.importance DESC, m.id"
)


class SqlCore:
    """The owner's own rows, never another member's."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._rows = Rows(session, words)

    def pinned(self, partitions: Sequence[int], reach: Reach, now: datetime, limit: int) -> list[Memory]:
        """Return the pinned rows in force, by id."""
        return [self._rows.memory(row, now) for row in self._read(PINNED, partitions, reach, now, limit)]

    def filling(self, partitions: Sequence[int], target: Target, reach: Reach, now: datetime, limit: int) -> list[RowSketch]:
        """Return other rows in force with a source of the person's own, most important first."""
        rows = self._read(FILLING, partitions, reach, now, limit, target=target.value)
        return [RowSketch(self._rows, row, now) for row in rows]

    def _read(self, statement: str, partitions: Sequence[int], reach: Reach, now: datetime, limit: int, **more: Any) -> list[Row]:
        if not partitions:
            return []
        parameters = {
            "tenant": reach.tenant,
            "owner": reach.owner,
            "partitions": partitions,
            "ranked": ranked(reach),
            "excluded_kinds": words_of(reach.excluded_kinds),
            "now": micros(now),
            "most": limit,
            **more,
        }
        return self._session.all(statement, parameters)


def words_of(kinds: Collection[Kind]) -> list[str]:
    """Return kinds as a list that SQL can take; an empty one is no SQL."""
    return [kind.value for kind in kinds] or [""]
