"""Where a memory stands in a prompt, and whether it binds the answer; pure."""

from keptmind.model.kinds import KINDS, Section
from keptmind.model.memory import PERSONS_OWN, Kind, Memory

SURE = 0.8


def must_follow(memory: Memory) -> bool:
    """Tell whether a row binds the answer: constraints, and preferences that are the person's own and sure."""
    sure = memory.source in PERSONS_OWN and memory.confidence >= SURE
    return memory.kind is Kind.CONSTRAINT or (memory.kind is Kind.PREFERENCE and sure)


def section_of(memory: Memory) -> Section:
    """Return the section a row stands in."""
    return Section.MUST_FOLLOW if must_follow(memory) else KINDS[memory.kind].section
