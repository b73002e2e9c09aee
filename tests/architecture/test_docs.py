"""The reference names everything there is: each error code, setting, command, audit event and metric, or the build fails."""

import dataclasses
import json
import logging
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import typer.main
from prometheus_client import Counter, Histogram

from keptmind import Memory, errors
from keptmind.model.audit import Action
from keptmind.model.health import State
from keptmind.model.settings import FLAG_NAMES, PRESETS, spoken
from keptmind.service.settings import NAMES as PERSONAL
from keptmind.settings import Settings
from keptmind.surfaces.cli.program import program
from keptmind.surfaces.http.app import application
from keptmind.surfaces.http.logs import KNOWN, JsonLines
from keptmind.surfaces.http.metrics import PrometheusMeter
from keptmind.surfaces.tools.call import TOOLS
from keptmind.surfaces.tools.context import TOOL_MODES
from keptmind.surfaces.tools.told import FIELDS, PERHAPS, SHARED

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


def test_every_setting_of_a_person_is_documented() -> None:
    assert missing(PERSONAL, "settings.md") == []


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


def test_every_tool_and_what_it_takes_is_documented() -> None:
    names = {tool.name for tool in TOOLS}
    parameters = {parameter.name for tool in TOOLS for parameter in tool.parameters}

    assert names
    assert missing([*names, *parameters, *TOOL_MODES], "tools.md") == []


def test_every_field_that_a_tool_answers_with_is_documented() -> None:
    assert missing([*FIELDS, *PERHAPS, SHARED], "tools.md") == []


def test_every_audit_event_is_documented() -> None:
    assert missing([action.value for action in Action], "events.md") == []


def test_every_route_is_documented() -> None:
    with Memory(":memory:") as store:
        paths = application(store.house).openapi()["paths"]
    routes = {f"{method.upper()} {path}" for path, found in paths.items() for method in found if method != "parameters"}

    assert routes
    assert missing(routes, "http.md") == []


def metrics() -> dict[str, tuple[str, ...]]:
    """Return every metric under the name it is asked for by, with its labels."""
    held = [one for one in vars(PrometheusMeter()).values() if isinstance(one, Counter | Histogram)]
    return {f"{one._name}_total" if isinstance(one, Counter) else one._name: one._labelnames for one in held}


def test_every_metric_is_documented_with_its_labels_and_no_other_is() -> None:
    rows = re.findall(r"^\| `(keptmind_\w+)` \| \w+ \|([^|]*)\|", (REFERENCE / "metrics.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert metrics()
    assert {name: tuple(re.findall(r"`(\w+)`", labels)) for name, labels in rows} == metrics()


def test_every_degradation_and_every_check_of_health_is_documented() -> None:
    source = (ROOT / "src" / "keptmind" / "service" / "health.py").read_text(encoding="utf-8")
    degradations, checks = (set(re.findall(rf'\b{name}="([a-z-]+)"', source)) for name in ("degradation", "name"))

    assert {"store-busy", "deletions-unfinished"} <= degradations
    assert {"store", "schema", "deletions", "journal", "record", "worker"} == checks
    assert missing([*degradations, *checks, *State], "health.md") == []


def test_every_field_of_a_log_line_is_documented() -> None:
    assert missing([*KNOWN, *json.loads(JsonLines().format(logging.makeLogRecord({"name": "keptmind"})))], "logs.md") == []


def test_every_link_between_pages_leads_somewhere() -> None:
    pages = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
    links = [(page, target) for page in pages for target in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))]

    assert [f"{page.relative_to(ROOT)} -> {target}" for page, target in links if not (page.parent / target).exists()] == []
