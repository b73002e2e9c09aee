"""Step: everything that can hold the text of what is to be forgotten, as the steps of one operation; pure."""

from collections.abc import Sequence
from datetime import datetime

from keptmind.model.erasure import Deletion, Stage, Step, StepName, StepState, Tombstone
from keptmind.model.memory import Memory


def plan(operation: str, tenant: str, owner: str, memories: Sequence[Memory], now: datetime) -> Deletion:
    """Return the operation; its first step is what the first transaction does, the rest waits for the sweep."""
    steps = tuple(Step(name=name, state=StepState.DONE if name is StepName.ROWS else StepState.PENDING) for name in StepName)
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


def tombstone(memory: Memory, operation: str, fingerprint: str, now: datetime, *, blocks_relearning: bool) -> Tombstone:
    """Return the minimum that is kept of a memory."""
    return Tombstone(
        memory_id=memory.id,
        tenant=memory.tenant,
        owner=memory.owner,
        scope=str(memory.scope),
        revision=memory.revision,
        fingerprint=fingerprint,
        blocks_relearning=blocks_relearning,
        erased_at=now,
        operation=operation,
    )


def texts(memories: Sequence[Memory]) -> tuple[str, ...]:
    """Return every text of the memories, to be looked for in the bytes while they are still known."""
    parts = (
        text
        for memory in memories
        for text in (memory.content, memory.title, memory.subject, memory.key, memory.reason, *memory.tags)
        if text and text != ASKED
    )
    return tuple(dict.fromkeys(parts))


ASKED = "asked-to-remember"
