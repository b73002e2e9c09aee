"""A running service for each test, on either engine."""

from collections.abc import Iterator

import pytest

from engines import ENGINE, a_store
from service import Service, serving


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    ENGINE.schemas = request.getfixturevalue("schemas") if request.param == "postgres" else None
    yield ENGINE.name
    if ENGINE.schemas is not None:
        ENGINE.schemas.take_back()
        ENGINE.schemas = None


@pytest.fixture
def service() -> Iterator[Service]:
    with a_store() as store, serving(store) as running:
        yield running
