"""`list`, `show` and `stats`: looking through what is kept."""

from typing import Annotated, Any

import typer

from keptmind.model.evidence import Evidence, Provenance
from keptmind.model.memory import Memory
from keptmind.surfaces.cli import words
from keptmind.surfaces.cli.answer import Answer, one_line
from keptmind.surfaces.cli.verb import Desk, Voice
from keptmind.surfaces.shapes import memory_shape, page_shape, provenance_shape, stats_shape

ASKED = "asked-to-remember"  # the reason of what the person asked to keep


def list_memories(
    desk: Desk,
    kind: words.Kind = None,
    target: words.Target = None,
    scope: Annotated[str | None, typer.Option(help="A scope's type, or type:id.")] = None,
    status: Annotated[str | None, typer.Option(help="active, disputed, suppressed or archived.")] = None,
    sensitivity: words.Sensitivity = None,
    text: Annotated[str | None, typer.Option(help="Only what contains these words.")] = None,
    cursor: Annotated[str | None, typer.Option(help="Where the page before ended.")] = None,
    limit: words.Limit = None,
) -> Answer:
    """List memories in order of creation, a page at a time."""
    narrowed = {name: value for name, value in locals().items() if name != "desk" and value is not None}
    page = desk.house.memories.page(desk.context, narrowed)
    lines = [row(memory) for memory in page.items] or [desk.voice.say("cli.empty")]
    more = [desk.voice.say("cli.more", cursor=page.next_cursor)] if page.has_more else []
    return Answer(shape=page_shape(page), lines=[*lines, *more])


def row(memory: Memory) -> str:
    """Return a memory on one line."""
    state = "expired" if memory.expired else memory.status.value
    state = f"{state}, pinned" if memory.pinned_at is not None else state
    title = f"{memory.title}: " if memory.title else ""
    return f"{memory.id}  r{memory.revision}  {memory.kind.value}  {memory.scope}  {state}  {one_line(title + memory.content)}"


def show(
    desk: Desk,
    memory_id: words.MemoryId,
    explain: Annotated[bool, typer.Option("--explain", help="Say why it is known: source, evidence, confidence and rule.")] = False,
) -> Answer:
    """Show one memory with all its fields."""
    shape = memory_shape(desk.house.memories.get(desk.context, memory_id))
    lines = [f"{name}: {worded(value)}" for name, value in shape.items() if value not in (None, "", [])]
    if not explain:
        return Answer(shape={"memory": shape}, lines=lines)
    provenance = desk.house.memories.provenance(desk.context, memory_id)
    return Answer(shape={"memory": shape, "provenance": provenance_shape(provenance)}, lines=[*lines, *why(desk.voice, provenance)])


def why(voice: Voice, provenance: Provenance) -> list[str]:
    """Return why a memory is known, in the person's language."""
    source = voice.say(f"source.{provenance.source.value}")
    sure = voice.say("why.confidence", confidence=f"{provenance.confidence:.2f}", count=len(provenance.evidence))
    rule = voice.say("why.rule", rule=provenance.rule, version=provenance.rule_version)
    evidence = [_stated(voice, one) for one in provenance.evidence]
    earlier = [_stated(voice, one, side="why.earlier") for one in provenance.earlier]
    reason = voice.say("why.asked") if provenance.reason == ASKED else provenance.reason
    return [voice.say("why.source", source=source, reason=reason), sure, *evidence, *earlier, rule]


def _stated(voice: Voice, one: Evidence, *, side: str = "") -> str:
    side = side or ("why.for" if one.sign > 0 else "why.against")
    at = one.occurred_at.isoformat(timespec="minutes")
    return voice.say(side, source=voice.say(f"source.{one.source.value}"), at=at, conversation=one.conversation)


def worded(value: Any) -> str:
    """Return a field's value for people."""
    if isinstance(value, dict):
        return "; ".join(f"{name} {worded(part)}" for name, part in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def stats(desk: Desk) -> Answer:
    """Count what is kept, by kind, status and scope."""
    counted = desk.house.memories.stats(desk.context)
    total = desk.voice.say("cli.total", total=counted.total, expired=counted.expired, revision=counted.memory_revision)
    counts = (counted.by_kind, counted.by_status, counted.by_scope)
    lines = [f"  {name}: {count}" for table in counts for name, count in table.items() if count]
    turned_away = [desk.voice.say("cli.turned-away", rule=rule, count=count) for rule, count in counted.refused_by_rule.items()]
    return Answer(shape=stats_shape(counted), lines=[total, *lines, *turned_away])
