"""Importing the library costs nothing: the standard library only, and of that nothing heavy."""

import json
import subprocess
import sys

import pytest

import keptmind

HEAVY = {
    "asyncio", "cProfile", "curses", "doctest", "email", "ensurepip", "ftplib", "http", "importlib.metadata", "multiprocessing", "pdb",
    "pydoc", "smtplib", "ssl", "tkinter", "unittest", "urllib.request", "venv", "wsgiref", "xml", "xmlrpc", "zipfile",
}  # fmt: skip
PROBE = """
import json, sys
before = set(sys.modules)
import keptmind
[getattr(keptmind, name) for name in keptmind.__all__]
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded_by_import() -> list[str]:
    """Return the modules that the library brings into a new interpreter once every name of it was used."""
    done = subprocess.run([sys.executable, "-I", "-c", PROBE], capture_output=True, text=True, check=True, timeout=60)
    return list(json.loads(done.stdout))


def test_importing_the_library_loads_the_standard_library_only() -> None:
    foreign = [name for name in loaded_by_import() if name.split(".")[0] not in {*sys.stdlib_module_names, "keptmind"}]

    assert foreign == []


def test_importing_the_library_loads_nothing_heavy() -> None:
    heavy = [name for name in loaded_by_import() if name in HEAVY or name.split(".")[0] in HEAVY]

    assert heavy == []


def test_the_import_alone_loads_next_to_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-c", "import sys, keptmind; print(*(name for name in sys.modules if name.startswith('keptmind')))"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert done.stdout.split() == ["keptmind"]


def test_every_public_name_is_there_and_no_other() -> None:
    assert all(getattr(keptmind, name) is not None for name in keptmind.__all__)
    assert set(keptmind.__all__) <= set(dir(keptmind))
    with pytest.raises(AttributeError, match="memory_bank"):
        keptmind.memory_bank  # noqa: B018 (the access is the act)
