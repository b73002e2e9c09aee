"""The golden table of statements that meet and of their twins, which look alike and both hold."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from keptmind.policy.likeness import Likeness, compare
from keptmind.text.normalise import value

TABLE = Path(__file__).resolve().parents[1] / "golden" / "likeness.tsv"
MISSES = "# known misses"
SYMMETRIC = {Likeness.SAME, Likeness.CONFLICT}
AT_LEAST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table."""

    lang: str
    state: bool
    old: str
    new: str
    expected: Likeness


def rows(*, missed: bool) -> list[Row]:
    """Read the table: what holds, or what is known to be missed."""
    text = TABLE.read_text(encoding="utf-8")
    part = text.split(f"{MISSES}\n")[1] if missed else text.split(f"{MISSES}\n")[0]
    lines = [line.split("\t") for line in part.splitlines() if line and not line.startswith("#")]
    return [
        Row(lang=lang, state=kind == "state", old=old, new=new, expected=Likeness(expected))
        for lang, kind, old, new, expected in lines
        if lang != "lang"
    ]


def named(row: Row) -> str:
    return f"{row.old} / {row.new}"


@pytest.mark.parametrize("row", rows(missed=False), ids=named)
def test_a_pair_is_told_as_the_table_has_it(row: Row) -> None:
    likeness = compare(value(row.old), value(row.new), state=row.state)

    assert likeness == row.expected


@pytest.mark.parametrize("row", [row for row in rows(missed=False) if row.expected in SYMMETRIC], ids=named)
def test_what_is_the_same_or_the_contrary_is_so_the_other_way_round(row: Row) -> None:
    likeness = compare(value(row.new), value(row.old), state=row.state)

    assert likeness == row.expected


@pytest.mark.xfail(strict=True, reason="known misses: what the deterministic rules do not see")
@pytest.mark.parametrize("row", rows(missed=True), ids=named)
def test_a_known_miss_is_missed(row: Row) -> None:
    likeness = compare(value(row.old), value(row.new), state=row.state)

    assert likeness == row.expected


def test_a_known_miss_only_ever_keeps_both() -> None:
    told = {compare(value(row.old), value(row.new), state=row.state) for row in rows(missed=True)}

    assert told == {Likeness.DIFFERENT}


def test_the_table_has_a_hundred_pairs_and_as_many_twins_half_of_them_in_each_language() -> None:
    held = rows(missed=False)

    meet = Counter(row.lang for row in held if row.expected is not Likeness.DIFFERENT)
    both = Counter(row.lang for row in held if row.expected is Likeness.DIFFERENT)

    assert meet.total() >= AT_LEAST
    assert both.total() >= AT_LEAST
    assert min(meet.values()) >= AT_LEAST // 2
    assert min(both.values()) >= AT_LEAST // 2
    assert len({(row.state, row.old, row.new) for row in held}) == len(held)
