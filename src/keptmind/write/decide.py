"""Step: what a save meets among the rows recalled, and what that comes to; pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from keptmind.model.context import AccessContext
from keptmind.model.decision import Decision, Propose, Refuse
from keptmind.model.draft import Draft
from keptmind.model.memory import Memory
from keptmind.model.settings import Flags
from keptmind.policy.access import may_meet
from keptmind.policy.conflict import Met, beaten, meet, operation, settle


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """The rows recalled for a draft: the one under its key, and those that share a mark with it, oldest first."""

    same_key: Memory | None
    marked: Sequence[Memory]


def encounter(draft: Draft, said: str, neighbours: Neighbours, *, now: datetime) -> Met | None:
    """Return the row that a draft is about; it can only be one that was recalled."""
    return meet(draft, said, neighbours.same_key, neighbours.marked, now=now)


def overruled(draft: Draft, said: str, met: Met | None, neighbours: Neighbours, *, now: datetime) -> list[Memory]:
    """Return the other recalled rows that a save goes against."""
    return beaten(draft, said, met, neighbours.marked, now=now)


def decide(draft: Draft, said: str, met: Met | None, *, flags: Flags, known_at: datetime | None, now: datetime) -> Decision:
    """Return what is to be done; it can only name the row that was met."""
    return settle(draft, said, met, flags, known_at=known_at, now=now)


def bounded(decision: Decision, met: Met | None, context: AccessContext) -> Decision:
    """Return a decision, or let it wait for the person where it would change what the caller's grant leaves out."""
    if met is None or isinstance(decision, Propose | Refuse):
        return decision
    verdict = may_meet(context, met.known)
    return decision if verdict.allowed else Propose(known=met.known, operation=operation(met), rule=verdict.rule)
