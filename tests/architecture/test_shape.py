"""The limits of size and the words not used, over every module of the package."""

import re
from pathlib import Path

from shape import modules

MODULE_LINES = 400
FUNCTION_LINES = 40
NESTING = 3
NOT_USED = {"manager", "helper", "util", "common", "base", "impl", "process", "data", "info", "v2"}


def words(name: str) -> set[str]:
    """Split `snake_case` and `CamelCase` into singular lower-case words."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)
    return {part.lower() for part in parts} | {part.lower().removesuffix("s") for part in parts}


def test_no_module_is_longer_than_one_idea() -> None:
    assert [f"{module.path}: {module.lines} lines" for module in modules() if module.lines > MODULE_LINES] == []


def test_no_function_is_longer_than_one_thought() -> None:
    every = [function for module in modules() for function in module.functions]

    assert [f"{function.where}: {function.lines} lines" for function in every if function.lines > FUNCTION_LINES] == []


def test_no_function_nests_deeper_than_three() -> None:
    every = [function for module in modules() for function in module.functions]

    assert [f"{function.where}: {function.depth} deep" for function in every if function.depth > NESTING] == []


def test_no_module_and_no_class_bears_a_name_that_says_nothing() -> None:
    modules_named = [module.path for module in modules() if any(words(part) & NOT_USED for part in Path(module.path).with_suffix("").parts)]
    classes_named = [f"{module.path} {name}" for module in modules() for name in module.classes if words(name) & NOT_USED]
    called_new = [module.path for module in modules() if Path(module.path).name.startswith("new_")]

    assert modules_named + classes_named + called_new == []
