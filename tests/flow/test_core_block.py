"""The core block: what is pinned, for the system prompt; and that nothing stands there and in the context block too."""

from pathlib import Path
from typing import Any

import pytest

from engines import a_store
from factories import HandClock, TimedStore, a_caller, a_url, audit, pin, rows
from keptmind import Consent, Memory, OwnerMemory
from keptmind.errors import Invalid, PurposeNotGranted, UserNotGranted, VerbNotGranted
from keptmind.model.context import Caller, Grant, Verb
from keptmind.model.memory import Kind, Status
from keptmind.policy.edition import RULE_VERSION

SAID = "likes marmalade"


def pinned(store: Memory, text: str = SAID, owner: str = "A", route: dict[str, Any] | None = None, **wish: Any) -> str:
    saved = store.for_user(owner, **(route or {})).save(text, **wish).memory
    assert saved is not None
    pin(store, saved.id, owner)
    return saved.id


def lines(me: OwnerMemory, locale: str | None = None) -> list[str]:
    return [line for line in me.core_block(locale).text.splitlines() if line.startswith("- ")]


def test_what_is_pinned_stands_in_it_and_what_is_not_does_not(store: Memory) -> None:
    pinned(store)
    store.for_user("A").save("likes quinces")

    block = store.for_user("A").core_block()

    assert lines(store.for_user("A")) == ["- likes marmalade"]
    assert block.user_used == len("## about the person\n- likes marmalade")
    assert block.agent_used == 0
    assert [row.content for row in block.rows] == [SAID]


def test_ways_of_working_stand_in_a_part_of_their_own(store: Memory) -> None:
    pinned(store, "Answer in lists", kind="procedure")
    pinned(store)

    block = store.for_user("A").core_block()

    assert block.text.splitlines()[2:6] == [
        "## about the person",
        "- likes marmalade",
        "## how the assistant works for them",
        "- Answer in lists",
    ]
    assert (block.user_used, block.agent_used) == (37, 53)


def test_without_anything_pinned_it_is_empty(store: Memory) -> None:
    store.for_user("A").save(SAID)

    block = store.for_user("A").core_block()

    assert (block.text, block.user_used, block.agent_used, block.rows) == ("", 0, 0, ())


def test_its_text_stays_the_same_byte_for_byte_until_a_row_in_it_changes() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        memory_id = pinned(store)
        pinned(store, "Answer in lists", kind="procedure")
        texts = [me.core_block().text]
        clock.wait(days=40)
        me.save("likes quinces")
        me.search("marmalade")
        texts.append(me.core_block().text)

        me.update(memory_id, expected_revision=2, content="likes quince jam")

        assert texts[0] == texts[1]
        assert lines(me) == ["- likes quince jam", "- Answer in lists"]


GONE: dict[str, Any] = {
    "suppressed": {"status": Status.SUPPRESSED},
    "archived": {"status": Status.ARCHIVED},
    "disputed": {"status": Status.DISPUTED},
    "unpinned": {"pinned_at": None},
    "for another purpose": {"purposes": ("safety",)},
}


@pytest.mark.parametrize("change", GONE)
def test_what_may_not_be_read_any_more_is_gone_from_it(change: str, store: Memory) -> None:
    memory_id = pinned(store)

    pin(store, memory_id, **GONE[change])

    assert store.for_user("A").core_block().text == ""


def test_what_has_expired_is_gone_from_it() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        pinned(store, expires_at="2026-03-02T13:00:00Z")
        before = lines(store.for_user("A"))

        clock.wait(hours=1)

        assert (before, lines(store.for_user("A"))) == (["- likes marmalade"], [])


def test_it_is_of_the_route_and_a_narrower_row_of_the_same_key_wins(store: Memory) -> None:
    pinned(store, "Tone: plain", key="tone")
    pinned(store, "Tone: formal", key="tone", scope="workspace", route={"workspace": "work"})
    pinned(store, "Only at work", scope="workspace", route={"workspace": "work"})

    everywhere, at_work = lines(store.for_user("A")), lines(store.for_user("A", workspace="work"))

    assert everywhere == ["- Tone: plain"]
    assert at_work == ["- Tone: formal", "- Only at work"]


def test_what_another_member_pinned_and_shared_is_never_in_it(store: Memory) -> None:
    store.group("g1").add("A")
    store.group("g1").add("B")
    pinned(store, "Dinner is at seven", owner="B", route={"group": "g1"}, share="group:g1")

    me = store.for_user("A", group="g1")

    assert [hit.memory.content for hit in me.search("dinner")] == ["Dinner is at seven"]
    assert me.core_block().text == ""


