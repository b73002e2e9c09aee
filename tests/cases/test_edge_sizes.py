"""The largest and the smallest of everything: kept whole, or refused with its limit."""

from typing import Any

import pytest

from factories import texts
from keptmind import Memory
from keptmind.errors import TextEmpty, TextTooLong

UNITS = ("a", "汉", "👍", "e\u0301", "א", "ｗ", "\U0002070e", "👨‍👩‍👧 ")


@pytest.mark.parametrize("unit", UNITS)
def test_two_thousand_characters_are_kept_whole(unit: str, store: Memory) -> None:
    text = (unit * 2000)[:2000]

    saved = store.for_user("A").save(text).memory

    assert saved is not None
    assert store.for_user("A").get(saved.id).content == text
    assert saved.char_count == 2000


@pytest.mark.parametrize("unit", UNITS)
def test_one_character_more_is_refused_with_limit_and_size(unit: str, store: Memory) -> None:
    with pytest.raises(TextTooLong) as caught:
        store.for_user("A").save((unit * 2001)[:2001])

    assert caught.value.details == {"field": "content", "limit": 2000, "size": 2001}
    assert store.for_user("A").list().items == ()


def test_an_emoji_in_two_halves_counts_as_one_character(store: Memory) -> None:
    saved = store.for_user("A").save("\ud83c\udf78" * 2000).memory

    assert saved is not None
    assert saved.content == "🍸" * 2000


def test_an_edit_is_held_to_the_same_limit(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("a").memory
    assert saved is not None

    with pytest.raises(TextTooLong):
        me.update(saved.id, expected_revision=1, content="a" * 2001)

    assert me.get(saved.id).content == "a"


@pytest.mark.parametrize("field", ["key", "title", "subject", "reason"])
def test_each_field_is_kept_at_its_limit_and_refused_beyond(field: str, store: Memory) -> None:
    limit = {"key": 128, "title": 200, "subject": 200, "reason": 500}[field]
    me = store.for_user("A")
    kept: dict[str, Any] = {field: "k" * limit}
    beyond: dict[str, Any] = {field: "k" * (limit + 1)}

    saved = me.save("likes tea", **kept).memory

    assert saved is not None
    assert getattr(me.get(saved.id), field) == "k" * limit
    with pytest.raises(TextTooLong) as caught:
        me.save("likes coffee", **beyond)
    assert caught.value.details == {"field": field, "limit": limit, "size": limit + 1}


def test_a_key_that_grows_beyond_its_limit_when_folded_is_refused(store: Memory) -> None:
    with pytest.raises(TextTooLong) as caught:
        store.for_user("A").save("likes tea", key="ﷺ" * 128)

    assert caught.value.details["field"] == "key"


@pytest.mark.parametrize("key", ["汉" * 128, "👍" * 128, "ＫＥＹ", "Ke\u0301y", "مفتاح", "a b-c.d/e"])
def test_a_key_of_any_script_names_one_row(key: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save("likes tea", key=key)

    again = me.save("likes coffee", key=key)

    assert again.outcome == "updated"
    assert [row.content for row in me.list().items] == ["likes coffee"]


@pytest.mark.parametrize(
    ("first", "second"), [("My Key", "my_key"), ("ＭＹ－ＫＥＹ", "my.key"), ("my\u200bkey", "mykey"), (" my  key ", "MY_KEY")]
)
def test_two_spellings_of_a_key_are_one_key(first: str, second: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save("likes tea", key=first)

    again = me.save("likes coffee", key=second)

    assert again.outcome == "updated"


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u200b", "\u200b\ufeff\u2060", "\u3000"])
def test_a_text_that_shows_nothing_is_refused(blank: str, store: Memory) -> None:
    with pytest.raises(TextEmpty) as caught:
        store.for_user("A").save(blank)

    assert caught.value.details["field"] == "content"


@pytest.mark.parametrize("tags", [["t" * 65], ["t"] * 17, [str(number) for number in range(17)]])
def test_tags_beyond_their_limit_are_refused(tags: list[str], store: Memory) -> None:
    with pytest.raises(TextTooLong) as caught:
        store.for_user("A").save("likes tea", tags=tags)

    assert caught.value.details["field"] == "tags"


@pytest.mark.parametrize("odd", [None, 7, b"tea", ["tea"], {"text": "tea"}])
def test_a_content_that_is_no_text_is_refused_by_name(odd: Any, store: Memory) -> None:
    with pytest.raises(Exception, match="invalid-field") as caught:
        store.for_user("A").save(odd)

    assert "content" in str(caught.value)


def test_a_batch_with_one_bad_text_keeps_none_of_it(store: Memory) -> None:
    me = store.for_user("A")

    with pytest.raises(TextTooLong):
        me.save_many([{"content": "likes tea"}, {"content": "a" * 2001}, {"content": "likes coffee"}])

    assert me.list().items == ()
    assert me.search("likes") == []


def test_an_empty_batch_is_no_fault(store: Memory) -> None:
    saved = store.for_user("A").save_many([])

    assert saved == []


def test_a_single_character_is_a_memory(store: Memory) -> None:
    me = store.for_user("A")

    me.save("茶")

    assert texts(me.search("茶")) == ["茶"]


def test_a_query_of_any_length_is_answered(store: Memory) -> None:
    me = store.for_user("A")
    me.save("likes oolong tea")

    found = me.search("oolong " + "filler word " * 20_000)

    assert texts(found) == ["likes oolong tea"]
