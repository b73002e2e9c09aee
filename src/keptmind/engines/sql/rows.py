"""How a memory lies in a row: the columns, in one order, and the way there and back."""

import json
from datetime import datetime
from typing import Any

from keptmind.engines.sql.index import masks
from keptmind.engines.sql.session import Row, Session, instant, micros, micros_or_none
from keptmind.engines.sql.words import DESTINATION, PURPOSE, Words
from keptmind.model.memory import ChangedVia, ChangeType, Consent, Kind, Memory, MemoryId, Sensitivity, Source, Status, Target
from keptmind.model.scope import Scope, ScopeType
from keptmind.ports.store import Place

COLUMNS = (
    "tenant",
    "owner",
    "id",
    "scope_type",
    "scope_id",
    "share",
    "memory_key",
    "title",
    "content",
    "kind",
    "target",
    "subject",
    "value",
    "tags",
    "source",
    "sensitivity",
    "purposes",
    "consent_purposes",
    "consent_destinations",
    "consent_at",
    "status",
    "pinned_at",
    "revision",
    "importance",
    "confidence",
    "content_hash",
    "char_count",
    "valid_from",
    "valid_to",
    "created_at",
    "updated_at",
    "last_confirmed_at",
    "review_after",
    "expires_at",
    "reason",
    "needs_confirmation",
    "rule_version",
    "change_type",
    "changed_via",
    "source_candidate",
)

_AT = {column: position for position, column in enumerate(COLUMNS)}

SELECTED = ", ".join(f"m.{column}" for column in COLUMNS)

_KINDS = {kind.value: kind for kind in Kind}
_TARGETS = {target.value: target for target in Target}
_SOURCES = {source.value: source for source in Source}
_STATUSES = {status.value: status for status in Status}
_SENSITIVITIES = tuple(Sensitivity)
_SCOPES = {kind.value: kind for kind in ScopeType}
_CHANGES = {change.value: change for change in ChangeType}
_DOORS = {door.value: door for door in ChangedVia}
_NO_TAGS = "[]"


class RowSketch:
    """A selected row, of which only what is asked for is read out."""

    __slots__ = ("_now", "_row", "_rows")

    def __init__(self, rows: "Rows", row: Row, now: datetime) -> None:
        self._rows, self._row, self._now = rows, row, now

    @property
    def id(self) -> MemoryId:
        """The row's id."""
        return MemoryId(self._row[_AT["id"]])

    @property
    def content(self) -> str:
        """The row's text."""
        return str(self._row[_AT["content"]])

    @property
    def content_hash(self) -> str:
        """The hash of the row's value."""
        return str(self._row[_AT["content_hash"]])

    @property
    def importance(self) -> float:
        """In 0..1."""
        return float(self._row[_AT["importance"]])

    @property
    def confidence(self) -> float:
        """In 0..1."""
        return float(self._row[_AT["confidence"]])

    @property
    def updated_at(self) -> datetime:
        """The instant of the last change."""
        return instant(self._row[_AT["updated_at"]]) or self._now

    @property
    def review_after(self) -> datetime | None:
        """The instant from which it is due for review."""
        return instant(self._row[_AT["review_after"]])

    def whole(self) -> Memory:
        """Return the whole row as a memory."""
        return self._rows.memory(self._row, self._now)


class Rows:
    """Turns rows into memories and back, with the registered words of one store."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._words = words

    def memory(self, row: Row, now: datetime) -> Memory:
        """Return the memory of a row selected by SELECTED."""
        (tenant, owner, memory_id, scope_type, scope_id, share, key, title, content, kind, target, subject, value, tags, source,
         sensitivity, purposes, consent_purposes, consent_destinations, consent_at, status, pinned_at, revision, importance,
         confidence, content_hash, char_count, valid_from, valid_to, created_at, updated_at, last_confirmed_at, review_after,
         expires_at, reason, needs_confirmation, rule_version, change_type, changed_via, source_candidate) = row  # fmt: skip
        present = micros(now)
        return Memory(
            id=MemoryId(memory_id),
            tenant=tenant,
            owner=owner,
            scope=Scope(type=_SCOPES[scope_type], id=scope_id),
            share=share,
            key=key,
            title=title,
            content=content,
            kind=_KINDS[kind],
            target=_TARGETS[target],
            subject=subject,
            value=value,
            tags=() if tags == _NO_TAGS else tuple(json.loads(tags)),
            source=_SOURCES[source],
            sensitivity=_SENSITIVITIES[sensitivity],
            purposes=self._words.spoken(self._session, PURPOSE, purposes),
            consent=self._consent(consent_at, consent_purposes, consent_destinations),
            consent_at=instant(consent_at),
            status=_STATUSES[status],
            pinned_at=instant(pinned_at),
            revision=revision,
            importance=importance,
            confidence=confidence,
            content_hash=content_hash,
            char_count=char_count,
            valid_from=instant(valid_from),
            valid_to=instant(valid_to),
            created_at=instant(created_at) or now,
            updated_at=instant(updated_at) or now,
            last_confirmed_at=instant(last_confirmed_at),
            review_after=instant(review_after),
            expires_at=instant(expires_at),
            reason=reason,
            needs_confirmation=bool(needs_confirmation),
            rule_version=rule_version,
            change_type=_CHANGES[change_type],
            changed_via=_DOORS[changed_via],
            source_candidate=source_candidate,
            expired=(expires_at is not None and expires_at <= present) or (valid_to is not None and valid_to <= present),
        )

    def row(self, memory: Memory, place: Place) -> dict[str, Any]:
        """Return the row of a memory, by column."""
        return {
            "tenant": memory.tenant,
            "owner": memory.owner,
            "id": memory.id,
            "scope_type": memory.scope.type.value,
            "scope_id": memory.scope.id,
            "share": memory.share,
            "memory_key": memory.key,
            "title": memory.title,
            "content": memory.content,
            "kind": memory.kind.value,
            "target": memory.target.value,
            "subject": memory.subject,
            "value": memory.value,
            "tags": json.dumps(memory.tags, ensure_ascii=False) if memory.tags else _NO_TAGS,
            "source": memory.source.value,
            "sensitivity": int(memory.sensitivity),
            "consent_at": micros_or_none(memory.consent_at),
            "status": memory.status.value,
            "pinned_at": micros_or_none(memory.pinned_at),
            "revision": memory.revision,
            "importance": memory.importance,
            "confidence": memory.confidence,
            "content_hash": memory.content_hash,
            "char_count": memory.char_count,
            "valid_from": micros_or_none(memory.valid_from),
            "valid_to": micros_or_none(memory.valid_to),
            "created_at": micros(memory.created_at),
            "updated_at": micros(memory.updated_at),
            "last_confirmed_at": micros_or_none(memory.last_confirmed_at),
            "review_after": micros_or_none(memory.review_after),
            "expires_at": micros_or_none(memory.expires_at),
            "reason": memory.reason,
            "needs_confirmation": int(memory.needs_confirmation),
            "rule_version": memory.rule_version,
            "change_type": memory.change_type.value,
            "changed_via": memory.changed_via.value,
            "source_candidate": memory.source_candidate,
            "partition": place.partition,
            "number": place.number,
            **masks(self._session, self._words, memory),
        }

    def _consent(self, consent_at: int | None, purposes: int, destinations: int) -> Consent | None:
        if consent_at is None:
            return None
        spoken = self._words.spoken
        return Consent(purposes=spoken(self._session, PURPOSE, purposes), destinations=spoken(self._session, DESTINATION, destinations))
