"""Every verb puts an event on record: who called, why, by which rule, about which rows, for which request."""

import contextlib
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engines import a_store
from keptmind import Memory, OwnerMemory
from keptmind.errors import KeptmindError
from keptmind.model.audit import AuditEvent, Sifted
from keptmind.model.memory import Memory as Row
from keptmind.policy.edition import RULE_VERSION
from keptmind.policy.identity import access_context

REQUEST = "r-17"
FIRST, SECOND = "The office is on floor 3 of the tower", "The office is on floor 4 of the tower"


class Stage:
    """One person's memories as they are before a verb is called, and as the verb finds them."""

    def __init__(self, store: Memory) -> None:
        context = access_context("A", store.house.rulebook, tenant="default", conversation="c1", purpose="task")
        self.context = replace(context, request_id=REQUEST)
        self.me = OwnerMemory(store.house, self.context)
        self.before = store.for_user("A", conversation="c1")
        self.house = store.house

    def row(self, content: str = "likes oolong tea", **said: Any) -> Row:
        """Keep something."""
        memory = self.before.save(content, **said).memory
        assert memory is not None
        return memory

    def waiting(self) -> str:
        """Have something inferred that waits, or, where the store keeps it without asking, that can be undone."""
        candidate = self.before.save("Usually writes commit messages in English", source="inferred", reason="style").candidate
        assert candidate is not None
        return candidate.id

    def question(self) -> str:
        """Import two statements that cannot both hold."""
        for content in (FIRST, SECOND):
            self.before.save(content, source="imported")
        (question,) = self.before.questions()
        return question.id

    def noted(self) -> list[AuditEvent]:
        """Return what is on record of the request."""
        self.house.journal.flush()
        with self.house.store.view() as view:
            return [one for one in view.audit.page("default", "A", Sifted(limit=200), before=None) if one.request_id == REQUEST]


@dataclass(frozen=True, kw_only=True)
class Act:
    """One call of one verb, and what it puts on record: (action, rule), and of how many rows."""

    call: Callable[[Stage], object]
    noted: tuple[tuple[str, str], ...]
    rows: int = 0
    consent: str = "confirm"


def changed(stage: Stage, verb: str, *given: object, **said: Any) -> object:
    """Keep a row and change it."""
    return getattr(stage.me, verb)(stage.row(**said).id, *given)


def twice(stage: Stage, verb: str, *given: object) -> object:
    """Do to a row what was done to it before."""
    row = stage.row()
    getattr(stage.before, verb)(row.id, *given)
    return getattr(stage.me, verb)(row.id, *given)


def again(stage: Stage, verb: str) -> object:
    """Decide a candidate as it was decided before."""
    waiting = stage.waiting()
    getattr(stage.before, verb)(waiting)
    return getattr(stage.me, verb)(waiting)


def reworded(stage: Stage) -> Row:
    """Keep a row that has an earlier revision."""
    return stage.before.update(stage.row().id, expected_revision=1, content="likes green tea")


def replaced(stage: Stage) -> object:
    """Say the opposite of what is known."""
    stage.row(FIRST)
    return stage.me.save(SECOND)


def found(stage: Stage, verb: str, *given: object) -> object:
    """Look for a row that is there."""
    stage.row()
    return getattr(stage.me, verb)(*given)


READ, SEARCH, UPDATED, RESTORED, DELETED = "memory.read", "memory.search", "memory.updated", "memory.restored", "memory.deleted"

