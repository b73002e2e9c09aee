"""What only a server can do to a store: cut its connections, keep it waiting, hold its log; and what it needs to be given."""

import re
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar
from urllib.parse import quote

import psycopg
import pytest
from psycopg import sql

from engines import KEY
from factories import HandClock, TimedStore
from keptmind import Memory
from keptmind.bootstrap import build
from keptmind.errors import InvalidSettings, OutcomeUnknown, StoreBusy, StoreClosed, StoreFailed, Unavailable
from keptmind.model.audit import Action
from keptmind.model.erasure import Stage, StepName, StepState
from keptmind.service.record import event
from keptmind.surfaces.messages import LOCALES, say
from postgres.conftest import Place

Answer = TypeVar("Answer")


def test_a_store_without_a_key_says_that_it_needs_one(place: Place) -> None:
    with pytest.raises(InvalidSettings) as caught:
        Memory(place.url)

    assert caught.value.details["field"] == "key"


def test_a_node_with_another_key_is_refused(place: Place) -> None:
    place.store().close()

    with pytest.raises(InvalidSettings) as caught:
        place.store(key="b" * 32)

    assert caught.value.details["field"] == "key"
    assert "bbb" not in repr(caught.value)


def test_a_lost_key_is_replaced_and_what_it_recognised_is_lost_with_it(place: Place) -> None:
    with place.store() as store:
        me = store.for_user("A")
        gone = me.save("Lin owns a red kite").memory
        assert gone is not None
        me.forget(gone.id)
        me.save("Lin drinks tea")
        assert me.save("Lin owns a red kite", source="imported").rule == "forgotten"

    place.connection.execute("DELETE FROM meta WHERE name = 'key'")

    with place.store(key="b" * 32) as store:
        me = store.for_user("A")
        assert [row.content for row in me.list().items] == ["Lin drinks tea"]
        assert all(finding.ok for finding in store.house.doctor.examine())
        assert me.save("Lin owns a red kite", source="imported").outcome == "created"
        assert me.save("Lin drinks tea").outcome == "same"
    with pytest.raises(InvalidSettings):
        place.store()


@pytest.mark.parametrize(
    "url", ["postgresql://nobody@/nowhere?host=/nonexistent", "postgresql://u:hunter2@127.0.0.1:1/x", "postgres://?no=such"]
)
def test_a_server_that_is_not_there_is_unavailable_and_no_part_of_the_address_is_told(url: str) -> None:
    with pytest.raises(Unavailable) as caught:
        Memory(url, key=KEY, busy_seconds=1)

    assert caught.value.code == "store-failed"
    assert not {"hunter2", "nonexistent", "such"} & set(repr(caught.value).replace("=", " ").split())


def test_a_database_that_may_only_be_read_answers_and_can_be_closed(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    with place.store() as store:
        store.for_user("A").save("My office is on floor 3 of the tower")
    role = f"reader_{uuid.uuid4().hex}"
    with psycopg.connect(place.url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {role}")
        admin.execute(f"GRANT USAGE ON SCHEMA {place.name} TO {role}")
        admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {place.name} TO {role}")

    with Memory(place.url.replace("options=", f"options={quote(f'-c role={role} ')}"), key=KEY) as reading:
        found = [hit.text for hit in reading.for_user("A").search("office")]

    with psycopg.connect(place.url, autocommit=True) as admin:
        admin.execute(f"DROP OWNED BY {role}")
        admin.execute(f"DROP ROLE {role}")
    assert found == ["My office is on floor 3 of the tower"]
    ours = [record.message for record in caplog.records if record.name.startswith("keptmind")]  # the driver may say a line of its own
    assert ours == ["closed with reads not on record or erasures not finished: store-failed"]


def test_after_every_connection_was_cut_the_next_call_finds_the_server_again(place: Place) -> None:
    with place.store() as store:
        me = store.for_user("A")
        me.save("likes tea")
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: me.search("tea"), range(20)))

        assert place.cut() > 0

        assert me.save("likes coffee").outcome == "created"
        place.cut()
        assert [hit.text for hit in me.search("coffee")] == ["likes coffee"]


