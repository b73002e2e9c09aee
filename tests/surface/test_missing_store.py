"""A doctor who finds no patient says so, and a mistyped folder is not made."""

from pathlib import Path

import pytest

from keptmind import Memory
from keptmind.errors import InvalidField, StoreFailed
from surface.terminal import Terminal


def test_the_doctor_makes_no_store_where_there_is_none(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal.run("doctor", "--url", f"sqlite:///{tmp_path / 'typo.db'}")

    assert said.code == 6
    assert "there is no such file" in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed):
        Memory(f"sqlite:///{tmp_path / 'typo' / 'memory.db'}")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("items", [["hello"], {"content": "x"}, "hello", 7, [["content", "x"]]])
def test_several_things_are_given_as_mappings(items: object) -> None:
    with Memory(":memory:") as store, pytest.raises(InvalidField):
        store.for_user("A").save_many(items)  # type: ignore[arg-type]
