"""H20: nothing a caller names is pasted into SQL."""

from collections.abc import Callable
from typing import Any

import pytest

from factories import a_caller, listed, texts
from keptmind import Memory
from keptmind.errors import Invalid, NotFound, UnknownField, UnknownWord
from keptmind.policy.identity import access_context

CRAFTED = ("team') = 1 OR 1=1 --", "a.b[0]", "created_at; drop table memories", "$where", "团队", "content", "owner")


def filled(store: Memory) -> None:
    store.for_user("A").save("Team x meets on Monday", key="team")
    store.for_user("B").save("Team y meets on Friday", key="team")


@pytest.mark.parametrize("name", CRAFTED)
def test_an_unknown_filter_is_refused_with_what_is_allowed(name: str, store: Memory) -> None:
    filled(store)
    context = access_context("A", store.house.rulebook, tenant="default")

    with pytest.raises(UnknownField) as caught:
        store.house.memories.page(context, {name: "x"})

    assert {"kind", "scope", "status", "text"} <= set(caught.value.details["allowed"] or ())  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CRAFTED)
@pytest.mark.parametrize("narrowed", ["kind", "target", "status", "sensitivity", "scope"])
def test_a_crafted_word_is_refused_with_what_is_allowed(narrowed: str, name: str, store: Memory) -> None:
    filled(store)
    said: dict[str, Any] = {narrowed: name}

    with pytest.raises(UnknownWord) as caught:
        store.for_user("A").list(**said)

    assert caught.value.details["field"] == narrowed
    assert caught.value.details["allowed"]


@pytest.mark.parametrize("crafted", ["global:' OR 1=1 --", "workspace:x') OR (1=1", "conversation:%", "account:*"])
def test_a_crafted_scope_id_is_a_literal_that_nothing_has(crafted: str, store: Memory) -> None:
    filled(store)

    page = store.for_user("A").list(scope=crafted)

    assert page.items == ()


@pytest.mark.parametrize("crafted", [*CRAFTED[:5], "' OR '1'='1", '"; --', "%", "Team y"])
def test_no_crafted_text_reaches_a_row_of_another(crafted: str, store: Memory) -> None:
    filled(store)
    me = store.for_user("A")

    seen = [row.owner for row in me.list(text=crafted).items] + [hit.memory.owner for hit in me.search(crafted)]

    assert set(seen) <= {"A"}
    assert [row.content for row in listed(store.for_user("B"))] == ["Team y meets on Friday"]


@pytest.mark.parametrize("name", ["metadata", "team') = 1 OR 1=1 --", "id", "owner", "tenant", "user_id", "status", "revision"])
def test_a_save_takes_no_field_beside_its_own(name: str, store: Memory) -> None:
    with pytest.raises(UnknownField) as caught:
        store.for_user("A").save_many([{"content": "Team x meets on Monday", name: "x"}])

    assert caught.value.details["field"] == name


@pytest.mark.parametrize("crafted", ["' OR 1=1 --", "id-1' UNION SELECT", "%", "*", "../x", "\x00", "1e9", "", "\ud800"])
def test_a_crafted_id_is_nobodys(crafted: str, store: Memory) -> None:
    filled(store)
    me = a_caller(store, "A")

    verbs: tuple[Callable[[str], object], ...] = (me.get, me.suppress, me.archive, me.restore, me.forget)
    for verb in verbs:
        with pytest.raises((Invalid, NotFound)):
            verb(crafted)


@pytest.mark.parametrize("key", ["a.b[0]", 'it\'s "quoted"', "two words", "团队", "x') = 1 OR 1=1 --"])
def test_an_odd_key_is_a_literal_key(key: str, store: Memory) -> None:
    me = store.for_user("A")
    first = me.save("Meets on Monday", key=key)

    again = me.save("Meets on Tuesday", key=key)

    assert again.memory is not None
    assert first.memory is not None
    assert again.memory.id == first.memory.id
    assert texts(me.search(key)) == ["Meets on Tuesday"]


def test_a_key_of_another_scope_is_refused(store: Memory) -> None:
    with pytest.raises(Invalid) as caught:
        store.for_user("A").save("Meets on Monday", key="user:B/team")

    assert caught.value.code == "key-encodes-scope"
