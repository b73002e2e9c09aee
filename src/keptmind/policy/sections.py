"""Where a memory stands in a prompt, and whether it binds the answer; pure."""

from keptmind.model.kinds import KINDS, Section
from keptmind.model.memory import PERSONS_OWN, Kind, Memory

SURE = 0.8


def must_follow(memory: Memory, reader: str) -> bool:
    """Tell whether a row binds the answer: the reader's own constraints, and their own preferences that are sure."""
    if memory.owner != reader:
        return False
    sure = memory.source in PERSONS_OWN and memory.confidence >= SURE
    return memory.kind is Kind.CONSTRAINT or (memory.kind is Kind.PREFERENCE and sure)


def section_of(memory: Memory, reader: str) -> Section:
    """Return the section a row stands in; what another member shared is at most a fact, never the reader's wish."""
    if memory.owner != reader and memory.kind in (Kind.CONSTRAINT, Kind.PREFERENCE):
        return Section.FACTS
    return Section.MUST_FOLLOW if must_follow(memory, reader) else KINDS[memory.kind].section
