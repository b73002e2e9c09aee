"""`search`, `grep`, `context` and `core-block`: recalling what matters, and the blocks for a prompt."""

from typing import Annotated

import typer

from keptmind.model.ranking import Hit
from keptmind.surfaces.cli import words
from keptmind.surfaces.cli.answer import Answer, one_line
from keptmind.surfaces.cli.list import row
from keptmind.surfaces.cli.verb import Desk
from keptmind.surfaces.shapes import block_shape, core_shape, found_shape, page_shape


def search(
    desk: Desk,
    query: Annotated[str, typer.Argument(help="Words in any language; - reads them from standard input.", show_default=False)],
    limit: words.Limit = None,
    max_tokens: words.Tokens = None,
    kinds: Annotated[list[str] | None, typer.Option("--kind", help="Only this kind; may be given several times.")] = None,
    only: Annotated[list[str] | None, typer.Option("--field", help="Give this field only; may be given several times.")] = None,
    as_of: Annotated[str | None, typer.Option(help="Answer as at that time: a date, or a time with its zone.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show what made the score.")] = False,
) -> Answer:
    """Find what matches, best first."""
    text = words.typed_or_piped(query)
    caps = words.wish({"limit": limit, "max_tokens": max_tokens, "as_of": as_of})
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


def grep(
    desk: Desk,
    pattern: Annotated[str, typer.Argument(help="Text to look for; - reads it from standard input.", show_default=False)],
    regex: Annotated[bool, typer.Option("--regex", help="Read it as a regular expression (RE2).")] = False,
    scope: Annotated[str | None, typer.Option(help="A scope's type, or type:id.")] = None,
    kind: words.Kind = None,
    cursor: Annotated[str | None, typer.Option(help="Where the page before ended.")] = None,
) -> Answer:
    """Look through everything visible for a text or a pattern, unranked, a page at a time."""
    page = desk.house.recall.grep(desk.context, words.typed_or_piped(pattern), regex=regex, scope=scope, kind=kind, cursor=cursor)
    lines = [row(memory) for memory in page.items] or [desk.voice.say("cli.nothing")]
    more = [desk.voice.say("cli.more", cursor=page.next_cursor)] if page.has_more else []
    return Answer(shape=page_shape(page), lines=[*lines, *more])


def core_block(desk: Desk) -> Answer:
    """Make the block of pinned memories for the system prompt."""
    block = desk.house.recall.core_block(desk.context, desk.voice.options.locale)
    aside = "" if block.text else f"keptmind: {desk.voice.say('cli.no-core')}"
    return Answer(shape=core_shape(block), lines=block.text.splitlines(), aside=aside)
