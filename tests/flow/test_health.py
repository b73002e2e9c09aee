"""Whether memory can be used is told within a second, whoever holds the store; what is worse is named, and logged once."""

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from engines import a_store
from factories import HandClock, TimedStore, a_url, rows
from keptmind import Memory
from keptmind.engines.migrate import shipped
from keptmind.model.audit import Sifted
from keptmind.model.erasure import Deletion, Stage, Step, StepName, StepState
from keptmind.model.health import Check, Report, State
from keptmind.surfaces.standing import report_shape

LATEST = shipped()[-1].version


def checked(report: Report) -> dict[str, Check]:
    """Return what was looked at, by name."""
    return {check.name: check for check in report.checks}


@contextmanager
def held(store: Memory) -> Iterator[None]:
    """Have another thread hold the store's write lock meanwhile."""
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        with store.house.store.transaction():
            taken.set()
            done.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait(30)
    try:
        yield
    finally:
        done.set()
        thread.join()


def within_a_second(look: Callable[[], Report]) -> Report:
    """Return a report that may take a second at the very most, and some more where the machine is busy."""
    told: list[Report] = []
    thread = threading.Thread(target=lambda: told.append(look()))
    thread.start()
    thread.join(10)
    assert told
    return told[0]


def unfinished(store: Memory, *steps: Step, asked: timedelta = timedelta(hours=2)) -> None:
    """Open an erasure that has come so far."""
    at = store.house.memories._ground.clock.now() - asked
    deletion = Deletion(
        id=f"op-{at.isoformat()}",
        tenant="default",
        owner="A",
        memory_ids=(),
        state=Stage.UNREADABLE,
        steps=steps,
        requested_at=at,
        completed_at=None,
        receipt=None,
    )
    with store.house.store.transaction(("default", "A")) as tx:
        tx.deletions.open(deletion, [])


def test_a_store_that_works_is_ready(store: Memory) -> None:
    store.for_user("A").save("likes tea")

    report = store.house.health.ready()

    assert (report.ok, report.degradations, report.schema_version) == (True, (), LATEST)
    assert {name: check.state for name, check in checked(report).items()} == {
        "store": State.OK,
        "schema": State.OK,
        "deletions": State.OK,
        "journal": State.OK,
        "record": State.OK,
        "worker": State.ABSENT,
    }


def test_looking_leaves_nothing_behind(store: Memory) -> None:
    store.house.health.ready()

    store.house.journal.flush()
    with store.house.store.view() as view:
        assert view.audit.across("default", Sifted(limit=10), after=("", "")) == []
        assert view.settings.memory_revision("default", "A") == 0
    assert store.for_user("A").save("likes tea").outcome == "created"


