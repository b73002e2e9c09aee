"""What is kept beside memories: evidence, observations, audit events, counts of refusals and usage counters."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from keptmind.engines.sql.session import EPOCH, Row, Session, instant, micros
from keptmind.model.audit import Action, AuditEvent, Sifted
from keptmind.model.evidence import Evidence, Observation
from keptmind.model.memory import Memory, MemoryId, Source
from keptmind.model.scope import Scope

NEWEST = "~"  # sorts after every id
EARLIEST, LATEST = -(1 << 63), (1 << 63) - 1  # microseconds

ADD_EVIDENCE = """
INSERT INTO evidence (tenant, owner, memory_id, id, source, role, sign, conversation, run, occurred_at, recorded_at, fingerprint, note)
VALUES (:tenant, :owner, :memory_id, :id, :source, :role, :sign, :conversation, :run, :occurred_at, :recorded_at, :fingerprint, :note)
"""

EVIDENCE_OF = """
SELECT id, source, role, sign, conversation, run, occurred_at, recorded_at, fingerprint, note
  FROM evidence
 WHERE tenant = :tenant AND owner = :owner AND memory_id = :id
 ORDER BY occurred_at, id
"""

EVIDENCE_FOR_WORDS = """
SELECT id, source, role, sign, conversation, run, occurred_at, recorded_at, fingerprint, note
  FROM evidence
 WHERE tenant = :tenant AND owner = :owner AND memory_id = :id AND fingerprint = :fingerprint
 ORDER BY occurred_at, id
"""

CARRY_EVIDENCE = """
UPDATE evidence
   SET fingerprint = :fingerprint
 WHERE tenant = :tenant AND owner = :owner AND memory_id = :id AND fingerprint = :before
"""

NOTE_OBSERVATION = """
INSERT INTO observations (tenant, owner, scope, fingerprint, occasion, observed_at, expires_at)
VALUES (:tenant, :owner, :scope, :fingerprint, :occasion, :observed_at, :expires_at)
ON CONFLICT (tenant, owner, scope, fingerprint, occasion) DO UPDATE
   SET observed_at = excluded.observed_at, expires_at = excluded.expires_at
 WHERE observations.expires_at <= excluded.observed_at
"""

OBSERVATIONS = """
SELECT occasion, observed_at
  FROM observations
 WHERE tenant = :tenant AND owner = :owner AND scope = :scope AND fingerprint = :fingerprint AND expires_at > :now
"""

DROP_OBSERVATIONS = """
DELETE FROM observations
 WHERE tenant = :tenant AND owner = :owner AND fingerprint IN :fingerprints
"""

DROP_ALL_OBSERVATIONS = """
DELETE FROM observations
 WHERE tenant = :tenant AND owner = :owner AND (:any_scope = 1 OR scope = :scope)
"""

COUNT_REFUSAL = """
INSERT INTO rule_counts (tenant, owner, rule, rule_version, refusals)
VALUES (:tenant, :owner, :rule, :rule_version, 1)
ON CONFLICT (tenant, owner, rule, rule_version) DO UPDATE
   SET refusals = rule_counts.refusals + 1
"""

REFUSALS_BY_RULE = """
SELECT rule, CAST(SUM(refusals) AS BIGINT)
  FROM rule_counts
 WHERE tenant = :tenant AND owner = :owner
 GROUP BY rule
 ORDER BY rule
"""

FIND_EVENT = """
SELECT 1
  FROM audit_events
 WHERE tenant = :tenant AND owner = :owner AND id = :id
"""

APPEND_EVENT = """
INSERT INTO audit_events (tenant, owner, id, at, action, caller, purpose, scope, memory_ids, rule, rule_version, revision,
                          fingerprint, request_id)
VALUES (:tenant, :owner, :id, :at, :action, :caller, :purpose, :scope, :memory_ids, :rule, :rule_version, :revision,
        :fingerprint, :request_id)
