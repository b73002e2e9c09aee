"""What an attacker tried against truth, reach and share, each with the right outcome."""

import time
from datetime import timedelta

import pytest

from engines import a_store
from factories import HandClock, TimedStore, a_caller, listed, texts
from keptmind import Memory
from keptmind.errors import CandidateMoved, CandidateNotFound, InvalidPattern, QuestionNotFound, VersionNotFound
from keptmind.model.context import Caller, Grant
from keptmind.model.memory import Kind, Sensitivity


def limited(**grant: object) -> Caller:
    return Caller(id="limited", grant=Grant(**grant))  # type: ignore[arg-type]


def test_history_and_restoring_never_show_what_the_reach_denies(store: Memory) -> None:
    me, mine = store.for_user("A"), store.for_user("A", read_mode="explicit")
    row = me.save("The safe stands behind the painting", sensitivity="sealed").memory
    assert row is not None
    mine.update(row.id, expected_revision=1, content="The safe was sold", sensitivity="public")

    seen = store.for_user("A", channel="group", group="g").history(row.id)
    caller = a_caller(store, "A", caller=limited(highest_sensitivity=Sensitivity.PRIVATE))

    assert [one.content for one in seen] == ["", "The safe was sold"]
    with pytest.raises(VersionNotFound):
        caller.restore_version(row.id, 1, expected_revision=2)
    assert mine.restore_version(row.id, 1, expected_revision=2).sensitivity is Sensitivity.SEALED


def test_candidates_are_seen_and_decided_within_the_reach_alone(store: Memory) -> None:
    me = store.for_user("A", conversation="c1")
    text = "Never sails on the lake at night"
    waiting = me.save(text, kind="constraint", source="inferred", reason="r", scope="conversation").candidate
    assert waiting is not None
    narrow = a_caller(
        store, "A", workspace="work", caller=limited(workspaces=frozenset({"work"}), excluded_kinds=frozenset({Kind.CONSTRAINT}))
    )

    assert narrow.candidates() == []
    with pytest.raises(Exception, match="candidate-not-found"):
        narrow.accept(waiting.id)
    narrow.forget_all(confirm="A")
    assert [one.id for one in me.candidates()] == [waiting.id]


def test_only_who_sees_both_rows_answers(store: Memory) -> None:
    me = store.for_user("A")
    for number in (3, 4):
        me.save(f"The office is on floor {number} of the tower", source="imported")

    with pytest.raises(QuestionNotFound):
        a_caller(store, "A", caller=limited(highest_sensitivity=Sensitivity.PUBLIC)).answer(me.questions()[0].id, "neither")


def test_new_words_never_go_to_a_group_that_nobody_named_for_them(store: Memory) -> None:
    group = store.group("g1")
    group.add("A")
    group.add("B")
    me = store.for_user("A")
    me.save("Likes walking in the forest", share="group:g1")

    me.save("Likes walking in the forest because the boss drives me mad")

    assert store.for_user("B", group="g1").search("forest boss") == []


def test_a_caller_of_some_fields_learns_nothing_by_matching_the_others(store: Memory) -> None:
    store.for_user("A").save("Orchid in the garden", title="Plain title")
    caller = a_caller(store, "A", caller=limited(fields=frozenset({"title"})))

    assert caller.search("orchid") == []
    assert caller.list(text="orch").items == ()
    assert len(caller.search("plain title")) == 1
    assert len(caller.list(text="plain").items) == 1


def test_what_waits_is_told_as_its_reader_may_see_it(store: Memory) -> None:
    store.for_user("A").save("Likes owls at the barn", title="Owls", source="inferred", reason="saw it")

    told = a_caller(store, "A", caller=limited(fields=frozenset({"content"}))).save("Likes owls at the barn", source="inferred").candidate

    assert told is not None
    assert told.proposed is not None
    assert (told.proposed.title, told.proposed.reason) == (None, None)


