"""What a caller can do in Python stands in the reference, with every argument."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from keptmind import Memory, OwnerMemory
from keptmind.surfaces.library.front import Group
from surface.test_messages import VERDICTS, calls, literals

POSITIONAL = {"memory_id", "items", "user_id", "group_id"}  # shown by example
DOCS = Path(__file__).resolve().parents[2] / "docs" / "reference"


def methods() -> Iterator[tuple[str, list[str]]]:
    """Yield every public method with the names of its arguments."""
    for kind in (Memory, OwnerMemory, Group):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_"):
                named = [one.name for one in inspect.signature(method).parameters.values() if one.kind is not one.VAR_KEYWORD]
                yield name, named[1:]


def shown(page: str, name: str) -> str:
    """Return what follows a method's name in the code of a page, up to where its answer or the block ends."""
    code = "".join(re.findall(r"^```\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    return "\n".join(re.findall(rf"\.{name}\((.*?)(?:->|^\w|\Z)", code, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize(("name", "arguments"), list(methods()), ids=lambda value: value if isinstance(value, str) else "")
def test_a_method_stands_in_the_reference_with_all_its_arguments(name: str, arguments: list[str]) -> None:
    call = shown((DOCS / "python.md").read_text(encoding="utf-8"), name)

    assert call
    assert [word for word in arguments if word not in POSITIONAL and not re.search(rf"\b{word}\b", call)] == []


def test_every_rule_of_a_save_stands_in_the_reference() -> None:
    page = (DOCS / "errors.md").read_text(encoding="utf-8")
    rules = set().union(*(literals(given["rule"]) for name, given in calls() if name in VERDICTS and "rule" in given))

    assert rules
    assert [rule for rule in sorted(rules) if f"`{rule}`" not in page] == []


def test_the_readme_shows_both_ways_in_as_examples_that_are_run() -> None:
    page = (DOCS.parent.parent / "README.md").read_text(encoding="utf-8")

    assert page.count("```python\n") >= 2
    assert "$ keptmind save" in page
    assert "$ make run" in page
    assert "$ make test" in page


def test_the_readme_shows_no_route_of_the_old_layer() -> None:
    page = (DOCS.parent.parent / "README.md").read_text(encoding="utf-8")

    assert "/me/core-memories/$ID" in page
    assert "/me/memories" not in page
