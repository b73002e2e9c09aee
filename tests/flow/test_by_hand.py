"""What the owner does to a row by hand: confirm, complete, judge, bring back what it said."""

from datetime import timedelta

import pytest

from factories import NOON, HandClock, TimedStore
from keptmind import Memory, OwnerMemory
from keptmind.errors import (
    ContentRefused,
    KeyTaken,
    MemoryNotFound,
    NotCompletable,
    ReadOnlyConversation,
    StaleRevision,
    UnknownWord,
    VersionNotFound,
)
from keptmind.model.memory import Memory as Row
from keptmind.policy.edition import RULE_VERSION


def kept(me: OwnerMemory, text: str = "The office is on floor 3 of the tower", **said: object) -> Row:
    """Keep something and return the row."""
    memory = me.save(text, **said).memory  # type: ignore[arg-type]
    assert memory is not None
    return memory


def test_confirming_makes_a_guess_the_persons_word_and_leaves_the_revision() -> None:
    with TimedStore(HandClock(), flags={"consent": "auto"}) as store:
        me = store.for_user("A")
        guess = kept(me, source="inferred", reason="map")
        assert guess.source == "inferred"
        assert guess.confidence == pytest.approx(0.4)

        confirmed = me.confirm(guess.id)

    assert (confirmed.source, confirmed.revision) == ("confirmed", 1)
    assert confirmed.confidence == pytest.approx(0.85)
    assert confirmed.last_confirmed_at == NOON


def test_confirming_takes_effect_in_the_next_answer_though_it_was_remembered(store: Memory) -> None:
    me = store.for_user("A")
    imported = kept(me, source="imported")
    before = me.search("office floor", explain=True)[0].factors

    me.confirm(imported.id)

    after = me.search("office floor", explain=True)[0].factors
    assert before is not None
    assert after is not None
    assert after.confidence > before.confidence


def test_confirming_renews_what_is_restricted_for_a_year_and_asks_again_before() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        first = kept(me, "I have type 2 diabetes", consent=True)
        assert first.expires_at == NOON + timedelta(days=365)
        assert first.review_after == NOON + timedelta(days=335)
        clock.wait(days=340)

        renewed = me.confirm(first.id)

    assert renewed.expires_at == NOON + timedelta(days=340 + 365)
    assert renewed.review_after == NOON + timedelta(days=340 + 335)


def test_the_persons_word_on_another_day_in_another_conversation_makes_it_surer() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        first = kept(store.for_user("A", conversation="c1"))
        clock.wait(days=1)

        again = store.for_user("A", conversation="c2").save(first.content)

    assert again.memory is not None
    assert again.outcome == "same"
    assert again.memory.confidence == pytest.approx(0.99)
    assert again.memory.last_confirmed_at == NOON + timedelta(days=1)


def test_a_done_task_ends_a_day_later() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        task = kept(me, "Draft the invitation", kind="task")

        done = me.complete(task.id)

    assert done.expires_at == NOON + timedelta(hours=24)


def test_only_what_can_be_done_can_be_completed(store: Memory) -> None:
    me = store.for_user("A")

    with pytest.raises(NotCompletable):
        me.complete(kept(me).id)


def test_what_was_wrong_is_paused_and_hardly_sure_any_more(store: Memory) -> None:
    me = store.for_user("A")

    judged = me.feedback(kept(me).id, "wrong")

    assert judged.status == "suppressed"
    assert judged.confidence < 0.2
    assert me.search("office floor") == []


def test_what_is_outdated_ends_now(store: Memory) -> None:
    me = store.for_user("A")
    memory = kept(me)

    me.feedback(memory.id, "outdated")

    assert me.search("office floor") == []
    assert me.get(memory.id).expired


def test_what_is_irrelevant_weighs_less(store: Memory) -> None:
    me = store.for_user("A")
    memory = kept(me)

    judged = me.feedback(memory.id, "irrelevant")

    assert judged.importance == pytest.approx(memory.importance - 0.1)
    assert me.search("office floor") != []


def test_a_judgement_is_one_of_three(store: Memory) -> None:
    me = store.for_user("A")

    with pytest.raises(UnknownWord):
        me.feedback(kept(me).id, "great")


def test_use_is_counted_and_moves_no_revision(store: Memory) -> None:
    me = store.for_user("A")
    memory = kept(me)
    revision = me.stats().memory_revision

    me.used([memory.id, memory.id])
    me.used(memory.id)

    assert (me.get(memory.id).revision, me.stats().memory_revision) == (1, revision)


