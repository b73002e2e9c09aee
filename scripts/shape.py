"""Measure the shape of the code: lengths of functions and modules, nesting. Run as a script it prints them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

SOURCE = Path(__file__).resolve().parent.parent / "src" / "keptmind"
BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.Match, ast.AsyncFor, ast.AsyncWith)


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """One function: where it stands, its lines from `def` to its end, and how deep its blocks nest."""

    where: str
    lines: int
    depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One module with the names of its classes and its functions, inner ones included."""

    path: str
    lines: int
    classes: tuple[str, ...]
    functions: tuple[Function, ...]


def depth(node: ast.AST) -> int:
    """Return how deep blocks nest under a node; an `elif` is no deeper than its `if`, an inner function counts for itself."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        deepest = max(deepest, depth(child) + (isinstance(child, BLOCKS) and not is_elif))
    return deepest


def functions(tree: ast.Module, path: str) -> Iterator[Function]:
    """Measure every function of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Function(where=f"{path}:{node.lineno} {node.name}", lines=lines, depth=depth(node))


def modules(source: Path = SOURCE) -> list[Module]:
    """Measure every module under a folder."""
    measured = []
    for file in sorted(source.rglob("*.py")):
        text, path = file.read_text(encoding="utf-8"), file.relative_to(source).as_posix()
        tree = ast.parse(text)
        classes = tuple(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
        measured.append(Module(path=path, lines=len(text.splitlines()), classes=classes, functions=tuple(functions(tree, path))))
    return measured


def main() -> None:
    """Print the table."""
    found = modules()
    every = [function for module in found for function in module.functions]
    lengths = sorted(function.lines for function in every)
    sizes = sorted(module.lines for module in found if module.lines)
    print(f"modules     {len(found)}, median {median(sizes):.0f} lines, longest {sizes[-1]}, {sum(sizes)} lines in all")
    print(f"functions   {len(lengths)}, median {median(lengths):.0f} lines, p90 {quantiles(lengths, n=10)[-1]:.0f}, longest {lengths[-1]}")
    print(f"nesting     deepest {max(function.depth for function in every)}")
    print("\nlongest modules")
    for module in sorted(found, key=lambda module: -module.lines)[:15]:
        print(f"  {module.lines:4}  {module.path}")
    print("\nlongest functions")
    for function in sorted(every, key=lambda function: -function.lines)[:10]:
        print(f"  {function.lines:4}  {function.where}")


if __name__ == "__main__":
    main()
