"""Each preset walks what it promises, as far as it is built."""

from typing import Any

import pytest

from engines import a_store
from factories import HandClock, TimedStore, texts
from keptmind import Memory
from keptmind.errors import InvalidSettings, ScopeDisabled

ROUTE: dict[str, Any] = {"workspace": "work", "account": "a1", "assistant": "s1", "conversation": "c1"}
SCOPES = {
    "standard": {"global", "workspace", "account", "assistant", "conversation"},
    "careful": {"global", "workspace"},
    "companion": {"global", "workspace", "assistant"},
    "governed": {"global", "workspace", "account", "assistant", "conversation"},
    "projected": {"global", "account", "conversation"},
    "staged": {"global", "assistant", "conversation"},
}
SETTLES = {"standard": True, "careful": False, "companion": True, "governed": False, "projected": True, "staged": True}
APPLIES_GUESSES = {"standard": False, "careful": False, "companion": True, "governed": False, "projected": True, "staged": True}
LINES = {
    "standard": "- [2026-03-02] likes marmalade (you said)",
    "careful": "- [2026-03-02] likes marmalade (you said)",
    "companion": "- [2026-03-02] Seems to like quinces",
    "governed": "- [2026-03-02] likes marmalade (you said; 0.90; fact; global)",
    "projected": "- [2026-03-02] Seems to like quinces (inferred, unsure)",
    "staged": "- [2026-03-02] likes marmalade",
}
FLAT = {"companion", "staged"}
FILLS_THE_CORE = {"companion", "projected"}
BLOCKS_RELEARNING = {"standard": True, "careful": False, "companion": True, "governed": True, "projected": True, "staged": True}


@pytest.mark.parametrize("preset", SCOPES)
def test_a_preset_walks_its_promises(preset: str) -> None:
    with TimedStore(HandClock(), preset=preset) as store:
        me = store.for_user("A", **ROUTE)

        writable = set()
        for scope in ("global", "workspace", "account", "assistant", "conversation"):
            try:
                me.save(f"Tries the {scope} scope", scope=scope)
                writable.add(scope)
            except ScopeDisabled:
                pass
        me.save("Meets on Monday", key="meeting", scope="global")
        conflicting = me.save("Meets on Friday", key="meeting", scope="global")
        replaced = me.save("Meets on Sunday", key="meeting", scope="global", replace=True)
        guessed = me.save("Seems to like quinces", source="inferred", scope="global")
        liked = me.save("likes marmalade", scope="global").memory
        assert liked is not None
        block = me.context("Tell me about marmalade and quinces").text
        core = me.core_block().text
        me.forget(liked.id)
        relearned = me.save("likes marmalade", source="imported", scope="global")

    assert writable == SCOPES[preset]
    assert conflicting.outcome == ("updated" if SETTLES[preset] else "candidate")
    assert replaced.outcome == "updated"
    assert guessed.outcome == ("created" if APPLIES_GUESSES[preset] else "candidate")
    assert LINES[preset] in block.splitlines()
    assert ("- likes marmalade" in core.splitlines()) == (preset in FILLS_THE_CORE)
    assert ("likes marmalade" in block) == (preset not in FILLS_THE_CORE)
    assert ("##" in block) == (preset not in FLAT)
    assert relearned.outcome == ("refused" if BLOCKS_RELEARNING[preset] else "created")


@pytest.mark.parametrize(
    ("preset", "rows"), [("standard", 0), ("careful", 0), ("companion", 1), ("governed", 0), ("projected", 0), ("staged", 0)]
)
def test_only_the_companion_falls_back_to_what_is_important(preset: str, rows: int) -> None:
    with a_store(preset=preset) as store:
        me = store.for_user("A")
        me.save("Wants to run a marathon", kind="goal", source="inferred")

        block = me.context("What is the capital of France?")

    assert len(block.hits) == rows


@pytest.mark.parametrize("preset", ["careful", "staged"])
def test_the_legacy_way_of_reading_goes_by_phrase_and_words_with_the_later_row_first(preset: str) -> None:
    clock = HandClock()
    with TimedStore(clock, preset=preset) as store:
        me = store.for_user("A")
        for text in ("green tea leaves", "tea that is green", "green tea cups", "the cat sleeps"):
            me.save(text)
            clock.wait(hours=1)

        found = texts(me.search("green tea"))

    assert found[:2] == ["green tea cups", "green tea leaves"]
    assert "the cat sleeps" not in found


def test_a_single_flag_overrides_its_preset() -> None:
    with a_store(preset="careful", flags={"conflict.explicit": "settle"}) as store:
        me = store.for_user("A")
        me.save("Meets on Monday", key="meeting")

        again = me.save("Meets on Friday", key="meeting")

    assert again.outcome == "updated"


@pytest.mark.parametrize(
    "given",
    [
        {"preset": "strict"},
        {"flags": {"render.mode": "round"}},
        {"flags": {"no.such": "on"}},
        {"flags": {"scopes.enabled": ()}},
        {"no_such": 1},
    ],
)
def test_a_preset_or_flag_nobody_knows_is_refused_with_what_is_allowed(given: dict[str, object]) -> None:
    with pytest.raises(InvalidSettings) as caught:
        a_store(**given)

    assert caught.value.details["allowed"]


def test_a_candidate_changes_nothing_that_is_read(store: Memory) -> None:
    me = store.for_user("A")

    waiting = me.save("Seems to like quinces", source="inferred")

    assert waiting.candidate is not None
    assert waiting.candidate.proposed_content == "Seems to like quinces"
    assert me.search("quinces") == []
    assert me.list().items == ()
    assert me.context("Do I like quinces?").text == ""


def test_saving_the_same_again_is_the_same_row(store: Memory) -> None:
    me = store.for_user("A")
    first = me.save("likes marmalade").memory

    again = me.save("  LIKES  marmalade ")

    assert first is not None
    assert (again.outcome, again.memory and again.memory.id, again.memory and again.memory.revision) == ("same", first.id, 1)


def test_saving_over_a_suppressed_row_waits_and_never_revives_it(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("likes marmalade", key="jam").memory
    assert saved is not None
    me.suppress(saved.id)

    again = me.save("likes quince jam", key="jam")

    assert (again.outcome, again.rule) == ("candidate", "suppressed-stays")
    assert me.get(saved.id).status == "suppressed"
    assert me.search("jam") == []


def test_restoring_into_an_occupied_key_is_a_conflict(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("likes marmalade", key="jam").memory
    assert saved is not None
    me.archive(saved.id)
    me.save("likes quince jam", key="jam")

    with pytest.raises(Exception, match="key-taken"):
        me.restore(saved.id)

    assert me.get(saved.id).status == "archived"


def test_renaming_onto_an_occupied_key_is_a_conflict(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("likes marmalade", key="jam").memory
    assert saved is not None
    other = me.save("likes tea", key="drink").memory
    assert other is not None

    with pytest.raises(Exception, match="key-taken"):
        me.update(other.id, expected_revision=1, key="jam")

    assert (me.get(saved.id).key, me.get(other.id).key) == ("jam", "drink")