ACTS: dict[str, Act] = {
    "save": Act(call=lambda on: on.me.save("likes tea"), noted=(("memory.created", "created"),), rows=1),
    "save: said again": Act(call=lambda on: on.me.save(on.row().content), noted=((UPDATED, "same"),), rows=1),
    "save: the opposite": Act(call=replaced, noted=((UPDATED, "replaced"),), rows=1),
    "save: refused": Act(call=lambda on: on.me.save("my password: hunter2-Xy77"), noted=(("memory.refused", "secret:fact"),)),
    "save: waits": Act(
        call=lambda on: on.me.save("Usually writes in English", source="inferred", reason="style"),
        noted=(("memory.candidate_created", "inferred-waits"),),
    ),
    "save: waits already": Act(
        call=lambda on: on.waiting() and on.me.save("Usually writes commit messages in English", source="inferred", reason="style"),
        noted=((READ, "waits-already"),),
    ),
    "save_many": Act(call=lambda on: on.me.save_many([{"content": "likes tea"}]), noted=(("memory.created", "created"),), rows=1),
    "search": Act(call=lambda on: found(on, "search", "oolong"), noted=((SEARCH, "lexical"),), rows=1),
    "search: nothing": Act(call=lambda on: found(on, "search", "quinces"), noted=((SEARCH, "empty"),)),
    "context": Act(call=lambda on: found(on, "context", "Which oolong tea is it?"), noted=((READ, "context"),), rows=1),
    "context: noise": Act(call=lambda on: found(on, "context", "ok"), noted=((READ, "noise"),)),
    "core_block": Act(call=lambda on: (on.before.pin(on.row().id), on.me.core_block()), noted=((READ, "core"),), rows=1),
    "grep": Act(call=lambda on: found(on, "grep", "oolong"), noted=((SEARCH, "grep"),), rows=1),
    "get": Act(call=lambda on: on.me.get(on.row().id), noted=((READ, "get"),), rows=1),
    "list": Act(call=lambda on: found(on, "list"), noted=((READ, "list"),), rows=1),
    "stats": Act(call=lambda on: on.me.stats(), noted=((READ, "stats"),)),
    "update": Act(
        call=lambda on: on.me.update(on.row().id, expected_revision=1, content="likes green tea"), noted=((UPDATED, "corrected"),), rows=1
    ),
    "update: stale": Act(
        call=lambda on: on.me.update(on.row().id, expected_revision=9, content="tea"), noted=(("memory.refused", "stale-revision"),), rows=1
    ),
    "suppress": Act(call=lambda on: changed(on, "suppress"), noted=(("memory.suppressed", "suppress"),), rows=1),
    "suppress: again": Act(call=lambda on: twice(on, "suppress"), noted=((READ, "unchanged"),), rows=1),
    "archive": Act(call=lambda on: changed(on, "archive"), noted=(("memory.archived", "archive"),), rows=1),
    "restore": Act(call=lambda on: on.me.restore(on.before.archive(on.row().id).id), noted=((RESTORED, "restore"),), rows=1),
    "pin": Act(call=lambda on: changed(on, "pin"), noted=((UPDATED, "pin"),), rows=1),
    "pin: again": Act(call=lambda on: twice(on, "pin"), noted=((READ, "unchanged"),), rows=1),
    "unpin": Act(call=lambda on: on.me.unpin(on.before.pin(on.row().id).id), noted=((UPDATED, "unpin"),), rows=1),
    "confirm": Act(call=lambda on: changed(on, "confirm"), noted=(("memory.confirmed", "confirm"),), rows=1),
    "complete": Act(call=lambda on: changed(on, "complete", kind="goal"), noted=((UPDATED, "complete"),), rows=1),
    "feedback": Act(call=lambda on: changed(on, "feedback", "wrong"), noted=((UPDATED, "feedback-wrong"),), rows=1),
    "used": Act(call=lambda on: on.me.used([on.row().id]), noted=((READ, "used"),), rows=1),
    "history": Act(call=lambda on: on.me.history(on.row().id), noted=((READ, "history"),), rows=1),
    "restore_version": Act(
        call=lambda on: on.me.restore_version(reworded(on).id, 1, expected_revision=2), noted=((RESTORED, "version-restored"),), rows=1
    ),
    "restore_version: unknown": Act(
        call=lambda on: on.me.restore_version(on.row().id, 7, expected_revision=1), noted=(("memory.refused", "version-not-found"),), rows=1
    ),
    "provenance": Act(call=lambda on: on.me.provenance(on.row().id), noted=((READ, "provenance"),), rows=1),
    "candidates": Act(call=lambda on: on.waiting() and on.me.candidates(), noted=((READ, "candidates"),)),
    "candidates: kept": Act(
        call=lambda on: on.waiting() and on.me.candidates("auto_applied"), noted=((READ, "candidates"),), rows=1, consent="auto"
    ),
    "accept": Act(
        call=lambda on: on.me.accept(on.waiting()),
        noted=(("memory.created", "created"), ("memory.candidate_accepted", "inferred-waits")),
        rows=1,
    ),
    "accept: again": Act(call=lambda on: again(on, "accept"), noted=((READ, "unchanged"),), rows=1),
    "reject": Act(call=lambda on: on.me.reject(on.waiting()), noted=(("memory.candidate_rejected", "inferred-waits"),)),
    "reject: again": Act(call=lambda on: again(on, "reject"), noted=((READ, "unchanged"),)),
    "reject: unknown": Act(call=lambda on: on.me.reject(on.row().id), noted=(("memory.policy_denied", "not-found"),)),
    "undo": Act(
        call=lambda on: on.me.undo(on.waiting()),
        noted=(("memory.archived", "archive"), ("memory.candidate_undone", "auto-applied")),
        rows=1,
        consent="auto",
    ),
    "questions": Act(call=lambda on: on.question() and on.me.questions(), noted=((READ, "questions"),), rows=2),
    "answer": Act(
        call=lambda on: on.me.answer(on.question(), "first"), noted=((RESTORED, "resolved"), ("memory.archived", "resolved")), rows=2
    ),
    "answer: unknown": Act(call=lambda on: on.me.answer(on.row().id, "first"), noted=(("memory.policy_denied", "not-found"),)),
    "forget": Act(call=lambda on: changed(on, "forget"), noted=((DELETED, "an operation"),), rows=1),
    "forget_all": Act(call=lambda on: (on.row(), on.me.forget_all(confirm="A")), noted=((DELETED, "an operation"),), rows=1),
    "forget_all: nothing": Act(call=lambda on: on.me.forget_all(confirm="A"), noted=((DELETED, "nothing"),)),
    "deletions": Act(call=lambda on: on.me.deletions(), noted=((READ, "deletions"),)),
    "settings": Act(call=lambda on: on.me.settings(), noted=((READ, "settings"),)),
    "settings: changed": Act(call=lambda on: on.me.settings(locale="zh"), noted=(("settings.changed", "locale"),)),
}


