"""Callers who ask for the sake of audit get metadata, never text, by whatever verb."""

from collections.abc import Callable

import pytest

from keptmind import Memory, OwnerMemory
from keptmind.model.memory import Memory as Row

SAID = "likes quokka tea"


def kept(store: Memory) -> str:
    saved = store.for_user("A").save(
        SAID, title="quokka", key="quokka_key", subject="quokka", tags=["quokka"], reason="quokka", purposes=["task", "audit"]
    )
    assert saved.memory is not None
    return saved.memory.id


def test_a_search_gives_ids_kinds_and_times_alone(store: Memory) -> None:
    memory_id = kept(store)

    hit = store.for_user("A", purpose="audit").search("quokka")[0]

    assert (hit.memory.id, hit.memory.kind, hit.memory.revision) == (memory_id, "fact", 1)
    assert "quokka" not in hit.text + told(hit.memory)


def test_a_block_says_nothing(store: Memory) -> None:
    kept(store)

    block = store.for_user("A", purpose="audit").context("Which quokka tea is it?")

    assert "quokka" not in block.text + "".join(hit.text + told(hit.memory) for hit in block.hits)


VERBS: dict[str, Callable[[OwnerMemory, str], Row | None]] = {
    "get": lambda me, row: me.get(row),
    "list": lambda me, row: me.list().items[0],
    "update": lambda me, row: me.update(row, expected_revision=1, purposes=["audit"]),
    "suppress": lambda me, row: me.suppress(row),
    "archive": lambda me, row: me.archive(row),
    "restore": lambda me, row: me.restore(row),
    "save again": lambda me, row: me.save(SAID, purposes=["audit"]).memory,
}


@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_returns_a_stored_text(verb: str, store: Memory) -> None:
    memory_id = kept(store)

    row = VERBS[verb](store.for_user("A", purpose="audit"), memory_id)

    assert row is not None
    assert row.id == memory_id
    assert "quokka" not in told(row)


def test_a_filter_by_text_is_no_way_to_guess_it(store: Memory) -> None:
    kept(store)
    auditor = store.for_user("A", purpose="audit")

    found = [len(auditor.list(text=guess).items) for guess in ("likes quokka", "likes koala")]

    assert found[0] == found[1]


def told(row: Row) -> str:
    return f"{row.content}{row.title}{row.key}{row.subject}{row.value}{row.tags}{row.reason}"
