from dataclasses import replace

from factories import a_hit, a_memory
from keptmind.policy.edition import RULE_VERSION
from keptmind.read.disclose import Disclosure, all_masked, disclose, shown

SECRET = "The db password is hunter2-Tr0ub4dor"


def test_a_secret_that_older_rules_let_in_is_masked_when_it_is_read() -> None:
    old = replace(a_memory(SECRET), rule_version=RULE_VERSION - 1)

    given = shown(old, Disclosure())

    assert "hunter2" not in given.content
    assert "removed" in given.content


def test_it_is_masked_in_a_hit_too() -> None:
    old = replace(a_memory(SECRET), rule_version=RULE_VERSION - 1)

    (given,) = disclose([replace(a_hit(SECRET), memory=old)], Disclosure())

    assert "hunter2" not in given.text + given.memory.content


def test_an_ordinary_old_row_is_given_as_it_is() -> None:
    old = replace(a_memory("likes tea"), rule_version=RULE_VERSION - 1)

    assert shown(old, Disclosure()) == old


def test_only_the_fields_asked_for_are_given() -> None:
    memory = a_memory("likes tea", title="Drink", key="drink")

    given = shown(memory, Disclosure(fields=frozenset({"key"})))

    assert (given.content, given.title, given.key) == ("", None, "drink")


def test_a_caller_without_text_gets_metadata_alone() -> None:
    (given,) = disclose([a_hit("likes tea", title="Drink")], Disclosure(withheld=True))

    assert (given.text, given.memory.content, given.memory.title, given.memory.revision) == ("", "", None, 1)


def test_of_many_texts_those_of_older_rules_are_masked() -> None:
    texts = all_masked([SECRET, SECRET], [RULE_VERSION, RULE_VERSION - 1])

    assert texts[0] == SECRET
    assert "hunter2" not in texts[1]
    assert all_masked([SECRET], [RULE_VERSION]) == [SECRET]
