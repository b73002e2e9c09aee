"""Ordinary reads are put on record by a thread of the journal's own: nobody who reads waits for the store, and what waits has a bound."""

import threading
from pathlib import Path

import pytest

from factories import HandClock, TimedStore, a_url, another_process, rows
from flow.test_health import checked, held
from keptmind import Memory
from keptmind.errors import StoreBusy
from keptmind.model.audit import Action, AuditEvent, Sifted
from keptmind.model.health import State
from keptmind.model.memory import MemoryId
from keptmind.service.journal import MOST_COUNTED, MOST_EVENTS, MOST_WAITING, Journal
from keptmind.service.record import event
from keptmind.surfaces.http.metrics import PrometheusMeter


def read(store: Memory, times: int, owner: str = "A") -> None:
    """Note so many reads of one owner."""
    context = store.for_user(owner)._context
    for _ in range(times):
        store.house.journal.note(event(store.house._ground, context, Action.READ, rule="get"), "default", [])


def on_record(store: Memory) -> list[AuditEvent]:
    """Return everything that was written."""
    with store.house.store.view() as view:
        return view.audit.across("default", Sifted(limit=100_000), after=("", ""))


def landed(journal: Journal) -> None:
    """Wait until nothing waits any more."""
    pause = threading.Event()
    for _ in range(6_000):
        if journal.backlog().events == 0:
            return
        pause.wait(0.01)
    raise AssertionError("reads still wait")


def test_who_reads_never_writes_what_was_read(store: Memory) -> None:
    writers = set[int]()
    store.house.store.listen(lambda _: writers.add(threading.get_ident()))

    read(store, MOST_EVENTS)

    landed(store.house.journal)
    assert len(on_record(store)) == MOST_EVENTS
    assert writers
    assert threading.get_ident() not in writers


def test_reads_of_a_file_that_another_process_holds_wait_for_nothing_and_are_written_at_close(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Memory(a_url(tmp_path), busy_seconds=0.3) as store, another_process(tmp_path / "memory.db"):
        read(store, MOST_EVENTS + 20)
        waiting = store.house.journal.backlog().events

    assert waiting == MOST_EVENTS + 20
    assert threading.get_ident() not in {record.thread for record in caplog.records if record.name == "keptmind.journal"}
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM audit_events") == [(MOST_EVENTS + 20,)]


def test_of_more_reads_than_are_kept_the_rest_is_counted_and_told(engine: str, caplog: pytest.LogCaptureFixture) -> None:
    clock, meter = HandClock(), PrometheusMeter()
    with TimedStore(clock, busy_seconds=60) as store:
        store.house.journal._meter = meter
        with held(store):
            read(store, MOST_WAITING + 7)
            clock.wait(minutes=30)
            soon = store.house.health.ready()
        store.house.journal.flush()
        clock.wait(minutes=30)
        late = store.house.health.ready()
        kept = len(on_record(store))

    assert kept == MOST_WAITING
    gap = checked(soon)["record"]
    assert (soon.ok, "reads-lost" in soon.degradations, gap.state, gap.count, gap.seconds) == (True, True, State.DEGRADED, 7, 1800.0)
    assert ("reads-lost" in late.degradations, checked(late)["record"].count) == (False, 7)
    assert [record.getMessage() for record in caplog.records if "7 reads" in record.getMessage()] == [
        "never to be on record: 7 reads, 0 recalls"
    ]
    assert meter.registry.get_sample_value("keptmind_reads_lost_total") == 7


def test_recalls_that_wait_to_be_counted_have_a_bound_too(store: Memory, caplog: pytest.LogCaptureFixture) -> None:
    journal = store.house.journal
    with held(store):
        for owner in ("A", "B"):
            journal.note(None, "default", [(owner, MemoryId(f"id-{number}")) for number in range(MOST_COUNTED // 2 + 5)])
        journal.note(None, "default", [("A", MemoryId("id-0"))])
        kept = journal._counted
        counts = [reads.recalls for held_back in (journal._waiting, journal._in_flight) for reads in held_back.values()]
        journal._waiting.clear()  # writing them all would take a while

    assert kept == MOST_COUNTED
    assert sum(map(len, counts)) <= MOST_COUNTED + 1  # the one that was being written is counted again


def test_a_flush_that_fails_keeps_everything(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path), busy_seconds=0.1) as store:
        tea = store.for_user("A").save("likes tea").memory
        assert tea is not None
        store.for_user("A").search("tea")
        with another_process(tmp_path / "memory.db"):
            for flush in (store.house.journal.flush, lambda: store.house.journal.flush_of(("default", "A"))):
                with pytest.raises(StoreBusy):
                    flush()
            store.for_user("A").search("tea")
            waiting = store.house.journal.backlog().events

    assert waiting == 2
    assert rows(tmp_path / "memory.db", "SELECT recall_count FROM memory_usage") == [(2,)]
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM audit_events WHERE action = 'memory.search'") == [(2,)]


def test_after_an_owners_own_flush_nothing_that_was_noted_before_is_still_being_written(store: Memory) -> None:
    pause, through = threading.Event(), threading.Event()
    journal = store.house.journal
    read(store, 2)

    def own() -> None:
        journal.flush_of(("default", "A"))
        through.set()

    with held(store):
        threads = [threading.Thread(target=journal.flush), threading.Thread(target=own)]
        threads[0].start()
        while not journal._in_flight and threads[0].is_alive():
            pause.wait(0.01)
        threads[1].start()
        early = through.wait(0.2)
    for thread in threads:
        thread.join(30)

    assert (early, through.is_set()) == (False, True)
    assert len(on_record(store)) == 2
