"""The texts of visible rows, to be looked through outside the database: few columns of many rows, then the whole of some."""

from collections.abc import Collection, Sequence
from datetime import datetime

from keptmind.engines.sql.current import CURRENT, NOT_OVERRIDDEN, RANKED, ranked
from keptmind.engines.sql.memories import narrowing
from keptmind.engines.sql.rows import SELECTED, Rows
from keptmind.engines.sql.session import Session, micros
from keptmind.engines.sql.words import Words
from keptmind.model.memory import Kind, Memory, MemoryId
from keptmind.model.query import Filter
from keptmind.model.reach import Reach
from keptmind.ports.store import Glimpses

GLIMPSES = f"""
WITH {RANKED}
SELECT m.id, m.rule_version, m.title, m.content, m.memory_key
  FROM memories m
 WHERE m.tenant = :tenant
   AND m.owner IN :owners
   AND m.id > :after
   AND m.kind IN :kinds
   AND m.partition IN :partitions
   AND (:any_scope = 1 OR (m.scope_type = :at_type AND (:any_id = 1 OR m.scope_id = :at_id)))
   AND {CURRENT}
   AND {NOT_OVERRIDDEN}
 ORDER BY m.id
 LIMIT :most
"""

WHOLE = f"""
SELECT {SELECTED}
  FROM memories m
 WHERE m.tenant = :tenant
   AND m.owner IN :owners
   AND m.id IN :ids
   AND m.partition IN :partitions
 ORDER BY m.id
"""


class SqlTexts:
    """Rows in force within a reach, by id."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._rows = Rows(session, words)

    def glimpses(
        self, partitions: Sequence[int], owners: Collection[str], kinds: Collection[Kind], reach: Reach, narrowed: Filter, now: datetime
    ) -> Glimpses:
        """Return what may be looked through of the first rows after `narrowed.after`, as many as its limit."""
        if not partitions or not kinds:
            return Glimpses()
        parameters = {
            **narrowing(narrowed),
            "tenant": reach.tenant,
            "owners": sorted(owners),
            "partitions": partitions,
            "ranked": ranked(reach),
            "kinds": [kind.value for kind in kinds],
            "now": micros(now),
            "most": narrowed.limit,
        }
        rows = sorted(self._session.gathered(GLIMPSES, parameters, 5))
        ids, rule_versions, titles, contents, keys = zip(*rows, strict=True) if rows else ((),) * 5
        return Glimpses(ids=ids, rule_versions=rule_versions, titles=titles, contents=contents, keys=keys)

    def whole(
        self, partitions: Sequence[int], owners: Collection[str], ids: Sequence[MemoryId], reach: Reach, now: datetime
    ) -> list[Memory]:
        """Return these rows, by id."""
        named = {"tenant": reach.tenant, "owners": sorted(owners), "partitions": partitions, "ids": ids}
        return [self._rows.memory(row, now) for row in self._session.all(WHOLE, named)] if ids else []
