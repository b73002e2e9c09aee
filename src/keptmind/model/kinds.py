"""What each kind of memory means by default: its life, its purposes, its place in a prompt."""

from dataclasses import dataclass
from enum import StrEnum

from keptmind.model.memory import Kind, Target
from keptmind.model.scope import ScopeType


class Section(StrEnum):
    """The sections of a context block, in the order in which they are written."""

    MUST_FOLLOW = "must follow"
    PREFERENCES = "preferences"
    FACTS = "relevant facts"
    THREADS = "recent threads"
    AGREEMENTS = "working agreements"


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRule:
    """Defaults of one kind; days are whole days from the moment of saving."""

    section: Section
    purposes: tuple[str, ...] | None = ("personalization", "task")  # None: every registered word but audit
    review_days: int | None = None
    expiry_days: int | None = None
    scope: ScopeType = ScopeType.GLOBAL
    target: Target = Target.USER
    importance: float = 0.5


AUDIT = "audit"
PURPOSES = ("personalization", "task", "recommendation", "safety", AUDIT)

KINDS: dict[Kind, KindRule] = {
    Kind.CONSTRAINT: KindRule(section=Section.MUST_FOLLOW, purposes=None, importance=0.9),
    Kind.PREFERENCE: KindRule(section=Section.PREFERENCES, purposes=("personalization", "task", "recommendation"), importance=0.6),
    Kind.FACT: KindRule(section=Section.FACTS),
    Kind.STATE: KindRule(section=Section.FACTS, review_days=180),
    Kind.GOAL: KindRule(section=Section.FACTS, review_days=180, importance=0.6),
    Kind.EVENT: KindRule(section=Section.THREADS, importance=0.4),
    Kind.TASK: KindRule(section=Section.THREADS, expiry_days=14, scope=ScopeType.CONVERSATION, importance=0.4),
    Kind.PROCEDURE: KindRule(section=Section.AGREEMENTS, target=Target.AGENT, importance=0.6),
}