def test_what_was_sent_together_and_broke_off_spoils_no_later_call(place: Place) -> None:
    impossible, ordinary = "SELECT 1 / CAST(:none AS BIGINT)", "SELECT CAST(:one AS BIGINT) + 7"

    def sent(*statements: str) -> None:
        with store.house.store.transaction(("default", "A")) as tx:
            session: Any = tx.groups._session  # type: ignore[attr-defined]
            for statement in statements:
                session.defer(statement, {"none": 0, "one": 1})

    with place.store(connections=1) as store:
        for _ in range(4):  # by now the driver looks at no ROLLBACK any more
            with pytest.raises(ZeroDivisionError), store.house.store.transaction(("default", "A")):
                _ = 1 / 0
        for _ in range(2):
            sent(ordinary)
        with pytest.raises(StoreFailed):
            sent(impossible, ordinary)  # it is due to be prepared here, behind what breaks off

        sent(ordinary)
        assert store.for_user("A").save("likes tea").outcome == "created"


def test_a_connection_cut_in_mid_transaction_keeps_nothing_and_says_so(place: Place) -> None:
    with place.store() as store:
        me = store.for_user("A")
        me.save("likes tea")
        with pytest.raises(StoreFailed), store.house.store.transaction(("default", "A")) as tx:  # noqa: PT012 (all of it is the transaction)
            tx.settings.changed("default", "A")
            place.cut()
            tx.settings.of("default", "A")

        assert me.stats().memory_revision == 1
        assert me.save("likes coffee").outcome == "created"


@pytest.mark.parametrize("reaches_the_server", [False, True])
def test_a_commit_that_was_cut_off_is_asked_after(place: Place, reaches_the_server: bool) -> None:
    with place.store() as store:
        me = store.for_user("A")
        me.save("likes tea")
        outcome = None
        try:
            with store.house.store.transaction(("default", "A")) as tx:
                tx.groups.add("default", "g", "A", store.house.memories._ground.clock.now())
                tx.audit.append(event(store.house.memories._ground, me._context, Action.UPDATED))
                if reaches_the_server:
                    engine: Any = store.house.store
                    tx.settle()  # type: ignore[attr-defined]
                    engine.writing().commit()
                place.cut()
        except StoreFailed as error:
            outcome = str(error.details["problem"])

        assert outcome == (None if reaches_the_server else "the connection broke")
        assert store.group("g").members() == (["A"] if reaches_the_server else [])


def test_a_commit_that_was_cut_off_and_left_nothing_to_look_for_says_that_nobody_knows(place: Place) -> None:
    with place.store() as store:
        with pytest.raises(OutcomeUnknown) as caught, store.house.store.transaction(("default", "A")) as tx:  # noqa: PT012
            tx.groups.add("default", "g", "A", store.house.memories._ground.clock.now())
            place.cut()

        told = [say(caught.value.code, locale, caught.value.details) for locale in LOCALES]
        assert "may have been written" in told[0]
        assert "可能已经写入" in told[1]
        assert not any(said in sentence for sentence in told for said in ("nothing was written", "什么也没有写入"))


def test_a_connection_that_breaks_is_told_in_words(place: Place) -> None:
    with place.store() as store:
        store.for_user("A").save("likes tea")
        with pytest.raises(StoreFailed) as caught, store.house.store.view() as view:  # noqa: PT012
            place.cut()
            view.settings.of("default", "A")

        assert caught.value.details["problem"] == "the connection broke"


def test_who_writes_for_one_person_waits_for_nobody_else(place: Place) -> None:
    with place.store() as store, store.house.store.transaction(("default", "A")):
        assert other_thread(lambda: store.for_user("B").save("likes tea").outcome) == "created"
        assert other_thread(lambda: len(store.for_user("A").list().items)) == 0