def test_nobody_reports_the_use_of_anothers_row(store: Memory) -> None:
    memory = kept(store.for_user("A"))

    with pytest.raises(MemoryNotFound):
        store.for_user("B").used(memory.id)
    with pytest.raises(ReadOnlyConversation):
        store.for_user("A", mode="no_write").used(memory.id)


def test_history_tells_every_revision_and_who_made_it(store: Memory) -> None:
    me = store.for_user("A")
    memory = kept(me)
    me.update(memory.id, expected_revision=1, content="The office is in the harbour")
    me.suppress(memory.id)

    versions = me.history(memory.id)

    assert [(one.revision, one.change_type, one.status) for one in versions] == [
        (1, "create", "active"),
        (2, "update", "active"),
        (3, "suppress", "suppressed"),
    ]
    assert [one.content for one in versions][:2] == ["The office is on floor 3 of the tower", "The office is in the harbour"]


def test_an_earlier_revision_comes_back_as_a_new_one(store: Memory) -> None:
    me = store.for_user("A")
    memory = kept(me, title="Office", tags=("place",))
    me.update(memory.id, expected_revision=1, content="The office is in the harbour", title=None, tags=())

    restored = me.restore_version(memory.id, 1, expected_revision=2)

    assert (restored.revision, restored.change_type) == (3, "restore")
    assert (restored.content, restored.title, restored.tags) == (memory.content, "Office", ("place",))
    assert [hit.memory.id for hit in me.search("floor of the tower")] == [memory.id]


def test_bringing_back_needs_the_revision_that_was_read(store: Memory) -> None:
    me = store.for_user("A")
    memory = kept(me)
    me.update(memory.id, expected_revision=1, content="The office is in the harbour")

    with pytest.raises(StaleRevision) as stale:
        me.restore_version(memory.id, 1, expected_revision=1)
    with pytest.raises(VersionNotFound):
        me.restore_version(memory.id, 9, expected_revision=2)

    assert stale.value.current_revision == 2
    assert me.get(memory.id).revision == 2


def test_a_key_that_is_taken_meanwhile_does_not_come_back(store: Memory) -> None:
    me = store.for_user("A")
    memory = kept(me, key="office")
    me.update(memory.id, expected_revision=1, key="headquarters")
    kept(me, "The desk is by the window", key="office")

    with pytest.raises(KeyTaken):
        me.restore_version(memory.id, 1, expected_revision=2)


def test_what_the_rules_refuse_here_does_not_come_back_here(store: Memory) -> None:
    me = store.for_user("A", read_mode="explicit")
    memory = kept(me, "My grade in chemistry is a B plus")
    me.update(memory.id, expected_revision=1, content="Walks to work")

    with pytest.raises(ContentRefused) as refused:
        store.for_user("A", workspace="learning").restore_version(memory.id, 1, expected_revision=2)

    assert refused.value.details["rule"] == "belongs-elsewhere"


def test_a_consent_once_given_for_the_words_holds_for_them_when_they_come_back(store: Memory) -> None:
    me = store.for_user("A", read_mode="explicit")
    memory = kept(me, "I have type 2 diabetes", consent=True)
    me.update(memory.id, expected_revision=1, content="Walks to work", sensitivity="private", consent=False)

    back = me.restore_version(memory.id, 1, expected_revision=2)

    assert (back.content, back.consent) == ("I have type 2 diabetes", memory.consent)


def test_an_older_statement_that_arrives_late_is_history_and_changes_nothing() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        memory = kept(me)

        late = me.save("The office is on floor 1 of the tower", occurred_at="2025-01-01")

        texts = [(one.revision, one.change_type, one.content[14:24]) for one in me.history(memory.id)]
        found = [hit.memory.content for hit in me.search("which floor of the tower")]
    assert (late.outcome, late.rule) == ("same", "older-than-known")
    assert texts == [(1, "create", "on floor 3"), (2, "late", "on floor 1"), (3, "restore", "on floor 3")]
    assert found == ["The office is on floor 3 of the tower"]


def test_provenance_tells_source_evidence_confidence_and_rule(store: Memory) -> None:
    me = store.for_user("A", conversation="c7")
    memory = kept(me)

    why = me.provenance(memory.id)

    assert (why.source, why.reason, why.rule, why.rule_version) == ("explicit", "asked-to-remember", "create:explicit", RULE_VERSION)
    assert [(one.source, one.sign, one.conversation) for one in why.evidence] == [("explicit", 1, "c7")]
    assert why.confidence == pytest.approx(0.9)
