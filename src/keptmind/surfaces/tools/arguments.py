"""Whether what a model gave a tool is what the tool takes: an object, no other names, values of the right types; pure."""

import json
from collections.abc import Mapping
from typing import Any

from keptmind.errors import InvalidField, UnknownField, UnknownWord
from keptmind.model.memory import MAX_KEY
from keptmind.surfaces.tools.definition import Given, Parameter, Tool

MOST_CHARACTERS = 1_000_000  # of arguments that come as one JSON text
_TYPES: dict[str, tuple[type, str]] = {
    "string": (str, "not a string"),
    "integer": (int, "not a positive whole number"),
    "boolean": (bool, "neither true nor false"),
}


def checked(tool: Tool, arguments: object) -> Given:
    """Return the arguments that were given; null is none. Raises: InvalidField, UnknownField, UnknownWord."""
    given = _read(arguments)
    known = {one.name: one for one in tool.parameters}
    for name in given:
        if name not in known:
            raise UnknownField(field=str(name)[:MAX_KEY], allowed=tuple(known) or None)
    taken = {name: one for name, one in given.items() if one is not None}
    for name, parameter in known.items():
        if parameter.required and name not in taken:
            raise InvalidField(field=name, problem="missing")
    return {name: _value(known[name], one) for name, one in taken.items()}


def _read(arguments: object) -> Mapping[Any, Any]:
    """Return an object of arguments, also where a model's API gives it as a JSON text; nothing at all is an empty one."""
    given = _parsed(arguments) if isinstance(arguments, str) else {} if arguments is None else arguments
    if not isinstance(given, Mapping):
        raise InvalidField(field="arguments", problem="not a JSON object")
    return given


def _parsed(text: str) -> object:
    if len(text) > MOST_CHARACTERS:
        raise InvalidField(field="arguments", problem="too long", limit=MOST_CHARACTERS, size=len(text))
    try:
        return json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError):
        raise InvalidField(field="arguments", problem="not a JSON object") from None


def _value(parameter: Parameter, given: object) -> object:
    kind, problem = _TYPES[parameter.type]
    if not isinstance(given, kind) or (kind is int and isinstance(given, bool)):
        raise InvalidField(field=parameter.name, problem=problem)
    if parameter.allowed and given not in parameter.allowed:
        raise UnknownWord(field=parameter.name, allowed=parameter.allowed)
    return given
