"""Records as plain values, under the field names that every interface uses; pure."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from keptmind.errors import KeptmindError
from keptmind.model.candidate import Candidate, PendingItem
from keptmind.model.decision import Saved
from keptmind.model.erasure import Deletion, Receipt, Step
from keptmind.model.evidence import Evidence, Provenance
from keptmind.model.memory import Consent, Memory
from keptmind.model.question import Question
from keptmind.model.ranking import ContextBlock, CoreBlock, Found, Hit, Overflow, Page, Stats
from keptmind.model.scope import ScopeType

Shape = dict[str, Any]


def memory_shape(memory: Memory) -> Shape:
    """Return a memory under the names that the interfaces use for its fields."""
    consent = memory.consent
    return {
        "memory_id": memory.id,
        "memory_key": memory.key,
        "title": memory.title,
        "content": memory.content,
        "category": memory.kind.value,
        "target": memory.target.value,
        "subject": memory.subject,
        "tags": list(memory.tags),
        "scope_type": memory.scope.type.value,
        "scope_id": memory.scope.id,
        "workspace_type": memory.scope.id if memory.scope.type is ScopeType.WORKSPACE else None,
        "share": memory.share,
        "source": memory.source.value,
        "sensitivity": memory.sensitivity.word,
        "purposes": list(memory.purposes),
        "consent": consent and consent_shape(consent),
        "status": memory.status.value,
        "revision": memory.revision,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "reason": memory.reason,
        "expired": memory.expired,
        **times(memory),
    }


TIMES = (
    "created_at", "updated_at", "last_confirmed_at", "review_after", "expires_at", "valid_from", "valid_to", "consent_at", "pinned_at",
)  # fmt: skip


def times(memory: Memory) -> Shape:
    """Return the instants of a memory in ISO form, absent ones as null."""
    return {name: iso(getattr(memory, name)) for name in TIMES}


def iso(moment: datetime | None) -> str | None:
    """Return an instant in ISO form."""
    return None if moment is None else moment.isoformat()


def hit_shape(hit: Hit) -> Shape:
    """Return one row of an answer; `text` is what fits the row's budget."""
    factors = None if hit.factors is None else asdict(hit.factors)
    return {
        "memory": memory_shape(hit.memory),
        "score": hit.score,
        "text": hit.text,
        "needs_confirmation": hit.needs_confirmation,
        "factors": factors,
    }


def found_shape(found: Found) -> Shape:
    """Return the answer to a search."""
    return {
        "hits": [hit_shape(hit) for hit in found.hits],
        "applied_limit": found.applied_limit,
        "applied_tokens": found.applied_tokens,
        "tokens": found.tokens,
    }


def block_shape(block: ContextBlock) -> Shape:
    """Return a context block."""
    hits = [hit_shape(hit) for hit in block.hits]
    return {"context": {"text": block.text, "tokens": block.tokens, "left_out": block.left_out, "hits": hits}}


def core_shape(block: CoreBlock) -> Shape:
    """Return the core block, and how full its two parts are."""
    used = {"user_used": block.user_used, "agent_used": block.agent_used}
    return {"core_block": {"text": block.text, **used, "left_out": block.left_out, "memory_ids": [row.id for row in block.rows]}}


def page_shape(page: Page) -> Shape:
    """Return one page of a list."""
    return {
        "items": [memory_shape(memory) for memory in page.items],
        "next_cursor": page.next_cursor,
        "has_more": page.has_more,
        "applied_limit": page.applied_limit,
    }


def stats_shape(stats: Stats) -> Shape:
    """Return the counts of one owner."""
    return {"stats": asdict(stats)}


def candidate_shape(candidate: Candidate) -> Shape:
    """Return a proposed change."""
    return {
        "candidate_id": candidate.id,
        "operation": candidate.operation.value,
        "proposed_content": candidate.proposed_content,
        "category": candidate.kind.value,
        "scope_type": candidate.scope.type.value,
        "scope_id": candidate.scope.id,
        "target_memory_id": candidate.target_memory_id,
        "expected_revision": candidate.expected_revision,
        "reason": candidate.reason,
        "rule": candidate.rule,
        "status": candidate.status.value,
        "resulting_memory_id": candidate.resulting_memory,
        "created_at": iso(candidate.created_at),
        "decided_at": iso(candidate.decided_at),
        "expires_at": iso(candidate.expires_at),
        "pending_item": item_shape(candidate.pending_item()),
    }


