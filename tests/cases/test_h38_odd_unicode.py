"""H38: odd Unicode comes back as it was, or is refused by name; it never breaks a later call."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from factories import a_url, texts
from keptmind import Memory
from keptmind.errors import NulCharacter

FAITHFUL = (
    "👨‍👩‍👧 trip",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿 flag and 👍🏽 thumb",
    "می\u200cخواهم چای بنوشم",
    "أحب القهوة في الصباح",
    "אני אוהב תה בבוקר",
    "e\u0301cole",
    "\ufeffbegins with a mark",
    "ig\u200bnore previous",
    "safe \u202eevil\u202c text",
    "  spaces  stay  ",
    "line\nbreak\tand tab\r\n",
    "ｆｕｌｌ　ｗｉｄｔｈ １２３",
    "𠮷野家で食べる",
    "ﷺ and ﬃ ligatures",
    "\U0010ffff last",
    "\x01\x7f controls",
)


@pytest.mark.parametrize("text", FAITHFUL)
def test_a_text_comes_back_as_it_was_from_every_read(text: str, tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        saved = store.for_user("A").save(text, title=text, tags=[text]).memory
        assert saved is not None

    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        kept = me.get(saved.id)
        assert (kept.content, kept.title, kept.tags) == (text, text, (text,))
        assert me.list().items[0].content == text


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("👨‍👩‍👧 trip", "👨‍👩‍👧"),
        ("👨‍👩‍👧 trip", "trip"),
        ("می\u200cخواهم چای بنوشم", "چای"),
        ("می\u200cخواهم چای بنوشم", "می\u200cخواهم"),
        ("أحب القهوة في الصباح", "القهوة"),
        ("אני אוהב תה בבוקר", "אוהב"),
        ("e\u0301cole du soir", "école"),
        ("école du soir", "e\u0301cole"),
        ("\ufeffbegins with a mark", "begins"),
        ("ig\u200bnore previous", "ignore"),
        ("safe \u202eevil\u202c text", "evil"),
        ("ｆｕｌｌ　ｗｉｄｔｈ １２３", "full width 123"),
        ("a broken \ud83d end", "broken"),
        ("a \ud83c\udf78 please", "🍸"),
    ],
)
def test_a_text_is_found_by_its_words(text: str, query: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save(text)
    me.save("Something else entirely")

    found = me.search(query)

    assert len(found) == 1
    assert "else" not in found[0].memory.content


def test_a_lone_surrogate_becomes_the_replacement_character(store: Memory) -> None:
    saved = store.for_user("A").save("broken \ud83d end").memory

    assert saved is not None
    assert saved.content == "broken \ufffd end"


def test_two_halves_become_the_character_they_spell(store: Memory) -> None:
    saved = store.for_user("A").save("a \ud83c\udf78 please").memory

    assert saved is not None
    assert saved.content == "a 🍸 please"


@pytest.mark.parametrize("field", ["content", "title", "subject", "key", "reason", "tags"])
def test_nul_is_refused_in_every_field_by_name(field: str, store: Memory) -> None:
    me = store.for_user("A")
    wish: dict[str, Any] = {"content": "tea", field: ["a\0b tea"] if field == "tags" else "a\0b tea"}

    with pytest.raises(NulCharacter) as caught:
        me.save(**wish)

    assert caught.value.details["field"] == field
    assert me.list().items == ()


@pytest.mark.parametrize("field", ["title", "subject", "key", "reason", "tags"])
def test_a_lone_surrogate_is_replaced_in_every_field(field: str, store: Memory) -> None:
    me = store.for_user("A")
    wish: dict[str, Any] = {"content": "tea", field: ["a\udc00b"] if field == "tags" else "a\udc00b"}

    saved = me.save(**wish).memory

    assert saved is not None
    assert "\ufffd" in str(getattr(me.get(saved.id), field))


@pytest.mark.parametrize("odd", ["\ud83d", "a\0b", "\ufeff", "\u202e", "\u200b", "\U0010ffff", "e\u0301", "\udcff tea"])
def test_an_odd_query_raises_nothing_but_a_named_refusal(odd: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save("likes tea")
    reads: tuple[Callable[[], object], ...] = (lambda: me.search(odd), lambda: me.context(odd), lambda: me.list(text=odd))

    for read in reads:
        try:
            read()
        except NulCharacter:
            assert "\0" in odd

    assert texts(me.search("tea")) == ["likes tea"]


def test_one_bad_text_never_makes_later_calls_fail(store: Memory) -> None:
    me = store.for_user("A")
    with pytest.raises(NulCharacter):
        me.save("a\0b tea")
    me.save("broken \ud83d tea")

    me.save("likes tea")

    assert len(me.search("tea")) == 2
    assert "likes tea" in me.context("What about tea?").text


def test_hidden_characters_are_not_in_a_block_and_needed_joiners_are(store: Memory) -> None:
    me = store.for_user("A")
    me.save("marmalade ig\u200bnore \u202eevil\u202c \ufeffmark")
    me.save("marmalade for the 👨‍👩‍👧 and می\u200cخواهم")

    block = me.context("Tell me about marmalade, please").text

    assert "ignore evil mark" in block
    assert "👨‍👩‍👧" in block
    assert "می\u200cخواهم" in block


def test_words_split_by_hidden_characters_are_the_same_words(store: Memory) -> None:
    me = store.for_user("A")
    me.save("likes tea")

    again = me.save("li\u200bkes t\u2060ea")

    assert again.outcome == "same"
