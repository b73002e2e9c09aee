"""Erasure operations, their steps, and the tombstones of what is gone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from keptmind.engines.sql.session import EPOCH, Row, Session, instant, micros, micros_or_none
from keptmind.model.erasure import Deletion, Receipt, Stage, Step, StepName, StepState, Tombstone
from keptmind.model.memory import MemoryId

MOST_RESUMED = 100
AT_ONCE = 500  # ids a statement; a database bounds its parameters

OPEN_DELETION = """
INSERT INTO deletions (tenant, owner, id, state, memory_ids, requested_at, completed_at)
VALUES (:tenant, :owner, :id, :state, :memory_ids, :requested_at, :completed_at)
"""

ADVANCE_DELETION = """
UPDATE deletions
   SET state = :state, completed_at = :completed_at
 WHERE tenant = :tenant AND owner = :owner AND id = :id AND state <> 'bytes_gone'
"""

PUT_STEP = """
INSERT INTO deletion_steps (tenant, owner, deletion_id, position, name, state, attempts, note)
VALUES (:tenant, :owner, :deletion_id, :position, :name, :state, :attempts, :note)
ON CONFLICT (tenant, owner, deletion_id, position) DO UPDATE
   SET state = excluded.state, attempts = excluded.attempts, note = excluded.note
"""

BURY = """
INSERT INTO tombstones (tenant, owner, memory_id, scope, revision, fingerprint, blocks_relearning, erased_at, operation)
VALUES (:tenant, :owner, :memory_id, :scope, :revision, :fingerprint, :blocks_relearning, :erased_at, :operation)
ON CONFLICT (tenant, owner, memory_id, revision) DO NOTHING
"""

_DELETION = "SELECT tenant, owner, id, state, memory_ids, requested_at, completed_at FROM deletions"

ALL_DELETIONS = f"{_DELETION} WHERE tenant = :tenant AND owner = :owner ORDER BY id"
# what only waits for time comes last, the oldest first: while that waits, so does what came later
PAGE_OF_DELETIONS = f"""
{_DELETION}
 WHERE tenant = :tenant AND owner = :owner AND id < :before
 ORDER BY id DESC
 LIMIT :limit
"""

GET_DELETION = f"""
{_DELETION}
 WHERE tenant = :tenant AND owner = :owner AND id = :id
"""

DELETION_ELSEWHERE = """
SELECT 1
  FROM deletions
 WHERE id = :id
   AND NOT (tenant = :tenant AND owner = :owner)
 LIMIT 1
"""

UNFINISHED_DELETIONS = f"""
{_DELETION}
 WHERE state <> 'bytes_gone'
 ORDER BY CASE WHEN EXISTS (SELECT 1 FROM deletion_steps s
                             WHERE s.tenant = deletions.tenant AND s.owner = deletions.owner AND s.deletion_id = deletions.id
                               AND s.name <> 'log' AND s.state <> 'done') THEN 0 ELSE 1 END, id
 LIMIT :most
"""

STEPS_OF = """
SELECT name, state, attempts, note
  FROM deletion_steps
 WHERE tenant = :tenant AND owner = :owner AND deletion_id = :id
 ORDER BY position
"""

PAST = """
SELECT 'forgotten', scope, fingerprint
  FROM tombstones
 WHERE tenant = :tenant AND owner = :owner AND fingerprint IN :fingerprints AND blocks_relearning = 1
UNION ALL
SELECT 'rejected', scope, fingerprint
  FROM rejected_fingerprints
 WHERE tenant = :tenant AND owner = :owner AND fingerprint IN :fingerprints AND expires_at > :now
"""

_STILL = "tenant = :tenant AND owner = :owner AND memory_id IN :ids"

TRACES = f"""
SELECT (SELECT COUNT(*) FROM memories WHERE tenant = :tenant AND owner = :owner AND id IN :ids)
     + (SELECT COUNT(*) FROM memory_versions WHERE {_STILL})
     + (SELECT COUNT(*) FROM evidence WHERE {_STILL})
     + (SELECT COUNT(*) FROM vectors WHERE {_STILL})
     + (SELECT COUNT(*) FROM memory_usage WHERE {_STILL})
     + (SELECT COUNT(*) FROM marks WHERE {_STILL})
     + (SELECT COUNT(*) FROM questions WHERE tenant = :tenant AND owner = :owner AND first_memory IN :ids)
     + (SELECT COUNT(*) FROM questions WHERE tenant = :tenant AND owner = :owner AND second_memory IN :ids)
     + (SELECT COUNT(*) FROM memory_candidates WHERE tenant = :tenant AND owner = :owner AND target_memory_id IN :ids)
     + (SELECT COUNT(*) FROM memory_candidates WHERE tenant = :tenant AND owner = :owner AND resulting_memory IN :ids)