def test_however_many_people_there_are_none_waits_for_another(place: Place) -> None:
    with place.store(busy_seconds=1) as store, store.house.store.transaction(("default", "A")):
        outcomes = {other_thread(lambda name=name: store.for_user(f"B{name}").save("likes tea").outcome) for name in range(300)}  # type: ignore[misc]

    assert outcomes == {"created"}


def test_who_waits_too_long_for_another_writer_is_told_and_nothing_is_kept(place: Place) -> None:
    with place.store(busy_seconds=0.3) as store:
        with store.house.store.transaction(("default", "A")), pytest.raises(StoreBusy):
            other_thread(lambda: store.for_user("A").save("likes tea"))

        assert store.for_user("A").list().items == ()


def test_two_who_name_several_owners_in_other_orders_never_wait_for_each_other_for_ever(place: Place) -> None:
    owners = [("default", name) for name in "ABCDEF"]

    with place.store() as store:

        def write(turn: int) -> None:
            for _ in range(20):
                with store.house.store.transaction(*(owners if turn % 2 else reversed(owners))):
                    time.sleep(0.001)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(write, range(4)))


def test_words_that_several_nodes_register_at_once_each_get_a_bit(place: Place) -> None:
    place.store().close()

    def consented(number: int) -> None:
        with place.store() as store:
            me = store.for_user(f"u{number}", destination=f"provider-{number}")
            assert me.save("I take insulin for my diabetes", consent=True).outcome == "created"

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(consented, range(6)))

    bits = place.rows("SELECT bit FROM words WHERE sort = 'destination'")
    assert len(bits) == 7
    with place.store() as store:
        found = [
            [hit.text for hit in store.for_user(f"u{one}", destination=f"provider-{other}").search("insulin")]
            for one in range(6)
            for other in range(6)
        ]
    assert [bool(texts) for texts in found] == [one == other for one in range(6) for other in range(6)]


@pytest.mark.parametrize("user", ['o"b\\{x},é', "{}", "NULL", "a,b", "\\", "'"])
def test_an_odd_name_of_a_person_is_kept_as_it_is(place: Place, user: str) -> None:
    with place.store() as store:
        me = store.for_user(user)
        me.save("My office is on floor 3 of the tower")

        assert me.save("My office is on floor 4 of the tower").outcome == "updated"
        assert [hit.text for hit in me.search("office")] == ["My office is on floor 4 of the tower"]
        assert all(finding.ok for finding in store.house.doctor.examine())


def test_a_schema_that_is_not_there_is_named_as_what_is_missing(place: Place) -> None:
    with pytest.raises(StoreFailed) as caught:
        Memory(place.url.replace(place.name, f"{place.name}_elsewhere"), key=KEY)

    assert caught.value.details["problem"] == "there is no such schema, or the role may not use it"


@pytest.mark.parametrize("text", ["!!!", "\\", "𝕳𝖊𝖑𝖑𝖔", "\ud800", "\x01\x02"])
def test_a_statement_that_no_search_could_find_is_kept_all_the_same(place: Place, text: str) -> None:
    with place.store() as store, Memory(":memory:") as embedded:
        saved, beside = store.for_user("A").save(text), embedded.for_user("A").save(text)

        assert (saved.outcome, saved.memory and saved.memory.content) == (beside.outcome, beside.memory and beside.memory.content)


def test_whose_writers_queue_leave_connections_to_readers(place: Place) -> None:
    with place.store(connections=3) as store:
        store.for_user("C").save("likes tea")
        with ThreadPoolExecutor(6) as pool, store.house.store.transaction(("default", "A")):
            waiting = [pool.submit(store.for_user("A").save, f"likes tea number {number}") for number in range(6)]
            time.sleep(0.2)
            assert other_thread(lambda: len(store.for_user("C").search("tea"))) == 1  # and is not Unavailable: nothing ends the wait
        assert [one.result(timeout=60).outcome for one in waiting] == ["created"] * 6


