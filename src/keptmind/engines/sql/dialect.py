"""
One SQL text for two databases: widens lists, and respells named parameters for PostgreSQL.

`IN :ids` becomes `IN (:ids_0, …)`, padded to the next power of two by repeating the last value, so that few texts are ever
prepared. `VALUES :rows` becomes `VALUES (:rows_0_0, :rows_0_1), …`, exactly as many rows as given.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

Parameters = Mapping[str, Any]

_LIST = re.compile(r"\b(IN|VALUES) :([a-z_]+)")
_PIECES = re.compile(r"'(?:[^']|'')*'|--[^\n]*|::|:([a-z_][a-z_0-9]*)|%")


def widen(statement: str, parameters: Parameters) -> tuple[str, Parameters]:
    """Return the statement with its lists written out, and the parameters that fill it."""
    lists = _lists(statement)
    if not lists:
        return statement, parameters
    flat = {name: given for name, given in parameters.items() if name not in lists}
    shape: list[tuple[str, int, int]] = []
    for name, word in lists.items():
        given: Sequence[Any] = parameters[name]
        rows = given if word == "VALUES" else _padded(given)
        width = len(rows[0]) if word == "VALUES" else 0
        shape.append((name, len(rows), width))
        _fill(flat, name, rows, width)
    return _written(statement, tuple(shape)), flat


@lru_cache(maxsize=512)
def _lists(statement: str) -> dict[str, str]:
    return {found[2]: found[1] for found in _LIST.finditer(statement)}


def _padded(given: Sequence[Any]) -> Sequence[Any]:
    size = 1 << (len(given) - 1).bit_length() if given else 1
    last = given[-1] if given else None
    return [*given, *[last] * (size - len(given))]


def _fill(flat: dict[str, Any], name: str, rows: Sequence[Any], width: int) -> None:
    for position, row in enumerate(rows):
        if width:
            flat.update((f"{name}_{position}_{column}", cell) for column, cell in enumerate(row))
        else:
            flat[f"{name}_{position}"] = row


@lru_cache(maxsize=2048)
def _written(statement: str, shape: tuple[tuple[str, int, int], ...]) -> str:
    sizes = {name: (count, width) for name, count, width in shape}
    return _LIST.sub(lambda found: f"{found[1]} {_list(found[2], *sizes[found[2]])}", statement)


def _list(name: str, count: int, width: int) -> str:
    if not width:
        return "(" + ", ".join(f":{name}_{position}" for position in range(count)) + ")"
    rows = (", ".join(f":{name}_{position}_{column}" for column in range(width)) for position in range(count))
    return ", ".join(f"({row})" for row in rows)


@lru_cache(maxsize=2048)
def pyformat(statement: str) -> str:
    """Respell `:name` as `%(name)s` outside quotes, casts and comments; a literal per cent sign is doubled."""
    return _PIECES.sub(_respelled, statement)


def _respelled(found: re.Match[str]) -> str:
    if found[1]:
        return f"%({found[1]})s"
    return found[0].replace("%", "%%")
