"""Memory rows: read through the reach, written by comparing revisions."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from keptmind.engines.sql.current import CURRENT as _CURRENT
from keptmind.engines.sql.current import NOT_OVERRIDDEN as _NOT_OVERRIDDEN
from keptmind.engines.sql.current import RANKED as _RANKED
from keptmind.engines.sql.current import ranked as _ranked
from keptmind.engines.sql.dialect import padded
from keptmind.engines.sql.index import ENDLESS, span
from keptmind.engines.sql.rows import COLUMNS, SELECTED, Rows, RowSketch, texts_of
from keptmind.engines.sql.session import Session, micros
from keptmind.engines.sql.visible import OWN_ANYWHERE, OWN_IN_SCOPES, reach_parameters
from keptmind.engines.sql.words import Words
from keptmind.errors import StaleRevision
from keptmind.model.memory import Kind, Memory, MemoryId, Sensitivity, Status, Target
from keptmind.model.query import Filter
from keptmind.model.ranking import Stats
from keptmind.model.reach import Reach
from keptmind.model.scope import Scope
from keptmind.ports.place import Place
from keptmind.ports.store import Earlier

AT_PLACES = f"""
WITH places(partition, number) AS (VALUES :places),
     {_RANKED}
SELECT d.partition, d.number, {SELECTED}
  FROM places l CROSS JOIN documents d CROSS JOIN partitions q CROSS JOIN memories m
 WHERE d.partition = l.partition AND d.number = l.number
   AND q.id = l.partition
   AND m.tenant = q.tenant AND m.owner = q.owner AND m.id = d.memory_id
   AND {_NOT_OVERRIDDEN}
"""

STANDING = f"""
WITH {_RANKED}
SELECT {SELECTED}
  FROM memories m
 WHERE m.tenant = :tenant
   AND m.owner IN :owners
   AND m.kind IN ('constraint', 'preference')
   AND m.kind NOT IN :excluded_kinds
   AND m.partition IN :partitions
   AND {_CURRENT}
   AND {_NOT_OVERRIDDEN}
 ORDER BY m.importance DESC, m.id
 LIMIT :most
"""

NEWEST = f"""
WITH {_RANKED}
SELECT {SELECTED}
  FROM memories m
 WHERE m.tenant = :tenant
   AND m.owner IN :owners
   AND m.kind IN :kinds
   AND m.partition IN :partitions
   AND {_CURRENT}
   AND {_NOT_OVERRIDDEN}
 ORDER BY m.id DESC
 LIMIT :most
"""

MOST_IMPORTANT = NEWEST.replace("ORDER BY m.id DESC", "ORDER BY m.importance DESC, m.id")

EXISTS_ELSEWHERE = """
SELECT 1
  FROM memories m
 WHERE m.id = :id
   AND NOT (m.tenant = :tenant AND m.owner = :owner)
 LIMIT 1
"""

_MANAGED = """
SELECT {columns}
  FROM memories m
 WHERE m.tenant = :tenant
   AND m.owner = :owner
   AND m.kind NOT IN :excluded_kinds
   AND m.partition IN ({reach})"""

_PAGE = """
   AND m.id > :after
   AND m.kind IN :kinds
   AND m.target IN :targets
   AND m.status IN :statuses
   AND m.sensitivity IN :sensitivities
   AND (:any_scope = 1 OR (m.scope_type = :at_type AND (:any_id = 1 OR m.scope_id = :at_id)))
 ORDER BY m.id
 LIMIT :most
"""


def _by_reach(template: str, rest: str, columns: str = SELECTED) -> tuple[str, str]:
    in_scopes = template.format(columns=columns, reach=OWN_IN_SCOPES) + rest
    return in_scopes, template.format(columns=columns, reach=OWN_ANYWHERE) + rest


GET_IN_SCOPES, GET_ANYWHERE = _by_reach(_MANAGED, "\n   AND m.id = :id\n")
PAGE_IN_SCOPES, PAGE_ANYWHERE = _by_reach(_MANAGED, _PAGE)
IDS_IN_SCOPES, IDS_ANYWHERE = _by_reach(_MANAGED, "\n ORDER BY m.id\n", "m.id")

_COUNTED = "m.kind, m.status, m.scope_type, m.scope_id, CASE WHEN m.expires_at <= :now OR m.valid_to <= :now THEN 1 ELSE 0 END"
STATS_IN_SCOPES, STATS_ANYWHERE = _by_reach(_MANAGED, "\n GROUP BY 1, 2, 3, 4, 5\n", f"{_COUNTED}, COUNT(*)")

BY_KEYS = f"""
WITH wanted(scope_type, scope_id, memory_key) AS (VALUES :wanted)
SELECT {SELECTED}
  FROM wanted w CROSS JOIN memories m
 WHERE m.tenant = :tenant AND m.owner = :owner
   AND m.scope_type = w.scope_type AND m.scope_id = w.scope_id
   AND m.memory_key = w.memory_key
   AND m.memory_key IS NOT NULL AND m.status <> 'archived'