def test_a_default_isolation_of_the_role_changes_nothing(place: Place) -> None:
    url = place.url.replace("search_path%3D", "default_transaction_isolation%3Dserializable%20-c%20search_path%3D")
    with Memory(url, key=KEY, connections=4) as store, ThreadPoolExecutor(4) as pool:
        me = store.for_user("A")
        outcomes = [one.outcome for one in pool.map(lambda _: me.save("likes tea"), range(12))]

    assert sorted(outcomes) == ["created"] + ["same"] * 11


def test_a_child_of_a_fork_has_connections_of_its_own(place: Place) -> None:
    code = f"""
import os, sys
from keptmind import Memory
with Memory({place.url!r}, key={KEY!r}, connections=1, cache_entries=0) as store:
    for name in "AB":
        store.for_user(name).save(f"Owner {{name}} keeps a badge")
    me = "B" if os.fork() == 0 else "A"
    for _ in range(200):
        found = {{row.content for row in store.for_user(me).list().items}}
        assert found == {{f"Owner {{me}} keeps a badge"}}, found
    if me == "B":
        os._exit(0)
    assert os.wait()[1] == 0
print("done")
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120, check=False)

    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


@pytest.mark.parametrize("name", ["n" * 49, "猫" * 17])
def test_a_schema_whose_copies_could_not_be_named_is_refused(place: Place, name: str) -> None:
    place.connection.execute(f'CREATE SCHEMA "{name}"'.encode())
    try:
        with pytest.raises(StoreFailed) as caught:
            Memory(place.url.replace(place.name, name), key=KEY)
    finally:
        place.connection.execute(f'DROP SCHEMA "{name}" CASCADE'.encode())

    assert caught.value.details["problem"] == "the name of the schema is too long"


@pytest.mark.parametrize("name", [":colon", 'Upper "quoted" name', "with space"])
def test_a_schema_may_bear_an_odd_name(place: Place, name: str) -> None:
    place.connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
    try:
        url = re.sub("search_path%3D[^&]*", "search_path%3D" + quote(sql.Identifier(name).as_string(None).replace(" ", "\\ ")), place.url)
        with Memory(url, key=KEY) as store:
            me = store.for_user("A")
            saved = me.save("likes tea").memory
            assert saved is not None
            assert me.forget(saved.id).state is Stage.DERIVED_CLEANED
    finally:
        for one in (name, f"{name}_erased"):
            place.connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(one)))


def test_who_only_examines_makes_nothing(place: Place) -> None:
    with pytest.raises(StoreFailed, match="store-failed"):
        build({"url": place.url, "key": KEY}, must_exist=True)

    assert place.rows("SELECT tablename FROM pg_tables WHERE schemaname = %s", place.name) == []


def test_waiting_for_the_log_writes_nothing(place: Place) -> None:
    with place.store() as store:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None
        before = me.forget(saved.id)

        resumed = store.house.erasure.resume()

        assert resumed == [replace(before, steps=resumed[0].steps)]
        assert resumed[0].steps[4] == before.steps[4]
        assert me.deletions() == resumed


def test_the_step_that_waits_says_in_words_for_what_and_up_to_where(place: Place) -> None:
    with place.store() as store:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None

        (step,) = [step for step in me.forget(saved.id).steps if step.name is StepName.LOG]

    span = re.fullmatch(r"waits for the server's log to be written over: ([0-9A-F]+/[0-9A-F]+) → ([0-9A-F]+/[0-9A-F]+)", step.note)
    assert span is not None
    assert place.rows("SELECT CAST(%s AS pg_lsn) <= pg_current_wal_lsn(), CAST(%s AS pg_lsn) > pg_current_wal_lsn()", *span.groups()) == [
        (True, True)
    ]


def test_a_closed_store_says_so(place: Place) -> None:
    store = place.store()
    me = store.for_user("A")
    store.close()
    store.close()

    with pytest.raises(StoreClosed):
        me.save("likes tea")


def test_a_key_taken_at_the_last_moment_is_told_as_such(place: Place) -> None:
    with place.store() as store:
        me = store.for_user("A")
        archived = me.save("likes tea", key="drink").memory
        assert archived is not None
        me.archive(archived.id)
        me.save("likes coffee", key="drink")

        with pytest.raises(Exception, match="key-taken"):
            me.restore(archived.id)


@pytest.fixture
def short_log(place: Place) -> Iterator[None]:
    """Have the server use the files of its log again after 32 MB."""
    for name in ("max_wal_size", "min_wal_size"):
        place.connection.execute(f"ALTER SYSTEM SET {name} = '32MB'".encode())
    place.connection.execute("SELECT pg_reload_conf()")
    while place.rows("SHOW max_wal_size") != [("32MB",)]:
        time.sleep(0.05)
    yield
    for name in ("max_wal_size", "min_wal_size"):
        place.connection.execute(f"ALTER SYSTEM RESET {name}".encode())
    place.connection.execute("SELECT pg_reload_conf()")


@pytest.mark.slow
@pytest.mark.usefixtures("short_log")
def test_a_forgotten_word_is_in_no_table_file_and_the_receipt_waits_for_the_log(place: Place) -> None:
    word = f"zanzibar{uuid.uuid4().hex}"
    with TimedStore(HandClock(), place.url, key=KEY) as store:
        me = store.for_user("A")
        for number in range(30):
            saved = me.save(f"The {word} number {number} " + "padding " * (number * 7 % 90), key=f"k{number % 3}").memory
            assert saved is not None
        assert traces(place, word)
        gone = me.forget([row.id for row in me.list().items])

        assert (gone.state, gone.receipt) == (Stage.DERIVED_CLEANED, None)
        while me.deletions()[0].steps[3].state is not StepState.DONE:  # another test may still read
            store.house.erasure.resume()
        assert traces(place, word) == []
        assert place.rows(f"SELECT COUNT(*) FROM {place.name}_erased.erased WHERE ids LIKE %s", f"%{gone.memory_ids[0]}%") == [(1,)]

        store.house.erasure.resume()
        assert me.deletions()[0].receipt is None
        overwrite_the_log(place, megabytes=140)
        store.house.erasure.resume()

        (finished,) = me.deletions()
        assert finished.state is Stage.BYTES_GONE
        assert finished.receipt is not None
    found = "SELECT COUNT(*) FROM pg_ls_waldir() w WHERE position(%s in pg_read_binary_file('pg_wal/' || w.name)) > 0"
    assert place.rows(found, word.encode()) == [(0,)]


def test_what_somebody_can_still_read_is_not_said_to_be_rewritten(place: Place) -> None:
    with place.store() as store, psycopg.connect(place.url) as reader:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None
        reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT 1 FROM words")

        gone = me.forget(saved.id)

        steps = {step.name: step for step in gone.steps}
        assert (steps[StepName.BYTES].state, steps[StepName.BYTES].note) == ("failing", "others still read what was there before")
        reader.rollback()
        store.house.erasure.resume()
        assert [step.state for step in me.deletions()[0].steps] == ["done", "done", "done", "done", "pending"]


def test_nor_what_somebody_who_writes_elsewhere_may_still_need(place: Place) -> None:
    with place.store() as store, psycopg.connect(place.url) as writer:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None
        writer.execute("CREATE TABLE other (id BIGINT)")  # and sits idle in its transaction, with a number but no snapshot

        gone = me.forget(saved.id)

        assert {step.name: step.note for step in gone.steps}[StepName.BYTES] == "others still read what was there before"


def test_tables_of_another_role_are_not_said_to_be_rewritten(place: Place) -> None:
    place.store().close()
    role = f"node_{uuid.uuid4().hex[:8]}"
    for statement in (
        f"CREATE ROLE {role} LOGIN",
        f"GRANT USAGE ON SCHEMA {place.name}, {place.name}_erased TO {role}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {place.name} TO {role}",
        f"GRANT ALL ON ALL TABLES IN SCHEMA {place.name}_erased TO {role}",
        f"GRANT ALL ON ALL SEQUENCES IN SCHEMA {place.name} TO {role}",
    ):
        place.connection.execute(statement.encode())
    with Memory(place.url.replace("postgres:@", f"{role}:@"), key=KEY, connections=2) as store:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None

        gone = me.forget(saved.id)

        assert {step.name: step.note for step in gone.steps}[StepName.BYTES] == "the role does not own the tables"
        assert gone.receipt is None
    place.connection.execute(f"DROP OWNED BY {role}".encode())
    place.connection.execute(f"DROP ROLE {role}".encode())


def test_schemas_of_others_are_left_alone_whatever_their_names(place: Place) -> None:
    mine = f"{place.name}_before_our_move"
    place.connection.execute(f"CREATE SCHEMA {mine}".encode())
    with place.store() as store:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None
        me.forget(saved.id)

    assert place.rows("SELECT 1 FROM pg_namespace WHERE nspname = %s", mine) == [(1,)]


def test_reads_on_record_wait_for_no_other_person(place: Place) -> None:
    with place.store() as store:
        for name in "ABC":
            me = store.for_user(name)
            me.save("likes tea")
            me.search("tea")
        with store.house.store.transaction(("default", "B")):
            flushing = threading.Thread(target=store.house.journal.flush)
            flushing.start()
            time.sleep(0.1)
            assert other_thread(lambda: store.for_user("A").save("likes coffee").outcome) == "created"
            assert other_thread(lambda: store.for_user("C").save("likes coffee").outcome) == "created"
        flushing.join(timeout=60)
        assert not flushing.is_alive()
    assert sorted(place.rows("SELECT owner, recall_count FROM memory_usage")) == [("A", 1), ("B", 1), ("C", 1)]


def traces(place: Place, word: str) -> list[str]:
    """Name the tables and indexes with the word in their files, after everything is written out."""
    place.connection.execute("CHECKPOINT")
    found = place.rows(
        "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN (%s, 'pg_toast', 'pg_catalog')"
        " AND pg_relation_filepath(c.oid) IS NOT NULL AND position(%s in pg_read_binary_file(pg_relation_filepath(c.oid), true)) > 0",
        place.name,
        word.encode(),
    )
    return [str(name) for (name,) in found]


def overwrite_the_log(place: Place, *, megabytes: int) -> None:
    """Have the server write so much into its log."""
    place.connection.execute("CREATE TABLE filler (text TEXT)")
    for _ in range(megabytes // 4):
        place.connection.execute("INSERT INTO filler SELECT repeat(md5(CAST(n AS TEXT)), 30) FROM generate_series(1, 4000) n")
        place.connection.execute("TRUNCATE filler")
        place.connection.execute("CHECKPOINT")
    place.connection.execute("DROP TABLE filler")


def other_thread(does: Callable[[], Answer]) -> Answer:
    """Do it in a thread of its own and return or raise what comes of it."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(does).result(timeout=60)


