"""Conversation modes, the person's own switches, grants and the route's tool scopes."""

from pathlib import Path
from typing import Any

import pytest

from engines import ENGINE
from factories import HandClock, TimedStore, a_caller, a_url, audit, rows, texts
from keptmind import Consent, Memory, OwnerMemory
from keptmind.errors import (
    Invalid,
    IsolatedConversation,
    NotFound,
    PurposeNotGranted,
    ReadingDisabled,
    ReadOnlyConversation,
    Refused,
    UserNotGranted,
    VerbNotGranted,
    WorkspaceNotGranted,
    WritingDisabled,
)
from keptmind.model.context import Caller, Grant, Verb
from keptmind.model.memory import Kind, Sensitivity


def acts(me: OwnerMemory, memory_id: str) -> dict[str, Any]:
    return {
        "search": lambda: me.search("tea"),
        "grep": lambda: me.grep("tea"),
        "get": lambda: me.get(memory_id),
        "list": lambda: me.list(),
        "stats": lambda: me.stats(),
        "save": lambda: me.save("likes coffee"),
        "save_many": lambda: me.save_many([{"content": "likes coffee"}]),
        "update": lambda: me.update(memory_id, expected_revision=1, content="likes coffee"),
        "suppress": lambda: me.suppress(memory_id),
        "archive": lambda: me.archive(memory_id),
        "restore": lambda: me.restore(memory_id),
        "forget": lambda: me.forget(memory_id),
        "forget_all": lambda: me.forget_all(confirm="A"),
    }


READS = ("search", "grep", "get", "list", "stats")
WRITES = ("save", "save_many", "update", "suppress", "archive", "restore", "forget", "forget_all")


def kept(store: Memory) -> str:
    saved = store.for_user("A").save("likes tea").memory
    assert saved is not None
    return saved.id


@pytest.mark.parametrize("act", [*READS, *WRITES])
def test_an_isolated_conversation_neither_reads_nor_writes(act: str, store: Memory) -> None:
    memory_id = kept(store)
    isolated = store.for_user("A", mode="isolated")

    with pytest.raises(IsolatedConversation):
        acts(isolated, memory_id)[act]()

    assert [(row.content, row.revision) for row in store.for_user("A").list().items] == [("likes tea", 1)]


def test_an_isolated_conversation_has_an_empty_block(store: Memory) -> None:
    kept(store)

    block = store.for_user("A", mode="isolated").context("Which tea do I like?")

    assert (block.text, block.hits, block.tokens) == ("", (), 0)


@pytest.mark.parametrize("act", WRITES)
def test_a_conversation_without_writing_changes_nothing(act: str, store: Memory) -> None:
    memory_id = kept(store)

    with pytest.raises(ReadOnlyConversation):
        acts(store.for_user("A", mode="no_write"), memory_id)[act]()

    assert [(row.content, row.revision) for row in store.for_user("A").list().items] == [("likes tea", 1)]


@pytest.mark.parametrize("act", READS)
def test_a_conversation_without_writing_still_reads(act: str, store: Memory) -> None:
    memory_id = kept(store)

    answer = acts(store.for_user("A", mode="no_write"), memory_id)[act]()

    assert answer
    assert "likes tea" in store.for_user("A", mode="no_write").context("Which tea do I like?").text


