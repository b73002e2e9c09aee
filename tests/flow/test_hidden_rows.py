"""A row that may not be seen is never scored or counted: visible scores do not feel it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from factories import HandClock, TimedStore, a_caller
from keptmind import Consent, Memory, OwnerMemory, Saved
from keptmind.model.context import Caller, Grant
from keptmind.model.memory import Kind, Sensitivity

VISIBLE = ("Oolong tea in the morning", "Green tea after lunch", "Buys tea in the old town", "The cat sleeps all day")
HIDDEN = tuple(f"Oolong tea and more green tea number {number}, tea and tea" for number in range(12))


def by_hand(store: Memory, **said: Any) -> Callable[..., list[Saved]]:
    me = store.for_user("A", **said)
    return lambda **wish: me.save_many([{"content": text, **wish} for text in HIDDEN])


def withdrawn(store: Memory, verb: str) -> None:
    me = store.for_user("A")
    for saved in me.save_many([{"content": text} for text in HIDDEN]):
        assert saved.memory is not None
        getattr(me, verb)(saved.memory.id)


def another(store: Memory, user: str, tenant: str = "default") -> None:
    store.for_user(user, tenant=tenant).save_many([{"content": text} for text in HIDDEN])


def shared_by_a_stranger(store: Memory) -> None:
    store.group("g1").add("B")
    store.for_user("B", group="g1").save_many([{"content": text, "share": "group:g1"} for text in HIDDEN])


SORTS: dict[str, Callable[[Memory], Any]] = {
    "another owner": lambda store: another(store, "B"),
    "another owner of a similar name": lambda store: another(store, "A1"),
    "another tenant": lambda store: another(store, "A", "T2"),
    "another workspace": lambda store: by_hand(store, workspace="research")(scope="workspace"),
    "another conversation": lambda store: by_hand(store, conversation="c2")(scope="conversation"),
    "another account": lambda store: by_hand(store, account="a2")(scope="account"),
    "another assistant": lambda store: by_hand(store, assistant="s2")(scope="assistant"),
    "another purpose": lambda store: by_hand(store)(purposes=["safety"]),
    "sealed": lambda store: by_hand(store)(sensitivity="sealed"),
    "restricted, for another purpose": lambda store: by_hand(store)(
        sensitivity="restricted", consent=Consent(purposes=("task",), destinations=("local",))
    ),
    "restricted, for another destination": lambda store: by_hand(store)(
        sensitivity="restricted", consent=Consent(purposes=("personalization",), destinations=("elsewhere",))
    ),
    "suppressed": lambda store: withdrawn(store, "suppress"),
    "archived": lambda store: withdrawn(store, "archive"),
    "forgotten": lambda store: withdrawn(store, "forget"),
    "shared with a group one is not in": shared_by_a_stranger,
    "guessed and waiting": lambda store: by_hand(store)(source="inferred"),
    "not valid yet": lambda store: by_hand(store)(valid_from="2027-01-01"),
    "no longer valid": lambda store: by_hand(store)(valid_to="2025-01-01"),
}


def scores(me: OwnerMemory) -> list[tuple[str, float, Any]]:
    hits = [hit for query in ("oolong tea", "green tea", "tea", "old town") for hit in me.search(query, explain=True)]
    return [(hit.memory.content, hit.score, hit.factors) for hit in hits]


def reader(store: Memory) -> OwnerMemory:
    return store.for_user("A", workspace="work", conversation="c1", account="a1", assistant="s1", group="g1")


@pytest.mark.parametrize("sort", SORTS)
def test_hidden_rows_move_no_visible_score(sort: str) -> None:
    with TimedStore(HandClock()) as store:
        store.for_user("A").save_many([{"content": text} for text in VISIBLE])
        before = scores(reader(store))

        done = SORTS[sort](store)

        assert done is None or {saved.outcome for saved in done} <= {"created", "candidate"}
        after = scores(reader(store))
        assert [text for text, _, _ in after] == [text for text, _, _ in before]
        assert [score for _, score, _ in after] == pytest.approx([score for _, score, _ in before], abs=1e-6)
        assert before


def test_rows_that_have_expired_move_no_visible_score() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        store.for_user("A").save_many([{"content": text} for text in VISIBLE])
        clock.wait(hours=2)
        alone = scores(reader(store))
        clock.at -= timedelta(hours=2)
        by_hand(store)(expires_at="2026-03-02T13:00:00Z")

        clock.wait(hours=2)

        assert [score for _, score, _ in scores(reader(store))] == pytest.approx([score for _, score, _ in alone], abs=1e-6)


@pytest.mark.parametrize(
    "grant", [{"excluded_kinds": frozenset({Kind.EVENT})}, {"highest_sensitivity": Sensitivity.PUBLIC}], ids=["kind", "level"]
)
def test_rows_outside_a_grant_move_no_visible_score(grant: dict[str, Any]) -> None:
    with TimedStore(HandClock()) as store:
        store.for_user("A").save_many([{"content": text, "sensitivity": "public"} for text in VISIBLE])
        me = a_caller(store, "A", caller=Caller(id="bot", grant=Grant(**grant)))
        before = scores(me)

        by_hand(store)(kind="event")

        assert [score for _, score, _ in scores(me)] == pytest.approx([score for _, score, _ in before], abs=1e-6)


def test_rows_that_may_be_seen_do_move_scores() -> None:
    with TimedStore(HandClock()) as store:
        store.for_user("A").save_many([{"content": text} for text in VISIBLE])
        before = scores(reader(store))

        by_hand(store)()

        assert [score for _, score, _ in scores(reader(store))] != pytest.approx([score for _, score, _ in before], abs=1e-6)


def test_a_score_lies_between_nothing_and_one_and_is_the_product_of_its_factors() -> None:
    with TimedStore(HandClock()) as store:
        store.for_user("A").save_many([{"content": text} for text in (*VISIBLE, *HIDDEN)])

        found = scores(reader(store))

        for _, score, factors in found:
            parts = (factors.lexical, factors.recency, factors.importance, factors.confidence, factors.review)
            product = 1.0
            for part in parts:
                assert 0 <= part <= 1
                product *= part
            assert score == pytest.approx(product, abs=1e-6)
            assert 0 < score <= 1


def test_without_explain_no_factor_is_told() -> None:
    with TimedStore(HandClock()) as store:
        store.for_user("A").save("Oolong tea in the morning")

        hit = store.for_user("A").search("oolong")[0]

        assert hit.factors is None
