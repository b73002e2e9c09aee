"""What is on record, shown: to owners about themselves, to auditors about their tenant."""

import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from factories import HandClock, TimedStore, a_url
from keptmind import Memory
from keptmind.errors import InvalidCursor, InvalidField, InvalidTime, IsolatedConversation, UnknownWord, UserNotGranted, VerbNotGranted
from keptmind.model.audit import EventPage
from keptmind.model.context import AccessContext, Caller, Grant, Verb
from keptmind.policy.identity import access_context
from keptmind.surfaces.standing import event_shape, events_shape

AUDITOR = Caller(id="auditor", grant=Grant(verbs=frozenset({Verb.AUDIT})))


def of(store: Memory, user_id: str = "A", **said: Any) -> AccessContext:
    """Return the context of a person's own request."""
    return access_context(user_id, store.house.rulebook, **{"tenant": "default", **said})


def auditing(store: Memory, caller: Caller = AUDITOR, **said: Any) -> AccessContext:
    """Return the context of somebody who looks into the record of a tenant."""
    return access_context("the auditor", store.house.rulebook, **{"tenant": "default", "purpose": "audit", "caller": caller, **said})


def told(page: EventPage) -> list[tuple[str, str, str]]:
    """Return owner, action and rule of every event of a page."""
    return [(event.owner, event.action.value, event.rule) for event in page.items]


def whole(look: Callable[..., EventPage], **said: Any) -> list[EventPage]:
    """Return every page of a list."""
    pages = [look(**said)]
    while pages[-1].has_more:
        pages.append(look(**said, cursor=pages[-1].next_cursor))
    return pages


def test_owners_see_what_was_done_with_what_is_theirs_newest_first(store: Memory) -> None:
    me = store.for_user("A", workspace="work", purpose="task")
    saved = me.save("likes tea", scope="workspace").memory
    assert saved is not None
    store.for_user("B").save("likes coffee")
    me.search("tea")

    page = store.house.activity.own(of(store))

    assert told(page) == [("A", "memory.search", "lexical"), ("A", "memory.created", "created")]
    searched, created = page.items
    assert (searched.caller, searched.purpose, searched.scope, searched.memory_ids) == (
        "library",
        "task",
        "workspace:work,global",
        (saved.id,),
    )
    assert (created.revision, len(created.fingerprint), created.rule_version > 0) == (1, 32, True)
    assert created.at <= searched.at
    assert (page.has_more, page.next_cursor, page.applied_limit) == (False, None, 50)


def test_looking_at_ones_activity_is_an_act_too(store: Memory) -> None:
    store.house.activity.own(of(store))

    assert told(store.house.activity.own(of(store))) == [("A", "memory.read", "activity")]


def test_what_was_just_read_is_shown_though_others_reads_still_wait(store: Memory) -> None:
    for name in ("A", "B"):
        store.for_user(name).save("likes tea")
        store.for_user(name).search("tea")

    page = store.house.activity.own(of(store))

    assert told(page)[0] == ("A", "memory.search", "lexical")
    assert store.house.journal.backlog().events == 2  # B's search, and A's look at the activity


def test_where_nothing_can_be_written_what_is_on_record_is_shown(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Memory(a_url(tmp_path), busy_seconds=0.1) as store:
        store.for_user("A").save("likes tea")
        store.for_user("A").search("tea")
        other = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        page = store.house.activity.own(of(store))

        other.execute("ROLLBACK")
        other.close()
        assert told(page) == [("A", "memory.created", "created")]
        assert "store-busy" in caplog.text
        assert told(store.house.activity.own(of(store)))[-2:] == [("A", "memory.search", "lexical"), ("A", "memory.created", "created")]


def test_a_conversation_that_writes_nothing_may_look_and_an_isolated_one_may_not(store: Memory) -> None:
    store.for_user("A").save("likes tea")

    assert told(store.house.activity.own(of(store, mode="no_write"))) == [("A", "memory.created", "created")]
    with pytest.raises(IsolatedConversation):
        store.house.activity.own(of(store, mode="isolated"))

    assert ("A", "memory.policy_denied", "isolated-conversation") in told(store.house.activity.own(of(store)))


def test_a_caller_that_may_not_read_may_not_look_either(store: Memory) -> None:
    writer = Caller(id="writer", grant=Grant(verbs=frozenset({Verb.WRITE})))

    with pytest.raises(VerbNotGranted):
        store.house.activity.own(of(store, caller=writer))


def test_pages_of_activity_hold_every_event_once(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"likes tea number {number}"} for number in range(7)])

    pages = whole(store.house.activity.own, context=of(store), limit=3)

    created = [event.id for page in pages for event in page.items if event.action.value == "memory.created"]
    assert (len(created), len(set(created))) == (7, 7)
    assert created == sorted(created, reverse=True)
    assert all(page.applied_limit == 3 and len(page.items) <= 3 for page in pages)


