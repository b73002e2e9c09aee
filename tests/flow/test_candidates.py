"""What waits for the person: accepted, edited, turned down, overtaken by events, expired."""

from datetime import timedelta
from pathlib import Path

import pytest

from factories import HandClock, TimedStore, a_url, audit, bytes_of, everything, rows
from keptmind import Memory, OwnerMemory
from keptmind.errors import CandidateDecided, CandidateMoved, CandidateNotFound, ContentRefused, NotFound
from keptmind.model.candidate import Candidate


def waiting(me: OwnerMemory, text: str = "Prefers answers with an example", **said: object) -> Candidate:
    """Have something inferred that waits."""
    candidate = me.save(text, **{"source": "inferred", "kind": "preference", "reason": "asked for one thrice", **said}).candidate  # type: ignore[arg-type]
    assert candidate is not None
    return candidate


def test_what_waits_is_listed_with_why_and_until_when(store: Memory) -> None:
    me = store.for_user("A", conversation="c1")

    waiting(me)

    (candidate,) = me.candidates()
    assert (candidate.operation, candidate.status, candidate.rule) == ("create", "pending", "inferred-waits")
    assert candidate.proposed_content == "Prefers answers with an example"
    assert candidate.reason == "asked for one thrice"
    assert candidate.source_conversation == "c1"
    assert candidate.expires_at - candidate.created_at == timedelta(days=30)


def test_a_pending_item_has_a_neutral_shape_that_names_its_actions(store: Memory) -> None:
    item = waiting(store.for_user("A"), "Prefers " + "very " * 50 + "long answers").pending_item()

    assert item.type == "memory.create"
    assert item.actions == ("accept", "reject")
    assert len(item.summary) == 160
    assert "very" not in repr(item)


def test_accepting_makes_a_confirmed_memory(store: Memory) -> None:
    me = store.for_user("A")
    candidate = waiting(me)

    memory = me.accept(candidate.id)

    assert (memory.content, memory.source, memory.kind) == ("Prefers answers with an example", "confirmed", "preference")
    assert memory.source_candidate == candidate.id
    assert memory.confidence == pytest.approx(0.85)
    assert memory.last_confirmed_at is not None
    assert me.candidates() == []
    assert [one.resulting_memory for one in me.candidates("accepted")] == [memory.id]


def test_accepting_twice_applies_once(store: Memory) -> None:
    me = store.for_user("A")
    candidate = waiting(me)

    first, second = me.accept(candidate.id), me.accept(candidate.id)

    assert first == second
    assert me.stats().total == 1


def test_both_the_guess_and_the_confirmation_are_evidence(store: Memory) -> None:
    me = store.for_user("A")

    memory = me.accept(waiting(me).id)

    assert [(one.source, one.role) for one in me.provenance(memory.id).evidence] == [("inferred", "host"), ("confirmed", "user")]


def test_accepting_with_an_edit_keeps_the_edited_words_alone(store: Memory) -> None:
    me = store.for_user("A", workspace="learning")
    candidate = waiting(me)

    memory = me.accept(candidate.id, content="Prefers answers with two examples", kind="constraint", scope="workspace")

    assert (memory.content, memory.kind, str(memory.scope)) == ("Prefers answers with two examples", "constraint", "workspace:learning")
    assert me.search("an example") == me.search("examples")


def test_an_edit_passes_the_rules_again(store: Memory) -> None:
    me = store.for_user("A")
    candidate = waiting(me)

    with pytest.raises(ContentRefused) as refused:
        me.accept(candidate.id, content="my password is Tr0ub4dor&3x")

    assert refused.value.details["rule"] == "secret"
    assert [one.id for one in me.candidates()] == [candidate.id]


