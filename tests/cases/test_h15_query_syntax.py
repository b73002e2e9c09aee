"""H15: search text is never interpreted as query syntax."""

import pytest

from factories import texts
from keptmind import Memory, OwnerMemory

STORED = (
    "We use gpt-4o daily",
    "TODO: fix the /etc/hosts entry",
    "Coupon gives 100% off",
    "Coupon gives 1000 points",
    "file_name is the key",
    "filename is wrong",
    "O'Brien signed",
    "rock AND roll",
    "C++ and node.js",
)
HOSTILE = (
    "gpt-4o", "TODO: fix", "/etc/hosts", "100%", "file_name", "O'Brien", "AND", "NEAR(", "*", '"', '""', "(", "col:foo", "-4o", "^a", "C++",
    "node.js", "\\", "a*", "", "-" * 5000, "%", "_", "';--", "a OR 1=1", "NOT roll", "{x}", ":name", "?",
)  # fmt: skip
UNSEARCHABLE = ("*", '"', '""', "(", "\\", "", " ", "-" * 5000, "%", "_", "^", "?", "…", "。")


def filled(store: Memory) -> OwnerMemory:
    me = store.for_user("A")
    me.save_many([{"content": text} for text in STORED])
    return me


@pytest.mark.parametrize("query", HOSTILE)
def test_no_query_raises_or_returns_everything(query: str, store: Memory) -> None:
    me = filled(store)

    found = me.search(query)

    assert len(found) <= 2


@pytest.mark.parametrize(
    ("query", "row"),
    [
        ("gpt-4o", "We use gpt-4o daily"),
        ("TODO: fix", "TODO: fix the /etc/hosts entry"),
        ("/etc/hosts", "TODO: fix the /etc/hosts entry"),
        ("O'Brien", "O'Brien signed"),
        ("C++", "C++ and node.js"),
        ("node.js", "C++ and node.js"),
    ],
)
def test_punctuated_words_find_their_row(query: str, row: str, store: Memory) -> None:
    me = filled(store)

    found = me.search(query)

    assert texts(found)[:1] == [row]


def test_a_per_cent_sign_is_no_wildcard(store: Memory) -> None:
    me = filled(store)

    found = me.search("100%")

    assert texts(found) == ["Coupon gives 100% off"]


def test_an_underscore_is_no_wildcard(store: Memory) -> None:
    me = filled(store)

    found = me.search("file_name")

    assert texts(found) == ["file_name is the key"]


@pytest.mark.parametrize("query", UNSEARCHABLE)
def test_a_query_without_a_searchable_token_finds_nothing(query: str, store: Memory) -> None:
    me = filled(store)

    found = me.search(query)

    assert found == []


@pytest.mark.parametrize("query", ["100%", "file_name", "O'Brien", "*", "(", "' OR 1=1 --"])
def test_the_text_filter_of_a_list_takes_every_character_as_it_is(query: str, store: Memory) -> None:
    me = filled(store)

    page = me.list(text=query)

    assert [row.content for row in page.items] == [text for text in STORED if query in text]
