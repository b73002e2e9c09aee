from dataclasses import replace

import pytest

from factories import NOON, a_memory
from keptmind import Memory
from keptmind.errors import StaleRevision
from keptmind.write.apply import Entry, supersede


def test_a_row_that_has_moved_on_is_not_written_over_and_stays_searchable() -> None:
    with Memory(":memory:") as store:
        me = store.for_user("A")
        first = me.save("likes oolong", key="drink").memory
        assert first is not None
        me.update(first.id, expected_revision=1, content="likes oolong and sencha")
        known = Entry(memory=first, marks=(), terms={"oolong": 1}, length=51)
        stale = replace(known, memory=replace(first, content="likes coffee", revision=2), terms={"coffe": 1})

        with pytest.raises(StaleRevision), store.house.store.transaction() as tx:
            supersede(tx, known, stale, NOON)

        assert [hit.text for hit in me.search("oolong")] == ["likes oolong and sencha"]
        assert all(finding.ok for finding in store.house.doctor.examine())


def test_every_text_of_an_earlier_revision_is_known_when_it_is_to_be_forgotten() -> None:
    with Memory(":memory:") as store:
        me = store.for_user("A")
        first = me.save("likes oolong", title="Drink", tags=["zanzibarquill"], key="drink").memory
        assert first is not None
        changed = me.update(first.id, expected_revision=1, content="likes sencha", tags=[])

        with store.house.store.transaction() as tx:
            (earlier,) = tx.memories.earlier(changed)

    assert {"likes oolong", "Drink", "drink", "zanzibarquill"} <= set(earlier.texts)
    assert a_memory().content not in earlier.texts