@pytest.fixture(params=ACTS)
def act(request: pytest.FixtureRequest) -> Act:
    return ACTS[request.param]


@pytest.fixture
def stage(act: Act) -> Iterator[Stage]:
    with a_store(flags={"consent": act.consent}) as store:
        yield Stage(store)


def named(event: AuditEvent) -> tuple[str, str]:
    """Return action and rule of an event; the rule of an erasure is its operation, another each time."""
    return event.action.value, "an operation" if event.action.value == DELETED and event.rule != "nothing" else event.rule


def test_a_verb_puts_its_event_on_record(act: Act, stage: Stage) -> None:
    with contextlib.suppress(KeptmindError):  # a refusal is on record as well
        act.call(stage)

    noted = stage.noted()
    assert sorted(map(named, noted)) == sorted(act.noted)
    assert {(one.caller, one.purpose, one.rule_version) for one in noted} == {("library", "task", RULE_VERSION)}
    assert len({memory_id for one in noted for memory_id in one.memory_ids}) == act.rows


def test_no_verb_is_left_out() -> None:
    verbs = {name for name, member in inspect.getmembers(OwnerMemory, inspect.isfunction) if not name.startswith("_")}

    assert verbs
    assert verbs - {"tools"} == {name.partition(":")[0] for name in ACTS}  # tools are handed out, and call verbs that are on record


def saved_again(stage: Stage, content: str) -> object:
    """Send a request that was answered, under its name, once more: the same or another."""
    save, before = stage.house.memories.save, replace(stage.context, request_id="before")
    save(before, {"content": "likes tea"}, request="n-1")
    return save(stage.context, {"content": content}, request="n-1")


def shown_before(stage: Stage) -> object:
    """Erase what was shown, though it has changed since."""
    row = stage.row()
    token = stage.house.erasure.about(replace(stage.context, request_id="before"), row.id).token
    stage.before.update(row.id, expected_revision=1, content="likes green tea")
    return stage.house.erasure.forget_previewed(stage.context, token)


def forgotten(stage: Stage) -> object:
    """Look at an erasure."""
    return stage.house.erasure.deletion(stage.context, stage.before.forget(stage.row().id).id)