def test_before_others_only_what_is_public_or_theirs_is_in_it(store: Memory) -> None:
    store.group("g1").add("A")
    pinned(store, "Speaks Portuguese", sensitivity="public")
    pinned(store, "Dinner is at seven", share="group:g1")
    pinned(store)

    assert lines(store.for_user("A", group="g1", channel="group")) == ["- Speaks Portuguese", "- Dinner is at seven"]


@pytest.mark.parametrize(("purposes", "expected"), [(("personalization",), ["- I am allergic to penicillin"]), (("task",), [])])
def test_a_restricted_row_needs_consent_for_this_purpose(purposes: tuple[str, ...], expected: list[str], tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        pinned(store, "I am allergic to penicillin", consent=Consent(purposes=purposes, destinations=("local",)))

        assert lines(store.for_user("A")) == expected

    assert (("A", "memory.alert", "restricted-read") in audit(tmp_path / "memory.db")) == bool(expected)


@pytest.mark.parametrize("switch", ["saved_memory_enabled", "read_enabled"])
def test_it_is_empty_where_reading_is_off(switch: str, store: Memory) -> None:
    pinned(store)
    change: dict[str, Any] = {switch: False}
    store.for_user("A").settings(**change)

    assert store.for_user("A").core_block().text == ""


def test_it_is_empty_in_an_isolated_conversation_and_whole_in_one_that_only_reads(store: Memory) -> None:
    pinned(store)

    assert store.for_user("A", mode="isolated").core_block().text == ""
    assert lines(store.for_user("A", mode="no_write")) == ["- likes marmalade"]


@pytest.mark.parametrize(
    ("grant", "error"),
    [
        ({"verbs": frozenset(Verb) - {Verb.READ}}, VerbNotGranted),
        ({"users": frozenset({"B"})}, UserNotGranted),
        ({"purposes": frozenset({"task"})}, PurposeNotGranted),
    ],
)
def test_whoever_may_not_read_is_refused_and_that_is_on_record(grant: dict[str, Any], error: type[Exception], tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        pinned(store)
        caller = a_caller(store, "A", caller=Caller(id="bot", grant=Grant(**grant)))

        with pytest.raises(error):
            caller.core_block()

    assert audit(tmp_path / "memory.db")[-1][1] == "memory.policy_denied"


def test_a_caller_is_given_its_fields_and_kinds_alone(store: Memory) -> None:
    pinned(store, SAID, title="Breakfast")
    pinned(store, "Never serve nuts", title="Nuts", kind="constraint")

    titles = a_caller(store, "A", caller=Caller(id="bot", grant=Grant(fields=frozenset({"title"}))))
    facts = a_caller(store, "A", caller=Caller(id="bot", grant=Grant(excluded_kinds=frozenset({Kind.CONSTRAINT}))))

    assert lines(titles) == ["- Nuts", "- Breakfast"]
    assert lines(facts) == ["- Breakfast: likes marmalade"]


def test_a_caller_for_the_sake_of_audit_is_told_nothing(store: Memory) -> None:
    pinned(store, SAID, title="Breakfast", purposes=["audit"])

    assert store.for_user("A", purpose="audit").core_block().text == ""


def test_a_secret_that_older_rules_let_in_is_masked(store: Memory) -> None:
    memory_id = pinned(store)

    pin(store, memory_id, content="The db password is hunter2-Tr0ub4dor", rule_version=RULE_VERSION - 1)

    text = store.for_user("A").core_block().text
    assert "hunter2" not in text
    assert "db password" in text


def test_it_is_on_record_and_counted_as_recalled(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        memory_id = pinned(store)

        store.for_user("A").core_block()
        store.for_user("A", mode="no_write").core_block()

    file = tmp_path / "memory.db"
    assert audit(file)[-2:] == [("A", "memory.read", "core")] * 2
    assert rows(file, "SELECT memory_id, recall_count FROM memory_usage") == [(memory_id, 1)]


@pytest.mark.parametrize(
    ("setting", "locale", "heading"), [(None, None, "about the person"), ("zh", None, "关于用户"), ("zh", "en", "about the person")]
)
def test_its_language_is_as_asked_else_as_set(setting: str | None, locale: str | None, heading: str, store: Memory) -> None:
    pinned(store)
    store.for_user("A").settings(locale=setting)

    assert f"## {heading}" in store.for_user("A").core_block(locale).text


def test_an_unknown_language_is_refused(store: Memory) -> None:
    with pytest.raises(Invalid):
        store.for_user("A").core_block("fr")


def test_it_tells_no_id_key_time_or_column() -> None:
    with TimedStore(HandClock()) as store:
        memory_id = pinned(store, key="secret_key", subject="hidden-subject", tags=["hidden-tag"])

        text = store.for_user("A").core_block().text

    for internal in (memory_id, memory_id[:8], "secret_key", "hidden", "2026", "default", "fact", "0.9"):
        assert internal not in text


def test_a_row_stands_in_the_core_block_or_in_the_context_block_and_in_no_prompt_twice(store: Memory) -> None:
    me = store.for_user("A")
    pinned(store)
    pinned(store, "Never serve marmalade with nuts", kind="constraint")
    me.save("Makes marmalade every January")

    block = me.context("Tell me about marmalade")

    assert [hit.memory.content for hit in block.hits] == ["Makes marmalade every January"]
    assert lines(me) == ["- Never serve marmalade with nuts", "- likes marmalade"]


def test_the_same_words_in_another_scope_do_not_stand_in_both_either(store: Memory) -> None:
    pinned(store)
    me = store.for_user("A", workspace="work")
    me.save("Likes  marmalade", scope="workspace")

    assert me.context("Tell me about marmalade").text == ""


def test_where_only_context_blocks_are_delivered_they_hold_what_is_pinned() -> None:
    with a_store(preset="governed") as store:
        pinned(store)

        block = store.for_user("A").context("Tell me about marmalade")

    assert [hit.memory.content for hit in block.hits] == [SAID]


def test_what_found_no_room_in_the_core_block_stands_in_the_context_block() -> None:
    with a_store(core_user_chars=90) as store:
        pinned(store, "marmalade with a great deal of peel", key="a")
        pinned(store, "marmalade with hardly any peel in it", key="b")

        core, block = store.for_user("A").core_block(), store.for_user("A").context("Tell me about marmalade")

    assert core.left_out == 1
    assert {row.content for row in core.rows}.isdisjoint({hit.memory.content for hit in block.hits})
    assert len(core.rows) + len(block.hits) == 2


def test_many_pinned_rows_take_no_place_from_what_else_matches() -> None:
    with a_store(core_user_chars=20_000) as store:
        for number in range(40):
            pinned(store, f"marmalade marmalade {number}", kind="constraint")
        store.for_user("A").save_many([{"content": f"marmalade jar number {number} of the cellar"} for number in range(3)])
        store.for_user("A").save("Never serve old jam", kind="constraint")

        block = store.for_user("A").context("Tell me about marmalade")

    assert sorted(hit.memory.content for hit in block.hits) == [
        "Never serve old jam",
        *(f"marmalade jar number {number} of the cellar" for number in range(3)),
    ]


def test_the_important_fallback_is_for_what_is_not_in_the_core_block() -> None:
    with a_store(flags={"context.fallback": "important"}) as store:
        for number in range(3):
            pinned(store, f"Wants to see city number {number}", kind="goal")
        store.for_user("A").save_many([{"content": f"Has seen city number {number}"} for number in range(5)])

        block = store.for_user("A").context("What is the weather like?")

    assert len(block.hits) == 3
    assert all("Has seen" in hit.memory.content for hit in block.hits)


def filled(**settings: Any) -> Memory:
    return a_store(flags={"core.fill": "auto", "consent": "auto"}, **settings)


def test_where_it_is_filled_the_most_important_of_the_persons_own_stand_beside_what_is_pinned() -> None:
    with filled(core_user_chars=70, core_agent_chars=60) as store:
        me = store.for_user("A")
        pinned(store)
        me.save("likes quinces")
        me.save("Never serve nuts", kind="constraint")
        me.save("Seems to like limes", source="inferred")
        me.save("Answer in lists", kind="procedure")

        assert lines(me) == ["- Never serve nuts", "- likes marmalade", "- Answer in lists"]


def test_a_row_that_does_not_fit_is_passed_over_for_one_that_does() -> None:
    with filled(core_user_chars=90) as store:
        me = store.for_user("A")
        me.save("Never serve nuts, not even ground ones, nor anything that was near them", kind="constraint")
        me.save("likes quinces")

        assert lines(me) == ["- likes quinces"]
        assert me.core_block().left_out == 0


def test_of_equal_importance_the_older_row_stands_first() -> None:
    with filled(core_user_chars=60) as store:
        me = store.for_user("A")
        for fruit in ("quinces", "limes", "plums", "figs"):
            me.save(f"likes {fruit}")

        assert lines(me) == ["- likes quinces", "- likes limes"]
