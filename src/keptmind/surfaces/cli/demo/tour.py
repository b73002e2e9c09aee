"""The guide: who speaks, what is asked and told, and which promises were checked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from keptmind.bootstrap import House
from keptmind.model.context import AccessContext
from keptmind.model.decision import Saved
from keptmind.model.erasure import Deletion
from keptmind.model.memory import Memory, MemoryId
from keptmind.model.ranking import ContextBlock, Hit
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
        return self.house.memories.update(self.context, memory_id, expected_revision, {"content": content})

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
