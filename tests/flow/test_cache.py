"""A remembered answer never outlives what it was made from."""

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from factories import HandClock, TimedStore, a_url, texts
from keptmind import Memory, OwnerMemory
from keptmind.errors import ReadingDisabled

Change = Callable[[OwnerMemory, str], Any]
CHANGES: dict[str, tuple[Change, list[str]]] = {
    "an edit": (lambda me, row: me.update(row, expected_revision=1, content="likes white tea"), ["likes white tea"]),
    "a pause": (lambda me, row: me.suppress(row), []),
    "retirement": (lambda me, row: me.archive(row), []),
    "an erasure": (lambda me, row: me.forget(row), []),
    "everything erased": (lambda me, row: me.forget_all(confirm="A"), []),
    "another purpose": (lambda me, row: me.update(row, expected_revision=1, purposes=["safety"]), []),
    "a stricter level": (lambda me, row: me.update(row, expected_revision=1, sensitivity="sealed"), []),
    "an addition": (lambda me, row: me.save("likes green tea"), ["likes black tea", "likes green tea"]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_by_another_connection_is_seen_at_once(change: str, tmp_path: Path) -> None:
    act, after = CHANGES[change]
    with Memory(a_url(tmp_path)) as store, Memory(a_url(tmp_path)) as other:
        me = store.for_user("A")
        saved = me.save("likes black tea").memory
        assert saved is not None
        before = texts(me.search("tea"))

        act(other.for_user("A"), saved.id)

        assert before == ["likes black tea"]
        assert sorted(texts(me.search("tea"))) == after


def test_a_change_by_another_process_is_seen_at_once(tmp_path: Path) -> None:
    program = "import sys; from keptmind import Memory\nwith Memory(sys.argv[1]) as m: m.for_user('A').forget(sys.argv[2])"
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = me.save("likes black tea").memory
        assert saved is not None
        me.search("tea")

        subprocess.run([sys.executable, "-c", program, a_url(tmp_path), saved.id], check=True, timeout=60)

        assert me.search("tea") == []


def test_restoring_brings_an_answer_back(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store, Memory(a_url(tmp_path)) as other:
        me = store.for_user("A")
        saved = me.save("likes black tea").memory
        assert saved is not None
        other.for_user("A").suppress(saved.id)
        empty = me.search("tea")

        other.for_user("A").restore(saved.id)

        assert empty == []
        assert texts(me.search("tea")) == ["likes black tea"]


def test_a_narrower_row_of_the_same_key_changes_a_remembered_answer(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store, Memory(a_url(tmp_path)) as other:
        me = store.for_user("A", workspace="work")
        me.save("likes black tea", key="drink")
        me.search("tea")

        other.for_user("A", workspace="work").save("likes white coffee", key="drink", scope="workspace")

        assert me.search("tea") == []


def test_settings_changed_elsewhere_hold_at_once(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store, Memory(a_url(tmp_path)) as other:
        me = store.for_user("A")
        me.save("likes black tea")
        me.search("tea")

        other.for_user("A").settings(read_enabled=False)

        with pytest.raises(ReadingDisabled):
            me.search("tea")


@pytest.mark.parametrize("member", ["A", "B"])
def test_a_member_removed_elsewhere_is_gone_from_remembered_answers(member: str, tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store, Memory(a_url(tmp_path)) as other:
        for name in ("A", "B"):
            store.group("g1").add(name)
        store.for_user("A", group="g1").save("likes black tea", share="group:g1")
        me = store.for_user("B", group="g1")
        before = texts(me.search("tea"))

        other.group("g1").remove(member)

        assert before == ["likes black tea"]
        assert me.search("tea") == []


def test_what_another_member_forgets_is_gone_from_remembered_answers(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store, Memory(a_url(tmp_path)) as other:
        for name in ("A", "B"):
            store.group("g1").add(name)
        saved = other.for_user("A", group="g1").save("likes black tea", share="group:g1").memory
        assert saved is not None
        me = store.for_user("B", group="g1")
        me.search("tea")

        other.for_user("A").forget(saved.id)

        assert me.search("tea") == []


WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"purpose": "safety"},
    {"purpose": "audit"},
    {"destination": "elsewhere"},
    {"read_mode": "explicit"},
    {"read_mode": "dream"},
    {"channel": "group"},
    {"channel": "group", "group": "g1"},
    {"group": "g1"},
    {"workspace": "work"},
    {"conversation": "c1"},
    {"tenant": "T2"},
)


@pytest.mark.parametrize(
    "how", [{}, {"limit": 1}, {"max_tokens": 3}, {"kinds": ["goal"]}, {"fields": ["title"]}, {"explain": True}], ids=str
)
def test_no_context_is_given_the_answer_of_another(how: dict[str, Any], tmp_path: Path) -> None:
    clock = HandClock()
    with TimedStore(clock, a_url(tmp_path)) as store, TimedStore(clock, a_url(tmp_path), cache_seconds=0) as plain:
        me = store.for_user("A", workspace="work", conversation="c1")
        store.group("g1").add("A")
        me.save("tea one", key="k")
        me.save("tea two", sensitivity="sealed")
        me.save("tea three", purposes=["safety"])
        me.save("tea four", sensitivity="public")
        me.save("tea five", scope="workspace", key="k")
        me.save("tea six", scope="conversation")
        me.save("tea seven", share="group:g1")
        me.save("tea eight", purposes=["audit"])
        for way in WAYS:
            store.for_user("A", **way).search("tea")

        given = [store.for_user("A", **way).search("tea", **how) for way in WAYS]

        assert given == [plain.for_user("A", **way).search("tea", **how) for way in WAYS]


@pytest.mark.parametrize("bound", ["expires_at", "valid_to", "valid_from"])
def test_an_answer_dies_at_the_next_bound_in_its_reach(bound: str) -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        wish: dict[str, Any] = {bound: "2026-03-02T12:00:10Z"}
        me.save("likes black tea", **wish)
        before = len(me.search("tea"))

        clock.wait(seconds=10)

        assert len(me.search("tea")) == 1 - before


def test_an_answer_dies_with_a_row_that_came_after_another_had_expired() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        me.save("likes green tea", expires_at=clock.at + timedelta(seconds=10))
        clock.wait(seconds=20)
        me.save("has a tea party", expires_at=clock.at + timedelta(seconds=30))

        before = texts(me.search("tea"))
        clock.wait(seconds=31)

        assert before == ["has a tea party"]
        assert texts(me.search("tea")) == []


def test_a_row_that_falls_due_for_review_counts_less_at_that_instant() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        me.save("likes black tea", review_after="2026-03-02T12:00:10Z")
        before = me.search("tea")[0].score

        clock.wait(seconds=10)

        assert me.search("tea")[0].score < before * 0.9


def test_reading_moves_no_revision(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        saved = me.save("likes black tea").memory
        assert saved is not None
        before = (me.stats().memory_revision, me.get(saved.id).revision)

        for _ in range(3):
            me.search("tea")
            me.context("Which tea do I like?")
        store.house.journal.flush()

        assert (me.stats().memory_revision, me.get(saved.id).revision) == before
