"""What a mistyped command line is called: one of our errors, without repeating what was typed."""

import re
from collections.abc import Sequence

from keptmind.errors import Invalid, InvalidField, KeptmindError, UnknownField, UnknownWord
from keptmind.surfaces.cli.options import spoken
from keptmind.surfaces.messages import Locale

_OPTION = re.compile(r"--?[a-z][a-z-]{0,30}")  # what looks like an option; a text that begins with a dash does not


def is_usage(error: BaseException) -> bool:
    """Tell whether the command line itself was at fault."""
    return hasattr(error, "format_message")


def understood(error: BaseException) -> KeptmindError:
    """Return the error to tell the person; values that were typed may be memories, so only names are repeated."""
    parameter = getattr(getattr(error, "param", None), "name", None)
    if parameter is not None:
        return InvalidField(field=parameter, problem="missing" if type(error).__name__ == "MissingParameter" else "not readable")
    option = getattr(error, "option_name", None)
    if option is None:
        return Invalid(problem="too many arguments" if _verb_is_known(error) else "unknown verb")
    named = option if _OPTION.fullmatch(option) else None
    return UnknownField(field=named) if hasattr(error, "possibilities") else InvalidField(field=named or "--", problem="needs a value")


def _verb_is_known(error: BaseException) -> bool:
    command = getattr(getattr(error, "ctx", None), "command", None)
    return not hasattr(command, "commands")


def wants_json(arguments: Sequence[str]) -> bool:
    """Tell whether a command line that could not be read asks for JSON."""
    return "--json" in _before_texts(arguments)


def language(arguments: Sequence[str]) -> Locale:
    """Return the language that a command line asks for that could not be read."""
    typed = _before_texts(arguments)
    asked = [typed[place + 1] for place, word in enumerate(typed[:-1]) if word == "--locale"]
    asked += [word.removeprefix("--locale=") for word in typed if word.startswith("--locale=")]
    try:
        return spoken(asked[-1] if asked else None)
    except UnknownWord:
        return spoken(None)


def _before_texts(arguments: Sequence[str]) -> Sequence[str]:
    return arguments[: arguments.index("--")] if "--" in arguments else arguments