@pytest.mark.parametrize(("mode", "counted"), [("normal", 2), ("no_write", 0)])
def test_reads_are_counted_except_where_nothing_is_written_but_on_record_always(mode: str, counted: int, tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        kept(store)
        me = store.for_user("A", mode=mode)

        me.search("tea")
        me.context("Which tea do I like?")

    counts = rows(tmp_path / "memory.db", "SELECT recall_count FROM memory_usage")
    assert counts == ([(counted,)] if counted else [])
    assert [action for _, action, _ in audit(tmp_path / "memory.db")][1:] == ["memory.search", "memory.read"]


@pytest.mark.parametrize("act", ["search", "save", "forget"])
def test_a_refusal_is_on_record_in_every_mode(act: str, tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        memory_id = kept(store)

        with pytest.raises(Refused):
            acts(store.for_user("A", mode="isolated"), memory_id)[act]()

    assert ("A", "memory.policy_denied", "isolated-conversation") in audit(tmp_path / "memory.db")


@pytest.mark.parametrize("switch", ["saved_memory_enabled", "read_enabled"])
def test_with_reading_off_nothing_is_recalled(switch: str, store: Memory) -> None:
    kept(store)
    me = store.for_user("A")
    me.search("tea")
    change: dict[str, Any] = {switch: False}

    me.settings(**change)

    with pytest.raises(ReadingDisabled):
        me.search("tea")
    assert me.context("Which tea do I like?").text == ""


@pytest.mark.parametrize("switch", ["saved_memory_enabled", "write_enabled"])
def test_with_writing_off_nothing_new_is_kept(switch: str, store: Memory) -> None:
    me = store.for_user("A")
    change: dict[str, Any] = {switch: False}

    me.settings(**change)

    with pytest.raises(WritingDisabled):
        me.save("likes coffee")
    with pytest.raises(WritingDisabled):
        me.save_many([{"content": "likes coffee"}])
    assert me.list().items == ()


@pytest.mark.parametrize("switch", ["saved_memory_enabled", "read_enabled", "write_enabled", "auto_extract_enabled"])
def test_no_switch_stops_the_owner_from_looking_correcting_and_forgetting(switch: str, store: Memory) -> None:
    memory_id = kept(store)
    me = store.for_user("A")
    change: dict[str, Any] = {switch: False}
    me.settings(**change)

    done = [
        me.list().items[0].content,
        me.get(memory_id).content,
        me.stats().total,
        me.update(memory_id, expected_revision=1, content="likes coffee").revision,
        me.suppress(memory_id).status,
        me.restore(memory_id).status,
        me.archive(memory_id).status,
        me.forget(memory_id).state,
        me.forget_all(confirm="A").count,
    ]

    assert done == ["likes tea", "likes tea", 1, 2, "suppressed", "active", "archived", ENGINE.erased, 0]


def test_switches_delete_nothing_and_can_be_set_back(store: Memory) -> None:
    kept(store)
    me = store.for_user("A")
    me.settings(saved_memory_enabled=False)

    settings = me.settings(saved_memory_enabled=True)

    assert settings.may_read
    assert texts(me.search("tea")) == ["likes tea"]


def test_switches_are_one_persons_own(store: Memory) -> None:
    store.for_user("B").save("likes tea")
    store.for_user("A").settings(saved_memory_enabled=False)

    found = texts(store.for_user("B").search("tea"))

    assert found == ["likes tea"]


@pytest.mark.parametrize(
    "change",
    [
        {"read_enabled": "no"},
        {"read_enabled": 0},
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../etc/passwd"},
        {"time_zone": None},
        {"locale": "de"},
        {"consent_mode": "auto"},
        {"standing_consent": {"health": True}},
        {"standing_consent": {"wealth": Consent(purposes=("task",), destinations=("local",))}},
        {"standing_consent": {"health": Consent(purposes=(), destinations=("local",))}},
        {"revision": 7},
        {"unknown": 1},
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_and_changes_nothing(change: dict[str, Any], store: Memory) -> None:
    me = store.for_user("A")
    before = me.settings()

    with pytest.raises(Invalid):
        me.settings(**{"write_enabled": False, **change})

    assert me.settings() == before


def test_a_change_of_settings_is_on_record(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.for_user("A").settings(time_zone="Asia/Shanghai", locale="zh")

    assert ("A", "settings.changed", "locale,time_zone") in audit(tmp_path / "memory.db")


def test_dates_in_a_block_are_of_the_persons_own_zone() -> None:
    clock = HandClock("2026-03-02T23:30:00Z")
    with TimedStore(clock) as store:
        store.for_user("A").save("likes tea")
        me = store.for_user("A")
        before = me.context("Which tea do I like?").text

        me.settings(time_zone="Asia/Shanghai")

        assert "[2026-03-02] likes tea" in before
        assert "[2026-03-03] likes tea" in me.context("Which tea do I like?").text


def granted(store: Memory, user: str = "A", *, route: dict[str, Any] | None = None, **grant: Any) -> OwnerMemory:
    return a_caller(store, user, caller=Caller(id="bot", grant=Grant(**grant)), **(route or {}))


@pytest.mark.parametrize(
    ("verb", "refused"),
    [
        (Verb.READ, READS),
        (Verb.WRITE, ("save", "save_many")),
        (Verb.MANAGE, ("update", "suppress", "archive", "restore")),
        (Verb.FORGET, ("forget", "forget_all")),
    ],
)
def test_a_verb_outside_the_grant_is_refused(verb: Verb, refused: tuple[str, ...], store: Memory) -> None:
    memory_id = kept(store)
    me = granted(store, verbs=frozenset(Verb) - {verb})

    for act in refused:
        with pytest.raises(VerbNotGranted):
            acts(me, memory_id)[act]()


def test_settings_outside_the_grant_are_refused(store: Memory) -> None:
    me = granted(store, verbs=frozenset(Verb) - {Verb.SETTINGS})

    with pytest.raises(VerbNotGranted):
        me.settings(read_enabled=False)

    assert store.for_user("A").settings().read_enabled


@pytest.mark.parametrize(
    ("grant", "route", "error"),
    [
        ({"users": frozenset({"B"})}, {}, UserNotGranted),
        ({"purposes": frozenset({"task"})}, {}, PurposeNotGranted),
        ({"workspaces": frozenset({"research"})}, {"workspace": "work"}, WorkspaceNotGranted),
    ],
)
def test_whatever_else_is_outside_the_grant_is_refused_for_every_verb(
    grant: dict[str, Any], route: dict[str, Any], error: type[Refused], store: Memory
) -> None:
    memory_id = kept(store)
    me = granted(store, route=route, **grant)

    for act in (*READS, *WRITES):
        with pytest.raises(error):
            acts(me, memory_id)[act]()
    with pytest.raises(error):
        me.context("Which tea do I like?")
    with pytest.raises(error):
        me.deletions()


def test_kinds_outside_the_grant_are_in_no_answer(store: Memory) -> None:
    mine = store.for_user("A")
    fact = mine.save("The tea is oolong").memory
    assert fact is not None
    mine.save("Never serve black tea", kind="constraint")
    me = granted(store, excluded_kinds=frozenset({Kind.FACT}))

    seen = (texts(me.search("tea")), [row.content for row in me.list().items], me.stats().total, me.context("Which tea?").text.count("tea"))

    assert seen == (["Never serve black tea"], ["Never serve black tea"], 1, 1)
    assert me.search("tea", kinds=["fact"]) == []
    with pytest.raises(NotFound):
        me.get(fact.id)


@pytest.mark.parametrize("verb", ["suppress", "archive", "restore", "forget"])
def test_kinds_outside_the_grant_cannot_be_changed_or_erased(verb: str, store: Memory) -> None:
    memory_id = kept(store)
    me = granted(store, excluded_kinds=frozenset({Kind.FACT}))

    with pytest.raises(NotFound):
        getattr(me, verb)(memory_id)
    with pytest.raises(NotFound):
        me.update(memory_id, expected_revision=1, title="Tea")

    assert store.for_user("A").get(memory_id).revision == 1


@pytest.mark.parametrize("read_mode", ["default", "dream", "explicit"])
def test_workspaces_outside_the_grant_are_in_no_answer_of_any_read_mode(read_mode: str, store: Memory) -> None:
    saved = store.for_user("A", workspace="work").save("The tea at work is oolong", scope="workspace").memory
    assert saved is not None
    me = granted(store, workspaces=frozenset({"research"}), route={"read_mode": read_mode})

    seen = (me.search("oolong"), me.list().items, me.list(scope="workspace:work").items, me.stats().total, me.context("Which oolong?").text)

    assert seen == ([], (), (), 0, "")
    for verb in (me.get, me.suppress, me.archive, me.restore, me.forget):
        with pytest.raises(NotFound):
            verb(saved.id)


def test_nothing_above_the_granted_sensitivity_is_in_any_answer(store: Memory) -> None:
    mine = store.for_user("A")
    mine.save("The tea is public", sensitivity="public")
    private = mine.save("The tea is private").memory
    assert private is not None
    mine.save("The tea is sealed", sensitivity="sealed")
    me = granted(store, highest_sensitivity=Sensitivity.PUBLIC, route={"read_mode": "explicit"})

    seen = (texts(me.search("tea")), [row.content for row in me.list().items], me.stats().total)

    assert seen == (["The tea is public"], ["The tea is public"], 1)
    with pytest.raises(NotFound):
        me.get(private.id)


def test_fixed_fields_of_a_grant_are_all_that_is_given(store: Memory) -> None:
    store.for_user("A").save("likes oolong tea", title="Drink", key="drink", subject="tea", tags=["warm"], reason="said so")
    me = granted(store, fields=frozenset({"title"}))

    hits = [*me.search("drink"), *me.search("drink", fields=["content", "title", "tags"])]
    rows_seen = [hit.memory for hit in hits] + list(me.list().items) + [me.get(hits[0].memory.id)]

    assert [hit.text for hit in hits] == ["", ""]
    assert me.search("oolong") == []  # what is not given is not told by matching either
    for row in rows_seen:
        assert (row.content, row.title, row.key, row.subject, row.tags, row.reason) == ("", "Drink", None, None, (), None)
    assert "oolong" not in me.context("Which oolong tea?").text


def test_the_fields_a_read_names_are_all_that_is_given(store: Memory) -> None:
    me = store.for_user("A")
    me.save("likes oolong tea", title="Drink", key="drink", subject="tea", tags=["warm"], reason="said so")

    hit = me.search("oolong", fields=["title", "tags"])[0]

    assert (hit.text, hit.memory.content, hit.memory.title, hit.memory.tags) == ("", "", "Drink", ("warm",))
    assert (hit.memory.key, hit.memory.subject, hit.memory.reason) == (None, None, None)


@pytest.mark.parametrize("fields", [[], "content", ["content", "owner; drop"], [7], {}])
def test_fields_that_make_no_sense_are_refused(fields: Any, store: Memory) -> None:
    with pytest.raises(Invalid):
        store.for_user("A").search("oolong", fields=fields)
