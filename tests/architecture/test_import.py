"""Importing the library costs nothing: the standard library only, and of that nothing heavy."""

import json
import subprocess
import sys

HEAVY = {
    "asyncio", "cProfile", "curses", "doctest", "email", "ensurepip", "ftplib", "http", "importlib.metadata", "multiprocessing", "pdb",
    "pydoc", "smtplib", "ssl", "tkinter", "unittest", "urllib.request", "venv", "wsgiref", "xml", "xmlrpc", "zipfile",
}  # fmt: skip
PROBE = """
import json, sys
before = set(sys.modules)
import keptmind
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded_by_import() -> list[str]:
    """Return the modules that `import keptmind` brings into a new interpreter."""
    done = subprocess.run([sys.executable, "-I", "-c", PROBE], capture_output=True, text=True, check=True, timeout=60)
    return list(json.loads(done.stdout))


def test_importing_the_library_loads_the_standard_library_only() -> None:
    foreign = [name for name in loaded_by_import() if name.split(".")[0] not in {*sys.stdlib_module_names, "keptmind"}]

    assert foreign == []


def test_importing_the_library_loads_nothing_heavy() -> None:
    heavy = [name for name in loaded_by_import() if name in HEAVY or name.split(".")[0] in HEAVY]

    assert heavy == []
