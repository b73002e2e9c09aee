"""What is counted is what is on record: no more where a transaction rolled back, no less, and never a name or a text."""

import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines import ENGINE
from factories import MeteredStore
from keptmind import Memory, OwnerMemory
from keptmind.errors import KeptmindError, StaleRevision
from keptmind.model.audit import Action, AuditEvent, Sifted
from keptmind.policy.identity import access_context
from keptmind.ports.meter import SILENT
from keptmind.service.record import event
from keptmind.surfaces.http.metrics import PrometheusMeter

MARK = "zqmarker"


@pytest.fixture
def meter() -> PrometheusMeter:
    return PrometheusMeter()


@pytest.fixture
def counted(meter: PrometheusMeter) -> Iterator[Memory]:
    with MeteredStore(meter) as store:
        yield store


def of(meter: PrometheusMeter, name: str, **labels: str) -> float:
    """Return what a metric has counted under these labels, whatever its others are."""
    samples = [one for metric in meter.registry.collect() for one in metric.samples if one.name == f"keptmind_{name}"]
    return sum(one.value for one in samples if labels.items() <= one.labels.items())


def by(meter: PrometheusMeter, name: str, label: str) -> dict[str, float]:
    """Return what a metric has counted, by one of its labels."""
    samples = [one for metric in meter.registry.collect() for one in metric.samples if one.name == f"keptmind_{name}"]
    counts: Counter[str] = Counter()
    for one in samples:
        counts[one.labels[label]] += int(one.value)
    return dict(counts)


def record(store: Memory) -> list[AuditEvent]:
    """Return everything on record of the tenant; looking at it is on record only afterwards."""
    store.house.journal.flush()
    with store.house.store.view() as view:
        return view.audit.across("default", Sifted(limit=10_000), after=("", ""))


def waiting(me: OwnerMemory, content: str) -> str:
    candidate = me.save(content, source="inferred", reason="style").candidate
    assert candidate is not None
    return candidate.id


def a_mixed_run(store: Memory) -> None:
    """Do a little of everything, for two people."""
    for name in ("A", "B"):
        me = store.for_user(name)
        office = me.save("The office is on floor 3 of the tower").memory
        assert office is not None
        me.save("The office is on floor 3 of the tower")
        me.save("The office is on floor 4 of the tower")
        me.save("my password: hunter2-Xy77")
        me.save_many([{"content": "likes oolong tea"}, {"content": "plays the cello"}, {"content": "I am allergic to penicillin"}])
        me.search("tea")
        me.search("quinces")
        me.context("Which tea is it?")
        me.context("ok")
        me.pin(office.id)
        me.core_block()
        me.accept(waiting(me, "Usually writes commit messages in English"))
        me.reject(waiting(me, "Usually drinks coffee at noon"))
        with pytest.raises(StaleRevision):
            me.update(office.id, expected_revision=1, content="The office is in the basement")
        me.update(office.id, expected_revision=3, content="The office is in the basement of the tower")
        me.feedback(office.id, "outdated")
        me.feedback(me.list(text="cello").items[0].id, "wrong")
        me.save("The shop is on floor 3 of the tower", source="imported")
        me.save("The shop is on floor 4 of the tower", source="imported")
        with contextlib.suppress(KeptmindError):
            store.for_user("C").get(office.id)
        with contextlib.suppress(KeptmindError):
            store.for_user("C", mode="isolated").save("likes tea")
        me.forget(me.list(text="oolong").items[0].id)


def test_the_counts_are_those_of_the_record(counted: Memory, meter: PrometheusMeter) -> None:
    a_mixed_run(counted)
    events = record(counted)

    assert by(meter, "events_total", "action") == Counter(event.action.value for event in events)
    assert len(events) > 50

    def noted(*actions: Action, rule: str = ".*") -> int:
        return sum(event.action in actions and re.fullmatch(rule, event.rule) is not None for event in events)

    assert by(meter, "candidates_total", "outcome") == {
        "proposed": noted(Action.CANDIDATE_CREATED),
        "accepted": noted(Action.CANDIDATE_ACCEPTED),
        "rejected": noted(Action.CANDIDATE_REJECTED),
    }
    assert by(meter, "decisions_total", "outcome") == {
        "created": noted(Action.CREATED),
        "updated": noted(Action.UPDATED, rule="updated|replaced|renewed"),
        "same": noted(Action.UPDATED, rule="same"),
        "candidate": noted(Action.CANDIDATE_CREATED),
        "refused": noted(Action.REFUSED, rule=".*:.*"),
    }
    assert by(meter, "conflicts_total", "how") == {"replaced": 2, "disputed": 2}
    assert by(meter, "corrections_total", "how") == {"corrected": noted(Action.UPDATED, rule="corrected")}
    assert by(meter, "feedback_total", "said") == {"outdated": 2, "wrong": 2}
    assert by(meter, "refusals_total", "rule") == Counter(
        event.rule.partition(":")[0] for event in events if event.action is Action.REFUSED
    )
    assert by(meter, "denials_total", "rule") == {"isolated-conversation": noted(Action.POLICY_DENIED)}
    assert by(meter, "alerts_total", "rule") == {"cross-owner": noted(Action.ALERT)}
    assert of(meter, "erased_memories_total") == sum(len(event.memory_ids) for event in events if event.action is Action.DELETED) == 2


