"""Every sentence is there in both languages, and none has a hole."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from keptmind import errors
from keptmind.errors import KeptmindError
from keptmind.surfaces.messages import LOCALES, MESSAGES, Locale, say
from keptmind.surfaces.messages.chinese import CHINESE, NOTES, PROBLEMS
from keptmind.surfaces.messages.english import ENGLISH
from surface.test_outcome import tree

SOURCE = Path(errors.__file__).parent
PLACE = re.compile(r"\{(\w+)\}")
OPTIONAL = re.compile(r"\[[^\]]*\]")
STEPS = {"_step", "Step", "replace"}
VERDICTS = {"Refuse", "Propose", "Rejection", "waiting"}


def calls() -> Iterator[tuple[str, dict[str, ast.expr]]]:
    """Yield every call in the package by the name that is called, with what it is given by name."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, {word.arg: word.value for word in node.keywords if word.arg}


def literals(expression: ast.AST) -> set[str]:
    """Return the texts that an expression may come to, as far as they are written out."""
    return {node.value for node in ast.walk(expression) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def places(key: str, locale: Locale) -> set[str]:
    """Return the details that a sentence speaks of."""
    return set(PLACE.findall(MESSAGES[locale][key]))


def test_both_languages_say_the_same_things() -> None:
    assert set(ENGLISH) == set(CHINESE)
    assert [key for key in ENGLISH if places(key, "en") != places(key, "zh")] == []


def test_every_error_code_has_its_sentence() -> None:
    codes = {leaf.code for leaf in tree(KeptmindError)}

    assert codes - set(ENGLISH) == set()


def test_every_rule_that_keeps_a_save_from_being_kept_has_its_sentence() -> None:
    rules = set().union(*(literals(given["rule"]) for name, given in calls() if name in VERDICTS and "rule" in given))

    assert {"secret", "third-person", "consent-required", "suppressed-stays"} <= rules
    assert rules - set(ENGLISH) == set()


def test_every_sentence_that_the_command_line_asks_for_is_there() -> None:
    written = set().union(*(literals(ast.parse(file.read_text(encoding="utf-8"))) for file in (SOURCE / "surfaces" / "cli").rglob("*.py")))
    asked = {text for text in written if re.fullmatch(r"cli\.[a-z_-]+", text)}

    assert asked
    assert asked - set(ENGLISH) == set()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", ENGLISH)
def test_a_sentence_tells_every_detail_it_is_given(key: str, locale: Locale) -> None:
    details = {name: f"<{name}>" for name in places(key, locale)}

    told = say(key, locale, details)

    assert [value for value in details.values() if value not in told] == []
    assert not set("{}[]") & set(told)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", ENGLISH)
def test_a_sentence_leaves_out_what_it_may_leave_out(key: str, locale: Locale) -> None:
    needed = set(PLACE.findall(OPTIONAL.sub("", MESSAGES[locale][key])))

    told = say(key, locale, dict.fromkeys(needed, "x"))

    assert not set("{}[]") & set(told)
    assert told.count("?") <= MESSAGES[locale][key].count("?")


def test_no_error_is_raised_without_the_details_its_sentence_needs() -> None:
    by_name = {leaf.__name__: leaf for leaf in tree(KeptmindError)}
    holes = [
        f"{name} lacks {detail}"
        for name, given in calls()
        if name in by_name
        for detail in set(PLACE.findall(OPTIONAL.sub("", ENGLISH[by_name[name].code]))) - set(given)
    ]

    assert holes == []


def test_every_problem_the_library_names_is_named_in_chinese() -> None:
    named = set().union(*(literals(given["problem"]) for name, given in calls() if "problem" in given))

    assert named
    assert named - set(PROBLEMS) - {"MissingParameter"} == set()


def test_every_note_of_a_step_of_an_erasure_is_said_in_chinese() -> None:
    written = set().union(*(literals(given["note"]) for name, given in calls() if name in STEPS and "note" in given))
    noted = {words.removesuffix(": ") for words in written if re.search(r"\w", words)}

    assert {"rewritten", "copies removed", "waits for the server's log to be written over"} <= noted
    assert noted - set(NOTES) == set()
    assert say("cli.step", "zh", {"name": "log", "state": "pending", "note": "copies removed: 3"}).endswith("（已移除的副本：3）")
    assert say("cli.step", "zh", {"name": "log", "state": "pending", "note": "store-busy: x"}).endswith("（store-busy: x）")


def test_every_chinese_sentence_is_chinese() -> None:
    assert [key for key, told in (CHINESE | PROBLEMS | NOTES).items() if not re.search("[一-鿿]", told)] == []


def test_a_list_of_words_is_read_out() -> None:
    details = {"field": "kind", "allowed": ("fact", "goal")}

    assert say("unknown-word", "en", details) == "kind has a value that is not known; it is one of fact, goal"
    assert say("unknown-word", "zh", details) == "kind 的取值不认识；可以是 fact、goal"


def test_a_detail_is_never_read_as_a_sentence() -> None:
    assert say("unknown-field", "en", {"field": "{size}[x]"}) == "there is no field {size}[x]"


def test_a_key_without_a_sentence_still_says_something() -> None:
    assert say("no-such-key", "en", {}) == say("error", "en", {})