def test_a_cursor_is_good_for_its_owner_and_its_list_alone(store: Memory) -> None:
    activity = store.house.activity
    for name in ("A", "B"):
        store.for_user(name).save_many([{"content": f"likes tea number {number}"} for number in range(3)])
    mine = activity.own(of(store), limit=1).next_cursor
    audited = activity.audit(auditing(store), user="A", limit=1).next_cursor
    across = activity.audit(auditing(store), limit=1).next_cursor
    listed = store.for_user("A").list(limit=1).next_cursor
    assert None not in (mine, audited, across, listed)

    refused: list[Callable[[], object]] = [
        lambda: activity.own(of(store, "B"), cursor=mine),
        lambda: activity.own(of(store, tenant="T2"), cursor=mine),
        lambda: activity.own(of(store), cursor=listed),
        lambda: activity.own(of(store), cursor=audited),
        lambda: activity.own(of(store), cursor="x"),
        lambda: activity.own(of(store), cursor=7),
        lambda: store.for_user("A").list(cursor=mine),
        lambda: activity.audit(auditing(store), user="B", cursor=audited),
        lambda: activity.audit(auditing(store), cursor=audited),
        lambda: activity.audit(auditing(store), user="A", cursor=across),
        lambda: activity.alerts(auditing(store), cursor=across),
    ]
    for look in refused:
        with pytest.raises(InvalidCursor):
            look()


@pytest.mark.parametrize("limit", [0, -1, True, "5", 1.5, None])
def test_a_limit_is_a_positive_whole_number(store: Memory, limit: object) -> None:
    for look in (store.house.activity.own, store.house.activity.audit, store.house.activity.alerts):
        with pytest.raises(InvalidField):
            look(access_context("A", store.house.rulebook, tenant="default"), limit=limit)


def test_a_limit_over_the_most_is_lowered_to_it(store: Memory) -> None:
    assert store.house.activity.own(of(store), limit=10_000).applied_limit == 200


def test_an_auditor_sees_the_whole_tenant_by_owner_and_then_by_time(store: Memory) -> None:
    for name in ("B", "A"):
        store.for_user(name).save("likes tea")
        store.for_user(name).save("plays the cello")
    store.for_user("A", tenant="T2").save("likes coffee")

    pages = whole(store.house.activity.audit, context=auditing(store), action="memory.created", limit=3)

    assert [len(page.items) for page in pages] == [3, 1]
    events = [event for page in pages for event in page.items]
    assert [(event.tenant, event.owner) for event in events] == [("default", "A"), ("default", "A"), ("default", "B"), ("default", "B")]
    assert [(event.owner, event.id) for event in events] == sorted((event.owner, event.id) for event in events)


def test_of_one_user_an_auditor_sees_the_newest_first_and_ids_but_no_content(store: Memory) -> None:
    saved = store.for_user("A").save("likes quokka tea", title="quokka", key="quokka").memory
    assert saved is not None
    store.for_user("A").archive(saved.id)

    page = store.house.activity.audit(auditing(store), user="A")

    assert told(page) == [("A", "memory.archived", "archive"), ("A", "memory.created", "created")]
    assert {event.memory_ids for event in page.items} == {(saved.id,)}
    assert "quokka" not in repr(page) + repr(events_shape(page))


def test_who_nobody_is_has_no_events(store: Memory) -> None:
    assert store.house.activity.audit(auditing(store), user="nobody").items == ()


