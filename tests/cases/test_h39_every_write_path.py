"""H39, the writing half: a rewritten entry's old text does not count, and every path knows the limit."""

from collections.abc import Callable, Iterator

import pytest

from engines import a_store
from factories import listed
from keptmind import Memory, OwnerMemory
from keptmind.errors import CoreFull
from keptmind.model.memory import Memory as Row

LIMIT = 1_000


def entry(size: int, name: str = "marmalade") -> str:
    """Return a statement of so many characters."""
    return f"{name} " + "x" * (size - len(name) - 1)


@pytest.fixture
def store() -> Iterator[Memory]:
    with a_store(core_user_chars=LIMIT) as memory:
        yield memory


def pinned(me: OwnerMemory, size: int, **said: str) -> Row:
    """Pin a row of this size."""
    saved = me.save(entry(size), **said).memory  # type: ignore[arg-type]
    assert saved is not None
    return me.pin(saved.id)


def test_a_rewritten_entry_counts_once(store: Memory) -> None:
    me = store.for_user("A")
    row = pinned(me, 700)

    rewritten = me.update(row.id, expected_revision=row.revision, content=entry(750))

    assert rewritten.char_count == 750


def by_update(me: OwnerMemory, row: Row) -> None:
    me.update(row.id, expected_revision=row.revision, content=entry(1_100))


def by_restoring_a_version(me: OwnerMemory, row: Row) -> None:
    me.unpin(row.id)
    long = me.update(row.id, expected_revision=row.revision + 1, content=entry(1_100))
    short = me.pin(me.update(row.id, expected_revision=long.revision, content=entry(700)).id)
    me.restore_version(row.id, long.revision, expected_revision=short.revision)


def by_restoring(me: OwnerMemory, row: Row) -> None:
    me.archive(row.id)
    other = me.save(entry(700, "plum jam")).memory
    assert other is not None
    me.pin(other.id)
    me.restore(row.id)


def by_accepting(me: OwnerMemory, row: Row) -> None:
    candidate = me.save(entry(1_100), key="jam", source="inferred", reason="x").candidate
    assert candidate is not None
    me.accept(candidate.id)


def by_pinning(me: OwnerMemory, row: Row) -> None:
    other = me.save(entry(400, "plum jam")).memory
    assert other is not None
    me.pin(other.id)


@pytest.mark.parametrize("path", [by_update, by_restoring_a_version, by_restoring, by_accepting, by_pinning])
def test_every_path_refuses_what_outgrows_the_block_with_limit_size_and_advice(
    path: Callable[[OwnerMemory, Row], None], store: Memory
) -> None:
    me = store.for_user("A")
    row = pinned(me, 700, key="jam")

    with pytest.raises(CoreFull) as full:
        path(me, row)

    assert full.value.code == "core-full"
    assert (full.value.details.get("limit"), int(str(full.value.details.get("size"))) > LIMIT) == (LIMIT, True)
    assert me.core_block().user_used <= LIMIT


@pytest.mark.parametrize("source", ["explicit", "manual"])
def test_a_save_that_would_outgrow_it_is_refused_and_nothing_changes(source: str, store: Memory) -> None:
    me = store.for_user("A")
    row = pinned(me, 700, key="jam")

    saved = me.save(entry(1_100), key="jam", source=source)

    assert (saved.outcome, saved.rule) == ("refused", "core-full")
    assert me.get(row.id) == row


def test_the_refusal_names_what_could_make_room(store: Memory) -> None:
    me = store.for_user("A")
    first = pinned(me, 700)
    other = me.save(entry(400, "plum jam")).memory
    assert other is not None

    with pytest.raises(CoreFull) as full:
        me.pin(other.id)

    assert full.value.details["room"] == (first.id,)
    me.unpin(first.id)
    assert me.pin(other.id).pinned_at is not None


def test_a_workspaces_rows_count_beside_what_stands_everywhere_and_not_beside_another_workspaces(store: Memory) -> None:
    at_work, at_home = store.for_user("A", workspace="work"), store.for_user("A", workspace="personal")
    rows = [one.save(entry(600, name), scope="workspace").memory for one, name in ((at_work, "plum"), (at_home, "pear"))]
    everywhere = at_work.save(entry(500, "quince")).memory

    for one, row in zip((at_work, at_home), rows, strict=True):
        assert row is not None
        assert one.pin(row.id).pinned_at is not None
    assert everywhere is not None
    with pytest.raises(CoreFull):
        at_work.pin(everywhere.id)


def test_nobodys_guess_stands_in_the_core_block(store: Memory) -> None:
    me = store.for_user("A")
    imported = me.save("Lin is left-handed", source="imported").memory
    assert imported is not None

    with pytest.raises(Exception, match="unconfirmed"):
        me.pin(imported.id)

    assert me.pin(me.confirm(imported.id).id).pinned_at is not None


def test_where_the_cap_binds_everything_a_save_beyond_it_is_refused() -> None:
    with a_store(core_user_chars=LIMIT, flags={"core.cap_all": "on"}) as store:
        me = store.for_user("A")

        outcomes = [me.save(entry(400, name)).outcome.value for name in ("plum", "pear", "quince")]

        assert outcomes == ["created", "created", "refused"]
        assert len(listed(me)) == 2
