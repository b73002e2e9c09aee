"""`forget` and `deletions`: erasing for good, after asking, and how far each erasure has come, with the stages and the receipt."""

import sys
from typing import Annotated

import typer

from keptmind.errors import InvalidField, NotConfirmed
from keptmind.model.erasure import Deletion
from keptmind.surfaces.cli.answer import Answer
from keptmind.surfaces.cli.verb import Desk, Voice
from keptmind.surfaces.shapes import deletion_shape, iso

YES = ("y", "yes", "是")


def forget(
    desk: Desk,
    memory_ids: Annotated[list[str] | None, typer.Argument(metavar="ID…", help="The ids of memories.", show_default=False)] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything, or everything in one --scope.")] = False,
    confirm: Annotated[str | None, typer.Option(help="With --all: the user's id once more.")] = None,
    scope: Annotated[str | None, typer.Option(help="With --all: only this scope of the route.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> Answer:
    """Erase memories for good; suppress or archive what may come back."""
    check(memory_ids, everything=everything, only_with_all=confirm is not None or scope is not None)
    if everything:
        return told(desk.voice, desk.house.erasure.forget_all(desk.context, confirm=confirm, scope=scope))
    ids = list(dict.fromkeys(memory_ids or ()))
    if not yes:
        ask(desk.voice, len(ids))
    return told(desk.voice, desk.house.erasure.forget(desk.context, ids))


def check(memory_ids: list[str] | None, *, everything: bool, only_with_all: bool) -> None:
    """Make sure that it is clear what is meant. Raises: InvalidField."""
    if everything and memory_ids:
        raise InvalidField(field="memory_id", problem="not with --all")
    if not everything and not memory_ids:
        raise InvalidField(field="memory_id", problem="missing")
    if not everything and only_with_all:
        raise InvalidField(field="confirm", problem="only with --all")


def ask(voice: Voice, count: int) -> None:
    """Ask the person, or read the answer that was piped in. Raises: NotConfirmed for anything but a yes."""
    if sys.stdin.isatty():
        print(f"{voice.say('cli.erase', count=count)} [y/N] ", end="", file=sys.stderr, flush=True)  # noqa: T201
    if sys.stdin.readline().strip().casefold() not in YES:
        raise NotConfirmed(field="--yes")


def told(voice: Voice, deletion: Deletion) -> Answer:
    """Return how far an erasure has come, step by step, and its receipt once there is one."""
    if not deletion.id:
        return Answer(shape=deletion_shape(deletion), lines=[voice.say("cli.none-erased")])
    first = voice.say("cli.erased", count=deletion.count, stage=voice.say(f"cli.{deletion.state.value}"))
    later = [] if deletion.receipt else [voice.say("cli.later")]
    return Answer(shape=deletion_shape(deletion), lines=[first, *steps(voice, deletion), receipt(voice, deletion), *later])


def steps(voice: Voice, deletion: Deletion) -> list[str]:
    """Return where each step stands, one on a line."""
    return [voice.say("cli.step", name=step.name.value, state=step.state.value, note=step.note) for step in deletion.steps]


def receipt(voice: Voice, deletion: Deletion) -> str:
    """Return the receipt on one line, or that there is none yet."""
    held = deletion.receipt
    if held is None:
        return voice.say("cli.no-receipt")
    asked, gone = iso(held.requested_at), iso(held.bytes_gone_at)
    return voice.say("cli.receipt", operation=held.operation, memories=held.memories, requested_at=asked, bytes_gone_at=gone)


def deletions(desk: Desk) -> Answer:
    """List what was erased, oldest first: how far each erasure has come, and its receipt once there is one."""
    found = desk.house.erasure.deletions(desk.context)
    lines = [line for deletion in found for line in entry(desk.voice, deletion)] or [desk.voice.say("cli.no-deletions")]
    return Answer(shape={"deletions": [deletion_shape(deletion)["deletion"] for deletion in found]}, lines=lines)


def entry(voice: Voice, deletion: Deletion) -> list[str]:
    """Return an erasure on record as lines, its id and time first."""
    asked, stage = deletion.requested_at.isoformat(timespec="seconds"), voice.say(f"cli.{deletion.state.value}")
    first = voice.say("cli.deletion", id=deletion.id, requested_at=asked, count=deletion.count, stage=stage)
    return [first, *steps(voice, deletion), receipt(voice, deletion)]
