"""The one writable source of memories, and the views and transactions it offers."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from keptmind.model.audit import AuditEvent
from keptmind.model.context import Whose
from keptmind.model.erasure import Deletion, Step, StepName, Tombstone
from keptmind.model.memory import Kind, Memory, MemoryId, Sensitivity, Target
from keptmind.model.query import Filter
from keptmind.model.ranking import Sketch, Stats
from keptmind.model.reach import Reach
from keptmind.model.scope import Scope
from keptmind.model.settings import UserSettings
from keptmind.ports.callers import Callers, Replies
from keptmind.ports.place import Place
from keptmind.ports.records import Audit, Candidates, Evidences, Observations, Questions, RuleCounts, Usage
from keptmind.ports.soundness import Examination, Mending


@dataclass(frozen=True, slots=True, kw_only=True)
class Partition:
    """
    One slice of the index whose rows share owner, scope, share, sensitivity, purposes and consent.

    `rows` and `length` count what is searchable in it; `changes_at` is the earliest instant at which a row in it starts, ends
    or falls due for review (microseconds since 1970, None when nothing will).
    """

    id: int
    owner: str
    scope: Scope
    rows: int
    length: int
    revision: int
    changes_at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """
    One scoring request: terms with their idf, rarest first.

    `deciding` terms make candidates; `adding` terms are only looked up for these. `average` is the mean length over the reach.
    """

    partitions: tuple[int, ...]
    deciding: tuple[tuple[str, float], ...]
    adding: tuple[tuple[str, float], ...]
    average: float
    kinds: frozenset[Kind]
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Frequencies:
    """How many rows in force hold each term (absent: none), and what of the partitions' rows and length is not in force."""

    rows: Mapping[str, int]
    hidden_rows: int
    hidden_length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpses:
    """
    The few columns of rows that a pattern is looked for in, each with an entry a row, by id.

    `rule_versions` are of the rules that let the rows in.
    """

    ids: Sequence[MemoryId] = ()
    rule_versions: Sequence[int] = field(default=(), repr=False)
    titles: Sequence[str | None] = field(default=(), repr=False)
    contents: Sequence[str] = field(default=(), repr=False)
    keys: Sequence[str | None] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood:
    """A row as it stood at an earlier instant, and how guarded it is today."""

    memory: Memory
    sensitivity: Sensitivity


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What a memory said at an earlier revision."""

    revision: int
    content: str
    texts: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Earlier(revision={self.revision})"


class Partitions(Protocol):
    """Which parts of the index a reach opens."""

    def within(self, reach: Reach) -> list[Partition]: ...


class Index(Protocol):
    """Postings: which terms stand in which rows."""

    def frequencies(
        self, partitions: Sequence[int], terms: Sequence[str], excluded_kinds: Collection[Kind], now: datetime
    ) -> Frequencies: ...

    def score(self, request: Scoring, now: datetime) -> list[tuple[Place, float]]: ...

    def add(self, memory: Memory, terms: Mapping[str, int], length: int, now: datetime) -> Place: ...

    def home(self, memory: Memory) -> Place: ...

    def remove(self, memory: Memory, terms: Mapping[str, int], now: datetime) -> None: ...


class Memories(Protocol):
    """Rows."""

    def at(self, places: Sequence[Place], reach: Reach, partitions: Sequence[int], now: datetime) -> Mapping[Place, Sketch]: ...

    def standing(self, partitions: Sequence[int], owners: Collection[str], reach: Reach, now: datetime, limit: int) -> list[Memory]: ...

    def newest(
        self, partitions: Sequence[int], owners: Collection[str], kinds: Collection[Kind], reach: Reach, now: datetime, limit: int
    ) -> list[Memory]: ...

    def most_important(
        self, partitions: Sequence[int], owners: Collection[str], kinds: Collection[Kind], reach: Reach, now: datetime, limit: int
    ) -> list[Memory]: ...

    def get(self, memory_id: MemoryId, within: Reach, now: datetime) -> Memory | None: ...

    def exists_elsewhere(self, memory_id: MemoryId, tenant: str, owner: str) -> bool: ...

    def page(self, within: Reach, narrowed: Filter, now: datetime) -> list[Memory]: ...

    def stats(self, within: Reach, now: datetime) -> Stats: ...

    def by_keys(self, tenant: str, owner: str, keys: Sequence[tuple[Scope, str]], now: datetime) -> list[Memory]: ...

    def in_force(self, tenant: str, owner: str, *, pinned: bool, now: datetime) -> list[Memory]: ...

    def all_ids(self, within: Reach) -> list[MemoryId]: ...

    def insert(self, memory: Memory, place: Place) -> None: ...

    def revision_of(self, memory: Memory) -> int | None: ...

    def replace(self, memory: Memory, place: Place) -> None: ...

    def touch(self, memory: Memory, *, stirs: bool) -> None: ...

    def keep_version(self, memory: Memory) -> None: ...

    def earlier(self, memory: Memory) -> list[Earlier]: ...

    def versions(self, memory: Memory, now: datetime) -> list[Memory]: ...

    def erase(self, memory: Memory) -> None: ...


class Marks(Protocol):
    """By what a later statement meets a row."""

    def met(self, tenant: str, owner: str, marks: Sequence[str], now: datetime) -> list[tuple[str, Memory]]: ...

    def add(self, memory: Memory, marks: Sequence[str]) -> None: ...

    def drop(self, memory: Memory, marks: Sequence[str]) -> None: ...


class Core(Protocol):
    """The owner's rows for a core block."""

    def pinned(self, partitions: Sequence[int], reach: Reach, now: datetime, limit: int) -> list[Memory]: ...

    def filling(self, partitions: Sequence[int], target: Target, reach: Reach, now: datetime, limit: int) -> Sequence[Sketch]: ...


