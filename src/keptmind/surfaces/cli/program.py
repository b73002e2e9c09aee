"""The program `keptmind`: every verb by name, and one way in."""

import contextlib
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import typer
from typer.main import get_command

from keptmind.surfaces.cli.answer import complaint, give, speak_utf8
from keptmind.surfaces.cli.bench_verb import bench
from keptmind.surfaces.cli.usage import is_usage, language, understood, wants_json
from keptmind.surfaces.cli.verb import for_a_person, for_the_house
from keptmind.surfaces.mcp.wire import claim

# where each verb is written; a verb's module is loaded when that verb, or the list of all, is asked for
OF_A_PERSON = {
    "save": "save:save",
    "search": "search:search",
    "grep": "search:grep",
    "context": "search:context",
    "core-block": "search:core_block",
    "list": "list:list_memories",
    "show": "list:show",
    "history": "history:history",
    "update": "save:update",
    "restore-version": "history:restore_version",
    "pin": "attend:pin",
    "unpin": "attend:unpin",
    "confirm": "attend:confirm",
    "complete": "attend:complete",
    "feedback": "attend:feedback",
    "used": "attend:used",
    "suppress": "suppress:suppress",
    "archive": "suppress:archive",
    "restore": "suppress:restore",
    "forget": "forget:forget",
    "deletions": "forget:deletions",
    "candidates": "waiting:candidates",
    "accept": "waiting:accept",
    "reject": "waiting:reject",
    "undo": "waiting:undo",
    "questions": "waiting:questions",
    "answer": "waiting:answer",
    "stats": "list:stats",
}
OF_THE_HOUSE = {
    "demo": "demo:demo",
    "serve": "serve:serve",
    "flags": "operate:flags",
    "doctor": "operate:doctor",
    "migrate": "operate:migrate",
}
GROUPS = {"keys": {"create": "keys:create", "list": "keys:list_keys", "rotate": "keys:rotate", "revoke": "keys:revoke"}}
ABOUT_GROUPS = {"keys": "Which programs may call the service, and what each may do."}
ITS_OWN = ("mcp", "bench")
PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
INTERRUPTED = 130
ABOUT = "Long-term memory for AI assistants that people can trust."


def program(*verbs: str) -> typer.Typer:
    """Return the program with these verbs, or with all of them."""
    made = typer.Typer(add_completion=False, pretty_exceptions_enable=False, help=ABOUT)
    made.callback()(_whole)
    for name, home in OF_A_PERSON.items():
        if not verbs or name in verbs:
            made.command(name)(for_a_person(_loaded(home)))
    for name, home in OF_THE_HOUSE.items():
        if not verbs or name in verbs:
            made.command(name)(for_the_house(_loaded(home)))
    for group, members in GROUPS.items():
        if not verbs or group in verbs:
            made.add_typer(_grouped(members), name=group, help=ABOUT_GROUPS[group])
    if not verbs or "mcp" in verbs:
        made.command("mcp")(_loaded("mcp:mcp"))
    if not verbs or "bench" in verbs:
        made.command("bench", context_settings=PASSED_ON)(bench)
    return made


def _grouped(members: Mapping[str, str]) -> typer.Typer:
    made = typer.Typer(no_args_is_help=True)
    for name, home in members.items():
        made.command(name)(for_the_house(_loaded(home)))
    return made


def _loaded(home: str) -> Callable[..., Any]:
    module, name = home.split(":")
    work: Callable[..., Any] = getattr(import_module(f"keptmind.surfaces.cli.{module}"), name)
    return work


def _whole() -> None:
    """Keep the verbs a group, even where there is one."""


def main() -> None:
    """Run what the command line says, and exit."""
    if sys.argv[1:2] == ["mcp"] and "--help" not in sys.argv:
        with contextlib.suppress(OSError):  # a stream that is closed is told of once it can be
            claim()  # before anything that was printed so far is written
    speak_utf8()
    sys.exit(run([heard(word) for word in sys.argv[1:]]))


def heard(word: str) -> str:
    """Return an argument as the UTF-8 it was typed in, whatever the locale; broken bytes become U+FFFD."""
    return os.fsencode(word).decode("utf-8", "replace")


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code; an error is told in one line, never as a traceback."""
    try:
        return _called(arguments or ["--help"])
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more is to be said, not even at exit
        return 1
    except Exception as error:  # noqa: BLE001 the edge of the program
        answer = complaint(understood(error) if is_usage(error) else error, language(arguments))
        give(answer, as_json=wants_json(arguments))
        return answer.exit


def _called(arguments: list[str]) -> int:
    """Build only the verb that is asked for: the options of all of them take longer to prepare than a search."""
    verb = arguments[0]
    chosen = program(verb) if verb in (*OF_A_PERSON, *OF_THE_HOUSE, *GROUPS, *ITS_OWN) else program()
    ended: Any = get_command(chosen)(args=arguments, prog_name="keptmind", standalone_mode=False)
    return ended if isinstance(ended, int) else 0
