"""Proposals that wait, what became of them, and the fingerprints of what a person turned down."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from keptmind.engines.sql.rows import COLUMNS, Rows, texts_of
from keptmind.engines.sql.session import EPOCH, Row, Session, instant, micros, micros_or_none
from keptmind.engines.sql.words import Words
from keptmind.model.candidate import Candidate, CandidateStatus, Operation
from keptmind.model.memory import Kind, Memory, MemoryId
from keptmind.model.scope import Scope, ScopeType
from keptmind.ports.place import Place

ADD_CANDIDATE = """
INSERT INTO memory_candidates (tenant, owner, id, operation, target_memory_id, expected_revision, proposed, fingerprint,
                               scope_type, scope_id, kind, rule, source_conversation, status, resulting_memory,
                               created_at, decided_at, expires_at)
VALUES (:tenant, :owner, :id, :operation, :target, :expected_revision, :proposed, :fingerprint,
        :scope_type, :scope_id, :kind, :rule, :source_conversation, :status, :resulting_memory,
        :created_at, :decided_at, :expires_at)
"""

_SELECTED = """
SELECT id, operation, target_memory_id, expected_revision, proposed, fingerprint, scope_type, scope_id, kind, rule,
       source_conversation, status, resulting_memory, created_at, decided_at, expires_at
  FROM memory_candidates
 WHERE tenant = :tenant AND owner = :owner"""

PENDING_CANDIDATE = f"""{_SELECTED}
   AND fingerprint = :fingerprint AND scope_type = :scope_type AND scope_id = :scope_id
   AND COALESCE(target_memory_id, '') = :target
   AND status = 'pending'
   AND expires_at > :now
"""

GET_CANDIDATE = f"""{_SELECTED}
   AND id = :id
"""

CANDIDATE_ELSEWHERE = """
SELECT 1
  FROM memory_candidates
 WHERE id = :id
   AND NOT (tenant = :tenant AND owner = :owner)
 LIMIT 1
"""

LIST_CANDIDATES = f"""{_SELECTED}
   AND status = :status
   AND id > :after
   AND (:status <> 'pending' OR expires_at > :now)
 ORDER BY id
 LIMIT :most
"""

OWNERS_OVERDUE = """
SELECT DISTINCT tenant, owner
  FROM memory_candidates
 WHERE status = 'pending' AND expires_at <= :now
 ORDER BY tenant, owner
 LIMIT :most
"""

OVERDUE = """
SELECT id, proposed
  FROM memory_candidates
 WHERE tenant = :tenant AND owner = :owner AND status = 'pending' AND expires_at <= :now
 ORDER BY id
 LIMIT :most
"""

DECIDE_CANDIDATE = """
UPDATE memory_candidates
   SET status = :status, proposed = NULL, resulting_memory = :resulting_memory, decided_at = :decided_at
 WHERE tenant = :tenant AND owner = :owner AND id = :id AND status = :before
"""

EXPIRE_ABOUT = """
UPDATE memory_candidates
   SET status = 'expired', proposed = NULL, decided_at = :at
 WHERE tenant = :tenant AND owner = :owner AND target_memory_id = :id AND status = 'pending'
"""

PUT_REJECTED = """
INSERT INTO rejected_fingerprints (tenant, owner, scope, fingerprint, rejected_at, expires_at)
VALUES (:tenant, :owner, :scope, :fingerprint, :rejected_at, :expires_at)
ON CONFLICT (tenant, owner, scope, fingerprint) DO UPDATE
   SET rejected_at = excluded.rejected_at, expires_at = excluded.expires_at
"""

ERASE_CANDIDATES_ABOUT = """
DELETE FROM memory_candidates
 WHERE tenant = :tenant AND owner = :owner
   AND (target_memory_id = :id OR resulting_memory = :id OR fingerprint IN :fingerprints)
RETURNING proposed
"""

ERASE_CANDIDATES = """
DELETE FROM memory_candidates
 WHERE tenant = :tenant AND owner = :owner
   AND (:any_scope = 1 OR (scope_type = :scope_type AND scope_id = :scope_id))
