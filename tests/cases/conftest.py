"""A store for each test, on either engine: every test here runs on both, but for those that ask for a folder and look at files."""

from collections.abc import Iterator

import pytest

from engines import ENGINE, a_store
from keptmind import Memory
from service import Service, serving


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    ENGINE.schemas = request.getfixturevalue("schemas") if request.param == "postgres" else None
    yield ENGINE.name
    if ENGINE.schemas is not None:
        ENGINE.schemas.take_back()
        ENGINE.schemas = None


@pytest.fixture
def store() -> Iterator[Memory]:
    with a_store() as memory:
        yield memory


@pytest.fixture
def service(store: Memory) -> Iterator[Service]:
    with serving(store) as running:
        yield running
