"""Keys of programs: what one that was ended while its request waited can still do."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from keptmind import Memory, OwnerMemory
from keptmind.errors import Unauthenticated
from keptmind.model.context import AccessContext, Caller
from keptmind.policy.identity import access_context

END: dict[str, Callable[[Memory, AccessContext, str], object]] = {
    "revoked": lambda store, admin, key: store.house.callers.revoke(admin, key),
    "given another secret": lambda store, admin, key: store.house.callers.rotate(admin, key),
}
CHANGES: dict[str, Callable[[OwnerMemory, str], object]] = {
    "save": lambda me, _: me.save("I like coffee"),
    "update": lambda me, row: me.update(row, expected_revision=1, content="I like coffee"),
    "archive": lambda me, row: me.archive(row),
    "used": lambda me, row: me.used(row),
    "forget": lambda me, row: me.forget(row),
    "forget_all": lambda me, _: me.forget_all(confirm="A"),
    "settings": lambda me, _: me.settings(saved_memory_enabled=False),
    "reject": lambda me, _: me.reject(me.candidates()[0].id),
}


@pytest.fixture
def admin() -> AccessContext:
    return AccessContext(tenant="default", owner="")


def recognised(store: Memory, admin: AccessContext) -> Caller:
    """Make a key that may do everything for anybody, and return the program that has just shown it."""
    issued = store.house.callers.issue(
        admin, "a program", {"any_user": True, "verbs": ["read", "write", "manage", "forget", "settings", "admin"]}
    )
    return store.house.callers.recognise(issued.secret).caller


@pytest.mark.parametrize("how", END)
@pytest.mark.parametrize("change", CHANGES)
def test_a_key_that_ended_after_it_was_recognised_changes_nothing_more(change: str, how: str, store: Memory, admin: AccessContext) -> None:
    me = store.for_user("A")
    memory = me.save("I like tea").memory
    me.save("I may like cocoa", source="inferred", reason="said so")
    caller = recognised(store, admin)
    late = OwnerMemory(store.house, access_context("A", store.house.rulebook, tenant="default", caller=caller))
    assert memory is not None

    END[how](store, admin, caller.id)

    with pytest.raises(Unauthenticated):
        CHANGES[change](late, memory.id)
    assert [row.content for row in me.list().items] == ["I like tea"]
    assert [one.status for one in me.candidates()] == ["pending"]
    assert me.settings().saved_memory_enabled


def test_a_prefix_names_a_key_only_where_it_shows_one_alone(store: Memory, admin: AccessContext) -> None:
    key = store.house.callers.issue(admin, "a program", {"any_user": True}).key

    alone = store.house.callers.in_force(admin, key.prefix)
    with store.house.store.transaction(("default", "")) as tx:
        tx.callers.add(replace(key, id="another"), "of another secret")
    together = store.house.callers.in_force(admin, key.prefix)
    store.house.callers.revoke(admin, key.id)
    left = store.house.callers.in_force(admin, key.prefix)

    assert alone == key
    assert together is None
    assert left is not None
    assert left.id == "another"


@pytest.mark.parametrize("how", END)
def test_it_makes_no_other_key_either(how: str, store: Memory, admin: AccessContext) -> None:
    caller = recognised(store, admin)
    END[how](store, admin, caller.id)
    late = AccessContext(tenant="default", owner="", caller=caller)

    for attempt in (
        lambda: store.house.callers.issue(late, "another", {"any_user": True}),
        lambda: store.house.callers.rotate(late, caller.id),
        lambda: store.house.callers.revoke(late, caller.id),
    ):
        with pytest.raises(Unauthenticated):
            attempt()
    assert [key.name for key in store.house.callers.page(admin).items] == ["a program"]
