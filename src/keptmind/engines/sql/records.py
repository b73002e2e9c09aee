"""What is kept beside memories: evidence, candidates, audit events and usage counters."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from keptmind.engines.sql.rows import Rows, texts_of
from keptmind.engines.sql.session import Row, Session, micros
from keptmind.engines.sql.words import Words
from keptmind.model.audit import AuditEvent
from keptmind.model.candidate import Candidate
from keptmind.model.evidence import Evidence
from keptmind.model.memory import Memory, MemoryId
from keptmind.model.scope import Scope
from keptmind.ports.store import Place

ADD_EVIDENCE = """
INSERT INTO evidence (tenant, owner, memory_id, id, source, role, sign, conversation, run, occurred_at, recorded_at, fingerprint, note)
VALUES (:tenant, :owner, :memory_id, :id, :source, :role, :sign, :conversation, :run, :occurred_at, :recorded_at, :fingerprint, :note)
"""

ADD_CANDIDATE = """
INSERT INTO memory_candidates (tenant, owner, id, operation, target_memory_id, expected_revision, proposed, fingerprint,
                               scope_type, scope_id, rule, status, created_at, expires_at)
VALUES (:tenant, :owner, :id, :operation, :target, :expected_revision, :proposed, :fingerprint,
        :scope_type, :scope_id, :rule, :status, :created_at, :expires_at)
"""

PENDING_CANDIDATE = """
SELECT id, operation, target_memory_id, expected_revision, rule
  FROM memory_candidates
 WHERE tenant = :tenant AND owner = :owner
   AND fingerprint = :fingerprint AND scope_type = :scope_type AND scope_id = :scope_id
   AND COALESCE(target_memory_id, '') = :target
   AND status = 'pending'
   AND expires_at > :now
"""

ERASE_CANDIDATES_ABOUT = """
DELETE FROM memory_candidates
 WHERE tenant = :tenant AND owner = :owner
   AND (target_memory_id = :id
        OR (fingerprint IN :fingerprints AND scope_type = :scope_type AND scope_id = :scope_id))
RETURNING proposed
"""

ERASE_CANDIDATES = """
DELETE FROM memory_candidates
 WHERE tenant = :tenant AND owner = :owner
   AND (:any_scope = 1 OR (scope_type = :scope_type AND scope_id = :scope_id))
RETURNING proposed
"""

APPEND_EVENT = """
INSERT INTO audit_events (tenant, owner, id, at, action, caller, purpose, scope, memory_ids, rule, rule_version, revision,
                          fingerprint, request_id)
VALUES (:tenant, :owner, :id, :at, :action, :caller, :purpose, :scope, :memory_ids, :rule, :rule_version, :revision,
        :fingerprint, :request_id)
"""

COUNT_RECALL = """
INSERT INTO memory_usage (tenant, owner, memory_id, recall_count, last_recalled_at)
SELECT m.tenant, m.owner, m.id, CAST(:recalls AS BIGINT), CAST(:at AS BIGINT)
  FROM memories m
 WHERE m.tenant = :tenant AND m.owner = :owner AND m.id = :id
ON CONFLICT (tenant, owner, memory_id) DO UPDATE
   SET recall_count = memory_usage.recall_count + excluded.recall_count,
       last_recalled_at = excluded.last_recalled_at
"""


class SqlEvidences:
    """Statements behind memories."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, evidence: Evidence, tenant: str, owner: str) -> None:
        """Keep one statement."""
        row = {
            "tenant": tenant,
            "owner": owner,
            "memory_id": evidence.memory_id,
            "id": evidence.id,
            "source": evidence.source.value,
            "role": evidence.role,
            "sign": evidence.sign,
            "conversation": evidence.conversation,
            "run": evidence.run,
            "occurred_at": micros(evidence.occurred_at),
            "recorded_at": micros(evidence.recorded_at),
            "fingerprint": evidence.fingerprint,
            "note": evidence.note,
        }
        self._session.defer(ADD_EVIDENCE, row)


