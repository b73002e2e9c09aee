"""Fixtures for tests that run on either engine: a store for each test, and a service over it."""

from collections.abc import Iterator

import pytest

from engines import ENGINE, a_store
from keptmind import Memory
from service import Service, serving


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """The engine's name; every test runs on both, but for those that ask for a folder and look at files."""
    ENGINE.schemas = request.getfixturevalue("schemas") if request.param == "postgres" else None
    yield ENGINE.name
    if ENGINE.schemas is not None:
        ENGINE.schemas.take_back()
        ENGINE.schemas = None


@pytest.fixture
def store() -> Iterator[Memory]:
    """A fresh store."""
    with a_store() as memory:
        yield memory


@pytest.fixture
def service(store: Memory) -> Iterator[Service]:
    """A running service over that store."""
    with serving(store) as running:
        yield running
