"""Looking back: what was valid and known at an instant, under today's permission and without what has been forgotten since."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from factories import NOON, HandClock, TimedStore, a_caller, a_url, audit, pin, rows, texts
from keptmind import Consent, Memory, OwnerMemory
from keptmind.errors import InvalidTime, IsolatedConversation, ReadingDisabled, VerbNotGranted
from keptmind.model.context import Caller, Grant, Verb
from keptmind.model.memory import Kind
from keptmind.policy.edition import RULE_VERSION

DAY = timedelta(days=1)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def timed(clock: HandClock) -> Iterator[Memory]:
    with TimedStore(clock) as store:
        yield store


def kept(me: OwnerMemory, text: str, **wish: Any) -> str:
    saved = me.save(text, **wish).memory
    assert saved is not None
    return saved.id


def test_each_instant_answers_with_what_was_known_then(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    memory_id = kept(me, "Lives in Chongqing", kind="state")
    clock.wait(days=10)
    me.update(memory_id, expected_revision=1, content="Lives in Chengdu")
    clock.wait(days=10)
    me.update(memory_id, expected_revision=2, content="Lives in Xi'an")
    clock.wait(days=10)

    answers = [me.search("where lives", as_of=NOON + days * DAY) for days in (-1, 0, 5, 10, 19, 20, 30)]

    assert [texts(hits) for hits in answers] == [
        [],
        ["Lives in Chongqing"],
        ["Lives in Chongqing"],
        ["Lives in Chengdu"],
        ["Lives in Chengdu"],
        ["Lives in Xi'an"],
        ["Lives in Xi'an"],
    ]
    assert [hit.memory.revision for hits in answers for hit in hits] == [1, 1, 2, 2, 3, 3]


def test_words_that_stand_in_a_row_today_alone_find_nothing_earlier(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    memory_id = kept(me, "Lives in Chongqing")
    clock.wait(days=1)
    me.update(memory_id, expected_revision=1, content="Lives in Chengdu")
    clock.wait(days=1)

    assert me.search("Chengdu", as_of=NOON) == []
    assert texts(me.search("Chongqing", as_of=NOON)) == ["Lives in Chongqing"]
    assert me.search("Chongqing") == []


@pytest.mark.parametrize("verb", ["suppress", "archive"])
def test_what_was_put_away_later_was_known_before(verb: str, timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    memory_id = kept(me, "likes tea")
    clock.wait(days=1)
    getattr(me, verb)(memory_id)
    clock.wait(days=1)
    me.restore(memory_id)
    clock.wait(days=1)

    assert [texts(me.search("tea", as_of=NOON + days * DAY)) for days in (0, 1, 2)] == [["likes tea"], [], ["likes tea"]]


def test_what_was_valid_or_unexpired_then_answers_and_what_was_not_does_not(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    kept(me, "tea until the fifth", expires_at="2026-03-05")
    kept(me, "tea from the fourth", valid_from="2026-03-04")
    kept(me, "tea up to the third", valid_to="2026-03-03")
    clock.wait(days=30)

    by_day = {day: set(texts(me.search("tea", as_of=f"2026-03-0{day}"))) for day in (2, 3, 4, 5, 6)}

    assert by_day == {
        2: {"tea until the fifth", "tea up to the third"},
        3: {"tea until the fifth", "tea up to the third"},
        4: {"tea until the fifth", "tea from the fourth"},
        5: {"tea until the fifth", "tea from the fourth"},
        6: {"tea from the fourth"},
    }


def test_what_has_been_forgotten_since_was_never_known(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    memory_id = kept(me, "likes tea")
    clock.wait(days=1)
    me.update(memory_id, expected_revision=1, content="likes coffee")
    clock.wait(days=1)

    me.forget(memory_id)

    assert me.search("likes", as_of=NOON) == []


def raised(me: OwnerMemory, memory_id: str) -> None:
    me.update(memory_id, expected_revision=1, sensitivity="sealed")


def narrowed(me: OwnerMemory, memory_id: str) -> None:
    me.update(memory_id, expected_revision=1, purposes=["safety"])


@pytest.mark.parametrize("change", [raised, narrowed])
def test_a_permission_that_is_gone_today_holds_for_the_past_too(change: Any, timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    memory_id = kept(me, "likes tea")
    clock.wait(days=1)

    change(me, memory_id)

    assert me.search("tea", as_of=NOON) == []


def test_what_was_sealed_then_stays_so_though_it_is_open_today(timed: Memory, clock: HandClock) -> None:
    explicit = timed.for_user("A", read_mode="explicit")
    memory_id = kept(timed.for_user("A"), "tea with the old code word", sensitivity="sealed")
    clock.wait(days=1)
    explicit.update(memory_id, expected_revision=1, content="tea without it", sensitivity="private")
    clock.wait(days=1)

    assert timed.for_user("A").search("tea", as_of=NOON) == []
    assert texts(timed.for_user("A").search("tea", as_of=NOON + DAY)) == ["tea without it"]
    assert texts(explicit.search("tea", as_of=NOON)) == ["tea with the old code word"]


def test_a_row_that_is_restricted_today_is_shown_as_that_and_raises_its_alert(tmp_path: Path, clock: HandClock) -> None:
    with TimedStore(clock, a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = kept(me, "tea at the clinic")
        consent = Consent(purposes=("personalization",), destinations=("local",))
        clock.wait(days=1)
        me.update(memory_id, expected_revision=1, sensitivity="restricted", consent=consent)

        (hit,) = me.search("tea", as_of=NOON)

    assert hit.memory.sensitivity.word == "restricted"
    assert {("A", "memory.search", "as-of"), ("A", "memory.alert", "restricted-read")} <= set(audit(tmp_path / "memory.db"))


def test_others_rows_and_what_is_outside_the_route_are_not_looked_back_at(timed: Memory, clock: HandClock) -> None:
    for member in ("A", "B"):
        timed.group("g1").add(member)
    kept(timed.for_user("B", group="g1"), "tea of B", share="group:g1")
    kept(timed.for_user("A", workspace="work"), "tea at work", scope="workspace")
    kept(timed.for_user("A"), "tea of A")
    clock.wait(days=1)

    assert texts(timed.for_user("A", group="g1").search("tea", as_of=NOON)) == ["tea of A"]
    assert set(texts(timed.for_user("A", workspace="work").search("tea", as_of=NOON))) == {"tea of A", "tea at work"}


def test_the_narrower_row_of_that_instant_won(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A", workspace="work")
    kept(me, "tone is plain", key="tone")
    clock.wait(days=1)
    kept(me, "tone is formal", key="tone", scope="workspace")
    clock.wait(days=1)

    assert [texts(me.search("tone", as_of=NOON + days * DAY)) for days in (0, 1)] == [["tone is plain"], ["tone is formal"]]


@pytest.mark.parametrize("read_mode", ["hybrid", "legacy"])
def test_looking_back_to_this_instant_answers_exactly_as_looking_now(read_mode: str, clock: HandClock) -> None:
    with TimedStore(clock, flags={"read.mode": read_mode}, search_limit=20, search_tokens=5_000) as store:
        me = store.for_user("A", workspace="work")
        for number, text in enumerate(TEXTS):
            me.save(text, kind=("fact", "goal", "preference")[number % 3], key=f"key_{number}" if number % 4 == 0 else None)
            clock.wait(hours=7)
        kept(me, "key one: tea in the office", key="key_0", scope="workspace")
        me.save("green tea is over", expires_at="2026-04-01")
        me.archive(kept(me, "green tea put away"))
        clock.wait(days=40)

        for query in QUERIES:
            for kinds in (None, ["fact", "goal"]):
                now = me.search(query, limit=20, max_tokens=5_000, kinds=kinds, explain=True)
                back = me.search(query, limit=20, max_tokens=5_000, kinds=kinds, explain=True, as_of=clock.now())
                assert [(hit.memory.id, hit.text) for hit in back] == [(hit.memory.id, hit.text) for hit in now], query
                assert [hit.score for hit in back] == pytest.approx([hit.score for hit in now], abs=1e-6), query


TEXTS = (
    "Likes green tea in the morning",
    "Likes oolong tea after lunch and never after dinner",
    "The cat sleeps all day",
    "每天早上喝一杯绿茶",
    "他养了一只猫",
    "Uses gpt-4o in us-west-2",
    "Tea: buys it in the old town",
    "Keeps supercalifragilistic notes",
    "Running a marathon in October",
    "green green green tea",
    "Likes  GREEN tea in the morning.",
    "喝茶，不喝咖啡",
)
QUERIES = ("green tea", "tea", "oolong", "绿茶", "猫狗", "califragi", "key-0", "us-west-2", "marathon runs", "Tea", "nothing of it", "?!")


def test_an_instant_may_be_given_as_a_time_a_text_or_a_day(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    kept(me, "likes tea")
    clock.wait(days=3)

    given: list[Any] = [datetime(2026, 3, 2, 12, tzinfo=UTC), "2026-03-02T12:00:00Z", "2026-03-02T12:00", "2026-03-02", date(2026, 3, 2)]

    assert [texts(me.search("tea", as_of=one)) for one in given] == [["likes tea"]] * 5
    assert me.search("tea", as_of="2026-03-01") == []
    assert me.search("tea", as_of="2026-03-02T11:59:59") == []


def test_a_day_alone_is_the_end_of_it_where_the_person_is(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    clock.set("2026-03-02T17:00:00Z")  # the third, one in the morning, in Shanghai
    kept(me, "likes tea")
    clock.wait(days=3)
    in_utc = [texts(me.search("tea", as_of=f"2026-03-0{day}")) for day in (1, 2, 3)]

    me.settings(time_zone="Asia/Shanghai")

    assert in_utc == [[], ["likes tea"], ["likes tea"]]
    assert [texts(me.search("tea", as_of=f"2026-03-0{day}")) for day in (1, 2, 3)] == [[], [], ["likes tea"]]


def test_what_changed_at_midnight_changed_on_the_day_that_began(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    memory_id = kept(me, "likes tea")
    clock.set("2026-03-03T00:00:00Z")
    me.update(memory_id, expected_revision=1, content="likes coffee")
    clock.wait(days=1)

    assert [texts(me.search("likes", as_of=f"2026-03-0{day}")) for day in (2, 3)] == [["likes tea"], ["likes coffee"]]


def test_today_is_what_has_passed_of_it(timed: Memory) -> None:
    me = timed.for_user("A")
    kept(me, "likes tea")

    assert texts(me.search("tea", as_of="2026-03-02")) == ["likes tea"]


@pytest.mark.parametrize("given", ["2026-03-03", "2026-03-02T12:00:01Z", NOON + DAY, "yesterday", "", 7, "2026-02-30"])
def test_the_future_and_what_is_no_time_is_refused(given: Any, timed: Memory) -> None:
    with pytest.raises(InvalidTime) as caught:
        timed.for_user("A").search("tea", as_of=given)

    assert caught.value.details["field"] == "as_of"


def test_only_managers_look_back(timed: Memory, clock: HandClock) -> None:
    kept(timed.for_user("A"), "likes tea")
    granted = ({Verb.READ}, {Verb.READ, Verb.MANAGE})
    reader, manager = (a_caller(timed, "A", caller=Caller(id="bot", grant=Grant(verbs=frozenset(verbs)))) for verbs in granted)

    with pytest.raises(VerbNotGranted):
        reader.search("tea", as_of=NOON)
    assert texts(manager.search("tea", as_of=NOON)) == texts(reader.search("tea")) == ["likes tea"]


def test_a_refusal_to_look_back_is_on_record(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        reader = a_caller(store, "A", caller=Caller(id="bot", grant=Grant(verbs=frozenset({Verb.READ}))))

        with pytest.raises(VerbNotGranted):
            reader.search("tea", as_of="2026-01-01")

    assert audit(tmp_path / "memory.db") == [("A", "memory.policy_denied", "verb-not-granted")]


def test_it_is_a_read_like_any_other(timed: Memory) -> None:
    me = timed.for_user("A")
    kept(me, "likes tea")

    assert texts(timed.for_user("A", mode="no_write").search("tea", as_of=NOON)) == ["likes tea"]
    with pytest.raises(IsolatedConversation):
        timed.for_user("A", mode="isolated").search("tea", as_of=NOON)
    me.settings(read_enabled=False)
    with pytest.raises(ReadingDisabled):
        me.search("tea", as_of=NOON)


def test_a_kind_outside_the_grant_is_not_looked_back_at(timed: Memory, clock: HandClock) -> None:
    me = timed.for_user("A")
    memory_id = kept(me, "tea for a year", kind="goal")
    clock.wait(days=1)
    me.update(memory_id, expected_revision=1, kind="fact")
    caller = Caller(id="bot", grant=Grant(excluded_kinds=frozenset({Kind.GOAL})))

    assert a_caller(timed, "A", caller=caller).search("tea", as_of=NOON) == []
    assert texts(me.search("tea", as_of=NOON, kinds=["goal"])) == ["tea for a year"]


def test_a_secret_in_an_earlier_revision_is_masked(timed: Memory, clock: HandClock) -> None:
    memory_id = kept(timed.for_user("A"), "likes tea")
    pin(timed, memory_id, content="The db password is hunter2-Tr0ub4dor", rule_version=RULE_VERSION - 1)
    clock.wait(days=1)
    timed.for_user("A").update(memory_id, expected_revision=2, content="There is a db")

    (hit,) = timed.for_user("A").search("db password", as_of=NOON)

    assert "hunter2" not in hit.text + hit.memory.content


def test_it_is_not_remembered_and_counts_nothing_as_recalled(tmp_path: Path, clock: HandClock) -> None:
    with TimedStore(clock, a_url(tmp_path)) as store:
        me = store.for_user("A")
        memory_id = kept(me, "likes tea")
        clock.wait(hours=1)
        before = texts(me.search("tea", as_of=NOON))

        me.forget(memory_id)

        assert (before, me.search("tea", as_of=NOON)) == (["likes tea"], [])

    assert rows(tmp_path / "memory.db", "SELECT * FROM memory_usage") == []