ON CONFLICT DO NOTHING
"""

_EVENTS = """
SELECT owner, id, at, action, caller, purpose, scope, memory_ids, rule, rule_version, revision, fingerprint, request_id
  FROM audit_events"""

PAGE_OF_EVENTS = f"""{_EVENTS}
 WHERE tenant = :tenant AND owner = :owner AND id < :before AND at >= :since AND at < :until AND (:action = '' OR action = :action)
 ORDER BY id DESC
 LIMIT :limit
"""

PAGE_ACROSS_OWNERS = f"""{_EVENTS}
 WHERE tenant = :tenant AND (owner, id) > (:owner, :after) AND at >= :since AND at < :until AND (:action = '' OR action = :action)
 ORDER BY owner, id
 LIMIT :limit
"""

PAGE_OF_ALERTS = f"""{_EVENTS}
 WHERE tenant = :tenant AND action = 'memory.alert' AND id < :before
 ORDER BY id DESC
 LIMIT :limit
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

COUNT_USE = """
INSERT INTO memory_usage (tenant, owner, memory_id, used_count, last_used_at)
VALUES (:tenant, :owner, :id, 1, :at)
ON CONFLICT (tenant, owner, memory_id) DO UPDATE
   SET used_count = memory_usage.used_count + 1,
       last_used_at = excluded.last_used_at
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

    def of(self, memory: Memory) -> list[Evidence]:
        """Return what a row rests on, oldest first."""
        self._session.settle()
        return [_evidence(memory, row) for row in self._session.all(EVIDENCE_OF, _named(memory))]

    def for_words(self, memory: Memory, fingerprint: str) -> list[Evidence]:
        """Return what was said for these words of a row alone, oldest first: a row that was revised often rests on much more."""
        self._session.settle()
        rows = self._session.all(EVIDENCE_FOR_WORDS, {**_named(memory), "fingerprint": fingerprint})
        return [_evidence(memory, row) for row in rows]

    def carry(self, memory: Memory, before: str, fingerprint: str) -> None:
        """Let what supported a row's earlier words support its present ones."""
        self._session.settle()
        self._session.run(CARRY_EVIDENCE, {**_named(memory), "before": before, "fingerprint": fingerprint})


def _named(memory: Memory) -> dict[str, str]:
    return {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id}


def _evidence(memory: Memory, row: Row) -> Evidence:
    return Evidence(
        id=row[0],
        memory_id=memory.id,
        source=Source(row[1]),
        role=row[2],
        sign=row[3],
        conversation=row[4],
        run=row[5],
        occurred_at=instant(row[6]) or EPOCH,
        recorded_at=instant(row[7]) or EPOCH,
        fingerprint=row[8],
        note=row[9],
    )


class SqlObservations:
    """What tools saw of a leaning, by keyed fingerprint and without a word of it, until it was seen often enough."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, observation: Observation, expires_at: datetime) -> list[Observation]:
        """Keep one sighting and return all that are still fresh, this one among them."""
        named = {
            "tenant": observation.tenant,
            "owner": observation.owner,
            "scope": observation.scope,
            "fingerprint": observation.fingerprint,
        }
        seen = {**named, "occasion": observation.occasion, "observed_at": micros(observation.observed_at)}
        self._session.run(NOTE_OBSERVATION, {**seen, "expires_at": micros(expires_at)})
        rows = self._session.all(OBSERVATIONS, {**named, "now": micros(observation.observed_at)})
        return [replace(observation, occasion=row[0], observed_at=instant(row[1]) or EPOCH) for row in rows]

    def erase(self, tenant: str, owner: str, fingerprints: Sequence[str]) -> None:
        """Drop the sightings of what is forgotten."""
        self._session.run(DROP_OBSERVATIONS, {"tenant": tenant, "owner": owner, "fingerprints": fingerprints or [""]})

    def erase_all(self, tenant: str, owner: str, scope: Scope | None) -> None:
        """Drop every sighting of an owner, in one scope or in all."""
        named = {"tenant": tenant, "owner": owner, "any_scope": int(scope is None), "scope": str(scope or "")}
        self._session.run(DROP_ALL_OBSERVATIONS, named)


class SqlRuleCounts:
    """How often each rule refused something, by owner."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, tenant: str, owner: str, rule: str, rule_version: int) -> None:
        """Count one refusal."""
        self._session.run(COUNT_REFUSAL, {"tenant": tenant, "owner": owner, "rule": rule, "rule_version": rule_version})

    def of(self, tenant: str, owner: str) -> dict[str, int]:
        """Return the counts of an owner by rule."""
        return dict(self._session.all(REFUSALS_BY_RULE, {"tenant": tenant, "owner": owner}))


