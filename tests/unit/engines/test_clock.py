from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.engines.clock import SystemClock, TimeOrderedIds


@pytest.mark.parametrize(
    ("name", "known"),
    [("UTC", True), ("Asia/Shanghai", True), ("", False), ("Mars/Base", False), ("../etc", False), ("Asia", False), ("a\0b", False)],
)
def test_a_zone_is_found_if_this_machine_knows_it(name: str, known: bool) -> None:
    assert (SystemClock().zone(name) is not None) is known


@given(st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1)), st.integers(1, 10**9))  # noqa: DTZ001 - bounds are naive
def test_ids_sort_like_the_instants_they_were_made_at(earlier: datetime, microseconds: int) -> None:
    first = earlier.replace(tzinfo=UTC)

    ids = [TimeOrderedIds().mint(first), TimeOrderedIds().mint(first + timedelta(microseconds=microseconds))]

    assert ids == sorted(ids)
    assert all(len(minted) == 36 and minted[14] == "7" and minted[19] in "89ab" for minted in ids)


def test_ids_of_one_instant_differ() -> None:
    now = SystemClock().now()

    assert len({TimeOrderedIds().mint(now) for _ in range(1_000)}) == 1_000
