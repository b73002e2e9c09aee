"""What the documentation shows is run: Python blocks of a page in order, and `$ keptmind …` lines of its console blocks."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [page for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if page.exists()]


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of one language on a page, in order."""
    return [body for name, body in BLOCK.findall(page.read_text(encoding="utf-8")) if name == language]


def commands(page: Path) -> list[str]:
    """Return the `keptmind` commands that a page shows, backslash continuations joined, trailing comments dropped."""
    lines = [line for body in blocks(page, "console") for line in body.replace("\\\n", " ").splitlines()]
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ keptmind ")]


def run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder of its own, with nothing configured."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KEPTMIND_")}
    environment["HOME"] = str(folder)
    return subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks(page, "python")), encoding="utf-8")

    done = run([sys.executable, "-W", "error", str(script)], tmp_path)

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("keptmind"))

    for command in commands(page):
        done = run([program, *shlex.split(command, comments=True)[1:]], tmp_path)

        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
