"""
One SQL text for two databases: widens lists, and respells named parameters as each driver likes them best.

`IN :ids` becomes `IN (:ids_0, …)`, padded to the next power of two by repeating the last value, so that few texts are ever
prepared. `VALUES :rows` becomes `VALUES (:rows_0_0, :rows_0_1), …`, exactly as many rows as given: the caller pads them, for only
it knows a row that matches nothing.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

Parameters = Mapping[str, Any]
Cells = tuple[Any, ...]

_LIST = re.compile(r"\b(IN|VALUES) :([a-z_]+)")
_PIECES = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|::|:([a-z_][a-z_0-9]*)")


def widen(statement: str, parameters: Parameters) -> tuple[str, Parameters]:
    """Return the statement with its lists written out, and the parameters that fill it."""
    lists = _lists(statement)
    if not lists:
        return statement, parameters
    flat = dict(parameters)
    shape: list[tuple[str, int, int]] = []
    for name, is_rows in lists:
        given: Sequence[Any] = flat.pop(name)
        width = len(given[0]) if is_rows else 0
        cells = [cell for row in given for cell in row] if is_rows else _padded(given)
        flat.update(zip(_names(name, len(cells), width), cells, strict=True))
        shape.append((name, len(cells), width))
    return _written(statement, tuple(shape)), flat


@lru_cache(maxsize=512)
def _lists(statement: str) -> tuple[tuple[str, bool], ...]:
    return tuple({found[2]: found[1] == "VALUES" for found in _LIST.finditer(statement)}.items())


def padded(rows: Sequence[Cells], filler: Cells) -> list[Cells]:
    """Return the rows of a VALUES list up to the next power of two; the filler must be a row that matches nothing."""
    return [*rows, *[filler] * (_power_of_two(len(rows)) - len(rows))]


def _padded(given: Sequence[Any]) -> Sequence[Any]:
    last = given[-1] if given else None
    return [*given, *[last] * (_power_of_two(len(given)) - len(given))]


def _power_of_two(count: int) -> int:
    return 1 << (count - 1).bit_length() if count else 1


@lru_cache(maxsize=4096)
def _names(name: str, count: int, width: int) -> tuple[str, ...]:
    """Return the names of a list's cells: `ids_0` for a plain list, `rows_0_1` for column 1 of row 0."""
    if not width:
        return tuple(f"{name}_{position}" for position in range(count))
    return tuple(f"{name}_{cell // width}_{cell % width}" for cell in range(count))


@lru_cache(maxsize=2048)
def _written(statement: str, shape: tuple[tuple[str, int, int], ...]) -> str:
    sizes = {name: (count, width) for name, count, width in shape}
    return _LIST.sub(lambda found: f"{found[1]} {_list(found[2], *sizes[found[2]])}", statement)


def _list(name: str, count: int, width: int) -> str:
    cells = [f":{cell}" for cell in _names(name, count, width)]
    if not width:
        return f"({', '.join(cells)})"
    rows = (", ".join(cells[start : start + width]) for start in range(0, count, width))
    return ", ".join(f"({row})" for row in rows)


Fill = Callable[[Parameters], tuple[Any, ...]]


@lru_cache(maxsize=4096)
def numbered(statement: str, sign: str = "?") -> tuple[str, Fill]:
    """
    Respell `:name` as `?1`, `?2`, … (PostgreSQL: `$1`, `$2`, …) and return what picks the values in that order.

    Python's sqlite3 looks every name up again at every run: 80 microseconds for a row of 44 columns against 35 by number.
    """
    numbers: dict[str, int] = {}

    def respelled(found: re.Match[str]) -> str:
        return f"{sign}{numbers.setdefault(found[1], len(numbers) + 1)}" if found[1] else found[0]

    text = _PIECES.sub(respelled, statement)
    return text, _picking(tuple(numbers))


def _picking(names: tuple[str, ...]) -> Fill:
    if len(names) > 1:
        return itemgetter(*names)
    return lambda parameters: tuple(parameters[name] for name in names)
