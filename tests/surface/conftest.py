"""What the tests of the surfaces share."""

from pathlib import Path

import pytest

from surface.terminal import Here, Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A terminal in an empty folder; every command is a process."""
    return Terminal(tmp_path)


@pytest.fixture
def here(tmp_path: Path) -> Here:
    """A terminal in an empty folder; every command runs in this process."""
    return Here(tmp_path)
