"""Sensitive rows: consent, purposes, destinations, and what is never kept."""

from pathlib import Path
from typing import Any

import pytest

from engines import a_store
from factories import HandClock, TimedStore, a_url, audit, bytes_of, everything, listed, texts
from keptmind import Consent, Memory
from keptmind.errors import ContentRefused, Invalid
from keptmind.model.memory import Sensitivity

HEALTH = "I am allergic to penicillin and quokkas"


def test_a_restricted_statement_without_consent_is_refused_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")

        saved = me.save(HEALTH, title="quokkas", tags=["quokkas"], key="quokkas", reason="quokkas", source="explicit")
        guessed = me.save(HEALTH, source="inferred")

    assert [(one.outcome, one.rule, one.memory, one.candidate) for one in (saved, guessed)] == [
        ("refused", "consent-required", None, None)
    ] * 2
    assert "quokkas" not in everything(tmp_path / "memory.db")
    assert b"quokkas" not in bytes_of(tmp_path / "memory.db")


def test_of_what_was_refused_one_event_with_kind_and_rule_is_kept(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.for_user("A").save(HEALTH, kind="constraint")

    assert audit(tmp_path / "memory.db") == [("A", "memory.refused", "consent-required:constraint")]


def test_with_consent_it_is_kept_without_tags_for_a_year_at_most() -> None:
    with TimedStore(HandClock("2026-03-02T12:00:00Z")) as store:
        memory = store.for_user("A").save(HEALTH, consent=True, tags=["health"], expires_at="2030-01-01").memory

    assert memory is not None
    assert (memory.sensitivity, memory.tags) == (Sensitivity.RESTRICTED, ())
    assert memory.expires_at is not None
    assert memory.expires_at.isoformat() == "2027-03-02T12:00:00+00:00"
    assert memory.consent == Consent(purposes=("personalization", "task"), destinations=("local",))
    assert memory.consent_at is not None


def test_a_restricted_row_surfaces_only_for_the_consented_purpose_and_destination(store: Memory) -> None:
    consent = Consent(purposes=("task",), destinations=("doctor-bot",))
    store.for_user("A").save(HEALTH, consent=consent)

    found = {
        (purpose, destination): len(store.for_user("A", purpose=purpose, destination=destination).search("penicillin"))
        for purpose in ("task", "personalization", "safety")
        for destination in ("doctor-bot", "local", "doctor")
    }

    assert {asked for asked, count in found.items() if count} == {("task", "doctor-bot")}


def test_consent_for_a_purpose_the_row_does_not_serve_opens_nothing(store: Memory) -> None:
    consent = Consent(purposes=("recommendation", "task"), destinations=("local",))
    store.for_user("A").save(HEALTH, consent=consent, purposes=["task"])

    found = [len(store.for_user("A", purpose=purpose).search("penicillin")) for purpose in ("task", "recommendation")]

    assert found == [1, 0]


@pytest.mark.parametrize(
    ("read_mode", "seen"),
    [("default", {"public", "private"}), ("dream", {"public", "private"}), ("explicit", {"public", "private", "restricted", "sealed"})],
)
def test_each_read_mode_sees_its_levels(read_mode: str, seen: set[str], store: Memory) -> None:
    me = store.for_user("A", destination="elsewhere")
    for level in ("public", "private", "sealed"):
        me.save(f"A penicillin note that is {level}", sensitivity=level, consent=True)
    me.save("I am allergic to penicillin", consent=Consent(purposes=("task",), destinations=("elsewhere",)))

    found = store.for_user("A", read_mode=read_mode, destination="elsewhere").search("penicillin")
    rows = listed(store.for_user("A", read_mode=read_mode, destination="elsewhere"))

    assert {hit.memory.sensitivity.word for hit in found} <= seen
    assert {row.sensitivity.word for row in rows} <= seen
    if read_mode == "explicit":
        assert {hit.memory.sensitivity.word for hit in found} == seen


def test_dreaming_never_sees_a_restricted_row_whatever_the_consent(store: Memory) -> None:
    store.for_user("A").save(HEALTH, consent=True)

    found = {mode: len(store.for_user("A", read_mode=mode).search("penicillin")) for mode in ("default", "dream")}

    assert found == {"default": 1, "dream": 0}


def test_withdrawing_consent_is_an_edit_that_is_refused_while_the_text_needs_it(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save(HEALTH, consent=True).memory
    assert saved is not None

    with pytest.raises(ContentRefused):
        me.update(saved.id, expected_revision=1, consent=False)

    assert me.get(saved.id).revision == 1


def test_narrowing_consent_narrows_the_reach_at_once(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save(HEALTH, consent=True).memory
    assert saved is not None
    before = len(me.search("penicillin"))

    me.update(saved.id, expected_revision=1, consent=Consent(purposes=("task",), destinations=("local",)))

    assert before == 1
    assert me.search("penicillin") == []
    assert len(store.for_user("A", purpose="task").search("penicillin")) == 1


def test_standing_consent_of_the_owner_admits_its_category_alone(store: Memory) -> None:
    me = store.for_user("A")
    me.settings(standing_consent={"health": Consent(purposes=("task",), destinations=("local",))})

    saved = [me.save(HEALTH), me.save("My salary is 5000 euros a month")]

    assert [one.outcome for one in saved] == ["created", "refused"]
    assert len(store.for_user("A", purpose="task").search("penicillin")) == 1
    assert store.for_user("A", purpose="personalization").search("penicillin") == []


def test_taking_standing_consent_back_admits_nothing_more(store: Memory) -> None:
    me = store.for_user("A")
    me.settings(standing_consent={"health": Consent(purposes=("task",), destinations=("local",))})
    me.settings(standing_consent={})

    saved = me.save(HEALTH)

    assert saved.outcome == "refused"


def test_a_declared_level_only_makes_it_stricter(store: Memory) -> None:
    me = store.for_user("A")

    levels = [me.save(HEALTH, sensitivity=level, consent=True).memory for level in ("public", "sealed")]

    assert [one and one.sensitivity.word for one in levels] == ["restricted", "sealed"] or levels[0] == levels[1]


def test_an_edit_that_becomes_sensitive_needs_consent_and_changes_nothing_without(store: Memory) -> None:
    me = store.for_user("A")
    saved = me.save("I like penicillium cheese", sensitivity="public").memory
    assert saved is not None

    with pytest.raises(ContentRefused) as caught:
        me.update(saved.id, expected_revision=1, content=HEALTH)

    assert caught.value.details["rule"] == "consent-required"
    assert me.get(saved.id).content == "I like penicillium cheese"


def test_an_edit_lowers_the_level_in_explicit_mode_alone(store: Memory) -> None:
    me, by_hand = store.for_user("A"), store.for_user("A", read_mode="explicit")
    saved = me.save("The garden has a gate", sensitivity="sealed").memory
    assert saved is not None

    held = me.update(saved.id, expected_revision=1, sensitivity="public")
    lowered = by_hand.update(saved.id, expected_revision=held.revision, sensitivity="public")

    assert (held.sensitivity.word, lowered.sensitivity.word) == ("sealed", "public")


@pytest.mark.parametrize("purposes", [["marketing"], "task", [7], [None], {"task": 1}])
def test_purposes_are_registered_words(purposes: Any, store: Memory) -> None:
    with pytest.raises(Invalid):
        store.for_user("A").save("likes tea", purposes=purposes)


def test_an_empty_list_of_purposes_is_invalid(store: Memory) -> None:
    with pytest.raises(Exception, match="no-purposes"):
        store.for_user("A").save("likes tea", purposes=[])


@pytest.mark.parametrize(
    ("kind", "served"),
    [
        ("constraint", {"personalization", "task", "recommendation", "safety"}),
        ("preference", {"personalization", "task", "recommendation"}),
        ("fact", {"personalization", "task"}),
        ("procedure", {"personalization", "task"}),
    ],
)
def test_a_row_surfaces_for_the_purposes_of_its_kind_alone(kind: str, served: set[str], store: Memory) -> None:
    store.for_user("A").save("Serves oolong tea", kind=kind)
    every = ("personalization", "task", "recommendation", "safety", "audit")

    found = {purpose for purpose in every if store.for_user("A", purpose=purpose).search("oolong")}

    assert found == served


def test_a_secret_is_refused_with_a_redacted_proposal_and_kept_nowhere(tmp_path: Path) -> None:
    secret = "sk-TESTTESTTESTTESTTEST1234"
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")

        refused = me.save(f"remember my API key {secret} for the build")
        kept = me.save(refused.proposal or "")

        assert (refused.outcome, refused.rule, refused.memory) == ("refused", "secret", None)
        assert refused.proposal is not None
        assert secret not in refused.proposal
        assert "for the build" in refused.proposal
        assert kept.outcome == "created"
    assert secret.encode() not in bytes_of(tmp_path / "memory.db")


@pytest.mark.parametrize("field", ["title", "subject", "reason", "tags", "key"])
def test_a_secret_is_refused_in_every_stored_field(field: str, tmp_path: Path) -> None:
    secret = "4111 1111 1111 1111"
    wish: dict[str, Any] = {"content": "for the build", field: [secret] if field == "tags" else secret}
    with Memory(a_url(tmp_path)) as store:
        refused = store.for_user("A").save(**wish)

    assert (refused.outcome, refused.rule) == ("refused", "secret")
    assert b"1111" not in bytes_of(tmp_path / "memory.db")


def test_a_third_persons_private_matters_are_refused_unless_the_tenant_allows_them() -> None:
    text = "My colleague Tom has diabetes"
    with a_store() as careful, a_store(third_person_allowed=True) as open_minded:
        outcomes = [store.for_user("A").save(text, consent=True).outcome for store in (careful, open_minded)]

    assert outcomes == ["refused", "created"]


def test_that_somebody_has_a_daughter_called_lily_needs_no_consent(store: Memory) -> None:
    saved = store.for_user("A").save("My daughter is called Lily")

    assert saved.outcome == "created"


def test_a_hit_says_whether_the_person_should_confirm_it(store: Memory) -> None:
    me = store.for_user("A")
    me.save(HEALTH, consent=True)
    me.save("Quokkas live on Rottnest")

    found = {hit.memory.content: hit.needs_confirmation for hit in me.search("quokkas")}

    assert found == {HEALTH: True, "Quokkas live on Rottnest": False}


def test_texts_of_a_restricted_row_reach_a_block_only_with_consent(store: Memory) -> None:
    store.for_user("A").save(HEALTH, kind="constraint", consent=True)

    blocks = [store.for_user("A", destination=place).context("What should I cook?").text for place in ("local", "openai")]

    assert ["quokkas" in block for block in blocks] == [True, False]
    assert texts(store.for_user("A", destination="openai").search("quokkas")) == []
