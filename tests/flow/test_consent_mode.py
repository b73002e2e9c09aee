"""What becomes of guesses, by the tenant's mode and the person's own, whichever is the stricter."""

from datetime import timedelta
from pathlib import Path

import pytest

from engines import a_store
from factories import HandClock, TimedStore, a_url, bytes_of
from keptmind import Memory


@pytest.mark.parametrize(
    ("tenant", "own", "outcome"),
    [
        ("confirm", None, "candidate"),
        ("auto", None, "created"),
        ("auto", "confirm", "candidate"),
        ("auto", "shadow", "refused"),
        ("confirm", "shadow", "refused"),
        ("shadow", None, "refused"),
    ],
)
def test_a_guess_is_kept_only_as_the_stricter_mode_allows(tenant: str, own: str | None, outcome: str) -> None:
    with a_store(flags={"consent": tenant}) as store:
        me = store.for_user("A")
        if own is not None:
            me.settings(consent_mode=own)

        saved = me.save("Seems to like oolong", source="inferred")

    assert saved.outcome == outcome


def test_in_shadow_mode_nothing_of_a_guess_is_kept(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")
        me.settings(consent_mode="shadow")

        me.save("Seems to like zanzibarquill", source="inferred")

    assert b"zanzibarquill" not in bytes_of(tmp_path / "memory.db")


def test_a_proposal_that_waits_is_not_kept_twice() -> None:
    with a_store() as store:
        me = store.for_user("A")

        ids = {saved.candidate.id for saved in (me.save("Seems to like oolong", source="inferred") for _ in range(2)) if saved.candidate}

    assert len(ids) == 1


def test_a_proposal_that_has_expired_does_not_answer_for_a_new_one() -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        me = store.for_user("A")
        first = me.save("Seems to like oolong", source="inferred").candidate
        clock.at += timedelta(days=31)

        second = me.save("Seems to like oolong", source="inferred").candidate

    assert first is not None
    assert second is not None
    assert first.id != second.id
