"""Rows as they stood at an earlier instant: the row itself where it has not changed since, else the version that stood then."""

import json
from datetime import datetime
from typing import Any

from keptmind.engines.sql.rows import COLUMNS, SELECTED, Rows
from keptmind.engines.sql.session import Session, micros
from keptmind.engines.sql.visible import OWN_ANYWHERE, OWN_IN_SCOPES, reach_parameters
from keptmind.engines.sql.words import Words
from keptmind.model.memory import Sensitivity
from keptmind.model.reach import Reach
from keptmind.ports.store import Stood

_REACHED = """m.tenant = :tenant
   AND m.owner = :owner
   AND m.kind NOT IN :excluded_kinds
   AND m.partition IN ({reach})"""

_UNCHANGED = f"""
SELECT {SELECTED}
  FROM memories m
 WHERE {_REACHED}
   AND m.updated_at <= :at
 ORDER BY m.id
"""

_CHANGED = f"""
SELECT m.sensitivity, v.whole
  FROM memories m CROSS JOIN memory_versions v
 WHERE {_REACHED}
   AND m.created_at <= :at
   AND m.updated_at > :at
   AND v.tenant = m.tenant AND v.owner = m.owner AND v.memory_id = m.id
   AND v.revision = (SELECT MAX(w.revision)
                       FROM memory_versions w
                      WHERE w.tenant = m.tenant AND w.owner = m.owner AND w.memory_id = m.id
                        AND w.updated_at <= :at)
 ORDER BY m.id
"""

UNCHANGED_IN_SCOPES, UNCHANGED_ANYWHERE = (_UNCHANGED.format(reach=reach) for reach in (OWN_IN_SCOPES, OWN_ANYWHERE))
CHANGED_IN_SCOPES, CHANGED_ANYWHERE = (_CHANGED.format(reach=reach) for reach in (OWN_IN_SCOPES, OWN_ANYWHERE))


class SqlPast:
    """What the owner's rows, as far as they may be read today, said earlier."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._words = words
        self._rows = Rows(session, words)

    def at(self, reach: Reach, at: datetime) -> list[Stood]:
        """Return every row of the owner within today's reach, whatever its status today, as it stood at an instant; by id."""
        parameters = {**reach_parameters(self._session, self._words, reach), "at": micros(at)}
        anywhere = reach.scopes is None
        unchanged = self._session.all(UNCHANGED_ANYWHERE if anywhere else UNCHANGED_IN_SCOPES, parameters)
        changed = self._session.all(CHANGED_ANYWHERE if anywhere else CHANGED_IN_SCOPES, parameters)
        rows = [self._rows.memory(row, at) for row in unchanged]
        stood = [Stood(memory=row, sensitivity=row.sensitivity) for row in rows] + [self._stood(row, at) for row in changed]
        return sorted(stood, key=lambda one: one.memory.id)

    def _stood(self, row: tuple[Any, ...], at: datetime) -> Stood:
        sensitivity, whole = row
        kept = json.loads(whole)
        then = self._rows.memory(tuple(kept.get(column) for column in COLUMNS), at)
        return Stood(memory=then, sensitivity=Sensitivity(sensitivity))
