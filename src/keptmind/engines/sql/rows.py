"""How a memory lies in a row: the columns, in one order, and the way there and back."""

import json
from collections.abc import Mapping
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Any

from keptmind.engines.sql.index import masks
from keptmind.engines.sql.session import Row, Session, instant, micros_or_none
from keptmind.engines.sql.words import DESTINATION, PURPOSE, Words
from keptmind.model.memory import ChangedVia, ChangeType, Consent, Kind, Memory, MemoryId, Sensitivity, Source, Status, Target
from keptmind.model.scope import Scope, ScopeType
from keptmind.ports.place import Place

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

# What lies in its column just as the memory holds it, what is an instant, and what is a word of a closed vocabulary.
_PLAIN = (
    "tenant", "owner", "share", "title", "content", "subject", "value", "revision", "importance", "confidence", "content_hash",
    "char_count", "reason", "rule_version", "source_candidate",
)  # fmt: skip
_TIMES = (
    "consent_at", "pinned_at", "valid_from", "valid_to", "created_at", "updated_at", "last_confirmed_at", "review_after", "expires_at",
)  # fmt: skip
_WORDS: dict[str, dict[str, Any]] = {
    "kind": {kind.value: kind for kind in Kind},
    "target": {target.value: target for target in Target},
    "source": {source.value: source for source in Source},
    "status": {status.value: status for status in Status},
    "change_type": {change.value: change for change in ChangeType},
    "changed_via": {door.value: door for door in ChangedVia},
}
_plain_in, _times_in = (itemgetter(*(_AT[name] for name in names)) for names in (_PLAIN, _TIMES))
_plain_of, _times_of = attrgetter(*_PLAIN), attrgetter(*_TIMES)
_SENSITIVITIES = tuple(Sensitivity)
_SCOPES = {kind.value: kind for kind in ScopeType}
_NO_TAGS = "[]"


_TEXTS = ("content", "value", "title", "subject", "memory_key", "reason")


def texts_of(whole: Mapping[str, Any]) -> tuple[str, ...]:
    """Return every text of a row, given by column."""
    return tuple(text for text in (*(whole[name] for name in _TEXTS), *json.loads(whole["tags"])) if text)


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
        times: dict[str, Any] = dict(zip(_TIMES, map(instant, _times_in(row)), strict=True))
        plain: dict[str, Any] = dict(zip(_PLAIN, _plain_in(row), strict=True))
        words: dict[str, Any] = {name: table[row[_AT[name]]] for name, table in _WORDS.items()}
        return Memory(
            **plain,
            **times,
            **words,
            id=MemoryId(row[_AT["id"]]),
            key=row[_AT["memory_key"]],
            scope=Scope(type=_SCOPES[row[_AT["scope_type"]]], id=row[_AT["scope_id"]]),
            tags=() if row[_AT["tags"]] == _NO_TAGS else tuple(json.loads(row[_AT["tags"]])),
            sensitivity=_SENSITIVITIES[row[_AT["sensitivity"]]],
            purposes=self._words.spoken(self._session, PURPOSE, row[_AT["purposes"]]),
            consent=self._consent(row),
            needs_confirmation=bool(row[_AT["needs_confirmation"]]),
            expired=any(end is not None and end <= now for end in (times["expires_at"], times["valid_to"])),
        )

    def row(self, memory: Memory, place: Place) -> dict[str, Any]:
        """Return the row of a memory, by column."""
        return {
            **dict(zip(_PLAIN, _plain_of(memory), strict=True)),
            **dict(zip(_TIMES, map(micros_or_none, _times_of(memory)), strict=True)),
            **{name: getattr(memory, name).value for name in _WORDS},
            "id": memory.id,
            "memory_key": memory.key,
            "scope_type": memory.scope.type.value,
            "scope_id": memory.scope.id,
            "tags": json.dumps(memory.tags, ensure_ascii=False) if memory.tags else _NO_TAGS,
            "sensitivity": int(memory.sensitivity),
            "needs_confirmation": int(memory.needs_confirmation),
            "partition": place.partition,
            "number": place.number,
            **masks(self._session, self._words, memory),
        }

    def _consent(self, row: Row) -> Consent | None:
        if row[_AT["consent_at"]] is None:
            return None
        spoken, session = self._words.spoken, self._session
        return Consent(
            purposes=spoken(session, PURPOSE, row[_AT["consent_purposes"]]),
            destinations=spoken(session, DESTINATION, row[_AT["consent_destinations"]]),
        )
