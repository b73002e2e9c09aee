"""`save` and `update`: keeping a statement, and correcting one by hand."""

from typing import Annotated, Any

import typer

from keptmind.errors import InvalidField
from keptmind.model.decision import Outcome, Saved
from keptmind.model.memory import Memory
from keptmind.surfaces.cli import words
from keptmind.surfaces.cli.answer import Answer
from keptmind.surfaces.cli.verb import Desk, Voice
from keptmind.surfaces.shapes import memory_shape, saved_shape

REFUSED = 3


def save(
    desk: Desk,
    content: Annotated[str, typer.Argument(help="The statement; - reads it from standard input.", show_default=False)],
    kind: words.Kind = None,
    key: words.Key = None,
    title: words.Title = None,
    scope: words.Scope = None,
    target: words.Target = None,
    subject: words.Subject = None,
    tags: words.Tags = None,
    sensitivity: words.Sensitivity = None,
    purposes: words.Purposes = None,
    share: words.Share = None,
    expires_at: words.ExpiresAt = None,
    review_after: words.ReviewAfter = None,
    valid_from: words.ValidFrom = None,
    valid_to: words.ValidTo = None,
    consent: Annotated[bool | None, typer.Option("--consent", help="The person agrees to keep what is sensitive.")] = None,
    reason: words.Reason = None,
    replace: Annotated[bool | None, typer.Option("--replace", help="Settle it against what is known.")] = None,
    source: Annotated[str | None, typer.Option(help="explicit, confirmed, manual, imported, observed or inferred.")] = None,
) -> Answer:
    """Keep one statement about a person."""
    given = {name: value for name, value in locals().items() if name != "desk"}
    asked = {**words.wish(given), "content": words.typed_or_piped(content)}
    return told(desk.voice, desk.house.memories.save(desk.context, asked))


def told(voice: Voice, saved: Saved) -> Answer:
    """Return what a save came to; a refused content is told aside, its redacted wording is the answer."""
    shape = saved_shape(saved)
    why = voice.say(saved.rule) if saved.rule else ""
    if saved.outcome is Outcome.REFUSED:
        proposal = [voice.say("cli.proposal", text=saved.proposal)] if saved.proposal else []
        aside = f"keptmind: {voice.say('cli.refused', why=why)} [{saved.rule}]"
        return Answer(shape={**shape, "message": why}, lines=proposal, aside=aside, exit=REFUSED)
    if saved.candidate is not None:
        return Answer(shape={**shape, "message": why}, lines=[voice.say("cli.candidate", id=saved.candidate.id, why=why)])
    return Answer(shape=shape, lines=[_kept(voice, saved.outcome, saved.memory, why)])


def _kept(voice: Voice, outcome: Outcome, memory: Memory | None, why: str) -> str:
    details = {} if memory is None else {"id": memory.id, "revision": memory.revision}
    return voice.say(f"cli.{outcome.value}", **details, why=why)


def update(
    desk: Desk,
    memory_id: words.MemoryId,
    expected_revision: Annotated[int, typer.Option(help="The revision you read.", show_default=False)],
    content: Annotated[str | None, typer.Option(help="What it says from now on; - reads it from standard input.")] = None,
    kind: words.Kind = None,
    key: words.Key = None,
    title: words.Title = None,
    target: words.Target = None,
    subject: words.Subject = None,
    tags: words.Tags = None,
    sensitivity: words.Sensitivity = None,
    purposes: words.Purposes = None,
    share: words.Share = None,
    expires_at: words.ExpiresAt = None,
    review_after: words.ReviewAfter = None,
    valid_from: words.ValidFrom = None,
    valid_to: words.ValidTo = None,
    consent: Annotated[bool | None, typer.Option("--consent/--no-consent", help="Whether what is sensitive may be kept.")] = None,
    reason: words.Reason = None,
) -> Answer:
    """Correct a memory; what is not given stays, an empty text or time clears its field."""
    given = {name: value for name, value in locals().items() if name not in ("desk", "memory_id", "expected_revision")}
    changes = changed(given)
    memory = desk.house.changes.update(desk.context, memory_id, expected_revision, changes)
    line = desk.voice.say("cli.changed", id=memory.id, revision=memory.revision, status=memory.status.value)
    return Answer(shape={"memory": memory_shape(memory)}, lines=[line])


def changed(given: dict[str, Any]) -> dict[str, Any]:
    """Return what is to change. Raises: InvalidField where nothing is."""
    changes = words.wish(given)
    if not changes:
        raise InvalidField(field="content", problem="nothing to change")
    if "content" in changes:
        changes["content"] = words.typed_or_piped(changes["content"])
    return changes