def test_a_rejected_one_leaves_no_text_and_is_not_proposed_again(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        candidate = waiting(me, "Prefers the word zanzibarquill")

        rejected = me.reject(candidate.id)
        again = me.save("prefers the word zanzibarquill.", source="inferred", kind="preference", reason="x")

    assert (rejected.status, rejected.proposed_content) == ("rejected", "")
    assert (again.outcome, again.rule) == ("refused", "rejected-before")
    assert b"zanzibarquill" not in bytes_of(tmp_path / "memory.db")


def test_rejecting_twice_is_once_and_accepting_afterwards_is_a_conflict(store: Memory) -> None:
    me = store.for_user("A")
    candidate = waiting(me)

    me.reject(candidate.id)

    assert me.reject(candidate.id).status == "rejected"
    with pytest.raises(CandidateDecided) as decided:
        me.accept(candidate.id)
    assert decided.value.details["status"] == "rejected"


def test_an_accepted_one_cannot_be_rejected(store: Memory) -> None:
    me = store.for_user("A")
    candidate = waiting(me)
    me.accept(candidate.id)

    with pytest.raises(CandidateDecided):
        me.reject(candidate.id)


def test_the_persons_own_word_brings_back_what_they_turned_down(store: Memory) -> None:
    me = store.for_user("A")
    me.reject(waiting(me).id)

    saved = me.save("Prefers answers with an example", kind="preference")

    assert saved.outcome == "created"


def test_after_ninety_days_it_may_be_proposed_again() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        me.reject(waiting(me).id)
        clock.wait(days=89)
        early = me.save("Prefers answers with an example", source="inferred", kind="preference", reason="x")
        clock.wait(days=2)

        late = me.save("Prefers answers with an example", source="inferred", kind="preference", reason="x")

    assert (early.outcome, late.outcome) == ("refused", "candidate")


def test_a_rejection_holds_in_its_scope_alone(store: Memory) -> None:
    here, there = store.for_user("A", workspace="learning"), store.for_user("A", workspace="research")
    here.reject(waiting(here, scope="workspace").id)

    saved = there.save("Prefers answers with an example", source="inferred", kind="preference", reason="x", scope="workspace")

    assert saved.outcome == "candidate"


def test_a_candidate_whose_target_moved_on_is_compared_again(store: Memory) -> None:
    me = store.for_user("A")
    known = me.save("The office is on floor 3 of the tower").memory
    assert known is not None
    candidate = waiting(me, "The office is on floor 4 of the tower", kind="fact")
    assert (candidate.operation, candidate.target_memory_id, candidate.expected_revision) == ("replace", known.id, 1)
    me.update(known.id, expected_revision=1, content="The office is on floor 5 of the tower")

    with pytest.raises(CandidateMoved) as moved:
        me.accept(candidate.id)

    (renewed,) = me.candidates()
    assert moved.value.current_revision == 2
    assert moved.value.details["candidate"] == renewed.id
    assert renewed.expected_revision == 2
    assert me.accept(renewed.id).content == "The office is on floor 4 of the tower"
    assert [one.content[-22:] for one in me.history(known.id)] == [f"on floor {number} of the tower"[-22:] for number in (3, 5, 4)]


def test_accepting_what_was_said_meanwhile_adds_evidence_and_no_row(store: Memory) -> None:
    me = store.for_user("A")
    candidate = waiting(me)
    me.save("Prefers answers with an example.", kind="preference")

    memory = me.accept(candidate.id)

    assert me.stats().total == 1
    assert len(me.provenance(memory.id).evidence) == 3


def test_a_candidate_of_a_forgotten_target_is_gone(store: Memory) -> None:
    me = store.for_user("A")
    known = me.save("The office is on floor 3 of the tower").memory
    assert known is not None
    candidate = waiting(me, "The office is on floor 4 of the tower", kind="fact")

    me.forget(known.id)

    with pytest.raises(CandidateNotFound):
        me.accept(candidate.id)


def test_after_thirty_days_it_has_expired_and_its_text_is_gone(tmp_path: Path) -> None:
    clock = HandClock()
    with TimedStore(clock, a_url(tmp_path)) as store:
        me = store.for_user("A")
        candidate = waiting(me, "Prefers the word zanzibarquill")
        clock.wait(days=31)
        assert me.candidates() == []
        with pytest.raises(CandidateDecided) as decided:
            me.accept(candidate.id)

    assert decided.value.details["status"] == "expired"
    assert "zanzibarquill" not in everything(tmp_path / "memory.db")
    assert rows(tmp_path / "memory.db", "SELECT status FROM memory_candidates") == [("expired",)]


def test_what_would_have_ended_by_now_waits_no_longer(tmp_path: Path) -> None:
    clock = HandClock()
    with TimedStore(clock, a_url(tmp_path)) as timed:
        me = timed.for_user("A")
        candidate = waiting(me, "Prefers the ferry to the bridge this week", expires_at=clock.at + timedelta(days=5))
        clock.wait(days=5)

        assert me.candidates() == []
        with pytest.raises(CandidateDecided, match="expired"):
            me.accept(candidate.id)

    assert "ferry" not in everything(tmp_path / "memory.db")


def test_nobody_sees_or_decides_what_waits_for_another(store: Memory) -> None:
    candidate = waiting(store.for_user("A"))
    other = store.for_user("B")

    assert other.candidates() == []
    for decide in (other.accept, other.reject, other.undo):
        with pytest.raises(NotFound):
            decide(candidate.id)
    assert len(store.for_user("A").candidates()) == 1


def test_every_decision_is_on_record_without_a_word(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        me.accept(waiting(me).id)
        me.reject(waiting(me, "Prefers the word zanzibarquill").id)

    actions = [action for _, action, _ in audit(tmp_path / "memory.db")]
    assert {"memory.candidate_created", "memory.candidate_accepted", "memory.candidate_rejected"} <= set(actions)
    assert "zanzibarquill" not in str(rows(tmp_path / "memory.db", "SELECT * FROM audit_events"))
