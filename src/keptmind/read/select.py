"""Step: choose the rows of a context block: what binds first, then by relevance, so many of each kind; pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from keptmind.model.memory import Kind
from keptmind.model.ranking import Hit
from keptmind.policy.sections import must_follow, section_of

GROUPS: dict[Kind, str] = {
    Kind.CONSTRAINT: "constraint",
    Kind.PREFERENCE: "preference",
    Kind.FACT: "fact",
    Kind.STATE: "fact",
    Kind.GOAL: "fact",
    Kind.EVENT: "thread",
    Kind.TASK: "thread",
    Kind.PROCEDURE: "procedure",
}
MAXIMA = {"constraint": 8, "preference": 5, "fact": 5, "thread": 3, "procedure": 4}
CONSTRAINT_SHARE = 0.5  # of the block's tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The tokens of a block, and what its own wording, a heading and each row cost of them."""

    reader: str
    max_tokens: int
    base: int
    heading: int
    row: Callable[[Hit], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """The rows of a block, and how many that should stand in it found no room."""

    hits: tuple[Hit, ...]
    left_out: int


def select(standing: Sequence[Hit], found: Sequence[Hit], room: Room) -> Selected:
    """Return rows whose block, with all its wording, fits the room; constraints may take half of it."""
    kept: list[Hit] = []
    spent, left_out = room.base, 0
    for hit in _in_order(standing, found, room.reader):
        cost = room.row(hit) + (room.heading if _is_new_section(kept, hit, room.reader) else 0)
        is_one_too_many = _count(kept, hit) >= MAXIMA[GROUPS[hit.memory.kind]]
        if not is_one_too_many and spent + cost <= _allowed(hit, kept, room.max_tokens):
            kept.append(hit)
            spent += cost
        else:
            left_out += 1
    return Selected(hits=tuple(kept), left_out=left_out)


def _in_order(standing: Sequence[Hit], found: Sequence[Hit], reader: str) -> list[Hit]:
    matched = {hit.memory.id for hit in found}
    binding = [hit for hit in found if must_follow(hit.memory, reader)]
    binding += [hit for hit in standing if must_follow(hit.memory, reader) and hit.memory.id not in matched]
    binding.sort(key=lambda hit: hit.memory.kind is not Kind.CONSTRAINT)
    return binding + [hit for hit in found if not must_follow(hit.memory, reader)]


def _allowed(hit: Hit, kept: Sequence[Hit], max_tokens: int) -> float:
    """Return the tokens up to which this row may fill the block; the first constraint is never crowded out by the share."""
    return max_tokens * CONSTRAINT_SHARE if hit.memory.kind is Kind.CONSTRAINT and kept else max_tokens


def _is_new_section(kept: Sequence[Hit], hit: Hit, reader: str) -> bool:
    return all(section_of(one.memory, reader) is not section_of(hit.memory, reader) for one in kept)


def _count(kept: Sequence[Hit], hit: Hit) -> int:
    group = GROUPS[hit.memory.kind]
    return sum(1 for one in kept if GROUPS[one.memory.kind] == group)
