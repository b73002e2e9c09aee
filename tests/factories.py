"""What tests are made of: a clock set by hand, stores that run by it, and values with one thing said about them."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engines import ENGINE
from keptmind import Hit
from keptmind import Memory as Store
from keptmind.bootstrap import build
from keptmind.engines.clock import SystemClock
from keptmind.model.draft import Draft
from keptmind.model.evidence import Evidence
from keptmind.model.memory import Kind, Memory, MemoryId, Sensitivity, Source, Status, Target
from keptmind.model.ranking import Factors, Match
from keptmind.model.scope import GLOBAL, Scope
from keptmind.policy import access
from keptmind.policy.identity import access_context
from keptmind.ports.keys import Ids
from keptmind.ports.meter import Meter
from keptmind.surfaces.library.owner import OwnerMemory
from keptmind.write import apply
from keptmind.write.draw import content_hash
from keptmind.write.entry import entry

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


class HandClock(SystemClock):
    """A clock that stands still until it is set; it knows the zones of this machine."""

    def __init__(self, at: datetime | str = NOON) -> None:
        self.at = instant(at)

    def now(self) -> datetime:
        """Return the instant it was set to."""
        return self.at

    def set(self, at: datetime | str) -> None:
        """Show this instant from now on."""
        self.at = instant(at)

    def wait(self, **span: float) -> None:
        """Let time pass, given as for timedelta."""
        self.at += timedelta(**span)


class TimedStore(Store):
    """The library's front door over a store that runs by a given clock."""

    def __init__(self, clock: HandClock, url: str | None = None, ids: Ids | None = None, **settings: Any) -> None:
        self.house = build({**(ENGINE.fresh() if url is None else {"url": url}), **settings}, clock, ids)


class MeteredStore(Store):
    """The library's front door over a store that somebody counts."""

    def __init__(self, meter: Meter, **settings: Any) -> None:
        self.house = build({**ENGINE.fresh(), **settings}, meter=meter)


def instant(at: datetime | str) -> datetime:
    """Read an instant; a text without an offset is UTC."""
    read = datetime.fromisoformat(at) if isinstance(at, str) else at
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def a_url(folder: Path) -> str:
    """Name a store in a folder."""
    return f"sqlite:///{folder / 'memory.db'}"


@contextmanager
def another_process(file: Path) -> Iterator[None]:
    """Hold a file as another process would."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def a_caller(store: Store, user_id: str, **said: Any) -> OwnerMemory:
    """Open a person's memories for a caller with a grant, as a door other than the library would."""
    return OwnerMemory(store.house, access_context(user_id, store.house.rulebook, **{"tenant": "default", **said}))


def a_memory(
    text: str = "likes tea",
    *,
    number: int = 1,
    kind: Kind = Kind.FACT,
    owner: str = "u1",
    scope: Scope = GLOBAL,
    title: str | None = None,
    key: str | None = None,
    source: Source = Source.EXPLICIT,
    confidence: float = 0.9,
    importance: float = 0.5,
    updated_at: datetime = NOON,
    **more: Any,
) -> Memory:
    """Return a row that says this."""
    fields: dict[str, Any] = {
        "id": MemoryId(f"id-{number:06d}"),
        "tenant": "default",
        "owner": owner,
        "scope": scope,
        "share": "private",
        "key": key,
        "title": title,
        "content": text,
        "kind": kind,
        "target": "user",
        "subject": None,
        "value": None,
        "tags": (),
        "source": source,
        "sensitivity": Sensitivity.PRIVATE,
        "purposes": ("personalization", "task"),
        "consent": None,
        "consent_at": None,
        "status": Status.ACTIVE,
        "pinned_at": None,
        "revision": 1,
        "importance": importance,
        "confidence": confidence,
        "content_hash": content_hash(text),
        "char_count": len(text),
        "valid_from": None,
        "valid_to": None,
        "created_at": updated_at,
        "updated_at": updated_at,
        "last_confirmed_at": None,
        "review_after": None,
        "expires_at": None,
        "reason": None,
        "needs_confirmation": False,
        "rule_version": 1,
        "change_type": "create",
        "changed_via": "user_api",
        "source_candidate": None,
    }
    return Memory(**{**fields, **more})