def test_the_record_is_narrowed_by_action_and_time(engine: str) -> None:
    clock = HandClock("2026-03-02T12:00")
    with TimedStore(clock) as store:
        me = store.for_user("A")
        for content in ("likes tea", "plays the cello", "has two cats"):
            saved = me.save(content).memory
            clock.wait(days=1)
        assert saved is not None
        me.archive(saved.id)
        context, audit = auditing(store), store.house.activity.audit

        days = [
            [event.at.day for event in audit(context, user="A", **narrowed).items]
            for narrowed in (
                {},
                {"since": "2026-03-04"},
                {"until": "2026-03-03"},
                {"since": "2026-03-03T12:00Z", "until": "2026-03-04T12:00Z"},
                {"action": "memory.archived"},
                {"action": "memory.created", "until": clock.at - timedelta(days=2)},
            )
        ]

        assert days == [[5, 4, 3, 2], [5, 4], [3, 2], [3], [5], [2]]
        assert [event.at.day for event in audit(context, since="2026-03-03", until="2026-03-04").items] == [3, 4]


@pytest.mark.parametrize(
    ("narrowed", "error"),
    [({"action": "memory.invented"}, UnknownWord), ({"since": "soon"}, InvalidTime), ({"until": 5}, InvalidTime)],
)
def test_what_narrows_the_record_must_be_well_formed(store: Memory, narrowed: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        store.house.activity.audit(auditing(store), **narrowed)


def test_only_auditors_see_the_record_of_a_tenant(store: Memory) -> None:
    reader = Caller(id="reader", grant=Grant(verbs=frozenset(Verb) - {Verb.AUDIT}))
    looks: list[Callable[[AccessContext], object]] = [
        store.house.activity.audit,
        store.house.activity.alerts,
        lambda context: store.house.activity.audit(context, user="A"),
    ]

    for look in looks:
        with pytest.raises(VerbNotGranted):
            look(auditing(store, reader))

    denied = store.house.activity.audit(auditing(store), user="the auditor", action="memory.policy_denied")
    assert [(event.caller, event.rule) for event in denied.items] == [("reader", "verb-not-granted")] * 3


def test_an_auditor_of_some_users_sees_theirs_alone(store: Memory) -> None:
    store.for_user("A").save("likes tea")
    narrow = Caller(id="narrow", grant=Grant(verbs=frozenset({Verb.AUDIT}), users=frozenset({"A"})))

    assert len(store.house.activity.audit(auditing(store, narrow), user="A").items) == 1
    looks: list[Callable[[], object]] = [
        lambda: store.house.activity.audit(auditing(store, narrow), user="B"),
        lambda: store.house.activity.audit(auditing(store, narrow)),
        lambda: store.house.activity.alerts(auditing(store, narrow)),
    ]
    for look in looks:
        with pytest.raises(UserNotGranted):
            look()


def test_alerts_are_those_of_the_tenant_newest_first(store: Memory) -> None:
    for name in ("A", "B"):
        me = store.for_user(name)
        me.save("I am allergic to penicillin", consent=True)
        me.search("penicillin")
    store.for_user("A", tenant="T2").save("I am allergic to penicillin", consent=True)
    store.for_user("A", tenant="T2").search("penicillin")

    pages = whole(store.house.activity.alerts, context=auditing(store), limit=1)

    assert [told(page) for page in pages] == [[("B", "memory.alert", "restricted-read")], [("A", "memory.alert", "restricted-read")]]


def test_looking_into_the_record_is_on_the_auditors_own(store: Memory) -> None:
    store.house.activity.audit(auditing(store))
    store.house.activity.audit(auditing(store), user="A")
    store.house.activity.alerts(auditing(store))
    store.house.journal.flush()

    seen = store.house.activity.audit(auditing(store), user="the auditor")

    assert sorted(told(seen)) == [
        ("the auditor", "memory.read", "alerts"),
        ("the auditor", "memory.read", "audit"),
        ("the auditor", "memory.read", "audit-across"),
    ]


def test_an_event_is_shown_with_all_its_fields(store: Memory) -> None:
    store.for_user("A").save("likes tea")
    (event,) = store.house.activity.own(of(store)).items

    shape = event_shape(event)

    assert {name for name in shape if shape[name] != getattr(event, name, None)} == {"event_id", "at", "user_id", "memory_ids"}
    assert (shape["event_id"], shape["user_id"], shape["action"]) == (event.id, "A", "memory.created")
    assert (shape["at"], shape["memory_ids"]) == (event.at.isoformat(), list(event.memory_ids))
