"""The import contracts name what there is: none of them goes quiet because a package was added or renamed."""

import ast
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from architecture.test_purity import imported
from pure import PACKAGES, SOURCE, pure_files

ROOT = Path(__file__).resolve().parents[2]
CHOOSERS = {"bootstrap", "engines", "providers", "settings"}
CHOSEN = {"engines", "providers", "settings"}


def contract(name: str) -> dict[str, Any]:
    """Return one import-linter contract."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    return next(dict(found) for found in contracts if found["id"] == name)


def named(file: Path) -> str:
    """Return what a module of ours is imported as."""
    parts = file.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def ours(file: Path, modules: Collection[str]) -> set[str]:
    """Return the modules of ours that one imports; not the package of which only another module is meant."""
    names = {name for _, name in imported(ast.parse(file.read_text(encoding="utf-8"))) if name in modules}
    return {name for name in names if not any(other.startswith(f"{name}.") for other in names)}


def beneath(module: str, imports: Mapping[str, set[str]]) -> set[str]:
    """Return everything that a module imports, and what that imports in turn."""
    found, ahead = set[str](), [module]
    while ahead:
        fresh = imports[ahead.pop()] - found
        found |= fresh
        ahead += fresh
    return found


def test_the_contract_of_purity_names_every_pure_package_and_step() -> None:
    steps = [file.relative_to(SOURCE).with_suffix("").parts for file in pure_files()]
    expected = {*(f"keptmind.{name}" for name in PACKAGES), *(f"keptmind.{'.'.join(parts)}" for parts in steps if parts[0] not in PACKAGES)}

    assert set(contract("pure")["source_modules"]) == expected


def test_only_bootstrap_picks_an_engine_a_provider_or_a_setting() -> None:
    seen = []
    for file in sorted(SOURCE.rglob("*.py")):
        place = file.relative_to(SOURCE).with_suffix("").parts
        if place[0] in CHOOSERS:
            continue
        names = {name.split(".")[1] for _, name in imported(ast.parse(file.read_text(encoding="utf-8"))) if name.startswith("keptmind.")}
        seen += [f"{'/'.join(place)} imports keptmind.{name}" for name in names & CHOSEN]

    assert sorted(seen) == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    files = {named(file): file for file in SOURCE.rglob("*.py")}
    imports = {module: ours(file, files) for module, file in files.items()}

    assert sorted(module for module in files if module in beneath(module, imports)) == []


def test_the_search_for_circles_sees_one_over_several_modules() -> None:
    imports = {"one": {"two"}, "two": {"three"}, "three": {"one", "leaf"}, "leaf": set[str](), "above": {"one"}}

    assert [module for module in imports if module in beneath(module, imports)] == ["one", "two", "three"]


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {file.parent for file in SOURCE.rglob("*.py")}  # a folder without __init__.py is invisible to coverage and to mypy

    assert sorted(str(folder.relative_to(SOURCE)) for folder in folders if not (folder / "__init__.py").exists()) == []


def test_the_package_says_that_it_is_typed() -> None:
    assert (SOURCE / "py.typed").exists()
