"""Every check and key of the migrations becomes a statement over the data, and no table is passed over by the doctor."""

import re

import pytest

from keptmind.engines.migrate import Migration, shipped
from keptmind.engines.sql.constraints import constraints, declared
from keptmind.engines.sql.examine import ALONE, CHECKS

TABLES = [name for migration in shipped() for name in re.findall(r"CREATE TABLE (\w+)", migration.text)]


def of(text: str) -> dict[str, str]:
    """Return what a migration of this text declares."""
    return declared([Migration(version=1, name="a", text=text)])


def test_as_many_checks_and_keys_are_looked_at_as_are_declared() -> None:
    whole = "\n".join(migration.text for migration in shipped())
    statements = list(constraints().values())

    assert sum(text.count("NOT (") for text in statements) == len(re.findall(r"\bCHECK \(", whole))
    assert sum("HAVING COUNT(*) > 1" in text for text in statements) == len(re.findall(r"PRIMARY KEY|\{serial\}|UNIQUE", whole))
    assert set(TABLES) <= set(constraints()), "every table says of a column that it is never missing"


def test_a_column_a_table_and_an_index_are_each_understood() -> None:
    text = """
CREATE TABLE a (
  id {serial},
  b {text} NOT NULL CHECK (b IN ('x', ')')),
  c BIGINT,
  CHECK ((b = 'x') = (c IS NOT NULL)),
  UNIQUE (b, c)
);

ALTER TABLE a ADD COLUMN d BIGINT NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX once ON a (c)
  WHERE d = 1;

CREATE INDEX other ON a (c);
"""
    twice = "SELECT COUNT(*) FROM (SELECT 1 AS once FROM a{} GROUP BY {} HAVING COUNT(*) > 1) twice"
    quoted = text.replace("')'", "'y'")

    assert of(quoted) == {
        "a": "SELECT COUNT(*) FROM a WHERE b IS NULL OR NOT (b IN ('x', 'y')) OR NOT ((b = 'x') = (c IS NOT NULL)) OR d IS NULL",
        "a (id)": twice.format("", "id"),
        "a (b, c)": twice.format("", "b, c"),
        "once": twice.format(" WHERE d = 1", "c"),
    }


def test_a_check_that_is_never_closed_is_no_check() -> None:
    with pytest.raises(ValueError, match="b IN"):
        of("CREATE TABLE a (\n  b BIGINT CHECK (b IN (1)\n)")


def test_a_table_without_a_check_has_no_statement() -> None:
    assert of("CREATE TABLE a (\n  b BIGINT\n)") == {}


def test_every_table_is_looked_at_or_said_to_stand_alone() -> None:
    looked_at = {name for text in CHECKS.values() for name in re.findall(r"\w+", text)} & set(TABLES)

    assert set(TABLES) - looked_at == ALONE
    assert not ALONE & looked_at
