"""Taking consent, purposes or membership back never shows a row to anybody who did not see it before."""

from hypothesis import given
from hypothesis import strategies as st

from keptmind import Consent, Memory

PURPOSES = ("personalization", "task", "recommendation", "safety")
DESTINATIONS = ("local", "openai", "printer")
SOME_PURPOSES = st.sets(st.sampled_from(PURPOSES), min_size=1)
SOME_DESTINATIONS = st.sets(st.sampled_from(DESTINATIONS), min_size=1)
ASKED = [(purpose, destination, mode) for purpose in PURPOSES for destination in DESTINATIONS for mode in ("default", "dream")]


def seen(store: Memory) -> set[tuple[str, str, str]]:
    return {
        (purpose, destination, mode)
        for purpose, destination, mode in ASKED
        if store.for_user("u1", purpose=purpose, destination=destination, read_mode=mode).search("penicillin")
    }


@given(SOME_PURPOSES, SOME_PURPOSES, SOME_DESTINATIONS, SOME_DESTINATIONS, SOME_PURPOSES)
def test_withdrawing_consent_never_widens_the_reach(
    purposes: set[str], fewer: set[str], destinations: set[str], nearer: set[str], served: set[str]
) -> None:
    with Memory(":memory:") as store:
        me = store.for_user("u1")
        whole = Consent(purposes=tuple(sorted(purposes)), destinations=tuple(sorted(destinations)))
        saved = me.save("I am allergic to penicillin", consent=whole, purposes=sorted(served)).memory
        assert saved is not None
        before = seen(store)
        kept = Consent(purposes=tuple(sorted(purposes & fewer)), destinations=tuple(sorted(destinations & nearer)))

        if kept.purposes and kept.destinations:
            me.update(saved.id, expected_revision=1, consent=kept)

            assert seen(store) <= before
            assert seen(store) == {
                (purpose, destination, "default") for purpose in set(kept.purposes) & served for destination in kept.destinations
            }
        assert before == {(purpose, destination, "default") for purpose in purposes & served for destination in destinations}


@given(SOME_PURPOSES, SOME_PURPOSES)
def test_withdrawing_purposes_never_widens_the_reach(purposes: set[str], fewer: set[str]) -> None:
    with Memory(":memory:") as store:
        me = store.for_user("u1")
        saved = me.save("Penicillin was found by chance", purposes=sorted(purposes), sensitivity="private").memory
        assert saved is not None
        before = seen(store)

        if purposes & fewer:
            me.update(saved.id, expected_revision=1, purposes=sorted(purposes & fewer))

            assert seen(store) <= before
        assert {purpose for purpose, _, _ in before} == purposes
