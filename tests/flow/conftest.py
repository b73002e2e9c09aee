"""A store for each test, in memory."""

from collections.abc import Iterator

import pytest

from keptmind import Memory


@pytest.fixture
def store() -> Iterator[Memory]:
    with Memory(":memory:") as memory:
        yield memory