class SqlAudit:
    """The record of acts."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._appended: list[AuditEvent] = []

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
        self._session.bear_witness(FIND_EVENT, row)
        self._appended.append(event)

    def taken(self) -> list[AuditEvent]:
        """Return what was appended since this was last asked."""
        taken, self._appended = self._appended, []
        return taken

    def page(self, tenant: str, owner: str, sifted: Sifted, *, before: str | None) -> list[AuditEvent]:
        """Return events of one owner, newest first."""
        return self._read(PAGE_OF_EVENTS, tenant, {"owner": owner, "before": before or NEWEST, **_sieve(sifted)})

    def across(self, tenant: str, sifted: Sifted, *, after: tuple[str, str]) -> list[AuditEvent]:
        """Return events of every owner of a tenant, by owner, then oldest first."""
        owner, event_id = after
        return self._read(PAGE_ACROSS_OWNERS, tenant, {"owner": owner, "after": event_id, **_sieve(sifted)})

    def alerts(self, tenant: str, most: int, *, before: str | None) -> list[AuditEvent]:
        """Return the alerts of a tenant, newest first."""
        return self._read(PAGE_OF_ALERTS, tenant, {"before": before or NEWEST, "limit": most})

    def _read(self, statement: str, tenant: str, wanted: Mapping[str, Any]) -> list[AuditEvent]:
        self._session.settle()
        return [_event(tenant, row) for row in self._session.all(statement, {"tenant": tenant, **wanted})]


def _sieve(sifted: Sifted) -> dict[str, str | int]:
    return {
        "action": "" if sifted.action is None else sifted.action.value,
        "since": EARLIEST if sifted.since is None else micros(sifted.since),
        "until": LATEST if sifted.until is None else micros(sifted.until),
        "limit": sifted.limit,
    }


def _event(tenant: str, row: Row) -> AuditEvent:
    owner, event_id, at, action, caller, purpose, scope, memory_ids, rule, rule_version, revision, fingerprint, request_id = row
    return AuditEvent(
        id=event_id,
        at=instant(at) or EPOCH,
        tenant=tenant,
        owner=owner,
        action=Action(action),
        caller=caller,
        purpose=purpose,
        scope=scope,
        memory_ids=tuple(MemoryId(one) for one in memory_ids.split(",") if one),
        rule=rule,
        rule_version=rule_version,
        revision=revision,
        fingerprint=fingerprint,
        request_id=request_id,
    )


class SqlUsage:
    """Counters in a narrow table."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def recalled(self, counts: Mapping[tuple[str, str, MemoryId], int], at: datetime) -> None:
        """Add to the counters of (tenant, owner, id); a row that is gone by now is passed over."""
        for (tenant, owner, memory_id), recalls in counts.items():
            row = {"tenant": tenant, "owner": owner, "id": memory_id, "recalls": recalls, "at": micros(at)}
            self._session.defer(COUNT_RECALL, row)

    def used(self, tenant: str, owner: str, memory_ids: Iterable[MemoryId], at: datetime) -> None:
        """Count that the host used these rows of one owner."""
        for memory_id in memory_ids:
            self._session.run(COUNT_USE, {"tenant": tenant, "owner": owner, "id": memory_id, "at": micros(at)})
