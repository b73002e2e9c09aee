"""What surfaces where: workspaces, accounts, assistants, conversations, and the narrowest of one key."""

from typing import Any

import pytest

from engines import a_store
from factories import HandClock, TimedStore, listed, texts
from keptmind import Memory
from keptmind.errors import ScopeDisabled, ScopeNeedsRoute, UnknownWorkspace

ROUTES = (("workspace", "work", "research"), ("account", "a1", "a2"), ("assistant", "s1", "s2"), ("conversation", "c1", "c2"))


def there(name: str, value: str | None) -> dict[str, Any]:
    return {name: value}


@pytest.mark.parametrize(("scope", "here", "elsewhere"), ROUTES)
def test_a_row_surfaces_in_its_own_scope_alone(scope: str, here: str, elsewhere: str, store: Memory) -> None:
    store.for_user("A", **there(scope, here)).save("Prefers oolong tea", scope=scope)

    found = [texts(store.for_user("A", **there(scope, place)).search("oolong")) for place in (here, elsewhere, None)]

    assert found == [["Prefers oolong tea"], [], []]


@pytest.mark.parametrize(("scope", "here", "elsewhere"), ROUTES)
def test_block_list_stats_and_id_keep_to_the_scope_too(scope: str, here: str, elsewhere: str, store: Memory) -> None:
    saved = store.for_user("A", **there(scope, here)).save("Prefers oolong tea", scope=scope).memory
    assert saved is not None
    away = store.for_user("A", **there(scope, elsewhere))

    seen = (away.context("Which oolong tea?").text, away.list().items, away.list(scope=f"{scope}:{here}").items, away.stats().total)

    assert seen == ("", (), (), 0)
    with pytest.raises(Exception, match="memory-not-found"):
        away.get(saved.id)
    with pytest.raises(Exception, match="memory-not-found"):
        away.update(saved.id, expected_revision=1, content="Prefers coffee")
    with pytest.raises(Exception, match="memory-not-found"):
        away.forget(saved.id)


def test_one_scope_never_opens_another_that_bears_the_same_name(store: Memory) -> None:
    store.for_user("A", account="x").save("Prefers oolong tea", scope="account")

    found = [texts(store.for_user("A", **there(scope, "x")).search("oolong")) for scope in ("assistant", "conversation", "account")]

    assert found == [[], [], ["Prefers oolong tea"]]


def test_global_rows_surface_everywhere(store: Memory) -> None:
    store.for_user("A").save("Prefers oolong tea")

    found = [texts(store.for_user("A", **there(scope, here)).search("oolong")) for scope, here, _ in ROUTES]

    assert found == [["Prefers oolong tea"]] * 4


def test_a_task_belongs_to_its_conversation_unless_said_otherwise(store: Memory) -> None:
    me = store.for_user("A", conversation="c1")

    saved = [me.save("Book the oolong tasting", kind="task"), me.save("Order oolong cups", kind="task", scope="global")]

    assert [str(one.memory and one.memory.scope) for one in saved] == ["conversation:c1", "global"]


@pytest.mark.parametrize("scope", ["workspace", "account", "assistant", "conversation"])
def test_a_scope_that_the_route_does_not_name_cannot_be_written(scope: str, store: Memory) -> None:
    with pytest.raises(ScopeNeedsRoute) as caught:
        store.for_user("A").save("Prefers oolong tea", scope=scope)

    assert caught.value.details["scope"] == scope


@pytest.mark.parametrize("name", ["marketing", "Work", "work ", "wor%"])
def test_a_workspace_must_be_a_configured_name(name: str, store: Memory) -> None:
    with pytest.raises(UnknownWorkspace) as caught:
        store.for_user("A", workspace=name)

    assert "work" in (caught.value.details["allowed"] or ())  # type: ignore[operator]


def test_a_configured_workspace_is_known() -> None:
    with a_store(workspaces=("kitchen",)) as store:
        me = store.for_user("A", workspace="kitchen")

        saved = me.save("Prefers oolong tea", scope="workspace")

    assert saved.outcome == "created"


@pytest.mark.parametrize(("scope", "here", "elsewhere"), ROUTES)
def test_a_disabled_scope_can_be_neither_written_nor_read(scope: str, here: str, elsewhere: str, tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path}/memory.db"
    with Memory(url) as store:
        store.for_user("A", **there(scope, here)).save("Prefers oolong tea", scope=scope)

    with Memory(url, flags={"scopes.enabled": ("global",)}) as store:
        me = store.for_user("A", **there(scope, here))
        explicit = store.for_user("A", read_mode="explicit", **there(scope, here))
        with pytest.raises(ScopeDisabled):
            me.save("Prefers green tea", scope=scope)
        assert me.search("tea") == explicit.search("tea") == []
        assert me.context("Which tea is it?").text == ""


