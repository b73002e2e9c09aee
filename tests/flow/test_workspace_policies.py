"""Where the policies of workspaces come from: the package, and a file of the installation's own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines import a_store
from keptmind.bootstrap import rules
from keptmind.errors import InvalidSettings
from keptmind.settings import Policies, load, shipped_policies

OWN = """
[[teaching.refused]]
name = "salaries"
words = ["salary", "工资"]

[[work.elsewhere]]
name = "invoices"
words = ["invoice", "发票"]
"""
LAZY = """
import sys
from keptmind import Memory
with Memory(":memory:") as memory:
    memory.for_user("lin").save("likes tea")
    memory.for_user("lin").search("tea")
print("tomllib" in sys.modules)
"""
PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "settings.md"


def written(folder: Path, text: str) -> str:
    file = folder / "policies.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_without_a_file_the_shipped_policies_hold() -> None:
    rulebook = rules(load({}))

    assert tuple(rulebook.policies) == shipped_policies()
    assert len(rulebook.policies) == 3
    assert shipped_policies()[0] in rulebook.policies


def test_two_rulebooks_of_the_same_settings_are_equal(tmp_path: Path) -> None:
    own = {"policies_file": written(tmp_path, OWN)}

    assert rules(load({})) == rules(load({}))
    assert rules(load(own)) == rules(load(own)) != rules(load({}))
    assert hash(rules(load(own)).policies) == hash(rules(load(own)).policies)


def test_an_own_policy_replaces_the_shipped_one_of_its_workspace_and_no_other(tmp_path: Path) -> None:
    rulebook = rules(load({"policies_file": written(tmp_path, OWN)}))

    names = {policy.name: [topic.name for topic in (*policy.refused, *policy.elsewhere)] for policy in rulebook.policies}

    assert names["teaching"] == ["salaries"]
    assert names["work"] == ["invoices"]
    assert names["learning"] == ["grades", "assignments", "course-documents"]
    assert set(names) == {"teaching", "work", "learning", "research"}


def test_the_file_is_also_named_by_the_environment(tmp_path: Path) -> None:
    settings = load({}, {"KEPTMIND_POLICIES_FILE": written(tmp_path, OWN)})

    assert rules(settings).policy("work") is not None


def test_an_empty_name_is_no_file() -> None:
    assert rules(load({"policies_file": ""}, {"KEPTMIND_POLICIES_FILE": "nowhere.toml"})).policies == Policies()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[work", "not a TOML file"),
        ("work = 5", "not a table"),
        ("[kitchen]", "a policy of a workspace that is not configured"),
    ],
)
def test_a_malformed_file_is_refused_when_a_store_is_opened(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidSettings) as raised:
        a_store(policies_file=written(tmp_path, text))

    assert raised.value.details["problem"] == problem
    assert "policies_file" in str(raised.value.details["field"])


def test_a_file_in_another_encoding_is_no_toml_file(tmp_path: Path) -> None:
    file = tmp_path / "policies.toml"
    file.write_bytes(b"\xff\xfe")

    with pytest.raises(InvalidSettings, match="not a TOML file"):
        a_store(policies_file=str(file))


@pytest.mark.parametrize("name", ["missing.toml", ".", "nul\0byte"])
def test_a_file_that_cannot_be_read_is_named_as_such(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidSettings, match="a file that cannot be read"):
        a_store(policies_file=str(tmp_path / name))


def test_the_policies_that_the_reference_shows_can_be_read(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)

    rulebook = rules(load({"policies_file": written(tmp_path, shown)}))

    work, teaching = rulebook.policy("work"), rulebook.policy("teaching")
    assert work is not None
    assert teaching is not None
    assert ([topic.name for topic in work.refused], [topic.name for topic in work.elsewhere]) == (["customers"], ["invoices"])
    assert (teaching.refused, teaching.elsewhere) == ((), ())


def test_a_save_and_a_search_without_a_workspace_do_not_read_the_shipped_file() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip() == "False"
