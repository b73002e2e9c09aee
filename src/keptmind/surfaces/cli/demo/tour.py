"""The guide: who speaks, what is asked and told, and which promises were checked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from keptmind.bootstrap import House
from keptmind.model.candidate import Candidate
from keptmind.model.context import AccessContext
from keptmind.model.decision import Saved
from keptmind.model.erasure import Deletion
from keptmind.model.memory import Memory, MemoryId
from keptmind.model.ranking import ContextBlock, CoreBlock, Hit
from keptmind.policy.identity import access_context


class BrokenPromise(Exception):
    """Something did not behave as the tour says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One person in one context, and what they do with their memories."""

    house: House
    context: AccessContext

    def save(self, content: str, **wish: Any) -> Saved:
        """Keep a statement."""
        return self.house.memories.save(self.context, {"content": content, **wish})

    def search(self, query: str) -> list[Hit]:
        """Find what matches."""
        return list(self.house.recall.search(self.context, query).hits)

    def block(self, message: str) -> ContextBlock:
        """Return the block for a message."""
        return self.house.recall.context(self.context, message)

    def show(self, memory_id: MemoryId) -> Memory:
        """Return one row."""
        return self.house.memories.get(self.context, memory_id)

    def correct(self, memory_id: MemoryId, content: str, expected_revision: int) -> Memory:
        """Correct a row that was read at this revision."""
        return self.house.changes.update(self.context, memory_id, expected_revision, {"content": content})

    def accept(self, candidate_id: str, content: str) -> Memory:
        """Accept what waits, with an edit."""
        return self.house.candidates.accept(self.context, candidate_id, {"content": content})

    def reject(self, candidate_id: str) -> Candidate:
        """Turn down what waits."""
        return self.house.candidates.reject(self.context, candidate_id)

    def history(self, memory_id: MemoryId) -> list[Memory]:
        """Return every revision of a row."""
        return self.house.memories.history(self.context, memory_id)

    def restore_version(self, memory_id: MemoryId, revision: int, expected_revision: int) -> Memory:
        """Let a row say again what it said."""
        return self.house.changes.restore_version(self.context, memory_id, revision, expected_revision)

    def pin(self, memory_id: MemoryId) -> Memory:
        """Put a row into the core block."""
        return self.house.changes.pin(self.context, memory_id)

    def core_block(self) -> CoreBlock:
        """Return the core block."""
        return self.house.recall.core_block(self.context)

    def id_of(self, saved: Saved) -> MemoryId:
        """Return the id of what was saved. Raises: BrokenPromise where nothing was."""
        if saved.memory is None:
            raise BrokenPromise(f"it is kept, not {saved.outcome.value} ({saved.rule})")
        return saved.memory.id

    def said(self, saved: Saved) -> str:
        """Return what a saved row says now."""
        return self.show(self.id_of(saved)).content

    def same(self, saved: Saved, first: Saved, *, revision: int) -> bool:
        """Tell whether a save made this revision of the row that an earlier save made."""
        return saved.memory is not None and self.id_of(saved) == self.id_of(first) and saved.memory.revision == revision

    def past(self, saved: Saved) -> list[Memory]:
        """Return every revision of what was saved."""
        return self.history(self.id_of(saved))

    def forget(self, memory_id: MemoryId) -> Deletion:
        """Erase a row."""
        return self.house.erasure.forget(self.context, memory_id)


@dataclass(slots=True, kw_only=True)
class Tour:
    """The transcript so far, over one open store."""

    house: House
    path: Path
    lines: list[str] = field(default_factory=list)
    kept: int = 0

    def person(self, user_id: str, **route: Any) -> Person:
        """Return a person who asks from somewhere."""
        return Person(house=self.house, context=access_context(user_id, self.house.rulebook, tenant="default", **route))

    def tell(self, line: str) -> None:
        """Say what this is about."""
        self.lines.append(f"   {line}")

    def ask(self, line: str) -> None:
        """Say what is asked of the library."""
        self.lines.append(f"   » {line}")

    def answer(self, line: str) -> None:
        """Say what came back."""
        self.lines.append(f"   « {line}")

    def found(self, person: Person, query: str) -> list[str]:
        """Search, write down what was found, and return the texts."""
        texts = [hit.text for hit in person.search(query)]
        self.ask(f"search {query}")
        self.answer(" | ".join(texts) or "nothing")
        return texts

    def promise(self, what: str, *, held: bool) -> None:
        """Count a promise that held. Raises: BrokenPromise for one that did not."""
        if not held:
            raise BrokenPromise(what)
        self.kept += 1

    def bytes_on_disk(self) -> bytes:
        """Return every byte of the database and of whatever lies beside it."""
        return b"".join(file.read_bytes() for file in sorted(self.path.parent.iterdir()) if file.is_file())


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One stop of the tour."""

    title: str
    walk: Callable[[Tour], None]