"""

IN_FORCE = f"""
SELECT {SELECTED}
  FROM memories m
 WHERE m.tenant = :tenant AND m.owner = :owner
   AND {_CURRENT}
 ORDER BY m.id
 LIMIT :most
"""

PINNED_IN_FORCE = f"""
SELECT {SELECTED}
  FROM memories m
 WHERE m.tenant = :tenant AND m.owner = :owner
   AND m.pinned_at IS NOT NULL
   AND {_CURRENT}
 LIMIT :most
"""

MOST_IN_FORCE = 1_000  # more rows than any core block holds

_STORED = (*COLUMNS, "partition", "number")

INSERT_MEMORY = f"""
INSERT INTO memories ({", ".join(_STORED)})
VALUES ({", ".join(f":{column}" for column in _STORED)})
"""

REPLACE_MEMORY = f"""
UPDATE memories
   SET {", ".join(f"{column} = :{column}" for column in _STORED if column not in ("tenant", "owner", "id", "created_at"))}
 WHERE tenant = :tenant AND owner = :owner AND id = :id
   AND revision = :revision - 1
"""

TOUCH_MEMORY = """
UPDATE memories
   SET confidence = :confidence, last_confirmed_at = :last_confirmed_at, review_after = :review_after, expires_at = :expires_at,
       source = :source, importance = :importance
 WHERE tenant = :tenant AND owner = :owner AND id = :id AND revision = :revision
"""

TOUCH_DOCUMENT = """
UPDATE documents
   SET ends_at = :ends_at, bounded = :bounded, review_after = :review_after
 WHERE partition = (SELECT partition FROM memories WHERE tenant = :tenant AND owner = :owner AND id = :id)
   AND number = (SELECT number FROM memories WHERE tenant = :tenant AND owner = :owner AND id = :id)
"""

STIR_PARTITION = """
UPDATE partitions
   SET revision = revision + 1,
       changes_at = CASE WHEN changes_at IS NULL OR changes_at > CAST(:changes_at AS BIGINT) THEN CAST(:changes_at AS BIGINT)
                         ELSE changes_at END
 WHERE id = (SELECT partition FROM memories WHERE tenant = :tenant AND owner = :owner AND id = :id)
"""

REVISION_OF = """
SELECT revision
  FROM memories
 WHERE tenant = :tenant AND owner = :owner AND id = :id
"""

KEEP_VERSION = """
INSERT INTO memory_versions (tenant, owner, memory_id, revision, whole, updated_at, change_type, changed_via, source_candidate)
VALUES (:tenant, :owner, :memory_id, :revision, :whole, :updated_at, :change_type, :changed_via, :source_candidate)
"""

_OF_ONE = "WHERE tenant = :tenant AND owner = :owner AND memory_id = :id"

ERASE_STATEMENTS = (
    "DELETE FROM memories WHERE tenant = :tenant AND owner = :owner AND id = :id",
    f"DELETE FROM memory_versions {_OF_ONE}",
    f"DELETE FROM memory_usage {_OF_ONE}",
    f"DELETE FROM evidence {_OF_ONE}",
    f"DELETE FROM vectors {_OF_ONE}",
    "DELETE FROM questions WHERE tenant = :tenant AND owner = :owner AND first_memory = :id",
    "DELETE FROM questions WHERE tenant = :tenant AND owner = :owner AND second_memory = :id",
)


EARLIER = """
SELECT revision, whole
  FROM memory_versions
 WHERE tenant = :tenant AND owner = :owner AND memory_id = :id
 ORDER BY revision