class Texts(Protocol):
    """The texts of visible rows, to be looked through."""

    def glimpses(
        self, partitions: Sequence[int], owners: Collection[str], kinds: Collection[Kind], reach: Reach, narrowed: Filter, now: datetime
    ) -> Glimpses: ...

    def whole(
        self, partitions: Sequence[int], owners: Collection[str], ids: Sequence[MemoryId], reach: Reach, now: datetime
    ) -> list[Memory]: ...


class Past(Protocol):
    """Rows as they stood earlier."""

    def at(self, reach: Reach, at: datetime) -> list[Stood]: ...


class Settings(Protocol):
    """People's own settings and their revision counters."""

    def of(self, tenant: str, owner: str) -> UserSettings: ...

    def put(self, tenant: str, owner: str, settings: UserSettings) -> None: ...

    def memory_revision(self, tenant: str, owner: str) -> int: ...

    def changed(self, tenant: str, owner: str, *, times: int = 1) -> None: ...


class Groups(Protocol):
    """Who shares with whom."""

    def add(self, tenant: str, group: str, member: str, at: datetime) -> bool: ...

    def remove(self, tenant: str, group: str, member: str) -> bool: ...

    def members(self, tenant: str, group: str) -> list[str]: ...

    def has(self, tenant: str, group: str, member: str) -> bool: ...


class Deletions(Protocol):
    """Erasure operations and what is kept of the erased."""

    def open(self, deletion: Deletion, tombstones: Sequence[Tombstone]) -> None: ...

    def advance(self, deletion: Deletion) -> None: ...

    def all(self, tenant: str, owner: str) -> list[Deletion]: ...

    def page(self, tenant: str, owner: str, before: str, limit: int) -> list[Deletion]: ...

    def get(self, operation: str, tenant: str, owner: str) -> Deletion | None: ...

    def exists_elsewhere(self, operation: str, tenant: str, owner: str) -> bool: ...

    def unfinished(self) -> list[Deletion]: ...

    def past(self, tenant: str, owner: str, fingerprints: Sequence[str], now: datetime) -> set[tuple[str, str, str]]: ...

    def traces(self, tenant: str, owner: str, memory_ids: Sequence[MemoryId]) -> int: ...

    def expunge(self, tenant: str, owner: str, memory_ids: Sequence[MemoryId]) -> None: ...


