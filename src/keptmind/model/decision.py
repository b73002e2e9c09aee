"""What a save comes to: a closed union decided by rules, and the outcome told to the caller."""

from dataclasses import dataclass, field
from enum import StrEnum

from keptmind.model.candidate import Candidate, Operation
from keptmind.model.memory import Memory
from keptmind.model.ranking import Overflow


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """Nothing like it is known: a new row; `rule` is set where the person's new word overrides something."""

    rule: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Restate:
    """Already known: nothing new is stored but the evidence."""

    known: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Revise:
    """A new word on a known row: a new revision of it; what supported the old words still counts unless they are gone against."""

    known: Memory
    keeps_evidence: bool
    rule: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Renew:
    """The row had expired: it lives again, as a new revision."""

    known: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """It holds from a time to come: a new row, and until then what is known."""

    known: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Propose:
    """It may not be applied without the person: a candidate, against a known row or for a new one."""

    known: Memory | None
    operation: Operation
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """It goes against a known row and nobody can tell which is later: both wait for the person's answer."""

    known: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """It was stated before what is known: it is history, and changes nothing."""

    known: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """It may not be kept."""

    rule: str


Decision = Add | Restate | Revise | Renew | Follow | Propose | Dispute | Late | Refuse


class Outcome(StrEnum):
    """What a save tells its caller."""

    CREATED = "created"
    SAME = "same"
    UPDATED = "updated"
    CANDIDATE = "candidate"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The answer to one save; `proposal` is a redacted wording to save instead, `overflow` what it would outgrow in the core block."""

    outcome: Outcome
    memory: Memory | None = None
    candidate: Candidate | None = None
    rule: str | None = None
    proposal: str | None = field(default=None, repr=False)
    overflow: Overflow | None = None
