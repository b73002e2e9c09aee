"""The options that several verbs share, and how what was typed becomes what the services take."""

import sys
from typing import Annotated, Any

import typer

MOST_BYTES = 1 << 20  # of standard input; far more than a memory may hold, so that the true size can be told

MemoryId = Annotated[str, typer.Argument(metavar="ID", help="The id of a memory.", show_default=False)]
Kind = Annotated[str | None, typer.Option(help="constraint, preference, fact, state, goal, event, task or procedure.")]
Key = Annotated[str | None, typer.Option(help="A name under which it can be found and replaced.")]
Title = Annotated[str | None, typer.Option(help="A short heading.")]
Subject = Annotated[str | None, typer.Option(help="Whom or what it is about.")]
Target = Annotated[str | None, typer.Option(help="user, or agent for the assistant's way of working.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="A tag; may be given several times.")]
Sensitivity = Annotated[str | None, typer.Option(help="public, private, restricted or sealed.")]
Purposes = Annotated[str | None, typer.Option(help="What it may serve, separated by commas.")]
Share = Annotated[str | None, typer.Option(help="private, or group:ID to let a group read it.")]
ExpiresAt = Annotated[str | None, typer.Option(help="When it ends: a date, or a time with its zone.")]
ReviewAfter = Annotated[str | None, typer.Option(help="When to look at it again.")]
ValidFrom = Annotated[str | None, typer.Option(help="From when it is true.")]
ValidTo = Annotated[str | None, typer.Option(help="Until when it is true.")]
Reason = Annotated[str | None, typer.Option(help="Why it is worth keeping.")]
Scope = Annotated[str | None, typer.Option(help="global, workspace, account, assistant or conversation; its id is the route's.")]
Limit = Annotated[int | None, typer.Option(help="At most so many.")]
Tokens = Annotated[int | None, typer.Option(help="At most so many tokens.")]

TIMES = frozenset({"expires_at", "review_after", "valid_from", "valid_to"})


def typed_or_piped(given: str) -> str:
    """Return a text as typed, or for `-` standard input as UTF-8 without its last line end."""
    if given != "-":
        return given
    return sys.stdin.buffer.read(MOST_BYTES).decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")


def listed(given: str) -> list[str]:
    """Return words that were separated by commas; nothing between them is no word."""
    return [word.strip() for word in given.split(",") if word.strip()]


def wish(given: dict[str, Any]) -> dict[str, Any]:
    """Return what was given, as the services take it; an empty time is no time."""
    return {name: _taken(name, value) for name, value in given.items() if value is not None}


def _taken(name: str, value: Any) -> Any:
    if name == "purposes":
        return listed(value)
    return None if name in TIMES and not value.strip() else value