def item_shape(item: PendingItem) -> Shape:
    """Return the neutral shape of what waits."""
    return {"type": item.type, "id": item.id, "summary": item.summary, "actions": list(item.actions), "expires_at": iso(item.expires_at)}


def question_shape(question: Question) -> Shape:
    """Return a question with the two rows it is about, as far as they may be seen."""
    return {
        "question_id": question.id,
        "state": question.state.value,
        "asked_at": iso(question.asked_at),
        "first": question.first and memory_shape(question.first),
        "second": question.second and memory_shape(question.second),
    }


def version_shape(version: Memory) -> Shape:
    """Return one revision of a memory."""
    made = {"change_type": version.change_type.value, "changed_via": version.changed_via.value}
    return {**memory_shape(version), **made, "source_candidate": version.source_candidate}


def provenance_shape(provenance: Provenance) -> Shape:
    """Return why a memory is known."""
    return {
        "source": provenance.source.value,
        "reason": provenance.reason,
        "confidence": provenance.confidence,
        "rule": provenance.rule,
        "rule_version": provenance.rule_version,
        "evidence": [evidence_shape(one) for one in provenance.evidence],
        "earlier": [evidence_shape(one) for one in provenance.earlier],
    }


def evidence_shape(evidence: Evidence) -> Shape:
    """Return one statement behind a memory."""
    return {
        "source": evidence.source.value,
        "role": evidence.role,
        "sign": evidence.sign,
        "conversation": evidence.conversation,
        "run": evidence.run,
        "occurred_at": iso(evidence.occurred_at),
        "note": evidence.note,
    }


def saved_shape(saved: Saved) -> Shape:
    """Return what a save came to."""
    return {
        "outcome": saved.outcome.value,
        "memory": saved.memory and memory_shape(saved.memory),
        "candidate": saved.candidate and candidate_shape(saved.candidate),
        "rule": saved.rule,
        "proposal": saved.proposal,
        "overflow": saved.overflow and overflow_shape(saved.overflow),
    }


def overflow_shape(full: Overflow) -> Shape:
    """Return by how much the core block would be outgrown, and what could make room."""
    return {"limit": full.limit, "size": full.size, "room": list(full.ids), "enough": full.enough}


def deletion_shape(deletion: Deletion) -> Shape:
    """Return an erasure: its stage, its steps and, once everything is verified, its receipt."""
    return {
        "deletion": {
            "deletion_id": deletion.id or None,
            "state": deletion.state.value,
            "count": deletion.count,
            "memory_ids": list(deletion.memory_ids),
            "steps": [step_shape(step) for step in deletion.steps],
            "requested_at": iso(deletion.requested_at),
            "completed_at": iso(deletion.completed_at),
            "receipt": deletion.receipt and receipt_shape(deletion.receipt),
        }
    }


def step_shape(step: Step) -> Shape:
    """Return one place to clean."""
    return {"name": step.name.value, "state": step.state.value, "attempts": step.attempts, "note": step.note}


def receipt_shape(receipt: Receipt) -> Shape:
    """Return what an owner can keep as proof."""
    return {
        "operation": receipt.operation,
        "memories": receipt.memories,
        "requested_at": iso(receipt.requested_at),
        "bytes_gone_at": iso(receipt.bytes_gone_at),
        "statement": receipt.statement,
    }


def consent_shape(consent: Consent) -> Shape:
    """Return what somebody agreed to."""
    return {"purposes": list(consent.purposes), "destinations": list(consent.destinations)}


def error_shape(code: str, message: str, details: Mapping[str, Any]) -> Shape:
    """Return an error as it is told to a program."""
    return {"error": {"code": code, "message": message, "details": told(details)}}


def told(details: Mapping[str, Any]) -> Shape:
    """Return the details of an error as plain values."""
    return {name: list(detail) if isinstance(detail, tuple) else detail for name, detail in details.items() if detail is not None}


def details_of(error: BaseException) -> Mapping[str, Any]:
    """Return the names, limits and sizes that an error carries; of a foreign one, its type alone."""
    return error.details if isinstance(error, KeptmindError) else {"problem": type(error).__name__}
