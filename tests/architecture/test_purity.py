"""The pure packages ask nothing of the world: no clock, file, socket, randomness or log."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pure import SOURCE, pure_files

FORBIDDEN_MODULES = {
    "asyncio", "builtins", "concurrent", "ctypes", "fcntl", "getpass", "glob", "http", "importlib", "io", "locale", "logging", "mmap",
    "multiprocessing", "os", "pathlib", "pkgutil", "platform", "queue", "random", "sched", "secrets", "select", "selectors", "shutil",
    "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "warnings", "zoneinfo",
}  # fmt: skip
FORBIDDEN_NAMES = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint", "globals"}
FORBIDDEN_CALLS = {
    "now", "utcnow", "today", "uuid1", "uuid4", "uuid6", "uuid7", "urandom", "getenv",
}  # fmt: skip
MAY_SEE = {"engines": {"text", "ports", "model", "errors"}, "providers": {"text", "ports", "model", "errors"}}


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of every module that is imported, wherever in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield node.lineno, module
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def impurities(tree: ast.AST) -> Iterator[str]:
    """Yield what a pure module may not do: imports of the world, calls that ask it something."""
    for line, name in imported(tree):
        if name.split(".")[0] in FORBIDDEN_MODULES:
            yield f"{line}: imports {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in FORBIDDEN_NAMES and isinstance(node.ctx, ast.Load):
            yield f"{node.lineno}: uses {node.id}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FORBIDDEN_CALLS:
            yield f"{node.lineno}: calls .{node.func.attr}()"
        if isinstance(node, ast.Global):
            yield f"{node.lineno}: changes a global"


@pytest.mark.parametrize("file", pure_files(), ids=lambda file: file.relative_to(SOURCE).as_posix())
def test_a_pure_module_asks_nothing_of_the_world(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))

    assert sorted(set(impurities(tree))) == []


def test_the_purity_test_itself_sees_what_it_must_see() -> None:
    seen = list(
        impurities(ast.parse("import os.path\nfrom random import choice\nx = datetime.now(UTC)\nopen('f')\ndef f():\n    import time\n"))
    )

    assert len(seen) == 6  # os.path, random, random.choice, .now(), open, time


@pytest.mark.parametrize("package", sorted(MAY_SEE))
def test_engines_and_providers_see_only_the_core_below_the_ports(package: str) -> None:
    seen = []
    for file in sorted((SOURCE / package).rglob("*.py")):
        names = {name.split(".")[1] for _, name in imported(ast.parse(file.read_text(encoding="utf-8"))) if name.startswith("keptmind.")}
        seen += [f"{file.relative_to(SOURCE).as_posix()} imports keptmind.{name}" for name in names - MAY_SEE[package] - {package}]

    assert sorted(seen) == []
