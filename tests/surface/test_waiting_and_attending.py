"""The verbs for what waits and for what is kept: candidates, questions, history, pins, judgements, grep, the core block."""

from typing import Any

import pytest

from surface.terminal import Here

FLOOR = "The office is on floor {} of the tower"


def inferred(here: Here, text: str = "Lin usually answers in the evening") -> dict[str, Any]:
    """Have something inferred that waits."""
    said = here.as_user("lin", "save", "--json", text, "--source", "inferred", "--kind", "preference", "--reason", "twelve mails")
    found: dict[str, Any] = said.shape["candidate"]
    return found


def test_what_waits_is_listed_accepted_with_an_edit_and_gone(here: Here) -> None:
    candidate = inferred(here)

    listed = here.as_user("lin", "candidates")
    accepted = here.as_user("lin", "accept", candidate["candidate_id"], "--content", "Lin always answers in the evening", "--json")

    assert "Lin usually answers in the evening" in listed.out
    assert "it was inferred, not said" in listed.out
    assert candidate["pending_item"]["actions"] == ["accept", "reject"]
    assert accepted.shape["memory"]["content"] == "Lin always answers in the evening"
    assert accepted.shape["memory"]["source"] == "confirmed"
    assert here.as_user("lin", "candidates").out == "nothing waits\n"


def test_what_is_turned_down_leaves_no_word(here: Here) -> None:
    candidate = inferred(here, "Lin usually eats zanzibarquill")

    rejected = here.as_user("lin", "reject", candidate["candidate_id"])
    twice = here.as_user("lin", "accept", candidate["candidate_id"])

    assert (rejected.code, twice.code) == (0, 5)
    assert "candidate-decided" in twice.err
    assert b"zanzibarquill" not in here.every_byte()


def test_what_was_kept_without_asking_can_be_undone(here: Here) -> None:
    kept = ("save", "--json", "Lin usually answers at night", "--source", "inferred", "--preset", "companion", "--reason", "mails")
    saved = here.as_user("lin", *kept).shape

    listed = here.as_user("lin", "candidates", "--status", "auto_applied")
    undone = here.as_user("lin", "undo", saved["candidate"]["candidate_id"], "--json")

    assert saved["candidate"]["candidate_id"] in listed.out
    assert undone.shape["memory"]["status"] == "archived"


def test_two_imports_that_cannot_both_hold_make_a_question(here: Here) -> None:
    for number in (3, 4):
        here.as_user("lin", "save", FLOOR.format(number), "--source", "imported")

    asked = here.as_user("lin", "questions", "--json").shape["questions"][0]
    told = here.as_user("lin", "questions").out
    answered = here.as_user("lin", "answer", asked["question_id"], "--keep", "second")

    assert FLOOR.format(3) in told
    assert FLOOR.format(4) in told
    assert answered.code == 0
    assert [
        row["content"] for row in here.as_user("lin", "search", "office floor", "--json").shape["hits"][0:1] for row in [row["memory"]]
    ] == [FLOOR.format(4)]
    assert here.as_user("lin", "questions").out == "nothing is in question\n"


def test_history_is_told_and_an_earlier_wording_comes_back(here: Here) -> None:
    memory = here.saved("lin", FLOOR.format(3))["memory_id"]
    here.as_user("lin", "update", memory, "--expected-revision", "1", "--content", FLOOR.format(4))

    told = here.as_user("lin", "history", memory)
    restored = here.as_user("lin", "restore-version", memory, "1", "--expected-revision", "2", "--json")

    assert [line.split("  ")[0] for line in told.out.splitlines()] == ["r1", "r2"]
    assert (restored.shape["memory"]["revision"], restored.shape["memory"]["content"]) == (3, FLOOR.format(3))


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        (
            "en",
            [
                "source: the person asked to remember it",
                "confidence: 0.90; pieces of evidence: 1",
                "evidence for it",
                "rule: create:explicit",
            ],
        ),
        ("zh", ["来源：本人要求记住", "置信度：0.90", "支持的证据", "规则：create:explicit"]),
    ],
)
def test_why_a_memory_is_known_is_told_in_both_languages(here: Here, locale: str, words: list[str]) -> None:
    memory = here.saved("lin", FLOOR.format(3))["memory_id"]

    told = here.as_user("lin", "show", memory, "--explain", "--locale", locale)

    assert [word for word in words if word not in told.out] == []
    assert here.as_user("lin", "show", memory, "--explain", "--json").shape["provenance"]["source"] == "explicit"


def test_a_memory_is_pinned_read_in_the_core_block_and_unpinned(here: Here) -> None:
    memory = here.saved("lin", "Lin is left-handed")["memory_id"]

    assert "nothing is pinned" in here.as_user("lin", "core-block").err
    assert here.as_user("lin", "pin", memory).code == 0
    assert "- Lin is left-handed" in here.as_user("lin", "core-block").out
    assert here.as_user("lin", "core-block", "--json").shape["core_block"]["memory_ids"] == [memory]
    assert here.as_user("lin", "unpin", memory).code == 0
    assert here.as_user("lin", "core-block").out == ""


def test_a_person_says_of_a_memory_what_it_is_worth(here: Here) -> None:
    memory = here.saved("lin", "Lin is left-handed")["memory_id"]
    task = here.saved("lin", "Draft the invitation", "--kind", "task")["memory_id"]

    assert here.as_user("lin", "confirm", memory).code == 0
    assert here.as_user("lin", "used", memory, task).out == "2 counted as used\n"
    assert here.as_user("lin", "complete", task, "--json").shape["memory"]["expires_at"] is not None
    assert here.as_user("lin", "complete", memory).code == 2
    assert here.as_user("lin", "feedback", memory, "wrong", "--json").shape["memory"]["status"] == "suppressed"


def test_grep_finds_text_and_patterns_and_says_where_more_follows(here: Here) -> None:
    here.saved("lin", "Lin is left-handed")
    here.saved("lin", "Lin drinks green tea")

    assert "left-handed" in here.as_user("lin", "grep", "LEFT").out
    assert [one["content"] for one in here.as_user("lin", "grep", "gr.+ t", "--regex", "--json").shape["items"]] == ["Lin drinks green tea"]
    assert here.as_user("lin", "grep", "(", "--regex").code == 2
    assert here.as_user("lin", "grep", "coffee").out == "nothing found\n"


def test_a_search_answers_as_at_another_time(here: Here) -> None:
    here.saved("lin", "Lin drinks green tea")

    assert here.as_user("lin", "search", "tea", "--as-of", "2020-01-01").out == "nothing found\n"
    assert here.as_user("lin", "search", "tea", "--as-of", "2999-01-01").code == 2


def test_what_was_refused_is_counted_by_rule(here: Here) -> None:
    here.as_user("lin", "save", "the password is Tr0ub4dor&3x")

    assert "not kept by the rule secret: 1" in here.as_user("lin", "stats").out
