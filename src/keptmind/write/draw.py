"""Step: draw up a row from an admitted draft, new or as the next revision of a known one; pure."""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from keptmind.model.draft import Draft
from keptmind.model.kinds import KINDS
from keptmind.model.memory import ChangedVia, ChangeType, Memory, MemoryId, Sensitivity, Source, Status
from keptmind.policy.confidence import initial
from keptmind.policy.retention import ending, expiry, review


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Whose row it will be, through which door it comes, and by which version of the rules."""

    tenant: str
    owner: str
    via: ChangedVia
    rule_version: int
    now: datetime
    candidate: str | None = None


# What a new word on a known row leaves as it was, unless it names it.
LASTING = frozenset({
    "kind", "target", "key", "title", "subject", "share", "purposes", "reason", "valid_from", "valid_to", "review_after",
})  # fmt: skip
LIVED = frozenset({"valid_from", "valid_to", "review_after"})  # what a row that had ended does not take along


def content_hash(said: str) -> str:
    """Return the hash of a text's value: equal texts, whatever their case, width, spacing and full stop, have equal hashes."""
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def draw(draft: Draft, said: str, *, memory_id: MemoryId, origin: Origin) -> Memory:
    """Return the first revision of a new memory; `said` is its content folded for comparison."""
    sensitivity = Sensitivity.PRIVATE if draft.sensitivity is None else draft.sensitivity
    guarded = sensitivity >= Sensitivity.RESTRICTED and draft.consent is not None
    return Memory(
        id=memory_id,
        tenant=origin.tenant,
        owner=origin.owner,
        scope=draft.scope,
        share=draft.share,
        key=draft.key,
        title=draft.title,
        content=draft.content,
        kind=draft.kind,
        target=draft.target,
        subject=draft.subject,
        value=said,
        tags=draft.tags,
        source=draft.source,
        sensitivity=sensitivity,
        purposes=draft.purposes,
        consent=draft.consent if guarded else None,
        consent_at=origin.now if guarded else None,
        status=Status.ACTIVE,
        pinned_at=None,
        revision=1,
        importance=KINDS[draft.kind].importance,
        confidence=initial(draft.source),
        content_hash=content_hash(said),
        char_count=len(draft.content),
        **_life(draft, sensitivity, origin.now),
        needs_confirmation=draft.needs_confirmation or sensitivity >= Sensitivity.RESTRICTED,
        reason=draft.reason or ("asked-to-remember" if draft.source is Source.EXPLICIT else None),
        rule_version=origin.rule_version,
        change_type=ChangeType.CREATE,
        changed_via=origin.via,
        source_candidate=origin.candidate,
    )


def _life(draft: Draft, sensitivity: Sensitivity, now: datetime) -> dict[str, Any]:
    ends = expiry(draft.kind, sensitivity, draft.expires_at, now)
    return {
        "valid_from": draft.valid_from,
        "valid_to": draft.valid_to,
        "created_at": now,
        "updated_at": now,
        "last_confirmed_at": now if draft.source in (Source.EXPLICIT, Source.CONFIRMED) else None,
        "review_after": review(
            draft.kind, draft.source, draft.review_after, now, ends=ends if sensitivity is Sensitivity.RESTRICTED else None
        ),
        "expires_at": ends,
    }


def redraw(known: Memory, draft: Draft, said: str, *, origin: Origin, change: ChangeType) -> Memory:
    """Return the next revision of a known row, saying what the draft says; what a draft leaves out stays."""
    drawn = draw(draft, said, memory_id=known.id, origin=origin)
    sensitivity = max(drawn.sensitivity, known.sensitivity)
    lasting = LASTING - LIVED if change is ChangeType.RENEW else LASTING
    if said != known.value and (draft.key is None or draft.key != known.key):
        lasting -= {"share"}  # new words go to others only where the row that is shared with them was named
    if said != known.value and known.valid_from is not None and known.valid_from > origin.now:
        lasting -= {"valid_from"}  # other words on what was to come hold at once, unless they say when
    if "kind" in draft.given and draft.kind is not known.kind:
        lasting -= {"purposes"}
    kept = {name: getattr(known, name) for name in lasting - draft.given}
    anew = "expires_at" in draft.given or change is ChangeType.RENEW or KINDS[drawn.kind].expiry_days is not None
    ends = drawn.expires_at if anew else known.expires_at
    return replace(
        drawn,
        **kept,
        tags=() if sensitivity is Sensitivity.RESTRICTED else drawn.tags or known.tags,
        source=min(drawn.source, known.source, key=list(Source).index),
        sensitivity=sensitivity,
        consent=drawn.consent or known.consent,
        consent_at=drawn.consent_at or known.consent_at,
        expires_at=ending(sensitivity, ends, origin.now),
        pinned_at=known.pinned_at,
        revision=known.revision + 1,
        importance=max(known.importance, drawn.importance),
        confidence=max(known.confidence, drawn.confidence),
        needs_confirmation=drawn.needs_confirmation or known.needs_confirmation,
        created_at=known.created_at,
        last_confirmed_at=drawn.last_confirmed_at or known.last_confirmed_at,
        change_type=change,
    )
