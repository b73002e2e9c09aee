"""H23: nothing but the person's own new explicit word brings a forgotten memory back."""

from pathlib import Path

import pytest

from engines import a_store
from factories import a_url, audit, listed
from keptmind import Memory, OwnerMemory
from keptmind.errors import MemoryNotFound

WORDS = "Plays the viola on Thursdays"


def forgotten(me: OwnerMemory, words: str = WORDS) -> str:
    saved = me.save(words).memory
    assert saved is not None
    me.forget(saved.id)
    return saved.id


@pytest.mark.parametrize("source", ["imported", "inferred", "observed", "manual", "confirmed"])
def test_no_other_source_than_the_persons_explicit_word_brings_it_back(source: str, store: Memory) -> None:
    me = store.for_user("A")
    forgotten(me)

    again = me.save(WORDS, source=source)

    assert (again.outcome, again.rule) == ("refused", "forgotten")
    assert listed(me) == []


@pytest.mark.parametrize(
    "spelling",
    [WORDS.upper(), f"  {WORDS}  ", WORDS.replace(" ", "  "), "Ｐlays the viola on Thursdays", "Plays the vi\u200bola on Thursdays"],
)
def test_another_spelling_of_the_same_words_does_not_bring_it_back(spelling: str, store: Memory) -> None:
    me = store.for_user("A")
    forgotten(me)

    again = me.save(spelling, source="imported")

    assert again.outcome == "refused"


def test_words_of_an_earlier_revision_do_not_come_back_either(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save(WORDS).memory
    assert saved is not None
    me.update(saved.id, expected_revision=1, content="Plays the cello on Fridays")
    me.forget(saved.id)

    again = me.save(WORDS, source="imported")

    assert again.outcome == "refused"


@pytest.mark.parametrize("verb", ["restore", "suppress", "archive", "get"])
def test_no_verb_finds_it_by_its_id(verb: str, store: Memory) -> None:
    me = store.for_user("A")
    memory_id = forgotten(me)

    with pytest.raises(MemoryNotFound):
        getattr(me, verb)(memory_id)


def test_the_persons_own_new_word_is_kept_and_recorded_as_an_override(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        forgotten(me)

        again = me.save(WORDS)

    created = [rule for _, action, rule in audit(tmp_path / "memory.db") if action == "memory.created"]
    assert again.outcome == "created"
    assert len(created) == 2
    assert created[1] != created[0]


def test_it_stays_forgotten_for_the_next_process(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        forgotten(store.for_user("A"))

    with Memory(a_url(tmp_path)) as store:
        again = store.for_user("A").save(WORDS, source="imported")

    assert again.outcome == "refused"


def test_forgetting_binds_one_person_in_one_scope_alone(store: Memory) -> None:
    forgotten(store.for_user("A"))

    others = [
        store.for_user("B").save(WORDS, source="imported"),
        store.for_user("A", tenant="T2").save(WORDS, source="imported"),
        store.for_user("A", workspace="work").save(WORDS, source="imported", scope="workspace"),
    ]

    assert [saved.outcome for saved in others] == ["created", "created", "created"]


def test_a_pending_proposal_that_says_the_forgotten_words_goes_with_them(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        waiting = me.save(WORDS, source="inferred")
        assert waiting.outcome == "candidate"

        forgotten(me)

    assert WORDS.encode() not in (tmp_path / "memory.db").read_bytes()


def test_with_relearning_allowed_an_import_brings_it_back() -> None:
    with a_store(flags={"forget.block_relearning": "off"}) as store:
        me = store.for_user("A")
        forgotten(me)

        again = me.save(WORDS, source="imported")

    assert again.outcome == "created"
