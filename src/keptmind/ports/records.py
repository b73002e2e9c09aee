"""What the store keeps beside memories: evidence, candidates, questions, what was refused, and the record of acts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from keptmind.model.audit import AuditEvent, Sifted
from keptmind.model.candidate import Candidate, CandidateStatus
from keptmind.model.evidence import Evidence, Observation
from keptmind.model.memory import Memory, MemoryId
from keptmind.model.question import Question, QuestionState
from keptmind.model.scope import Scope


class Evidences(Protocol):
    """Statements behind memories."""

    def add(self, evidence: Evidence, tenant: str, owner: str) -> None: ...

    def of(self, memory: Memory) -> list[Evidence]: ...

    def for_words(self, memory: Memory, fingerprint: str) -> list[Evidence]: ...

    def carry(self, memory: Memory, before: str, fingerprint: str) -> None: ...


class Observations(Protocol):
    """What tools saw of a leaning, without a word of it."""

    def note(self, observation: Observation, expires_at: datetime) -> list[Observation]: ...

    def erase(self, tenant: str, owner: str, fingerprints: Sequence[str]) -> None: ...

    def erase_all(self, tenant: str, owner: str, scope: Scope | None) -> None: ...


class RuleCounts(Protocol):
    """How often each rule refused something."""

    def add(self, tenant: str, owner: str, rule: str, rule_version: int) -> None: ...

    def of(self, tenant: str, owner: str) -> Mapping[str, int]: ...


class Questions(Protocol):
    """What only the person can tell."""

    def ask(self, question: Question, tenant: str, owner: str) -> None: ...

    def get(self, question_id: str, tenant: str, owner: str) -> Question | None: ...

    def exists_elsewhere(self, question_id: str, tenant: str, owner: str) -> bool: ...

    def open(self, tenant: str, owner: str) -> list[Question]: ...

    def about(self, memory_id: MemoryId, tenant: str, owner: str) -> list[Question]: ...

    def settle(self, question_id: str, state: QuestionState, *, tenant: str, owner: str, at: datetime) -> bool: ...


class Candidates(Protocol):
    """Proposals that wait, and what became of them."""

    def add(self, candidate: Candidate, tenant: str, owner: str) -> None: ...

    def pending(self, proposed: Memory, target: MemoryId | None, fingerprint: str, now: datetime) -> Candidate | None: ...

    def get(self, candidate_id: str, tenant: str, owner: str, now: datetime) -> Candidate | None: ...

    def exists_elsewhere(self, candidate_id: str, tenant: str, owner: str) -> bool: ...

    def page(self, tenant: str, owner: str, status: CandidateStatus, now: datetime, most: int, *, after: str) -> list[Candidate]: ...

    def decide(self, candidate: Candidate, tenant: str, owner: str, *, before: CandidateStatus) -> bool: ...

    def overdue(self, now: datetime, most: int) -> list[tuple[str, str]]: ...

    def expire_about(self, memory: Memory, now: datetime) -> None: ...

    def expire(self, tenant: str, owner: str, now: datetime, most: int) -> list[tuple[str, ...]]: ...

    def turn_down(self, scope: Scope, fingerprint: str, *, tenant: str, owner: str, now: datetime, until: datetime) -> None: ...

    def erase_about(self, memory: Memory, fingerprints: Sequence[str]) -> list[str]: ...

    def erase_all(self, tenant: str, owner: str, scope: Scope | None) -> list[str]: ...


class Audit(Protocol):
    """The record of acts."""

    def append(self, event: AuditEvent) -> None: ...

    def page(self, tenant: str, owner: str, sifted: Sifted, *, before: str | None) -> list[AuditEvent]:
        """Return events of one owner, newest first, older than the event of this id."""
        ...

    def across(self, tenant: str, sifted: Sifted, *, after: tuple[str, str]) -> list[AuditEvent]:
        """Return events of every owner of a tenant, by owner, then oldest first, after this owner and id."""
        ...

    def alerts(self, tenant: str, most: int, *, before: str | None) -> list[AuditEvent]:
        """Return the alerts of a tenant, newest first, older than the event of this id."""
        ...


class Usage(Protocol):
    """Counters in a narrow table; they never move a revision."""

    def recalled(self, counts: Mapping[tuple[str, str, MemoryId], int], at: datetime) -> None: ...

    def used(self, tenant: str, owner: str, memory_ids: Iterable[MemoryId], at: datetime) -> None: ...
