"""Step: carry out a decision in the open transaction: row, version, evidence, index and revision together."""

from dataclasses import dataclass
from datetime import datetime

from keptmind.errors import StaleRevision
from keptmind.model.candidate import Candidate
from keptmind.model.evidence import Evidence
from keptmind.model.memory import Memory, Status
from keptmind.policy.retention import CANDIDATE_LIFE
from keptmind.ports.store import Place, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A row ready to be written: its terms, their length, and the statement behind it."""

    memory: Memory
    terms: dict[str, int]
    length: int


def create(tx: Transaction, entry: Entry, evidence: Evidence, now: datetime) -> None:
    """Write a new row."""
    memory = entry.memory
    place = _placed(tx, entry, now)
    tx.memories.insert(memory, place)
    tx.evidence.add(evidence, memory.tenant, memory.owner)
    tx.settings.changed(memory.tenant, memory.owner)


def supersede(tx: Transaction, known: Memory, known_terms: dict[str, int], entry: Entry, now: datetime) -> None:
    """
    Write the next revision over a known row and keep the old one.

    Raises: StaleRevision when the row has moved on since it was read; then nothing of it is touched.
    """
    current = tx.memories.revision_of(known)
    if current != known.revision:
        raise StaleRevision(current_revision=current)
    tx.index.remove(known, known_terms, now)
    place = _placed(tx, entry, now)
    tx.memories.replace(entry.memory, place)
    tx.memories.keep_version(known)
    tx.settings.changed(known.tenant, known.owner)


def _placed(tx: Transaction, entry: Entry, now: datetime) -> Place:
    if entry.memory.status is Status.ACTIVE:
        return tx.index.add(entry.memory, entry.terms, entry.length, now)
    return tx.index.home(entry.memory)


def propose(
    tx: Transaction, rule: str, known: Memory | None, proposed: Memory, fingerprint: str, candidate_id: str, now: datetime
) -> Candidate:
    """Keep a proposal that waits for the person; one that waits already is not kept twice."""
    waiting = tx.candidates.pending(proposed, None if known is None else known.id, fingerprint, now)
    if waiting is not None:
        return waiting
    candidate = Candidate(
        id=candidate_id,
        operation="create" if known is None else "update",
        proposed_content=proposed.content,
        target_memory_id=None if known is None else known.id,
        expected_revision=None if known is None else known.revision,
        status="pending",
        rule=rule,
    )
    tx.candidates.add(candidate, proposed, fingerprint, now, now + CANDIDATE_LIFE)
    return candidate
