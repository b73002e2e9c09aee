"""`search` and `context`: recalling what matters to a question, and the block to put before a message."""

from typing import Annotated

import typer

from keptmind.model.ranking import Hit
from keptmind.surfaces.cli import words
from keptmind.surfaces.cli.answer import Answer, one_line
from keptmind.surfaces.cli.shapes import block_shape, found_shape
from keptmind.surfaces.cli.verb import Desk


def search(
    desk: Desk,
    query: Annotated[str, typer.Argument(help="Words in any language; - reads them from standard input.", show_default=False)],
    limit: words.Limit = None,
    max_tokens: words.Tokens = None,
    kinds: Annotated[list[str] | None, typer.Option("--kind", help="Only this kind; may be given several times.")] = None,
    only: Annotated[list[str] | None, typer.Option("--field", help="Give this field only; may be given several times.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show what made the score.")] = False,
) -> Answer:
    """Find what matches, best first."""
    text = words.typed_or_piped(query)
    caps = words.wish({"limit": limit, "max_tokens": max_tokens})
    found = desk.house.recall.search(desk.context, text, **caps, kinds=kinds or None, fields=only or None, explain=explain)
    lines = [line for hit in found.hits for line in hit_lines(hit)]
    return Answer(shape=found_shape(found), lines=lines or [desk.voice.say("cli.nothing")])


def hit_lines(hit: Hit) -> list[str]:
    """Return one row for people; where it was asked for, with the parts of its score."""
    line = f"{hit.score:.2f}  {hit.memory.id}  {hit.memory.kind.value}  {one_line(hit.text)}"
    if hit.factors is None:
        return [line]
    parts = hit.factors
    return [
        line,
        f"      lexical {parts.lexical:.3f} · recency {parts.recency:.3f} · importance {parts.importance:.3f}"
        f" · confidence {parts.confidence:.3f} · review {parts.review:.3f}",
    ]


def context(
    desk: Desk,
    message: Annotated[str, typer.Argument(help="The person's message; - reads it from standard input.", show_default=False)],
    max_tokens: words.Tokens = None,
) -> Answer:
    """Make the block that goes before a message in a prompt."""
    text = words.typed_or_piped(message)
    caps = words.wish({"max_tokens": max_tokens})
    block = desk.house.recall.context(desk.context, text, **caps, locale=desk.voice.options.locale)
    aside = "" if block.text else f"keptmind: {desk.voice.say('cli.no-block')}"
    return Answer(shape=block_shape(block), lines=block.text.splitlines(), aside=aside)
