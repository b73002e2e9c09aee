"""What the migrations declare of the data, held against the data: each statement counts what breaks one table's checks or one key."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from keptmind.engines.migrate import Migration, shipped

_TABLE = re.compile(r"CREATE TABLE (\w+) \((.*)\)", re.DOTALL)
_COLUMN = re.compile(r"ALTER TABLE (\w+) ADD COLUMN (\w+) (.*)", re.DOTALL)
_INDEX = re.compile(r"CREATE UNIQUE INDEX (\w+) ON (\w+) \(([^)]*)\)(?:\s+WHERE (.*))?", re.DOTALL)
_KEY = re.compile(r"(?:PRIMARY KEY|UNIQUE) \(([^)]*)\)")


@cache
def constraints() -> Mapping[str, str]:
    """Return a statement for every table and every key that is declared, by name."""
    return MappingProxyType(declared(shipped()))


def declared(migrations: Sequence[Migration]) -> dict[str, str]:
    """Return the statements for what these migrations declare."""
    broken: dict[str, list[str]] = {}
    keys: dict[str, str] = {}
    for statement in (one for migration in migrations for one in migration.statements({})):
        if table := _TABLE.match(statement):
            lines = [line.strip().removesuffix(",") for line in table[2].strip().splitlines()]
            broken[table[1]] = [one for line in lines for one in _broken(line)]
            keys.update({f"{table[1]} ({columns})": _twice(table[1], columns) for line in lines for columns in _keys(line)})
        elif column := _COLUMN.match(statement):
            broken[column[1]] += _broken(f"{column[2]} {column[3]}")
        elif index := _INDEX.match(statement):
            keys[index[1]] = _twice(index[2], index[3], index[4])
    return {**{table: f"SELECT COUNT(*) FROM {table} WHERE {' OR '.join(found)}" for table, found in broken.items() if found}, **keys}


def _broken(line: str) -> Iterator[str]:
    """Yield what breaks the line of a column or a check."""
    column, check, condition = line.partition("CHECK (")
    if " NOT NULL" in column:
        yield f"{column.split()[0]} IS NULL"
    if check:
        yield f"NOT ({_bracketed(condition)})"


def _bracketed(text: str) -> str:
    """Return a text up to the bracket that closes one opened before it."""
    depth = 1
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return text[:position]
    raise ValueError(text)


def _keys(line: str) -> list[str]:
    """Return the columns of the key that a line declares."""
    if found := _KEY.match(line):
        return [found[1]]
    return [line.split()[0]] if line.endswith(("PRIMARY KEY", "{serial}")) else []


def _twice(table: str, columns: str, where: str | None = None) -> str:
    narrowed = f" WHERE {where}" if where else ""
    return f"SELECT COUNT(*) FROM (SELECT 1 AS once FROM {table}{narrowed} GROUP BY {columns} HAVING COUNT(*) > 1) twice"
