"""Print the part of constraints.txt, hashes and all, that the package with the named extras needs."""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One pinned package: its lines as they stand, and the packages that asked for it."""

    name: str
    lines: tuple[str, ...]
    wanted_by: frozenset[str]


def canonical(requirement: str) -> str:
    """Return the normalised package name that a requirement begins with."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    if found is None:
        raise SystemExit(f"no package name in {requirement!r}")
    return re.sub(r"[-_.]+", "-", found.group()).lower()


def read_pins(text: str) -> Iterator[Pin]:
    """Read a hashed requirements file with its 'via' comments."""
    for block in re.split(r"\n(?=[A-Za-z0-9])", text):
        lines = block.splitlines()
        if not lines or "==" not in lines[0]:
            continue
        comments = [line.strip().lstrip("#").strip() for line in lines if line.lstrip().startswith("#")]
        wanted_by = frozenset(canonical(name) for name in (comment.removeprefix("via").strip() for comment in comments) if name)
        yield Pin(name=canonical(lines[0]), lines=tuple(line for line in lines if not line.lstrip().startswith("#")), wanted_by=wanted_by)


def closure(pins: Iterable[Pin], roots: Iterable[str]) -> list[Pin]:
    """Return the pins of the roots and of everything that those want, in file order."""
    pins = list(pins)
    needed = {canonical(root) for root in roots}
    if missing := needed - {pin.name for pin in pins}:
        raise SystemExit(f"constraints.txt does not pin {', '.join(sorted(missing))}; run: make pins")
    while more := {pin.name for pin in pins if pin.wanted_by & needed} - needed:
        needed |= more
    return [pin for pin in pins if pin.name in needed]


def main(extras: list[str]) -> None:
    """Write the chosen pins to standard output."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    roots = list(project["dependencies"])
    for extra in extras:
        roots += project["optional-dependencies"][extra]
    for pin in closure(read_pins((ROOT / "constraints.txt").read_text(encoding="utf-8")), roots):
        sys.stdout.write("\n".join(pin.lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
