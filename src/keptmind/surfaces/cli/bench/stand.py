"""The stand that measurements are taken on: an open store on disk, filled with statements."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from keptmind.bootstrap import House, build
from keptmind.model.context import AccessContext
from keptmind.model.decision import Saved
from keptmind.model.erasure import Deletion
from keptmind.model.memory import Memory
from keptmind.model.ranking import ContextBlock, CoreBlock, Found, Page
from keptmind.policy.identity import access_context
from keptmind.surfaces.cli.bench.progress import stage
from keptmind.surfaces.cli.bench.texts import Texts

BATCH = 1_000
ONE_OWNER = "owner-1"


class Stand:
    """One store and what is done to it."""

    def __init__(self, path: Path, **settings: Any) -> None:
        self.path = path
        self.house: House = build({"url": f"sqlite:///{path}", "cache_entries": 0, "third_person_allowed": True, **settings})
        self._contexts: dict[str, AccessContext] = {}

    def context(self, owner: str = ONE_OWNER) -> AccessContext:
        """Return the context of an owner who asks for themselves."""
        if owner not in self._contexts:
            self._contexts[owner] = access_context(owner, self.house.rulebook, tenant="default")
        return self._contexts[owner]

    def save(self, text: str, owner: str = ONE_OWNER) -> Saved:
        """Keep one statement."""
        return self.house.memories.save(self.context(owner), {"content": text})

    def save_many(self, texts: Sequence[str], owner: str = ONE_OWNER) -> list[Saved]:
        """Keep several in one transaction."""
        return self.house.memories.save_many(self.context(owner), [{"content": text} for text in texts])

    def search(self, question: str, owner: str = ONE_OWNER) -> Found:
        """Search for five."""
        return self.house.recall.search(self.context(owner), question, limit=5)

    def block(self, message: str, owner: str = ONE_OWNER) -> ContextBlock:
        """Return the context block for a message."""
        return self.house.recall.context(self.context(owner), message)

    def core(self, owner: str = ONE_OWNER) -> CoreBlock:
        """Return the core block."""
        return self.house.recall.core_block(self.context(owner))

    def grep(self, pattern: str, owner: str = ONE_OWNER, *, regex: bool = False) -> Page:
        """Look for a pattern."""
        return self.house.recall.grep(self.context(owner), pattern, regex=regex)

    def pin(self, memory: Memory) -> None:
        """Pin a row."""
        self.house.changes.pin(self.context(memory.owner), memory.id)

    def forget(self, memory_id: str, owner: str = ONE_OWNER) -> Deletion:
        """Erase one row."""
        return self.house.erasure.forget(self.context(owner), memory_id)

    def fill(self, owners: Sequence[str], rows: int, texts: Texts, label: str) -> None:
        """Give each owner so many rows."""
        with stage(label, len(owners) * rows) as advance:
            for owner in owners:
                for batch in texts.batches(rows, BATCH):
                    advance(len(self.save_many(batch, owner)))


@contextmanager
def open_stand(path: Path, **settings: Any) -> Iterator[Stand]:
    """Open a store with the cache off, and close it."""
    stand = Stand(path, **settings)
    try:
        yield stand
    finally:
        stand.house.close()


@contextmanager
def alongside(work: Callable[[], object]) -> Iterator[None]:
    """Repeat something in a thread of its own meanwhile."""
    stopped = threading.Event()

    def repeat() -> None:
        while not stopped.is_set():
            work()

    thread = threading.Thread(target=repeat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()
