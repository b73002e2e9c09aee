"""Step: change what the owner changes by hand, and nothing else; pure."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from keptmind.model.memory import ChangedVia, ChangeType, Memory, Sensitivity, Source, Status
from keptmind.policy import form
from keptmind.policy.retention import ending, expiry, review

AMENDABLE = frozenset({
    "content", "kind", "key", "title", "subject", "tags", "sensitivity", "purposes", "share", "target",
    "expires_at", "review_after", "valid_from", "valid_to", "consent", "reason",
})  # fmt: skip


def wish_for(memory: Memory, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the whole wish that the row would be saved by, with the changes laid over it."""
    form.known_only(changes, AMENDABLE)
    kept = {
        "content": memory.content,
        "kind": memory.kind,
        "key": memory.key,
        "title": memory.title,
        "subject": memory.subject,
        "tags": memory.tags,
        "sensitivity": memory.sensitivity.word,
        "share": memory.share,
        "target": memory.target,
        "consent": memory.consent or False,
        "reason": memory.reason,
        "valid_from": memory.valid_from,
        "valid_to": memory.valid_to,
    }
    kind = changes.get("kind", memory.kind)
    purposes = {} if kind != memory.kind else {"purposes": memory.purposes}
    return {**kept, **purposes, **changes, "source": Source.MANUAL}


def amend(memory: Memory, drawn: Memory, changes: frozenset[str], now: datetime) -> Memory:
    """Return the next revision: the drawn texts, the row's own history; an absent change leaves its field alone."""
    relabelled = drawn.kind is not memory.kind
    return replace(
        drawn,
        source=min(memory.source, Source.MANUAL, key=list(Source).index),
        status=memory.status,
        pinned_at=memory.pinned_at,
        revision=memory.revision + 1,
        importance=drawn.importance if relabelled else memory.importance,
        confidence=max(memory.confidence, drawn.confidence),
        created_at=memory.created_at,
        last_confirmed_at=memory.last_confirmed_at,
        consent_at=memory.consent_at if drawn.consent is not None and drawn.consent == memory.consent else drawn.consent_at,
        expires_at=drawn.expires_at if "expires_at" in changes or relabelled else ending(drawn.sensitivity, memory.expires_at, now),
        review_after=drawn.review_after if "review_after" in changes or relabelled else memory.review_after,
        scope=memory.scope,
        change_type=ChangeType.UPDATE,
    )


def changed(memory: Memory, change: ChangeType, via: ChangedVia, now: datetime) -> Memory:
    """Return the next revision as it stands, to be changed in something."""
    return replace(memory, revision=memory.revision + 1, change_type=change, changed_via=via, updated_at=now)


def confirmed(memory: Memory, now: datetime, *, by: Source = Source.CONFIRMED) -> Memory:
    """Return the row as the person's word leaves it: of that source at least, reviewed now, a restricted one renewed."""
    restricted = memory.sensitivity is Sensitivity.RESTRICTED
    ends = expiry(memory.kind, memory.sensitivity, None, now) if restricted else memory.expires_at
    due = review(memory.kind, by, None, now, ends=ends if restricted else None)
    return replace(
        memory,
        source=min(memory.source, by, key=list(Source).index),
        last_confirmed_at=now,
        expires_at=ends,
        review_after=None if memory.review_after is None else due,
    )


def moved(memory: Memory, status: Status, change: ChangeType, via: ChangedVia, now: datetime) -> Memory:
    """Return the next revision in another status."""
    return replace(changed(memory, change, via, now), status=status)
