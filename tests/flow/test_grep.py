"""Looking through visible texts for a piece or a regular expression: what is found, page by page, and what cannot be found out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from factories import HandClock, TimedStore, a_caller, a_url, audit, pin, rows
from keptmind import Memory, OwnerMemory, Page
from keptmind.errors import (
    Invalid,
    InvalidCursor,
    InvalidField,
    InvalidPattern,
    IsolatedConversation,
    NulCharacter,
    ReadingDisabled,
    TextEmpty,
    TextTooLong,
    UnknownWord,
    VerbNotGranted,
)
from keptmind.model.context import Caller, Grant, Verb
from keptmind.model.memory import Kind, Sensitivity
from keptmind.policy.edition import RULE_VERSION


def said(page: Page) -> list[str]:
    return [row.content for row in page.items]


def kept(store: Memory, text: str, owner: str = "A", route: dict[str, Any] | None = None, **wish: Any) -> str:
    saved = store.for_user(owner, **(route or {})).save(text, **wish).memory
    assert saved is not None
    return saved.id


def test_a_piece_of_text_finds_rows_in_order_of_creation(store: Memory) -> None:
    for text in ("Likes Oolong tea", "likes coffee", "喜欢喝烏龍茶", "OOLONG again"):
        kept(store, text)
    me = store.for_user("A")

    assert said(me.grep("oolong")) == ["Likes Oolong tea", "OOLONG again"]
    assert said(me.grep("喝乌龙")) == ["喜欢喝烏龍茶"]
    assert said(me.grep("ong t")) == ["Likes Oolong tea"]


def test_a_regular_expression_finds_what_was_written(store: Memory) -> None:
    for text in ("Call 555-0134 after six", "Call me Ishmael", "Room 4B"):
        kept(store, text)

    assert said(store.for_user("A").grep(r"\b\d{3}-\d{4}\b", regex=True)) == ["Call 555-0134 after six"]
    assert said(store.for_user("A").grep("^call", regex=True)) == []
    assert said(store.for_user("A").grep("(?i)^call", regex=True)) == ["Call 555-0134 after six", "Call me Ishmael"]


def test_titles_are_found_by_both_and_keys_by_a_piece_alone(store: Memory) -> None:
    kept(store, "first", title="Oolong")
    kept(store, "second", key="oolong_time")
    me = store.for_user("A")

    assert said(me.grep("oolong")) == ["first", "second"]
    assert said(me.grep("(?i)oolong", regex=True)) == ["first"]


def test_no_match_is_an_empty_page(store: Memory) -> None:
    kept(store, "likes tea")

    page = store.for_user("A").grep("quokka")

    assert (page.items, page.next_cursor, page.has_more, page.applied_limit) == ((), None, False, 50)
    assert store.for_user("B").grep("tea").items == ()


@pytest.mark.parametrize("size", [1, 49, 50, 51, 130])
def test_pages_of_fifty_meet_every_row_once(size: int) -> None:
    with TimedStore(HandClock()) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"tea number {number}"} for number in range(size)] + [{"content": "coffee"}])
        seen: list[str] = []
        page = me.grep("tea")
        while page.has_more:
            assert len(page.items) == page.applied_limit == 50
            seen += said(page)
            page = me.grep("tea", cursor=page.next_cursor)

    assert [*seen, *said(page)] == [f"tea number {number}" for number in range(size)]
    assert page.next_cursor is None


def test_rows_beyond_the_first_thousands_are_found() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        for start in (0, 1_000):
            me.save_many([{"content": f"number {number} of many"} for number in range(start, start + 1_000)])
            clock.wait(seconds=1)

        assert said(me.grep("number 1999 ")) == ["number 1999 of many"]
        assert said(me.grep(r"number (?:0|999|1000|1500) of", regex=True)) == [f"number {one} of many" for one in (0, 999, 1000, 1500)]


@pytest.mark.parametrize("forged", ["", "x", "Zg.Zg", "é", 7])
def test_a_forged_cursor_is_refused(forged: Any, store: Memory) -> None:
    with pytest.raises(InvalidCursor):
        store.for_user("A").grep("tea", cursor=forged)


def test_a_cursor_of_another_person_is_refused(store: Memory) -> None:
    store.for_user("A").save_many([{"content": f"tea number {number}"} for number in range(60)])
    cursor = store.for_user("A").grep("tea").next_cursor

    with pytest.raises(InvalidCursor):
        store.for_user("B").grep("tea", cursor=cursor)


def test_scope_and_kind_narrow_it(store: Memory) -> None:
    kept(store, "tea for all")
    kept(store, "tea as a goal", kind="goal")
    kept(store, "tea at work", route={"workspace": "work"}, scope="workspace")
    me = store.for_user("A", workspace="work")

    assert said(me.grep("tea", kind="goal")) == ["tea as a goal"]
    assert said(me.grep("tea", scope="workspace")) == ["tea at work"]
    assert said(me.grep("tea", scope="workspace:work")) == ["tea at work"]
    assert said(me.grep("tea", scope="workspace:research")) == []
    assert said(me.grep("tea", scope="global")) == ["tea for all", "tea as a goal"]


HIDDEN: dict[str, Callable[[Memory], object]] = {
    "another owner": lambda store: kept(store, "tea", "B"),
    "another workspace": lambda store: kept(store, "tea", route={"workspace": "research"}, scope="workspace"),
    "another purpose": lambda store: kept(store, "tea", purposes=["safety"]),
    "sealed": lambda store: kept(store, "tea", sensitivity="sealed"),
    "suppressed": lambda store: store.for_user("A").suppress(kept(store, "tea")),
    "archived": lambda store: store.for_user("A").archive(kept(store, "tea")),
    "forgotten": lambda store: store.for_user("A").forget(kept(store, "tea")),
    "not valid yet": lambda store: kept(store, "tea", valid_from="2027-01-01"),
    "no longer valid": lambda store: kept(store, "tea", valid_to="2025-01-01"),
    "overridden": lambda store: (
        kept(store, "tea", key="drink") and kept(store, "x", key="drink", scope="workspace", route={"workspace": "work"})
    ),
}


@pytest.mark.parametrize("sort", HIDDEN)
def test_what_may_not_be_seen_is_not_found(sort: str) -> None:
    with TimedStore(HandClock()) as store:
        HIDDEN[sort](store)

        for regex in (False, True):
            assert store.for_user("A", workspace="work").grep("tea", regex=regex).items == ()


def test_what_has_expired_is_not_found() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        kept(store, "tea", expires_at="2026-03-02T13:00:00Z")
        before = said(store.for_user("A").grep("tea"))

        clock.wait(hours=1)

        assert (before, said(store.for_user("A").grep("tea"))) == (["tea"], [])


def test_what_another_member_shares_is_found_with_the_own_rows(store: Memory) -> None:
    for member in ("A", "B"):
        store.group("g1").add(member)
    kept(store, "tea at seven", "B", {"group": "g1"}, share="group:g1")
    kept(store, "tea with a secret guest", "B")
    kept(store, "tea of my own")

    found = said(store.for_user("A", group="g1").grep("tea"))

    assert found == ["tea at seven", "tea of my own"]


@pytest.mark.parametrize(
    ("pattern", "error"),
    [("", TextEmpty), ("  \u200b", TextEmpty), ("x" * 501, TextTooLong), ("a\0b", NulCharacter), (None, InvalidField), (7, InvalidField)],
)
@pytest.mark.parametrize("regex", [False, True])
def test_a_pattern_that_makes_no_sense_is_refused_by_name(pattern: Any, error: type[Invalid], regex: bool, store: Memory) -> None:
    with pytest.raises(error) as caught:
        store.for_user("A").grep(pattern, regex=regex)

    assert caught.value.details["field"] == "pattern"


def test_a_pattern_of_the_longest_length_is_looked_for(store: Memory) -> None:
    kept(store, "x" * 600)

    assert len(store.for_user("A").grep("x" * 500).items) == 1


@pytest.mark.parametrize("pattern", ["(quokka", r"(a)\1", "(?=x)", r"\p{L}{300}"])
def test_an_expression_that_is_none_is_refused_with_its_code(pattern: str, store: Memory) -> None:
    with pytest.raises(InvalidPattern) as caught:
        store.for_user("A").grep(pattern, regex=True)

    assert caught.value.code == "invalid-pattern"
    assert pattern not in str(caught.value)
    assert store.for_user("A").grep(pattern).items == ()


@pytest.mark.parametrize("given", [{"regex": "yes"}, {"kind": "memo"}, {"scope": "planet"}, {"scope": 7}])
def test_what_else_makes_no_sense_is_refused(given: dict[str, Any], store: Memory) -> None:
    with pytest.raises((InvalidField, UnknownWord)):
        store.for_user("A").grep("tea", **given)


def test_it_is_refused_where_reading_is(store: Memory) -> None:
    kept(store, "likes tea")

    with pytest.raises(IsolatedConversation):
        store.for_user("A", mode="isolated").grep("tea")
    with pytest.raises(VerbNotGranted):
        granted(store, verbs=frozenset(Verb) - {Verb.READ}).grep("tea")
    store.for_user("A").settings(read_enabled=False)
    with pytest.raises(ReadingDisabled):
        store.for_user("A").grep("tea")


def granted(store: Memory, **grant: Any) -> OwnerMemory:
    return a_caller(store, "A", caller=Caller(id="bot", grant=Grant(**grant)))


def test_a_caller_finds_by_the_fields_it_is_given_alone(store: Memory) -> None:
    kept(store, "likes quokka tea", title="Drink", key="quokka_key")
    titles, keys = (granted(store, fields=frozenset({name})) for name in ("title", "key"))

    for guess in ("quokka", "quokka|^$", "^$|likes"):
        assert titles.grep(guess, regex=True).items == ()
        assert keys.grep(guess, regex=True).items == ()
    assert titles.grep("quokka").items == ()
    assert [(row.content, row.title, row.key) for row in titles.grep("drink").items] == [("", "Drink", None)]
    assert [(row.content, row.title, row.key) for row in keys.grep("quokka").items] == [("", None, "quokka_key")]


def test_a_caller_for_the_sake_of_audit_finds_out_nothing(store: Memory) -> None:
    kept(store, "likes quokka tea", title="quokka", key="quokka", purposes=["audit"])
    auditor = store.for_user("A", purpose="audit")

    found = [auditor.grep(guess, regex=regex).items for guess in ("quokka", "koala", "quokka|^$", "x*") for regex in (False, True)]

    assert set(found) == {()}


def test_a_secret_that_older_rules_let_in_cannot_be_guessed(store: Memory) -> None:
    memory_id = kept(store, "likes tea")
    pin(store, memory_id, content="The db password is hunter2-Tr0ub4dor", rule_version=RULE_VERSION - 1)
    me = store.for_user("A")

    assert me.grep("hunter2").items == ()
    assert me.grep("^The db password is h", regex=True).items == ()
    assert [len(me.grep(guess, regex=True).items) for guess in ("hunter2|removed", "hunter3|removed")] == [1, 1]
    assert "hunter2" not in said(me.grep("db password"))[0]


def test_kinds_and_levels_outside_the_grant_are_not_found(store: Memory) -> None:
    kept(store, "tea in public", sensitivity="public")
    kept(store, "tea in private")
    kept(store, "no tea", kind="constraint", sensitivity="public")

    assert said(granted(store, highest_sensitivity=Sensitivity.PUBLIC).grep("tea")) == ["tea in public", "no tea"]
    assert said(granted(store, excluded_kinds=frozenset({Kind.CONSTRAINT})).grep("tea")) == ["tea in public", "tea in private"]
    assert granted(store, excluded_kinds=frozenset({Kind.CONSTRAINT})).grep("tea", kind="constraint").items == ()


def test_it_is_on_record_without_the_pattern_and_counted_as_recalled(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        memory_id = kept(store, "likes quokka tea")

        store.for_user("A").grep("quokka")

    file = tmp_path / "memory.db"
    assert audit(file)[-1] == ("A", "memory.search", "grep")
    assert rows(file, "SELECT memory_id, recall_count FROM memory_usage") == [(memory_id, 1)]
    assert "quokka" not in repr(rows(file, "SELECT * FROM audit_events"))


def test_looking_through_very_many_rows_raises_an_alert(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"tea number {number}"} for number in range(210)])
        page = me.grep("tea")
        while page.has_more:
            page = me.grep("tea", cursor=page.next_cursor)

    assert audit(tmp_path / "memory.db").count(("A", "memory.alert", "wide-read")) == 1