"""

EXPUNGE_STATEMENTS = (
    "DELETE FROM memories WHERE tenant = :tenant AND owner = :owner AND id IN :ids",
    *(f"DELETE FROM {table} WHERE {_STILL}" for table in ("memory_versions", "evidence", "vectors", "memory_usage", "marks")),
    "DELETE FROM questions WHERE tenant = :tenant AND owner = :owner AND (first_memory IN :ids OR second_memory IN :ids)",
    "DELETE FROM memory_candidates WHERE tenant = :tenant AND owner = :owner AND (target_memory_id IN :ids OR resulting_memory IN :ids)",
)


class SqlDeletions:
    """Erasure operations and tombstones."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def open(self, deletion: Deletion, tombstones: Sequence[Tombstone]) -> None:
        """Record an operation with its steps and bury what it erases."""
        self._session.run(OPEN_DELETION, _deletion_row(deletion))
        self._put_steps(deletion)
        for tombstone in tombstones:
            self._session.run(BURY, _tombstone_row(tombstone))

    def advance(self, deletion: Deletion) -> None:
        """Record how far an operation has come; what another node has seen finished stays finished."""
        if self._session.run(ADVANCE_DELETION, _deletion_row(deletion)):
            self._put_steps(deletion)

    def all(self, tenant: str, owner: str) -> list[Deletion]:
        """Return an owner's operations, oldest first."""
        return [self._deletion(row) for row in self._session.all(ALL_DELETIONS, {"tenant": tenant, "owner": owner})]

    def page(self, tenant: str, owner: str, before: str, limit: int) -> list[Deletion]:
        """Return an owner's operations before this id, latest first."""
        named = {"tenant": tenant, "owner": owner, "before": before, "limit": limit}
        return [self._deletion(row) for row in self._session.all(PAGE_OF_DELETIONS, named)]

    def get(self, operation: str, tenant: str, owner: str) -> Deletion | None:
        """Return one of an owner's operations."""
        row = self._session.one(GET_DELETION, {"tenant": tenant, "owner": owner, "id": operation})
        return None if row is None else self._deletion(row)

    def exists_elsewhere(self, operation: str, tenant: str, owner: str) -> bool:
        """Tell, without reading any text, whether somebody else's operation bears this id."""
        return self._session.one(DELETION_ELSEWHERE, {"id": operation, "tenant": tenant, "owner": owner}) is not None

    def unfinished(self) -> list[Deletion]:
        """Return operations whose bytes are not gone yet: first those that something can be done for, at most a hundred."""
        return [self._deletion(row) for row in self._session.all(UNFINISHED_DELETIONS, {"most": MOST_RESUMED})]

    def past(self, tenant: str, owner: str, fingerprints: Sequence[str], now: datetime) -> set[tuple[str, str, str]]:
        """Return which of these were `forgotten` for good or lately `rejected`, each with the scope where it was."""
        named = {"tenant": tenant, "owner": owner, "fingerprints": fingerprints, "now": micros(now)}
        return {(how, scope, fingerprint) for how, scope, fingerprint in self._session.all(PAST, named)}

    def traces(self, tenant: str, owner: str, memory_ids: Sequence[MemoryId]) -> int:
        """Count the rows of any table that still bear one of the ids; tombstones, operations and audit do not count."""
        self._session.settle()
        chunks = (memory_ids[start : start + AT_ONCE] for start in range(0, len(memory_ids), AT_ONCE))
        rows = (self._session.all(TRACES, {"tenant": tenant, "owner": owner, "ids": chunk}) for chunk in chunks)
        return sum(int(count) for ((count,),) in rows)

    def expunge(self, tenant: str, owner: str, memory_ids: Sequence[MemoryId]) -> None:
        """Remove from every table what still bears one of the ids: just what `traces` would count."""
        self._session.settle()
        for start in range(0, len(memory_ids), AT_ONCE):
            named = {"tenant": tenant, "owner": owner, "ids": memory_ids[start : start + AT_ONCE]}
            for statement in EXPUNGE_STATEMENTS:
                self._session.run(statement, named)

    def _put_steps(self, deletion: Deletion) -> None:
        for position, step in enumerate(deletion.steps):
            row = {
                "tenant": deletion.tenant,
                "owner": deletion.owner,
                "deletion_id": deletion.id,
                "position": position,
                "name": step.name.value,
                "state": step.state.value,
                "attempts": step.attempts,
                "note": step.note,
            }
            self._session.run(PUT_STEP, row)

    def _deletion(self, row: Row) -> Deletion:
        tenant, owner, operation, state, memory_ids, requested_at, completed_at = row
        steps = self._session.all(STEPS_OF, {"tenant": tenant, "owner": owner, "id": operation})
        ids = tuple(MemoryId(one) for one in memory_ids.split(",") if one)
        asked = instant(requested_at) or EPOCH
        done = instant(completed_at)
        return Deletion(
            id=operation,
            tenant=tenant,
            owner=owner,
            memory_ids=ids,
            state=Stage(state),
            steps=tuple(
                Step(name=StepName(name), state=StepState(where), attempts=attempts, note=note) for name, where, attempts, note in steps
            ),
            requested_at=asked,
            completed_at=done,
            receipt=None if done is None else Receipt(operation=operation, memories=len(ids), requested_at=asked, bytes_gone_at=done),
        )


def _deletion_row(deletion: Deletion) -> dict[str, Any]:
    return {
        "tenant": deletion.tenant,
        "owner": deletion.owner,
        "id": deletion.id,
        "state": deletion.state.value,
        "memory_ids": ",".join(deletion.memory_ids),
        "requested_at": micros(deletion.requested_at),
        "completed_at": micros_or_none(deletion.completed_at),
    }


def _tombstone_row(tombstone: Tombstone) -> dict[str, Any]:
    return {
        "tenant": tombstone.tenant,
        "owner": tombstone.owner,
        "memory_id": tombstone.memory_id,
        "scope": tombstone.scope,
        "revision": tombstone.revision,
        "fingerprint": tombstone.fingerprint,
        "blocks_relearning": int(tombstone.blocks_relearning),
        "erased_at": micros(tombstone.erased_at),
        "operation": tombstone.operation,
    }
