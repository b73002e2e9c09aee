"""What a memory can be found by, pure: the terms of its texts, counted, as the index holds them."""

from dataclasses import dataclass

from keptmind.model.memory import Memory
from keptmind.text import analyse
from keptmind.text.keys import key_term


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Terms with their frequencies, and the length that BM25 divides by."""

    counts: dict[str, int]
    length: int


def terms_of(memory: Memory) -> Terms:
    """Return the terms of everything in a memory that a search may find it by."""
    counts = dict(analyse.index_terms(searchable(memory)))
    length = analyse.length(counts)
    if memory.key:
        counts[key_term(memory.key)] = 1
    return Terms(counts=counts, length=length)


def searchable(memory: Memory) -> str:
    """Return the texts of a memory that are searched, one a line."""
    parts = (memory.title, memory.content, memory.subject, memory.key and memory.key.replace("_", " "), *memory.tags)
    return "\n".join(part for part in parts if part)
