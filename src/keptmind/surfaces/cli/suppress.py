"""`suppress`, `archive` and `restore`: pausing and retiring, both reversible."""

from keptmind.model.memory import Memory
from keptmind.surfaces.cli import words
from keptmind.surfaces.cli.answer import Answer
from keptmind.surfaces.cli.verb import Desk
from keptmind.surfaces.shapes import memory_shape


def suppress(desk: Desk, memory_id: words.MemoryId) -> Answer:
    """Pause a memory until it is restored."""
    return moved(desk, desk.house.changes.suppress(desk.context, memory_id))


def archive(desk: Desk, memory_id: words.MemoryId) -> Answer:
    """Retire a memory; restoring brings it back."""
    return moved(desk, desk.house.changes.archive(desk.context, memory_id))


def restore(desk: Desk, memory_id: words.MemoryId) -> Answer:
    """Bring a paused or retired memory back."""
    return moved(desk, desk.house.changes.restore(desk.context, memory_id))


def moved(desk: Desk, memory: Memory) -> Answer:
    """Return where a memory stands now."""
    line = desk.voice.say("cli.changed", id=memory.id, revision=memory.revision, status=memory.status.value)
    return Answer(shape={"memory": memory_shape(memory)}, lines=[line])