NARROW: dict[str, Any] = {"workspace": "work", "account": "a1", "assistant": "s1", "conversation": "c1"}


@pytest.mark.parametrize("query", ["formal tone", "casual tone", "tone", "formal", "casual"])
def test_of_one_key_the_narrowest_row_wins_whatever_the_words(query: str, store: Memory) -> None:
    store.for_user("A").save("Write in a formal tone", key="tone")
    here = store.for_user("A", workspace="work")
    here.save("Write in a casual tone", key="tone", scope="workspace")

    found = texts(here.search(query))

    assert "Write in a formal tone" not in found
    assert "formal" not in here.context(f"Please write it, {query}").text
    assert texts(store.for_user("A").search(query))[:1] in ([], ["Write in a formal tone"])
    assert texts(store.for_user("A").search("formal")) == ["Write in a formal tone"]


def test_the_order_of_narrowness_is_conversation_assistant_account_workspace_global(store: Memory) -> None:
    me = store.for_user("A", **NARROW)
    order = ("global", "workspace", "account", "assistant", "conversation")
    winners: list[list[str]] = []

    for scope in order:
        me.save(f"The tone is set by the {scope} row", key="tone", scope=scope)
        winners.append(texts(me.search("tone")))

    assert winners == [[f"The tone is set by the {scope} row"] for scope in order]


@pytest.mark.parametrize("verb", ["suppress", "archive", "forget"])
def test_a_narrow_row_that_is_withdrawn_overrides_nothing(verb: str, store: Memory) -> None:
    here = store.for_user("A", workspace="work")
    here.save("Write in a formal tone", key="tone")
    narrow = here.save("Write in a casual tone", key="tone", scope="workspace").memory
    assert narrow is not None

    getattr(here, verb)(narrow.id)

    assert texts(here.search("tone")) == ["Write in a formal tone"]


def test_a_narrow_row_that_has_expired_overrides_nothing() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        here = store.for_user("A", workspace="work")
        here.save("Write in a formal tone", key="tone")
        here.save("Write in a casual tone", key="tone", scope="workspace", expires_at="2026-03-02T13:00:00Z")

        clock.wait(hours=1)

        assert texts(here.search("tone")) == ["Write in a formal tone"]


def test_a_narrow_row_that_is_not_valid_yet_overrides_nothing() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        here = store.for_user("A", workspace="work")
        here.save("Write in a formal tone", key="tone")
        here.save("Write in a casual tone", key="tone", scope="workspace", valid_from="2026-03-02T13:00:00Z")

        before = texts(here.search("tone"))
        clock.wait(hours=1)

        assert before == ["Write in a formal tone"]
        assert texts(here.search("tone")) == ["Write in a casual tone"]


def test_a_narrow_row_kept_for_another_purpose_overrides_nothing(store: Memory) -> None:
    here = store.for_user("A", workspace="work")
    here.save("Write in a formal tone", key="tone")
    here.save("Write in a casual tone", key="tone", scope="workspace", purposes=["safety"])

    found = texts(here.search("tone"))

    assert found == ["Write in a formal tone"]


def test_a_narrow_row_that_may_not_be_read_overrides_nothing(store: Memory) -> None:
    here = store.for_user("A", workspace="work")
    here.save("Write in a formal tone", key="tone")
    here.save("Write in a casual tone", key="tone", scope="workspace", sensitivity="sealed")

    found = texts(here.search("tone"))

    assert found == ["Write in a formal tone"]


def test_rows_without_a_key_override_nothing(store: Memory) -> None:
    here = store.for_user("A", workspace="work")
    here.save("Write in a formal tone")
    here.save("Write in a casual tone", scope="workspace")

    found = texts(here.search("tone"))

    assert sorted(found) == ["Write in a casual tone", "Write in a formal tone"]


def test_one_persons_narrow_row_does_not_override_what_another_shares(store: Memory) -> None:
    group = store.group("g1")
    group.add("A")
    group.add("B")
    store.for_user("B", group="g1").save("Write in a formal tone", key="tone", share="group:g1")
    here = store.for_user("A", group="g1", workspace="work")
    here.save("Write in a casual tone", key="tone", scope="workspace")

    found = texts(here.search("tone"))

    assert sorted(found) == ["Write in a casual tone", "Write in a formal tone"]


def test_the_read_modes_open_the_owners_other_scopes(store: Memory) -> None:
    for scope, here, _ in ROUTES:
        store.for_user("A", **there(scope, here)).save(f"Prefers oolong in {scope}", scope=scope)

    found = {mode: len(store.for_user("A", read_mode=mode).search("oolong")) for mode in ("default", "dream", "explicit")}

    assert found == {"default": 0, "dream": 4, "explicit": 4}
    assert len(listed(store.for_user("A", read_mode="explicit"))) == 4
