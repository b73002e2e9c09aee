"""`history` and `restore-version`: what a memory said before, and letting it say so again."""

from typing import Annotated

import typer

from keptmind.model.memory import Memory
from keptmind.surfaces.cli import words
from keptmind.surfaces.cli.answer import Answer, one_line
from keptmind.surfaces.cli.suppress import moved
from keptmind.surfaces.cli.verb import Desk
from keptmind.surfaces.shapes import version_shape


def history(desk: Desk, memory_id: words.MemoryId) -> Answer:
    """List every revision of a memory, oldest first."""
    versions = desk.house.memories.history(desk.context, memory_id)
    return Answer(shape={"versions": [version_shape(one) for one in versions]}, lines=[row(one) for one in versions])


def row(version: Memory) -> str:
    """Return a revision on one line."""
    made = f"{version.updated_at.isoformat(timespec='seconds')}  {version.change_type.value}  {version.changed_via.value}"
    return f"r{version.revision}  {made}  {version.status.value}  {one_line(version.content)}"


def restore_version(
    desk: Desk,
    memory_id: words.MemoryId,
    revision: Annotated[int, typer.Argument(help="The revision to bring back.", show_default=False)],
    expected_revision: Annotated[int, typer.Option(help="The revision you read.", show_default=False)],
) -> Answer:
    """Let a memory say again what it said at an earlier revision, as a new one."""
    return moved(desk, desk.house.changes.restore_version(desk.context, memory_id, revision, expected_revision))
