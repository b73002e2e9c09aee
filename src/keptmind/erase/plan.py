"""Step: everything that can hold the text of what is to be forgotten, as the steps of one operation; pure."""

from collections.abc import Callable, Sequence
from datetime import datetime

from keptmind.model.erasure import Deletion, Stage, Step, StepName, StepState, Tombstone
from keptmind.model.memory import Memory
from keptmind.ports.store import Earlier


def plan(operation: str, tenant: str, owner: str, memories: Sequence[Memory], now: datetime, *, places: Sequence[StepName]) -> Deletion:
    """Return the operation; its first step is what the first transaction does, the rest waits for the sweep."""
    steps = tuple(Step(name=name, state=StepState.DONE if name is StepName.ROWS else StepState.PENDING) for name in places)
    return Deletion(
        id=operation,
        tenant=tenant,
        owner=owner,
        memory_ids=tuple(memory.id for memory in memories),
        state=Stage.UNREADABLE,
        steps=steps,
        requested_at=now,
        completed_at=None,
        receipt=None,
    )


def tombstones(
    memory: Memory, earlier: Sequence[Earlier], operation: str, fingerprint: Callable[[str], str], now: datetime
) -> list[Tombstone]:
    """Return the minimum that is kept of a memory: one stone for each thing it ever said, at the last revision that said it."""
    said = {fingerprint(content): revision for revision, content in _said(memory, earlier)}
    return [
        Tombstone(
            memory_id=memory.id,
            tenant=memory.tenant,
            owner=memory.owner,
            scope=str(memory.scope),
            revision=revision,
            fingerprint=keyed,
            blocks_relearning=True,
            erased_at=now,
            operation=operation,
        )
        for keyed, revision in said.items()
    ]


def _said(memory: Memory, earlier: Sequence[Earlier]) -> list[tuple[int, str]]:
    return [*((version.revision, version.content) for version in earlier), (memory.revision, memory.content)]


def texts(memory: Memory, earlier: Sequence[Earlier]) -> list[str]:
    """Return every text a memory ever held, to be looked for in the bytes while they are still known."""
    present = (memory.content, memory.value, memory.title, memory.subject, memory.key, memory.reason, *memory.tags)
    return [text for text in (*present, *(text for version in earlier for text in version.texts)) if text and text != ASKED]


ASKED = "asked-to-remember"