RETURNING proposed
"""


class SqlCandidates:
    """Proposals that wait, and what became of them."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._rows = Rows(session, words)

    def add(self, candidate: Candidate, tenant: str, owner: str) -> None:
        """Keep one proposal until it is decided or expires."""
        proposed = candidate.proposed
        row = {
            "tenant": tenant,
            "owner": owner,
            "id": candidate.id,
            "operation": candidate.operation.value,
            "target": candidate.target_memory_id,
            "expected_revision": candidate.expected_revision,
            "proposed": None if proposed is None else json.dumps(self._rows.row(proposed, Place(0, None)), ensure_ascii=False),
            "fingerprint": candidate.fingerprint,
            **_at(candidate.scope),
            "kind": candidate.kind.value,
            "rule": candidate.rule,
            "source_conversation": candidate.source_conversation,
            "status": candidate.status.value,
            "resulting_memory": candidate.resulting_memory,
            "created_at": micros(candidate.created_at),
            "decided_at": micros_or_none(candidate.decided_at),
            "expires_at": micros(candidate.expires_at),
        }
        self._session.run(ADD_CANDIDATE, row)

    def pending(self, proposed: Memory, target: MemoryId | None, fingerprint: str, now: datetime) -> Candidate | None:
        """Return what already waits and says the same about the same row."""
        named = {
            "tenant": proposed.tenant,
            "owner": proposed.owner,
            "fingerprint": fingerprint,
            **_at(proposed.scope),
            "target": target or "",
            "now": micros(now),
        }
        row = self._session.one(PENDING_CANDIDATE, named)
        return None if row is None else self._candidate(row, now)

    def get(self, candidate_id: str, tenant: str, owner: str, now: datetime) -> Candidate | None:
        """Return the owner's candidate of this id, whatever became of it."""
        row = self._session.one(GET_CANDIDATE, {"tenant": tenant, "owner": owner, "id": candidate_id})
        return None if row is None else self._candidate(row, now)

    def exists_elsewhere(self, candidate_id: str, tenant: str, owner: str) -> bool:
        """Tell, without reading any text, whether somebody else's candidate bears this id."""
        return self._session.one(CANDIDATE_ELSEWHERE, {"id": candidate_id, "tenant": tenant, "owner": owner}) is not None

    def page(self, tenant: str, owner: str, status: CandidateStatus, now: datetime, most: int, *, after: str) -> list[Candidate]:
        """Return the owner's candidates of one status after an id, oldest first; of those that wait, only what has not expired."""
        named = {"tenant": tenant, "owner": owner, "status": status.value, "now": micros(now), "after": after, "most": most}
        return [self._candidate(row, now) for row in self._session.all(LIST_CANDIDATES, named)]

    def decide(self, candidate: Candidate, tenant: str, owner: str, *, before: CandidateStatus) -> bool:
        """Write down what became of a candidate and blank its text; False where somebody else has decided it since."""
        named = {
            "tenant": tenant,
            "owner": owner,
            "id": candidate.id,
            "status": candidate.status.value,
            "resulting_memory": candidate.resulting_memory,
            "decided_at": micros_or_none(candidate.decided_at),
            "before": before.value,
        }
        return self._session.run(DECIDE_CANDIDATE, named) == 1

    def expire_about(self, memory: Memory, now: datetime) -> None:
        """Let what waits to change a row expire: the row is retired."""
        self._session.run(EXPIRE_ABOUT, {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id, "at": micros(now)})

    def overdue(self, now: datetime, most: int) -> list[tuple[str, str]]:
        """Return tenant and owner of whom something has waited too long, at most so many."""
        return [(tenant, owner) for tenant, owner in self._session.all(OWNERS_OVERDUE, {"now": micros(now), "most": most})]

    def expire(self, tenant: str, owner: str, now: datetime, most: int) -> list[tuple[str, ...]]:
        """Let what waited too long expire, at most so many; return of each the texts that were blanked."""
        named = {"tenant": tenant, "owner": owner}
        overdue = self._session.all(OVERDUE, {**named, "now": micros(now), "most": most})
        decided = {**named, "status": "expired", "before": "pending", "resulting_memory": None, "decided_at": micros(now)}
        for candidate_id, _ in overdue:
            self._session.run(DECIDE_CANDIDATE, {**decided, "id": candidate_id})
        return [tuple(_contents([row[1:]])) for row in overdue]

    def turn_down(self, scope: Scope, fingerprint: str, *, tenant: str, owner: str, now: datetime, until: datetime) -> None:
        """Keep the fingerprint of what the person turned down, so that it is not proposed again until then."""
        named = {"tenant": tenant, "owner": owner, "scope": str(scope), "fingerprint": fingerprint}
        self._session.run(PUT_REJECTED, {**named, "rejected_at": micros(now), "expires_at": micros(until)})

    def erase_about(self, memory: Memory, fingerprints: Sequence[str]) -> list[str]:
        """Erase what waits for a row, or says what it said in any scope; return the texts that were there."""
        named = {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id, "fingerprints": fingerprints}
        return _contents(self._session.all(ERASE_CANDIDATES_ABOUT, named))

    def erase_all(self, tenant: str, owner: str, scope: Scope | None) -> list[str]:
        """Erase what waits, in one scope or in all; return the texts that were there."""
        where = {"scope_type": "", "scope_id": ""} if scope is None else _at(scope)
        named = {"tenant": tenant, "owner": owner, "any_scope": int(scope is None), **where}
        return _contents(self._session.all(ERASE_CANDIDATES, named))

    def _candidate(self, row: Row, now: datetime) -> Candidate:
        candidate_id, operation, target, expected, proposed, fingerprint, scope_type, scope_id, kind, rule, *rest = row
        conversation, status, result, *times = rest
        created_at, decided_at, expires_at = map(instant, times)
        whole = None if proposed is None else self._proposed(proposed, now)
        return Candidate(
            id=candidate_id,
            operation=Operation(operation),
            target_memory_id=target,
            expected_revision=expected,
            status=CandidateStatus(status),
            rule=rule,
            kind=Kind(kind),
            scope=Scope(type=ScopeType(scope_type), id=scope_id),
            fingerprint=fingerprint,
            created_at=created_at or EPOCH,
            expires_at=expires_at or EPOCH,
            proposed=whole,
            decided_at=decided_at,
            resulting_memory=result,
            source_conversation=conversation,
        )

    def _proposed(self, packed: str, now: datetime) -> Memory:
        columns = json.loads(packed)
        return self._rows.memory(tuple(columns[name] for name in COLUMNS), now)


def _at(scope: Scope) -> dict[str, Any]:
    return {"scope_type": scope.type.value, "scope_id": scope.id}


def _contents(erased: Sequence[Row]) -> list[str]:
    return [text for row in erased if row[0] for text in texts_of(json.loads(row[0]))]