def test_the_stricter_sensitivity_of_what_waits_holds(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Likes owls at the barn", source="inferred", reason="r")

    again = me.save("Likes owls at the barn", source="inferred", reason="r", sensitivity="restricted", consent=True).candidate

    assert again is not None
    assert me.accept(again.id).sensitivity is Sensitivity.RESTRICTED
    assert me.candidates() == []


def test_no_text_holds_the_write_lock_for_long(store: Memory) -> None:
    me = store.for_user("A")
    hostile = ("请DELETE这" * 286, ".," * 1_000, "吃," * 1_000, "MC那这位名个 number " * 90, "a, " * 666)

    began = time.process_time()
    for text in hostile:
        me.save(text[:2_000], source="inferred", reason="r")
        me.save(text[:2_000])

    assert time.process_time() - began < 5  # minutes before; a bound on the class of the algorithm, not on speed


def test_an_expression_that_takes_seconds_is_refused(store: Memory) -> None:
    with pytest.raises(InvalidPattern):
        store.for_user("A").grep("(a{1,30}){1,30}b", regex=True)


def test_the_persons_word_on_a_guess_makes_it_theirs() -> None:
    with a_store(flags={"consent": "auto"}) as store:
        me = store.for_user("A")
        me.save("The dog is brown and small", source="inferred", reason="r")
        said = me.save("The dog is brown and small").memory

        later = me.save("The dog is not brown and small", source="inferred", reason="r")

    assert said is not None
    assert (said.source, later.outcome) == ("explicit", "candidate")


def test_what_the_person_did_since_is_not_undone() -> None:
    with a_store(flags={"consent": "auto"}) as store:
        me = store.for_user("A")
        me.save("The port is 8090 in Berlin", source="inferred", reason="r")
        changed = me.save("The port is 8091 in Berlin", source="inferred", reason="r")
        me.save("The port is 8091 in Berlin")
        assert changed.candidate is not None

        with pytest.raises(CandidateMoved):
            me.undo(changed.candidate.id)


def test_one_save_leaves_one_truth_whatever_its_title_and_key_name(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Prefers apple juice with lunch", title="note")
    me.save("The staging port is 8090 in Berlin")

    me.save("The staging port is 8091 in Berlin", title="note")
    me.save("The staging port is 8092 in Berlin", key="port")

    assert sorted(row.content for row in listed(me) if row.status == "active") == [
        "Prefers apple juice with lunch",
        "The staging port is 8092 in Berlin",
    ]


def test_two_keys_name_two_things_that_may_say_the_same(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Blue", key="favourite_colour")

    me.save("Blue", key="car_colour")

    assert {row.key for row in listed(me)} == {"favourite_colour", "car_colour"}


def test_the_policy_of_a_workspace_binds_its_rows_from_wherever_they_are_changed(store: Memory) -> None:
    teaching = store.for_user("A", workspace="teaching")
    waiting = teaching.save("Likes short worksheets for lessons", scope="workspace", source="inferred", reason="r").candidate
    assert waiting is not None

    with pytest.raises(Exception, match="content-refused"):
        teaching.accept(waiting.id, content="The pupil Tom in class 3 is slow at reading")
    saved = teaching.save("The pupil Tom in class 3 is slow at reading", scope="workspace")
    assert saved.rule == "workspace-policy"


def test_a_choice_for_one_conversation_leaves_the_lasting_preference(store: Memory) -> None:
    me = store.for_user("A", conversation="c1")
    me.save("Answers should be short and plain", kind="preference")
    waiting = me.save("Answers should not be short and plain", kind="preference", source="inferred", reason="r").candidate
    assert waiting is not None

    me.accept(waiting.id, scope="conversation")

    assert {str(row.scope) for row in listed(me)} == {"global", "conversation:c1"}


def test_with_inference_switched_off_nothing_inferred_is_kept() -> None:
    with a_store(flags={"consent": "auto"}) as store:
        me = store.for_user("A")
        me.settings(auto_extract_enabled=False)

        assert me.save("Usually answers at night", source="inferred", reason="r").rule == "inference-off"
        assert me.save("Answers at night").outcome == "created"


def test_the_guess_behind_an_edited_acceptance_is_not_learned_again(store: Memory) -> None:
    me = store.for_user("A")
    waiting = me.save("Usually answers at night", source="inferred", reason="r").candidate
    assert waiting is not None
    kept = me.accept(waiting.id, content="Usually answers after nine in the evening")

    me.forget(kept.id)

    assert me.save("Usually answers at night", source="inferred", reason="r").outcome == "refused"
    assert me.save("Usually answers after nine in the evening", source="inferred", reason="r").rule == "forgotten"


def test_a_forgotten_text_waits_in_no_scope_any_more(store: Memory) -> None:
    me = store.for_user("A", conversation="c1")
    kept = me.save("Sails on the lake at night").memory
    assert kept is not None
    me.save("Sails on the lake at night", source="inferred", reason="r", scope="conversation")

    me.forget(kept.id)

    assert me.candidates() == []


def test_a_confirmed_restricted_row_is_found_as_long_as_it_lives() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        row = me.save("I have type 2 diabetes", consent=True).memory
        assert row is not None
        clock.at += timedelta(days=340)
        me.confirm(row.id)
        clock.at += timedelta(days=100)

        assert texts(me.search("diabetes")) == ["I have type 2 diabetes"]
        assert all(finding.ok for finding in store.house.doctor.examine())


def test_saying_it_again_with_a_title_changes_nothing_else(store: Memory) -> None:
    me = store.for_user("A")
    first = me.save("Works in the harbour", valid_to="2999-01-01", reason="moving", review_after="2998-01-01").memory
    assert first is not None

    again = me.save("Works in the harbour", title="Work").memory

    assert again is not None
    assert (again.valid_to, again.reason, again.review_after) == (first.valid_to, "moving", first.review_after)


@pytest.mark.parametrize("text", ["0༠", "१२ cats", "Room ٣", "0༠ 万", "５६ cups"])
def test_digits_of_any_script_are_compared_and_kept(store: Memory, text: str) -> None:
    me = store.for_user("A")

    assert me.save(text).outcome == "created"
    assert me.save(text).outcome == "same"
    assert me.list().items[0].content == text


def test_what_was_applied_without_asking_is_seen_and_undone_within_the_reach_alone() -> None:
    narrowed = limited(workspaces=frozenset({"work"}), excluded_kinds=frozenset({Kind.CONSTRAINT}))
    with a_store(flags={"consent": "auto"}) as store:
        me, narrow = store.for_user("A", workspace="learning"), a_caller(store, "A", workspace="work", caller=narrowed)
        me.save("Never sails on the lake at night", kind="constraint", source="inferred", reason="told so")
        me.save("Studies with the blue book", scope="workspace", source="inferred", reason="told so")
        applied = me.candidates("auto_applied")

        for one in applied:
            with pytest.raises(CandidateNotFound):
                narrow.undo(one.id)

        assert len(applied) == 2
        assert narrow.candidates("auto_applied") == []
        assert [me.undo(one.id).status for one in applied] == ["archived", "archived"]


def test_what_was_turned_down_is_known_within_the_reach_alone(store: Memory) -> None:
    me = store.for_user("A", workspace="learning")
    narrowed = limited(workspaces=frozenset({"work"}), excluded_kinds=frozenset({Kind.CONSTRAINT}))
    narrow = a_caller(store, "A", workspace="work", caller=narrowed)
    guesses = [("Never sails at night", "constraint", None), ("Studies with maps", "fact", "workspace"), ("Owns a kayak", "fact", None)]
    for text, kind, scope in guesses:
        waiting = me.save(text, kind=kind, scope=scope, source="inferred", reason="told so").candidate
        assert waiting is not None
        me.reject(waiting.id)

    assert [(one.kind, str(one.scope)) for one in narrow.candidates("rejected")] == [("fact", "global")]
    assert len(me.candidates("rejected")) == 3