ELSEWHERE: dict[str, Act] = {
    "told again": Act(call=lambda on: saved_again(on, "likes tea"), noted=((READ, "told-again"),), rows=1),
    "another under one name": Act(call=lambda on: saved_again(on, "likes coffee"), noted=(("memory.refused", "request-reused"),)),
    "preview": Act(call=lambda on: (on.row(), on.house.recall.preview(on.context, "oolong")), noted=((READ, "preview"),), rows=1),
    "about": Act(call=lambda on: on.house.erasure.about(on.context, on.row().id), noted=((READ, "forget"),), rows=1),
    "forget_previewed: stale": Act(call=shown_before, noted=(("memory.refused", "stale-revision"),), rows=1),
    "deletion": Act(call=forgotten, noted=((READ, "deletion"),)),
    "deletion: unknown": Act(
        call=lambda on: on.house.erasure.deletion(on.context, on.row().id), noted=(("memory.policy_denied", "not-found"),)
    ),
    "page of deletions": Act(call=lambda on: on.house.erasure.page(on.context), noted=((READ, "deletions"),)),
    "under_keys": Act(call=lambda on: on.house.memories.under_keys(on.context), noted=((READ, "list"),)),
    "local_time": Act(call=lambda on: on.house.settings.local_time(on.context), noted=((READ, "local-time"),)),
    "revoke: unknown": Act(
        call=lambda on: on.house.callers.revoke(on.context, on.row().id), noted=(("memory.policy_denied", "not-found"),)
    ),
    "flags": Act(call=lambda on: on.house.callers.admit(on.context, "flags"), noted=((READ, "flags"),)),
    "metrics": Act(call=lambda on: on.house.activity.admit(on.context, "metrics"), noted=((READ, "metrics"),)),
    "keys": Act(call=lambda on: on.house.callers.page(on.context), noted=((READ, "callers"),)),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_other_doors_offer_is_on_record_as_well(name: str) -> None:
    act = ELSEWHERE[name]
    with a_store() as store:
        stage = Stage(store)

        with contextlib.suppress(KeptmindError):
            act.call(stage)

        noted = stage.noted()
        assert sorted(map(named, noted)) == sorted(act.noted)
        assert len({memory_id for one in noted for memory_id in one.memory_ids}) == act.rows


KEYED = ("save", "save: said again", "save: the opposite", "save: waits", "update", "suppress", "confirm", "accept", "reject", "feedback")


@pytest.mark.parametrize("name", KEYED)
def test_what_a_person_said_is_on_record_by_its_keyed_hash_alone(name: str) -> None:
    with a_store() as store:
        stage = Stage(store)

        ACTS[name].call(stage)

        fingerprints = [one.fingerprint for one in stage.noted()]
        assert all(re.fullmatch("[0-9a-f]{32}", fingerprint) for fingerprint in fingerprints), fingerprints


def test_an_event_about_one_row_says_which_revision_was_met_or_made() -> None:
    with a_store() as store:
        stage = Stage(store)
        row = reworded(stage)

        stage.me.get(row.id)
        stage.me.history(row.id)
        stage.me.confirm(row.id)
        stage.me.archive(row.id)

        assert sorted((one.rule, one.revision) for one in stage.noted()) == [("archive", 3), ("confirm", 2), ("get", 2), ("history", 2)]


def test_a_block_that_stays_empty_in_an_isolated_conversation_is_on_record() -> None:
    with a_store() as store:
        me = store.for_user("A", mode="isolated")

        blocks = me.context("Which oolong tea is it?").text, me.core_block().text

        store.house.journal.flush()
        with store.house.store.view() as view:
            noted = view.audit.page("default", "A", Sifted(limit=10), before=None)
        assert blocks == ("", "")
        assert [(one.action.value, one.rule) for one in noted] == [("memory.read", "isolated")] * 2


def test_who_joins_and_leaves_a_group_has_it_on_their_record() -> None:
    with a_store() as store:
        group = store.group("g1")
        group.add("A")
        group.add("A")
        group.remove("A")

        with store.house.store.view() as view:
            noted = view.audit.page("default", "A", Sifted(limit=10), before=None)

    assert [(one.action.value, one.rule, one.scope) for one in reversed(noted)] == [
        ("group.joined", "", "group:g1"),
        ("group.joined", "unchanged", "group:g1"),
        ("group.left", "", "group:g1"),
    ]