def test_the_write_that_is_tried_is_taken_back(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        before = rows(tmp_path / "memory.db", "SELECT name, content FROM meta ORDER BY name")

        store.house.health.ready()

        assert rows(tmp_path / "memory.db", "SELECT name, content FROM meta ORDER BY name") == before


def test_a_store_that_another_holds_is_busy_and_ready(store: Memory) -> None:
    with held(store):
        report = within_a_second(store.house.health.ready)

    assert (report.ok, report.degradations) == (True, ("store-busy",))
    assert (checked(report)["store"].state, checked(report)["store"].code) == (State.DEGRADED, "store-busy")
    assert store.house.health.ready().degradations == ()


def test_a_file_that_another_process_holds_is_busy_and_still_read(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        other = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        report = within_a_second(store.house.health.ready)

        other.execute("ROLLBACK")
        other.close()
        assert (report.ok, report.degradations, report.schema_version) == (True, ("store-busy",), LATEST)
        assert checked(report)["deletions"].state is State.OK


def test_after_a_look_writers_are_as_patient_as_before(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path), busy_seconds=30) as store:
        store.house.health.ready()

        with store.house.store.alone() as session:  # type: ignore[attr-defined] # what this engine has beside the port
            assert session.all("PRAGMA busy_timeout", {}) == [(30_000,)]


def test_a_store_that_is_gone_is_not_ready(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        (tmp_path / "memory.db").rename(tmp_path / "elsewhere.db")

        report = store.house.health.ready()

        (tmp_path / "elsewhere.db").rename(tmp_path / "memory.db")
    assert (report.ok, report.degradations) == (False, ("store-failed",))
    assert checked(report)["store"].code == "store-failed"


def test_a_closed_store_is_not_ready(store: Memory) -> None:
    store.close()

    report = store.house.health.ready()

    assert (report.ok, report.degradations, report.schema_version) == (False, ("store-failed",), None)
    assert {check.code for check in report.checks if check.state is State.FAILED} == {"store-closed"}


def test_a_schema_that_this_version_does_not_know_is_not_ready(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        other = sqlite3.connect(tmp_path / "memory.db")
        other.execute("INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'later', '00')")
        other.commit()
        other.close()

        report = store.house.health.ready()

    assert (report.ok, report.degradations, report.schema_version) == (False, ("schema-unknown",), 9999)
    assert checked(report)["schema"].code == "schema-too-new"


def test_a_schema_that_lacks_migrations_is_not_ready(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        other = sqlite3.connect(tmp_path / "memory.db")
        other.execute("DELETE FROM schema_migrations WHERE version = ?", (LATEST,))
        other.commit()
        other.close()

        report = store.house.health.ready()

    assert (report.ok, report.degradations) == (False, ("schema-behind",))
    assert checked(report)["schema"].count == 1


def test_erasures_that_are_not_through_are_counted_with_their_age(engine: str) -> None:
    with TimedStore(HandClock()) as store:
        unfinished(store, Step(name=StepName.BYTES, state=StepState.FAILING), asked=timedelta(hours=2))
        unfinished(store, Step(name=StepName.BYTES, state=StepState.PENDING), asked=timedelta(hours=1))

        report = store.house.health.ready()

        deletions = checked(report)["deletions"]
        assert (report.ok, report.degradations) == (True, ("deletions-unfinished",))
        assert (deletions.state, deletions.count, deletions.seconds) == (State.DEGRADED, 2, 7200.0)


def test_an_erasure_that_only_waits_for_the_log_is_no_fault(store: Memory) -> None:
    unfinished(store, Step(name=StepName.BYTES, state=StepState.DONE), Step(name=StepName.LOG, state=StepState.PENDING))

    assert store.house.health.ready().degradations == ()


def test_reads_that_cannot_be_put_on_record_are_a_fault(engine: str) -> None:
    clock = HandClock()
    with TimedStore(clock) as store:
        store.for_user("A").search("tea")

        soon = checked(store.house.health.ready())["journal"]
        clock.wait(seconds=61)
        late = store.house.health.ready()

        assert (soon.state, soon.count) == (State.OK, 1)
        assert (late.ok, late.degradations) == (True, ("journal-behind",))
        assert checked(late)["journal"].seconds == 61.0


def test_what_is_worse_is_logged_once_and_once_more_when_it_is_well(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="keptmind.health")
    with TimedStore(HandClock()) as store:
        for _ in range(2):
            store.house.health.ready()
        unfinished(store, Step(name=StepName.BYTES, state=StepState.FAILING))
        for _ in range(3):
            store.house.health.ready()
        with held(store):
            store.house.health.ready()
        store.house.health.ready()
        store.house.erasure.resume()
        for _ in range(2):
            store.house.health.ready()

    told = [(record.levelname, record.getMessage()) for record in caplog.records if record.name == "keptmind.health"]
    assert told == [
        ("WARNING", "downgraded: deletions-unfinished"),
        ("WARNING", "downgraded: store-busy"),
        ("INFO", "well again: store-busy"),
        ("INFO", "well again: deletions-unfinished"),
    ]


def test_a_report_is_shown_as_plain_values(engine: str) -> None:
    with a_store() as store:
        shape = report_shape(store.house.health.ready())

    assert (shape["ok"], shape["degradations"], shape["schema_version"]) == (True, [], LATEST)
    assert {"name": "worker", "state": "absent", "count": 0, "seconds": 0.0, "code": ""} in shape["checks"]