class Schema(Protocol):
    """Which migrations the store has had."""

    def version(self) -> int: ...

    def lacking(self) -> int:
        """Return how many of those that this version knows it has not had. Raises: SchemaTooNew, SchemaChanged."""
        ...


class View(Protocol):
    """A consistent look at the store; nothing it returns was written after it began."""

    @property
    def partitions(self) -> Partitions: ...
    @property
    def index(self) -> Index: ...
    @property
    def memories(self) -> Memories: ...
    @property
    def marks(self) -> Marks: ...
    @property
    def core(self) -> Core: ...
    @property
    def texts(self) -> Texts: ...
    @property
    def past(self) -> Past: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def groups(self) -> Groups: ...
    @property
    def deletions(self) -> Deletions: ...
    @property
    def evidence(self) -> Evidences: ...
    @property
    def candidates(self) -> Candidates: ...
    @property
    def questions(self) -> Questions: ...
    @property
    def rule_counts(self) -> RuleCounts: ...
    @property
    def audit(self) -> Audit: ...
    @property
    def callers(self) -> Callers: ...
    @property
    def schema(self) -> Schema: ...
    @property
    def examination(self) -> Examination: ...


class Transaction(View, Protocol):
    """Everything written through it becomes visible together, or not at all."""

    @property
    def observations(self) -> Observations: ...
    @property
    def usage(self) -> Usage: ...
    @property
    def replies(self) -> Replies: ...
    @property
    def mending(self) -> Mending: ...


class Store(Protocol):
    """
    Where memories live; `closed` once it has been closed.

    `owners_together` is for how many owners something may be written in one transaction without one of them waiting for another's lock.
    """

    closed: bool
    owners_together: int

    def view(self, patience: float | None = None) -> AbstractContextManager[View]:
        """Read one state; whoever has little patience waits so many seconds for it. Raises: Unavailable."""
        ...

    def transaction(self, *owners: Whose) -> AbstractContextManager[Transaction]:
        """Write everything or nothing; nobody else writes anything of these owners meanwhile. Raises: Unavailable."""
        ...

    def listen(self, heard: Callable[[AuditEvent], None]) -> None:
        """Tell of every audit event that is written from now on, once its transaction has been committed."""
        ...

    def probe(self, patience: float) -> None:
        """Write something and take it back, waiting about so many seconds at most. Raises: StoreBusy; Unavailable where that fails."""
        ...

    def schema_version(self) -> int: ...

    def damage(self) -> tuple[str, ...]:
        """Return what the database itself finds broken in its file, as its own words; nothing when it is sound."""
        ...

    def hurry(self) -> None:
        """Be told that the caller is about to leave: from here on a server that is away is waited for only a moment."""
        ...

    def close(self) -> None: ...


class Shredder(Protocol):
    """Makes erased bytes really gone from what this engine keeps on this machine."""

    @property
    def steps(self) -> tuple[StepName, ...]:
        """Return the places that this engine can hold a text in, in the order they are swept."""
        ...

    def list_erased(self, tombstones: Sequence[Tombstone]) -> None:
        """Append to the list that stands apart; called in the open transaction, it must be safe before the erasure is committed."""
        ...

    def drop_migration_backups(self) -> Step: ...

    def shred(self, texts: Sequence[str] | None) -> Step:
        """Checkpoint, look for the texts (None: unknown, assume found), rewrite the file where found."""
        ...

    def outwait(self, step: Step) -> Step:
        """Return the step of a log that is only overwritten in time: as it stands now."""
        ...
