"""`pin`, `unpin`, `confirm`, `complete`, `feedback` and `used`: what a person says of a memory."""

from typing import Annotated

import typer

from keptmind.surfaces.cli import words
from keptmind.surfaces.cli.answer import Answer
from keptmind.surfaces.cli.suppress import moved
from keptmind.surfaces.cli.verb import Desk


def pin(desk: Desk, memory_id: words.MemoryId) -> Answer:
    """Put a memory into the core block."""
    return moved(desk, desk.house.changes.pin(desk.context, memory_id))


def unpin(desk: Desk, memory_id: words.MemoryId) -> Answer:
    """Take a memory out of the core block."""
    return moved(desk, desk.house.changes.unpin(desk.context, memory_id))


def confirm(desk: Desk, memory_id: words.MemoryId) -> Answer:
    """Say that a memory holds; its revision stays."""
    return moved(desk, desk.house.changes.confirm(desk.context, memory_id))


def complete(desk: Desk, memory_id: words.MemoryId) -> Answer:
    """Say that a task, goal or event is done; it ends a day later."""
    return moved(desk, desk.house.changes.complete(desk.context, memory_id))


def feedback(
    desk: Desk,
    memory_id: words.MemoryId,
    said: Annotated[str, typer.Argument(help="wrong pauses it, outdated ends it, irrelevant makes it weigh less.", show_default=False)],
) -> Answer:
    """Say that a memory was wrong, irrelevant or outdated."""
    return moved(desk, desk.house.changes.feedback(desk.context, memory_id, said))


def used(
    desk: Desk,
    memory_ids: Annotated[list[str], typer.Argument(metavar="ID…", help="The ids of memories.", show_default=False)],
) -> Answer:
    """Say that memories were used in an answer; only use raises their importance."""
    desk.house.memories.used(desk.context, memory_ids)
    return Answer(shape={"used": memory_ids}, lines=[desk.voice.say("cli.used", count=len(memory_ids))])