class SqlCandidates:
    """Proposals that wait."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._rows = Rows(session, words)

    def add(self, candidate: Candidate, proposed: Memory, fingerprint: str, at: datetime, expires_at: datetime) -> None:
        """Keep one proposal until it is decided or expires."""
        row = {
            "tenant": proposed.tenant,
            "owner": proposed.owner,
            "id": candidate.id,
            "operation": candidate.operation,
            "target": candidate.target_memory_id,
            "expected_revision": candidate.expected_revision,
            "proposed": json.dumps(self._rows.row(proposed, Place(0, None)), ensure_ascii=False),
            "fingerprint": fingerprint,
            "scope_type": proposed.scope.type.value,
            "scope_id": proposed.scope.id,
            "rule": candidate.rule,
            "status": candidate.status,
            "created_at": micros(at),
            "expires_at": micros(expires_at),
        }
        self._session.run(ADD_CANDIDATE, row)

    def pending(self, proposed: Memory, target: MemoryId | None, fingerprint: str, now: datetime) -> Candidate | None:
        """Return what already waits and says the same about the same row."""
        named = {
            "tenant": proposed.tenant,
            "owner": proposed.owner,
            "fingerprint": fingerprint,
            "scope_type": proposed.scope.type.value,
            "scope_id": proposed.scope.id,
            "target": target or "",
            "now": micros(now),
        }
        row = self._session.one(PENDING_CANDIDATE, named)
        if row is None:
            return None
        candidate_id, operation, target_id, revision, rule = row
        return Candidate(
            id=candidate_id,
            operation=operation,
            proposed_content=proposed.content,
            target_memory_id=target_id,
            expected_revision=revision,
            status="pending",
            rule=rule,
        )

    def erase_about(self, memory: Memory, fingerprints: Sequence[str]) -> list[str]:
        """Erase what waits for a row, or says what it said in its scope; return the texts that were there."""
        named = {
            "tenant": memory.tenant,
            "owner": memory.owner,
            "id": memory.id,
            "fingerprints": fingerprints,
            "scope_type": memory.scope.type.value,
            "scope_id": memory.scope.id,
        }
        return _contents(self._session.all(ERASE_CANDIDATES_ABOUT, named))

    def erase_all(self, tenant: str, owner: str, scope: Scope | None) -> list[str]:
        """Erase what waits, in one scope or in all; return the texts that were there."""
        named = {
            "tenant": tenant,
            "owner": owner,
            "any_scope": int(scope is None),
            "scope_type": scope.type.value if scope else "",
            "scope_id": scope.id if scope else "",
        }
        return _contents(self._session.all(ERASE_CANDIDATES, named))


def _contents(erased: Sequence[Row]) -> list[str]:
    return [text for row in erased if row[0] for text in texts_of(json.loads(row[0]))]


class SqlAudit:
    """The record of acts."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def append(self, event: AuditEvent) -> None:
        """Keep one event."""
        row = {
            "tenant": event.tenant,
            "owner": event.owner,
            "id": event.id,
            "at": micros(event.at),
            "action": event.action.value,
            "caller": event.caller,
            "purpose": event.purpose,
            "scope": event.scope,
            "memory_ids": ",".join(event.memory_ids),
            "rule": event.rule,
            "rule_version": event.rule_version,
            "revision": event.revision,
            "fingerprint": event.fingerprint,
            "request_id": event.request_id,
        }
        self._session.defer(APPEND_EVENT, row)


class SqlUsage:
    """Counters in a narrow table."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def recalled(self, counts: Mapping[tuple[str, str, MemoryId], int], at: datetime) -> None:
        """Add to the counters of (tenant, owner, id); a row that is gone by now is passed over."""
        for (tenant, owner, memory_id), recalls in counts.items():
            row = {"tenant": tenant, "owner": owner, "id": memory_id, "recalls": recalls, "at": micros(at)}
            self._session.run(COUNT_RECALL, row)
