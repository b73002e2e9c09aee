"""H19: identities are compared exactly; without one there is no answer."""

from typing import Any

import pytest

from factories import texts
from keptmind import Memory
from keptmind.errors import Invalid, MissingIdentity, UnknownField


def filled(store: Memory) -> Memory:
    store.for_user("u1").save("I live in Lyon")
    store.for_user("u10").save("I live in Porto")
    store.for_user("u1", tenant="T2").save("I live in Quito")
    return store


def test_each_person_of_each_tenant_finds_their_own_row_and_no_other(store: Memory) -> None:
    filled(store)

    found = [texts(store.for_user(user, tenant=tenant).search("where do I live")) for user, tenant in PEOPLE]

    assert found == [["I live in Lyon"], ["I live in Porto"], ["I live in Quito"]]


PEOPLE = (("u1", "default"), ("u10", "default"), ("u1", "T2"))


@pytest.mark.parametrize("stranger", ["u%", "*", "U1", "u", "u1 ", " u1", "u_", "u1\u200b", "ｕ1", "u1' OR '1'='1"])
def test_a_name_that_only_resembles_another_finds_nothing(stranger: str, store: Memory) -> None:
    filled(store)
    me = store.for_user(stranger)

    found = (me.search("where do I live"), me.list().items, me.stats().total, me.context("where do I live?").text)

    assert found == ([], (), 0, "")


@pytest.mark.parametrize("missing", [None, "", " ", "\t\n", 1, True, b"u1", ["u1"], {"id": "u1"}])
def test_a_missing_blank_or_odd_identity_is_refused_by_name(missing: Any, store: Memory) -> None:
    filled(store)

    with pytest.raises(MissingIdentity) as caught:
        store.for_user(missing)

    assert caught.value.details["field"] == "user_id"


def test_no_identity_at_all_is_refused_by_name(store: Memory) -> None:
    with pytest.raises(MissingIdentity) as caught:
        store.for_user()

    assert caught.value.details["field"] == "user_id"


@pytest.mark.parametrize("missing", [None, "", " "])
def test_a_blank_tenant_is_refused_by_name(missing: Any, store: Memory) -> None:
    with pytest.raises(MissingIdentity) as caught:
        store.for_user("u1", tenant=missing)

    assert caught.value.details["field"] == "tenant"


@pytest.mark.parametrize("misspelt", ["userId", "user", "owner", "tenant_id"])
def test_a_misspelt_field_is_named_and_gives_no_answer(misspelt: str, store: Memory) -> None:
    filled(store)
    said: dict[str, Any] = {misspelt: "u1"}

    with pytest.raises(UnknownField) as caught:
        store.for_user("u10", **said)

    assert caught.value.details["field"] == misspelt


@pytest.mark.parametrize("odd", ["u\x00", "u\ud800", "u\n1", "u" * 257])
def test_an_identity_that_no_store_keeps_faithfully_is_invalid(odd: str, store: Memory) -> None:
    with pytest.raises(Invalid):
        store.for_user(odd)


@pytest.mark.parametrize("field", ["workspace", "account", "assistant", "conversation", "group", "run", "destination"])
def test_a_blank_part_of_the_route_is_refused_by_name(field: str, store: Memory) -> None:
    said: dict[str, Any] = {field: "  "}

    with pytest.raises(Invalid) as caught:
        store.for_user("u1", **said)

    assert caught.value.details["field"] == field
