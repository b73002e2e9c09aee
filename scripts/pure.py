"""Find the pure modules: model, text, policy, and every step whose docstring says that it is pure. Run as a script it lists them."""

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "keptmind"
PACKAGES = ("model", "text", "policy")
PIPELINES = ("derive", "read", "write", "erase")
ALWAYS = ("read/permit", "read/fuse", "read/budget", "read/render", "write/admit", "write/decide", "erase/plan")


def says_pure(file: Path) -> bool:
    """Tell whether the opening paragraph of a module calls it pure."""
    said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return re.search(r"\bpure\b", said.split("\n\n")[0]) is not None


def pure_files() -> list[Path]:
    """Return the modules that must be pure, as far as they exist."""
    packages = [file for name in PACKAGES for file in sorted((SOURCE / name).rglob("*.py"))]
    steps = [file for name in PIPELINES for file in sorted((SOURCE / name).glob("*.py")) if file.stem != "pipeline"]
    return packages + [file for file in steps if f"{file.parent.name}/{file.stem}" in ALWAYS or says_pure(file)]


if __name__ == "__main__":
    print(",".join(file.relative_to(SOURCE.parent.parent).as_posix() for file in pure_files()))