def test_reads_are_counted_as_they_are_answered(counted: Memory, meter: PrometheusMeter) -> None:
    a_mixed_run(counted)
    events = record(counted)

    searches = [event for event in events if event.action is Action.SEARCH]
    assert of(meter, "answers_total", verb="search") == len(searches) == 4
    assert of(meter, "answers_total", verb="search", found="none", path="empty") == sum(not event.memory_ids for event in searches) == 2
    assert of(meter, "answer_rows_sum", verb="search") == sum(len(event.memory_ids) for event in searches)
    assert of(meter, "answer_tokens_sum", verb="search") > 0
    for block, rule in (("context", "context"), ("core", "core")):
        injected = sum(len(event.memory_ids) for event in events if event.action is Action.READ and event.rule == rule)
        assert of(meter, "injected_rows_total", block=block) == injected
        assert injected > 0


def test_every_call_is_timed_by_its_verb_and_a_failed_one_says_by_which_family(counted: Memory, meter: PrometheusMeter) -> None:
    a_mixed_run(counted)

    assert of(meter, "answer_seconds_count", verb="save") == of(meter, "answers_total", verb="save") == 18
    assert of(meter, "answers_total", verb="save", path="error-refused") == 2
    assert of(meter, "answers_total", verb="update", path="error-conflict") == 2
    assert of(meter, "answers_total", verb="get", path="error-not-found") == 2
    assert of(meter, "answer_rows_count", verb="update") == of(meter, "answers_total", verb="update") - 2
    assert of(meter, "answers_total", verb="save_many") == 2
    assert of(meter, "answer_seconds_sum", verb="save") > 0


def test_an_erasure_is_timed_until_it_is_verified(counted: Memory, meter: PrometheusMeter) -> None:
    me = counted.for_user("A")
    saved = me.save("likes tea").memory
    assert saved is not None

    me.forget(saved.id)
    counted.house.erasure.resume()

    assert of(meter, "erasure_verified_seconds_count") == (ENGINE.erased == "bytes_gone")


def test_what_was_rolled_back_is_not_counted(counted: Memory, meter: PrometheusMeter) -> None:
    context = access_context("A", counted.house.rulebook, tenant="default")
    saved = counted.for_user("A").save("likes tea").memory
    assert saved is not None
    before = by(meter, "events_total", "action")

    def interrupted() -> None:
        with counted.house.store.transaction(context.whose) as tx:
            tx.audit.append(event(counted.house.memories._ground, context, Action.DELETED, memory_ids=(saved.id,)))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        interrupted()

    assert by(meter, "events_total", "action") == before
    counted.for_user("A").archive(saved.id)
    assert by(meter, "events_total", "action") == {**before, "memory.archived": 1}


def test_an_act_is_heard_only_once_others_can_see_it(engine: str) -> None:
    class Looking:
        def __init__(self) -> None:
            self.seen: list[bool] = []

        def heard(self, event: AuditEvent) -> None:
            self.seen.append(event.id in {one.id for one in record(store)})

        def answered(self, verb: str, *, path: str, rows: int, tokens: int, seconds: float) -> None:
            pass

        def verified(self, seconds: float) -> None:
            pass

        def lost(self, reads: int) -> None:
            pass

    looking = Looking()
    with MeteredStore(looking) as store:
        store.for_user("A").save("likes tea")
        store.for_user("A").save_many([{"content": "plays the cello"}, {"content": "has two cats"}])

        assert looking.seen == [True, True, True]


def test_nobody_counts_in_an_embedded_store_unless_asked(store: Memory) -> None:
    assert store.house.memories._ground.meter is SILENT
    assert vars(store.house.store)["_heard"] is None


def test_no_name_and_no_text_from_outside_is_in_any_metric(counted: Memory, meter: PrometheusMeter) -> None:
    me = counted.for_user(MARK, account=MARK, conversation=MARK, group=MARK)
    saved = me.save(f"{MARK} likes tea", key=MARK, title=MARK, tags=[MARK], scope="account").memory
    assert saved is not None
    counted.group(MARK).add(MARK)
    me.search(MARK)
    me.settings(locale="zh")
    for refused in (lambda: me.get(MARK), lambda: me.save(MARK, kind=MARK), lambda: me.save(MARK, key=f"user:{MARK}")):
        with contextlib.suppress(KeptmindError):
            refused()
    meter.heard(record(counted)[0])

    page, sort = meter.render()

    assert MARK.encode() not in page
    assert saved.id.encode() not in page
    assert b"keptmind_answers_total" in page
    assert sort.startswith("text/plain")


def test_what_is_no_name_of_a_rule_counts_with_the_others(meter: PrometheusMeter, counted: Memory) -> None:
    with contextlib.suppress(KeptmindError):
        counted.for_user("A", mode="isolated").save("likes tea")
    (denied,) = record(counted)

    meter.heard(replace(denied, rule="Not a rule: at all"))
    for number in range(300):
        meter.heard(replace(denied, rule=f"rule-{number}"))

    rules = by(meter, "denials_total", "rule")
    assert len(rules) == 201
    assert rules["isolated-conversation"] == 1
    assert rules["other"] == 1 + 300 - 199


def test_the_page_holds_the_documented_metrics_and_no_more(meter: PrometheusMeter, counted: Memory) -> None:
    counted.for_user("A").save("likes tea")

    families = set(re.findall(r"^# TYPE (\w+)", meter.render()[0].decode(), re.MULTILINE))
    held = {one.name if one.type == "histogram" else f"{one.name}_total" for one in meter.registry.collect()}

    assert "keptmind_answers_total" in families
    assert families == held


def test_two_meters_count_apart() -> None:
    one, other = PrometheusMeter(), PrometheusMeter()

    one.verified(1.0)

    assert (of(one, "erasure_verified_seconds_count"), of(other, "erasure_verified_seconds_count")) == (1, 0)