"""


class SqlMemories:
    """Rows of memories."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._words = words
        self._rows = Rows(session, words)

    def at(self, places: Sequence[Place], reach: Reach, partitions: Sequence[int], now: datetime) -> dict[Place, RowSketch]:
        """Return the rows at these places, without those that a narrower row of the same key overrides."""
        if not places:
            return {}
        parameters = {"places": padded(places, (-1, -1)), "partitions": partitions, "ranked": _ranked(reach), "now": micros(now)}
        found = self._session.gathered(AT_PLACES, parameters, 2 + len(COLUMNS))
        return {Place(row[0], row[1]): RowSketch(self._rows, row[2:], now) for row in found}

    def standing(self, partitions: Sequence[int], owners: Collection[str], reach: Reach, now: datetime, limit: int) -> list[Memory]:
        """Return constraints and preferences in force, most important first."""
        return self._of(STANDING, partitions, owners, reach, now, limit)

    def newest(
        self, partitions: Sequence[int], owners: Collection[str], kinds: Collection[Kind], reach: Reach, now: datetime, limit: int
    ) -> list[Memory]:
        """Return rows in force of these kinds, newest first."""
        return self._of(NEWEST, partitions, owners, reach, now, limit, kinds=[kind.value for kind in kinds])

    def most_important(
        self, partitions: Sequence[int], owners: Collection[str], kinds: Collection[Kind], reach: Reach, now: datetime, limit: int
    ) -> list[Memory]:
        """Return rows in force of these kinds, most important first."""
        return self._of(MOST_IMPORTANT, partitions, owners, reach, now, limit, kinds=[kind.value for kind in kinds])

    def _of(
        self, statement: str, partitions: Sequence[int], owners: Collection[str], reach: Reach, now: datetime, limit: int, **more: Any
    ) -> list[Memory]:
        if not partitions:
            return []
        parameters = {
            "tenant": reach.tenant,
            "owners": sorted(owners),
            "partitions": partitions,
            "ranked": _ranked(reach),
            "now": micros(now),
            "most": limit,
            "excluded_kinds": [kind.value for kind in reach.excluded_kinds] or [""],
            **more,
        }
        return [self._rows.memory(row, now) for row in self._session.all(statement, parameters)]

    def get(self, memory_id: MemoryId, within: Reach, now: datetime) -> Memory | None:
        """Return the owner's row of this id in any state, or None."""
        self._session.settle()
        row = self._session.one(*self._managed(GET_IN_SCOPES, GET_ANYWHERE, within, id=memory_id))
        return None if row is None else self._rows.memory(row, now)

    def exists_elsewhere(self, memory_id: MemoryId, tenant: str, owner: str) -> bool:
        """Tell, without reading any text, whether somebody else's row bears this id."""
        return self._session.one(EXISTS_ELSEWHERE, {"id": memory_id, "tenant": tenant, "owner": owner}) is not None

    def page(self, within: Reach, narrowed: Filter, now: datetime) -> list[Memory]:
        """Return one row more than the limit, in order of creation, so that the caller sees whether more follow."""
        rows = self._session.all(*self._managed(PAGE_IN_SCOPES, PAGE_ANYWHERE, within, **narrowing(narrowed)))
        return [self._rows.memory(row, now) for row in rows]

    def all_ids(self, within: Reach) -> list[MemoryId]:
        """Return the ids of every row of the owner within reach, in any state."""
        return [MemoryId(row[0]) for row in self._session.all(*self._managed(IDS_IN_SCOPES, IDS_ANYWHERE, within))]

    def stats(self, within: Reach, now: datetime) -> Stats:
        """Return counts of the owner's rows within reach."""
        rows = self._session.all(*self._managed(STATS_IN_SCOPES, STATS_ANYWHERE, within, now=micros(now)))
        counted: tuple[dict[str, int], dict[str, int], dict[str, int]] = ({}, {}, {})
        for kind, status, scope_type, scope_id, _, count in rows:
            for counts, word in zip(counted, (kind, status, f"{scope_type}:{scope_id}" if scope_id else scope_type), strict=True):
                counts[word] = counts.get(word, 0) + count
        by_kind, by_status, by_scope = counted
        return Stats(
            total=sum(row[-1] for row in rows),
            by_kind=by_kind,
            by_status=by_status,
            by_scope=by_scope,
            expired=sum(row[-1] for row in rows if row[4]),
            memory_revision=0,
        )

    def by_keys(self, tenant: str, owner: str, keys: Sequence[tuple[Scope, str]], now: datetime) -> list[Memory]:
        """Return the live rows under these keys, each in exactly its scope."""
        wanted = [(scope.type.value, scope.id, key) for scope, key in keys]
        return self._live(BY_KEYS, now, tenant=tenant, owner=owner, wanted=wanted) if wanted else []

    def in_force(self, tenant: str, owner: str, *, pinned: bool, now: datetime) -> list[Memory]:
        """Return rows of the owner in force in any scope, all or the pinned ones, as many as could ever stand in a core block."""
        self._session.settle()
        named = {"tenant": tenant, "owner": owner, "now": micros(now), "most": MOST_IN_FORCE}
        rows = self._session.all(PINNED_IN_FORCE if pinned else IN_FORCE, named)
        return [self._rows.memory(row, now) for row in rows]

    def insert(self, memory: Memory, place: Place) -> None:
        """Write a new row."""
        self._session.defer(INSERT_MEMORY, self._rows.row(memory, place))

    def revision_of(self, memory: Memory) -> int | None:
        """Return the revision at which the row stands now, or None where it is gone."""
        self._session.settle()
        row = self._session.one(REVISION_OF, {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id})
        return None if row is None else int(row[0])

    def replace(self, memory: Memory, place: Place) -> None:
        """Write over the row at the revision before this one. Raises: StaleRevision, after which nothing may be committed."""
        if self._session.run(REPLACE_MEMORY, self._rows.row(memory, place)) != 1:
            raise StaleRevision(current_revision=memory.revision)

    def touch(self, memory: Memory, *, stirs: bool) -> None:
        """Write what confirmation changes of a row without a new revision; where it `stirs`, no answer from before it is given again."""
        self._session.settle()
        row = self._rows.row(memory, Place(0, None))
        self._session.run(TOUCH_MEMORY, row)
        starts_at, ends_at = span(memory)
        bounds = {"ends_at": ends_at, "bounded": int(starts_at > 0 or ends_at < ENDLESS), "review_after": row["review_after"]}
        self._session.run(TOUCH_DOCUMENT, {**_named(memory), **bounds})
        if stirs:
            changes_at = min((at for at in (row["expires_at"], row["review_after"]) if at is not None), default=None)
            self._session.run(STIR_PARTITION, {**_named(memory), "changes_at": changes_at})

    def keep_version(self, memory: Memory) -> None:
        """Keep the whole row as the version it was."""
        whole = self._rows.row(memory, Place(0, None))
        kept = {
            "tenant": memory.tenant,
            "owner": memory.owner,
            "memory_id": memory.id,
            "revision": memory.revision,
            "whole": json.dumps(whole, ensure_ascii=False),
            "updated_at": micros(memory.updated_at),
            "change_type": memory.change_type.value,
            "changed_via": memory.changed_via.value,
            "source_candidate": memory.source_candidate,
        }
        self._session.run(KEEP_VERSION, kept)

    def earlier(self, memory: Memory) -> list[Earlier]:
        """Return what a row said in earlier revisions, oldest first."""
        rows = self._session.all(EARLIER, {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id})
        wholes = [(revision, json.loads(whole)) for revision, whole in rows]
        return [Earlier(revision=revision, content=whole["content"], texts=texts_of(whole)) for revision, whole in wholes]

    def versions(self, memory: Memory, now: datetime) -> list[Memory]:
        """Return a row as it was in earlier revisions, oldest first."""
        rows = self._session.all(EARLIER, {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id})
        wholes = (json.loads(whole) for _, whole in rows)
        return [self._rows.memory(tuple(whole[name] for name in COLUMNS), now) for whole in wholes]

    def erase(self, memory: Memory) -> None:
        """Remove the row and everything kept beside it under its id."""
        self._session.settle()
        named = {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id}
        for statement in ERASE_STATEMENTS:
            self._session.run(statement, named)

    def _live(self, statement: str, now: datetime, **parameters: Any) -> list[Memory]:
        self._session.settle()
        return [self._rows.memory(row, now) for row in self._session.all(statement, parameters)]

    def _managed(self, in_scopes: str, anywhere: str, within: Reach, **more: Any) -> tuple[str, dict[str, Any]]:
        statement = anywhere if within.scopes is None else in_scopes
        return statement, {**reach_parameters(self._session, self._words, within), **more}


def _named(memory: Memory) -> dict[str, Any]:
    return {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id}


def narrowing(narrowed: Filter) -> dict[str, Any]:
    """Return the parameters that narrow a page."""
    return {
        "after": narrowed.after or "",
        "kinds": [narrowed.kind.value] if narrowed.kind else [kind.value for kind in Kind],
        "targets": [narrowed.target.value] if narrowed.target else [target.value for target in Target],
        "statuses": [narrowed.status.value] if narrowed.status else [status.value for status in Status],
        "sensitivities": [int(narrowed.sensitivity)] if narrowed.sensitivity is not None else [int(level) for level in Sensitivity],
        "any_scope": int(narrowed.scope_type is None),
        "at_type": narrowed.scope_type.value if narrowed.scope_type else "",
        "any_id": int(narrowed.scope_id is None),
        "at_id": narrowed.scope_id or "",
        "most": narrowed.limit + 1,
    }
