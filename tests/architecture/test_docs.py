"""The reference names everything there is: each error code, setting, command and audit event, or the build fails."""

import dataclasses
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import typer.main

from keptmind import Memory, errors
from keptmind.model.audit import Action
from keptmind.model.settings import FLAG_NAMES, PRESETS, spoken
from keptmind.settings import Settings
from keptmind.surfaces.cli.program import program
from keptmind.surfaces.http.app import application

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference"


def said_in(page: str) -> set[str]:
    """Return what stands in code marks on a page of the reference."""
    text = (REFERENCE / page).read_text(encoding="utf-8")
    return set(re.findall(r"`([^`\n]+)`", text))


def missing(names: Iterable[str], page: str) -> list[str]:
    """Return the names that the page does not say."""
    return sorted(set(names) - said_in(page))


def error_codes(family: type[errors.KeptmindError] = errors.KeptmindError) -> Iterator[str]:
    """Yield the codes of a tree of errors that a caller can meet."""
    code = getattr(family, "code", None)
    if isinstance(code, str):
        yield code
    for leaf in family.__subclasses__():
        yield from error_codes(leaf)


def commands(command: Any, path: str = "keptmind") -> Iterator[str]:
    """Yield every command as it is typed, groups walked through."""
    for name, child in sorted(getattr(command, "commands", {}).items()):
        yield f"{path} {name}"
        yield from commands(child, f"{path} {name}")


def options(command: Any) -> Iterator[str]:
    """Yield the long options of a command and of everything under it."""
    for parameter in command.params:
        yield from (name for name in (*parameter.opts, *parameter.secondary_opts) if name.startswith("--"))
    for child in getattr(command, "commands", {}).values():
        yield from options(child)


def test_every_error_code_is_documented() -> None:
    codes = list(error_codes())

    assert codes
    assert missing(codes, "errors.md") == []


def test_every_setting_is_documented() -> None:
    fields = [field.name for field in dataclasses.fields(Settings)]

    assert fields
    assert missing(fields, "settings.md") == []


def test_every_flag_and_preset_is_documented() -> None:
    assert missing([*map(spoken, FLAG_NAMES), *PRESETS], "settings.md") == []


def test_every_command_is_documented() -> None:
    typed = list(commands(typer.main.get_command(program())))

    assert typed
    assert missing(typed, "cli.md") == []


def test_every_option_of_a_command_is_documented() -> None:
    page = (REFERENCE / "cli.md").read_text(encoding="utf-8")
    given = set(options(typer.main.get_command(program()))) - {"--help"}

    assert given
    assert sorted(given - set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", page))) == []


def test_every_audit_event_is_documented() -> None:
    assert missing([action.value for action in Action], "events.md") == []


def test_every_route_is_documented() -> None:
    with Memory(":memory:") as store:
        paths = application(store.house).openapi()["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}

    assert routes
    assert missing(routes, "http.md") == []


def test_every_link_between_pages_leads_somewhere() -> None:
    pages = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
    links = [(page, target) for page in pages for target in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))]

    assert [f"{page.relative_to(ROOT)} -> {target}" for page, target in links if not (page.parent / target).exists()] == []
