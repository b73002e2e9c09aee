"""What would be forgotten: shown first, and bound to the revisions that were shown."""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from keptmind.errors import InvalidCursor, InvalidField
from keptmind.model.context import AccessContext
from keptmind.model.memory import Memory, MemoryId
from keptmind.ports.keys import Keys
from keptmind.service.paging import is_sealed

LASTS = timedelta(minutes=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Rows that match what a person wants forgotten; the token erases just these, as long as none of them has changed."""

    memories: tuple[Memory, ...]
    token: str
    expires_at: datetime


def preview(keys: Keys, context: AccessContext, memories: Sequence[Memory], now: datetime) -> Preview:
    """Return a preview of these rows with its token."""
    until = (now + LASTS).replace(microsecond=0)
    pairs = [[memory.id, memory.revision] for memory in memories]
    said = json.dumps([int(until.timestamp()), pairs], separators=(",", ":"))
    token = base64.urlsafe_b64encode(f"{said}.{_seal(keys, context, said)}".encode()).decode().rstrip("=")
    return Preview(memories=tuple(memories), token=token, expires_at=until)


def bound(keys: Keys, context: AccessContext, token: object, now: datetime) -> dict[MemoryId, int]:
    """Return the ids and revisions of a token. Raises: InvalidField, InvalidCursor for one not given out to this owner or too old."""
    if not isinstance(token, str):
        raise InvalidField(field="token", problem="not a string")
    said, _, seal = _opened(token).rpartition(".")
    if not is_sealed(seal, _seal(keys, context, said)):
        raise InvalidCursor(field="token")
    until, pairs = _read(said)
    if datetime.fromtimestamp(until, UTC) < now:
        raise InvalidCursor(field="token")
    return {MemoryId(memory_id): revision for memory_id, revision in pairs}


def _opened(token: str) -> str:
    try:
        return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode()
    except (binascii.Error, ValueError):
        raise InvalidCursor(field="token") from None


def _read(said: str) -> tuple[int, Any]:
    until, pairs = json.loads(said)  # the seal is ours, and so is what it seals
    return until, pairs


def _seal(keys: Keys, context: AccessContext, said: str) -> str:
    return keys.fingerprint(context.tenant, f"preview\x1f{context.owner}\x1f{said}")
