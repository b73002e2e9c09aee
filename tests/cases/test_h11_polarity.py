"""H11: a "not" is never lost, and a sentence that merely contains one demotes nothing."""

import pytest

from factories import listed, texts
from keptmind import Memory


@pytest.mark.parametrize(
    ("before", "after", "query"),
    [
        ("Deploying on Fridays is allowed", "Deploying on Fridays is not allowed", "Friday deploy"),
        ("Deploying on Fridays is not allowed", "Deploying on Fridays is allowed", "Friday deploy"),
        ("我吃香菜", "我不吃香菜", "香菜"),
        ("我不吃香菜", "我吃香菜", "香菜"),
        ("I eat coriander", "I don't eat coriander", "coriander"),
        ("我喜欢香菜", "我讨厌香菜", "香菜"),
    ],
)
def test_the_later_statement_is_the_only_one_and_the_earlier_is_history(before: str, after: str, query: str, store: Memory) -> None:
    me = store.for_user("A")
    first = me.save(before).memory
    assert first is not None

    saved = me.save(after)

    assert saved.outcome == "updated"
    assert texts(me.search(query)) == [after]
    assert [row.content for row in listed(me)] == [after]
    assert [version.content for version in me.history(first.id)] == [before, after]


def test_a_sentence_that_only_contains_the_word_stays_beside(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Use the async client for uploads")

    saved = me.save("Do not forget to set a timeout on the async client")

    assert saved.outcome == "created"
    assert len(listed(me)) == 2
    assert {row.status.value for row in listed(me)} == {"active"}


def test_telling_it_again_in_the_same_conversation_makes_it_no_surer(store: Memory) -> None:
    me = store.for_user("A", conversation="c1")
    first = me.save("Deploying on Fridays is allowed").memory
    assert first is not None

    again = me.save("Deploying on Fridays is allowed").memory

    assert again is not None
    assert again.confidence == first.confidence