def a_statement(
    source: Source = Source.EXPLICIT,
    *,
    sign: int = 1,
    role: str = "user",
    conversation: str | None = None,
    occurred_at: datetime = NOON,
    note: str | None = None,
    fingerprint: str = "ab",
) -> Evidence:
    """Return one statement behind a row."""
    return Evidence(
        id="e1",
        memory_id=MemoryId("id-000001"),
        source=source,
        role=role,
        sign=sign,
        conversation=conversation,
        run=None,
        occurred_at=occurred_at,
        recorded_at=NOON,
        fingerprint=fingerprint,
        note=note,
    )


def a_draft(text: str = "likes tea", *, source: Source = Source.EXPLICIT, kind: Kind = Kind.FACT, **more: Any) -> Draft:
    """Return a wish to keep this."""
    fields: dict[str, Any] = {
        "content": text,
        "kind": kind,
        "scope": GLOBAL,
        "share": "private",
        "target": Target.USER,
        "source": source,
        "purposes": ("personalization", "task"),
    }
    return Draft(**{**fields, **more})


def a_match(text: str = "likes tea", *, lexical: float = 0.5, **said: Any) -> Match:
    """Return a match of a row that says this."""
    return Match(memory=a_memory(text, **said), lexical=lexical)


def a_hit(text: str = "likes tea", *, score: float = 0.5, **said: Any) -> Hit:
    """Return a hit on a row that says this."""
    plain = Factors(lexical=score, recency=1.0, importance=1.0, confidence=1.0, review=1.0)
    return Hit(memory=a_memory(text, **said), score=score, text=text, needs_confirmation=False, factors=plain)


def texts(hits: Sequence[Hit]) -> list[str]:
    """Return what the hits say, in order."""
    return [hit.memory.content for hit in hits]


def pin(store: Store, memory_id: str, owner: str = "A", **changes: Any) -> Memory:
    """Pin a person's row, or change it in other ways that no verb has, as its next revision."""
    now = store.house.memories._ground.clock.now()
    context = access_context(owner, store.house.rulebook, tenant="default", read_mode="explicit")
    with store.house.store.transaction(context.whose) as tx:
        known = tx.memories.get(MemoryId(memory_id), access.own_reach(context, store.house.rulebook), now)
        assert known is not None
        revised = replace(known, **{"pinned_at": now, "revision": known.revision + 1, **changes})
        apply.supersede(tx, entry(known), entry(revised), now)
    return revised


def listed(me: OwnerMemory) -> list[Memory]:
    """Return every row of a list, page by page."""
    rows: list[Memory] = []
    cursor: str | None = None
    while True:
        page = me.list(cursor=cursor, limit=200)
        rows += page.items
        if not page.has_more:
            return rows
        cursor = page.next_cursor


def rows(database: Path | str, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
    """Return what a plain connection of its own reads in a database file."""
    connection = sqlite3.connect(database)
    try:
        return connection.execute(statement, parameters).fetchall()
    finally:
        connection.close()


def audit(database: Path | str) -> list[tuple[str, str, str]]:
    """Return (owner, action, rule) of every audit event on record, oldest first."""
    return rows(database, "SELECT owner, action, rule FROM audit_events ORDER BY id")


def everything(database: Path | str) -> str:
    """Return every cell of every table as one text, JSON escapes undone."""
    tables = [name for (name,) in rows(database, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    cells = (cell for table in tables for row in rows(database, f'SELECT * FROM "{table}"') for cell in row if cell is not None)
    return "\n".join(_plain(cell) for cell in cells)


def _plain(cell: object) -> str:
    text = str(cell)
    try:
        return json.dumps(json.loads(text), ensure_ascii=False) + "\n" + text
    except ValueError:
        return text


def bytes_of(database: Path) -> bytes:
    """Return every byte of a database, its log and its index."""
    files = (database, database.with_name(f"{database.name}-wal"), database.with_name(f"{database.name}-shm"))
    return b"".join(file.read_bytes() for file in files if file.exists())
