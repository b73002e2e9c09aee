"""How a store is looked through from end to end, and what is derived in it made anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol

from keptmind.model.context import Whose
from keptmind.model.memory import Memory, MemoryId
from keptmind.ports.place import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """A row at its place, with what an analysis of it makes now: its terms (none where it is not searchable), their length, its marks."""

    memory: Memory
    place: Place
    terms: Mapping[str, int] = field(repr=False)
    length: int
    marks: Sequence[str] = field(repr=False)


class Found(NamedTuple):
    """A row at its place; no memory where what stands there cannot be one."""

    id: MemoryId
    place: Place
    memory: Memory | None


class Held(NamedTuple):
    """What the store holds of a row just as a fresh analysis says: its document (None: it has none), how many postings, how many marks."""

    document: bool | None
    postings: int
    marks: int


class Examination(Protocol):
    """Whether what is derived agrees with the rows."""

    def counts(self, now: datetime) -> Mapping[str, int]: ...

    def broken(self) -> Mapping[str, int]: ...

    def rows(self, after: str, most: int, now: datetime) -> list[Found]: ...

    def rows_of(self, whose: Whose, after: str, most: int, now: datetime) -> list[Found]: ...

    def held(self, fresh: Fresh) -> Held: ...

    def marks(self) -> int: ...

    def owners(self, after: Whose, most: int) -> list[Whose]: ...

    def postings_by_place(self, whose: Whose) -> dict[Place, int]: ...

    def marks_by_row(self, whose: Whose) -> dict[MemoryId, int]: ...

    def buried(self, whose: Whose, most: int) -> list[MemoryId]: ...

    def named(self, whose: Whose, ids: Sequence[MemoryId], now: datetime) -> list[Memory]: ...

    def behind_by(self, whose: Whose) -> int: ...


class Mending(Protocol):
    """Makes what is derived anew from the rows; nothing that a person said is written or read through it."""

    def is_home(self, fresh: Fresh) -> bool: ...

    def move(self, fresh: Fresh, now: datetime) -> None: ...

    def renew(self, several: Sequence[Fresh]) -> None: ...

    def mark(self, several: Sequence[Fresh], whose: Whose) -> None: ...

    def drop_strays(self, whose: Whose) -> Mapping[str, int]: ...

    def drop_of_nobody(self) -> Mapping[str, int]: ...

    def recount(self, whose: Whose, now: datetime) -> int: ...

    def stir(self, whose: Whose) -> None: ...
