"""Step: what is already known under the draft's key and words, in exactly its scope, and whether it was forgotten there."""

from dataclasses import dataclass
from datetime import datetime

from keptmind.model.draft import Draft
from keptmind.model.memory import Memory
from keptmind.ports.store import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What stands in the way or alongside."""

    same_key: Memory | None
    same_text: Memory | None
    forgotten: bool


def recall(tx: Transaction, draft: Draft, tenant: str, owner: str, content_hash: str, fingerprint: str, now: datetime) -> Known:
    """Look inside the writing transaction, so that nothing can come between looking and writing."""
    scope = draft.scope
    return Known(
        same_key=tx.memories.by_key(tenant, owner, scope, draft.key, now) if draft.key else None,
        same_text=tx.memories.by_hash(tenant, owner, scope, content_hash, now),
        forgotten=tx.deletions.forgotten(tenant, owner, str(scope), fingerprint),
    )