def test_health_does_not_wait_for_a_connection(place: Place) -> None:
    with place.store(connections=1) as store, ThreadPoolExecutor(1) as other:
        with store.house.store.transaction(("default", "A")):
            report = other.submit(store.house.health.ready).result(timeout=10)

        assert (report.ok, report.degradations, report.schema_version) == (True, ("store-busy",), None)
        assert store.house.health.ready().degradations == ()


def test_health_finds_a_server_that_was_restarted(place: Place) -> None:
    with place.store() as store:
        store.for_user("A").save("likes tea")
        place.cut()

        report = store.house.health.ready()

        assert (report.ok, report.degradations) == (True, ())


def test_health_tells_a_database_that_takes_no_writes(place: Place) -> None:
    with place.store() as store:
        place.connection.execute("ALTER TABLE meta RENAME TO elsewhere")

        report = store.house.health.ready()

        place.connection.execute("ALTER TABLE elsewhere RENAME TO meta")
        assert (report.ok, report.degradations) == (False, ("store-failed",))
        assert store.house.health.ready().ok


def test_what_health_writes_is_taken_back(place: Place) -> None:
    with place.store() as store:
        before = place.rows("SELECT name, content FROM meta ORDER BY name")

        store.house.health.ready()

        assert place.rows("SELECT name, content FROM meta ORDER BY name") == before
