"""The options that every verb has: where the store is, for whom and why it is asked, how the answer is said."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated

import typer

from keptmind.errors import UnknownWord
from keptmind.surfaces.messages import LOCALES, Locale

STORE = "The store"
PERSON = "For whom and why"
ANSWER = "The answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the person at the keyboard says with every verb."""

    user: Annotated[str | None, typer.Option(envvar="KEPTMIND_USER", help="Whose memories; required.", rich_help_panel=PERSON)] = None
    tenant: Annotated[str, typer.Option(help="The organisation the user belongs to.")] = "default"
    workspace: Annotated[str | None, typer.Option(help="A configured workspace.")] = None
    account: Annotated[str | None, typer.Option(help="A linked channel account.")] = None
    assistant: Annotated[str | None, typer.Option(help="The assistant that is spoken to.")] = None
    conversation: Annotated[str | None, typer.Option(help="The conversation that is going on.")] = None
    group: Annotated[str | None, typer.Option(help="The group whose shared memories may be read.")] = None
    purpose: Annotated[str, typer.Option(help="Why it is asked.")] = "personalization"
    channel: Annotated[str, typer.Option(help="private, or group where others listen.")] = "private"
    destination: Annotated[str, typer.Option(help="Where the text will go.")] = "local"
    mode: Annotated[str, typer.Option(help="normal, no_write or isolated.")] = "normal"
    read_mode: Annotated[str, typer.Option(help="default, dream or explicit (everything that is yours).")] = "default"
    url: Annotated[
        str | None, typer.Option(envvar="KEPTMIND_URL", help="sqlite:///<file> or postgresql://…  [default: sqlite:///memory.db]")
    ] = None
    preset: Annotated[str | None, typer.Option(help="A named style of behaviour.")] = None
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
    locale: Annotated[str | None, typer.Option(help="en or zh; without it, the language of the environment.")] = None


NAMES = tuple(one.name for one in fields(Options))
ROUTE = ("workspace", "account", "assistant", "conversation", "group", "purpose", "channel", "destination", "mode", "read_mode")
OF_THE_HOUSE = ("url", "preset", "json", "locale")


def spoken(asked: str | None, environment: Mapping[str, str] = os.environ) -> Locale:
    """Return the language to answer in. Raises: UnknownWord for one that is not there."""
    if asked is None:
        named = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
        return "zh" if named.lower().startswith("zh") else "en"
    for locale in LOCALES:
        if asked == locale:
            return locale
    raise UnknownWord(field="locale", allowed=LOCALES)
