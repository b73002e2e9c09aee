"""Step: carry out what was decided in the open transaction: row, version, marks, evidence, index and revision together."""

from dataclasses import dataclass, replace
from datetime import datetime

from keptmind.errors import StaleRevision
from keptmind.model.candidate import Candidate, CandidateStatus
from keptmind.model.evidence import Evidence
from keptmind.model.memory import Memory, Status
from keptmind.ports.place import Place
from keptmind.ports.store import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A row ready to be written: the marks it is met by, its terms and their length."""

    memory: Memory
    marks: tuple[str, ...]
    terms: dict[str, int]
    length: int


def create(tx: Transaction, entry: Entry, evidence: Evidence, now: datetime) -> None:
    """Write a new row."""
    memory = entry.memory
    place = _placed(tx, entry, now)
    tx.memories.insert(memory, place)
    tx.marks.add(memory, entry.marks)
    tx.evidence.add(evidence, memory.tenant, memory.owner)
    tx.settings.changed(memory.tenant, memory.owner)


def supersede(tx: Transaction, known: Entry, entry: Entry, now: datetime) -> None:
    """
    Write the next revision over a known row and keep the old one.

    Raises: StaleRevision when the row has moved on since it was read; then nothing of it is touched.
    """
    standing = tx.memories.revision_of(known.memory)
    if standing != known.memory.revision:
        raise StaleRevision(current_revision=standing)
    tx.index.remove(known.memory, known.terms, now)
    place = _placed(tx, entry, now)
    tx.memories.replace(entry.memory, place)
    if set(entry.marks) != set(known.marks):
        tx.marks.drop(known.memory, known.marks)
        tx.marks.add(entry.memory, entry.marks)
    tx.memories.keep_version(known.memory)
    tx.settings.changed(entry.memory.tenant, entry.memory.owner)


def _placed(tx: Transaction, entry: Entry, now: datetime) -> Place:
    if entry.memory.status is Status.ACTIVE:
        return tx.index.add(entry.memory, entry.terms, entry.length, now)
    return tx.index.home(entry.memory)


def propose(tx: Transaction, candidate: Candidate, proposed: Memory, now: datetime) -> Candidate:
    """Keep a proposal that waits for the person; one that waits already is not kept twice."""
    waiting = tx.candidates.pending(proposed, candidate.target_memory_id, candidate.fingerprint, now)
    if waiting is not None and _guards(waiting, proposed):
        return waiting
    if waiting is not None:
        outdone = replace(waiting, status=CandidateStatus.EXPIRED, decided_at=now)
        tx.candidates.decide(outdone, proposed.tenant, proposed.owner, before=CandidateStatus.PENDING)
    tx.candidates.add(candidate, proposed.tenant, proposed.owner)
    return candidate


def _guards(waiting: Candidate, proposed: Memory) -> bool:
    """Tell whether what waits already is guarded at least as well as the same words said anew."""
    return waiting.proposed is not None and waiting.proposed.sensitivity >= proposed.sensitivity
