"""What the tests of the surfaces share."""

from pathlib import Path

import pytest

from surface.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A terminal in an empty folder."""
    return Terminal(tmp_path)
