"""What a tool sees of a person: three independent sightings make a proposal, and no less."""

from datetime import timedelta

from factories import HandClock, TimedStore
from keptmind import Memory

SEEN = "Lin usually drinks oolong tea"


def sighted(store: Memory, conversation: str, text: str = SEEN) -> tuple[str, str | None]:
    saved = store.for_user("lin", conversation=conversation).save(text, kind="preference", source="observed", reason="seen")
    return str(saved.outcome), saved.rule


def test_a_leaning_seen_on_three_occasions_waits_for_the_person() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        told = []
        for number in range(3):
            told.append(sighted(store, f"c{number}"))
            clock.set(clock.at + timedelta(days=1))
        me = store.for_user("lin")
        waiting = me.candidates()

        assert told[:2] == [("refused", "observed-too-seldom")] * 2
        assert told[2] == ("candidate", "observed-leaning")
        assert [one.proposed.content for one in waiting if one.proposed is not None] == [SEEN]
        assert me.search("oolong tea") == []


def test_one_occasion_counts_once_however_often_it_is_told() -> None:
    with TimedStore(HandClock()) as store:
        assert {sighted(store, "c1") for _ in range(5)} == {("refused", "observed-too-seldom")}


def test_of_what_is_sensitive_not_even_a_sighting_is_counted() -> None:
    clock = HandClock()
    text = "Lin usually takes metformin for her diabetes"
    with TimedStore(clock) as store:
        for number in range(4):
            outcome, _ = sighted(store, f"c{number}", text)
            clock.set(clock.at + timedelta(days=1))
            assert outcome == "refused"
        assert store.for_user("lin").candidates() == []
