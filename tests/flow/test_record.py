"""What is on record: denials, tries across owners, guarded and wide reads; and that a refusal tells nothing."""

from pathlib import Path
from typing import Any

import pytest

from factories import HandClock, TimedStore, a_url, audit, rows
from keptmind import Memory, OwnerMemory
from keptmind.errors import MemoryNotFound

UNKNOWN = "01a22c55-a9e7-7b4f-abc8-6225439f6f7a"
VERBS = ("get", "update", "suppress", "archive", "restore", "forget")


def tried(me: OwnerMemory, verb: str, memory_id: str) -> MemoryNotFound:
    said: dict[str, Any] = {"expected_revision": 1, "content": "likes coffee"} if verb == "update" else {}
    with pytest.raises(MemoryNotFound) as caught:
        getattr(me, verb)(memory_id, **said)
    return caught.value


@pytest.mark.parametrize("verb", VERBS)
def test_anothers_id_looks_exactly_like_an_unknown_one(verb: str, store: Memory) -> None:
    theirs = store.for_user("B").save("likes tea").memory
    assert theirs is not None

    foreign, unknown = (tried(store.for_user("A"), verb, one) for one in (theirs.id, UNKNOWN))

    assert (type(foreign), str(foreign), foreign.details, foreign.args) == (type(unknown), str(unknown), unknown.details, unknown.args)
    assert store.for_user("B").get(theirs.id).revision == 1


@pytest.mark.parametrize("verb", VERBS)
def test_only_the_record_tells_a_try_across_owners_from_a_typo(verb: str, tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        theirs = store.for_user("B").save("likes tea").memory
        assert theirs is not None

        tried(store.for_user("A"), verb, theirs.id)
        tried(store.for_user("A"), verb, UNKNOWN)

    noted = [(action, rule) for owner, action, rule in audit(tmp_path / "memory.db") if owner == "A"]
    assert noted == [("memory.alert", "cross-owner"), ("memory.policy_denied", "not-found")]


def test_the_same_person_of_another_tenant_is_another(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        theirs = store.for_user("A", tenant="T2").save("likes tea").memory
        assert theirs is not None

        tried(store.for_user("A"), "get", theirs.id)

    assert audit(tmp_path / "memory.db")[-1] == ("A", "memory.alert", "cross-owner")


def test_a_restricted_read_is_an_alert_in_the_call(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        me.save("I am allergic to penicillin", consent=True)

        me.search("penicillin")

        assert [event[1:] for event in audit(tmp_path / "memory.db")][1:] == [
            ("memory.search", "lexical"),
            ("memory.alert", "restricted-read"),
        ]


def test_a_restricted_row_in_a_block_is_an_alert_too(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        me.save("I am allergic to penicillin", kind="constraint", consent=True)

        me.context("What should I cook tonight?")

        assert [event[1:] for event in audit(tmp_path / "memory.db")][1:] == [
            ("memory.read", "context"),
            ("memory.alert", "restricted-read"),
        ]


def test_an_explicit_read_is_on_record_in_the_call_and_an_ordinary_one_soon(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.for_user("A").save("likes tea")
        store.for_user("A").search("tea")
        buffered = len(audit(tmp_path / "memory.db"))

        store.for_user("A", read_mode="explicit").search("tea")

        assert buffered == 1
        assert [action for _, action, _ in audit(tmp_path / "memory.db")] == ["memory.created", "memory.search"]
    assert len(audit(tmp_path / "memory.db")) == 3


def test_reading_very_many_rows_of_one_owner_is_one_alert_a_window(tmp_path: Path) -> None:
    clock = HandClock()
    with TimedStore(clock, a_url(tmp_path), wide_read_rows=8, search_limit=20, search_tokens=5000) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"likes tea number {number}"} for number in range(20)])

        me.search("tea", limit=8)
        few = wide(tmp_path)
        me.search("tea", limit=20)
        me.search("tea number", limit=20)
        one = wide(tmp_path)
        clock.wait(minutes=10)
        me.search("tea", limit=20)

    assert (few, one, wide(tmp_path)) == (0, 1, 2)


def wide(folder: Path) -> int:
    return audit(folder / "memory.db").count(("A", "memory.alert", "wide-read"))


def test_rows_that_were_read_before_count_once(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path), wide_read_rows=8) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"likes tea number {number}"} for number in range(5)])

        for _ in range(10):
            me.search("tea")

    assert wide(tmp_path) == 0


def test_an_event_bears_ids_rule_and_purpose_and_no_content(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A", workspace="work", purpose="task")
        saved = me.save("likes tea", scope="workspace").memory
        assert saved is not None
        me.search("tea")

    told = "SELECT tenant, owner, action, caller, purpose, scope, memory_ids, rule FROM audit_events ORDER BY id"
    events = rows(tmp_path / "memory.db", told)
    assert events == [
        ("default", "A", "memory.created", "library", "task", "workspace:work", saved.id, "created"),
        ("default", "A", "memory.search", "library", "task", "workspace:work,global", saved.id, "lexical"),
    ]


def test_every_change_is_on_record_with_its_name(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None
        me.save("likes tea")
        me.save("likes coffee", source="inferred")
        me.update(saved.id, expected_revision=1, content="likes cocoa")
        me.suppress(saved.id)
        me.restore(saved.id)
        me.archive(saved.id)
        me.forget(saved.id)

    assert [action for _, action, _ in audit(tmp_path / "memory.db")] == [
        "memory.created",
        "memory.updated",
        "memory.candidate_created",
        "memory.updated",
        "memory.suppressed",
        "memory.restored",
        "memory.archived",
        "memory.deleted",
    ]


def test_a_list_is_a_read_like_any_other_and_can_be_wide(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path), wide_read_rows=8) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"fact number {number}"} for number in range(9)])

        me.get(me.list(limit=8).items[0].id)
        few = wide(tmp_path)
        me.list(limit=9)

    noted = [rule for _, action, rule in audit(tmp_path / "memory.db") if action == "memory.read"]
    assert (few, wide(tmp_path)) == (0, 1)
    assert sorted(noted) == ["get", "list", "list"]


def test_looking_through_ones_own_memories_counts_none_of_them_as_recalled(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None

        me.get(saved.id)
        me.list()

    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM memory_usage") == [(0,)]
