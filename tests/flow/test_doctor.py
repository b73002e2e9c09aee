"""The doctor finds every damage, on either engine, names just that one, and mends what is derived and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from engines import ENGINE
from factories import HandClock, TimedStore
from keptmind import Memory
from keptmind.engines.migrate import SQLITE_TOKENS, shipped, spell
from keptmind.engines.sql.memories import INSERT_MEMORY
from keptmind.engines.sql.rows import COLUMNS
from keptmind.service.doctor import Repair

HOME = "tenant = 'default' AND owner = 'u1'"
AT = 1_790_000_000_000_000

# what no repair may touch, but for the place of a row
KEPT = ("memory_versions", "evidence", "tombstones", "deletions", "memory_candidates", "questions", "audit_events")
DERIVED = ("documents", "postings", "marks", "memory_usage", "vectors", "derived", "derived_sources")


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """A store that has been lived in, and the ids that damage is done by."""

    store: Memory
    names: dict[str, Any]

    def run(self, *statements: str) -> None:
        """Run plain SQL on a connection of the store's own."""
        with self.store.house.store.alone() as session:  # type: ignore[attr-defined] # both engines have it
            for statement in statements:
                session.run(statement.format(**self.names), {})

    def all(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows of a plain SELECT."""
        with self.store.house.store.alone() as session:  # type: ignore[attr-defined]
            return [tuple(row) for row in session.all(statement, {})]

    def faults(self) -> set[str]:
        """Return the checks that fail."""
        return {finding.check for finding in self.store.house.doctor.examine() if not finding.ok}

    def repair(self) -> Repair:
        """Have it repaired."""
        return self.store.house.doctor.repair()

    def kept(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return what a person said and what is known of it."""
        said = self.all(f"SELECT {', '.join(COLUMNS)} FROM memories ORDER BY id")
        return {"memories": said, **{table: sorted(self.all(f"SELECT * FROM {table}"), key=repr) for table in KEPT}}

    def derived(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return what is derived from it."""
        counts = self.all("SELECT id, row_count, length, next_number, changes_at FROM partitions ORDER BY id")
        return {"partitions": counts, **{table: sorted(self.all(f"SELECT * FROM {table}"), key=repr) for table in DERIVED}}

    def answers(self) -> list[Any]:
        """Return what searches find, in order and with their scores."""
        asked = ("tea", "office floor", "kite", "report", "nothing of the kind")
        hits = [hit for owner in ("u1", "u2") for query in asked for hit in self.store.for_user(owner).search(query)]
        return [(hit.memory.content, hit.score) for hit in hits]


@pytest.fixture
def patient(engine: str) -> Iterator[Patient]:
    with TimedStore(HandClock()) as store:
        me, other = store.for_user("u1", workspace="work"), store.for_user("u2")
        tea = kept(me.save("I take my tea without sugar", kind="preference", tags=["tea"]))
        kept(me.save("The office is on floor 3 of the tower", key="office"))
        office = kept(me.save("The office is on floor 4 of the tower", key="office"))
        report = kept(me.save("The report is due soon", kind="task", scope="workspace", expires_at="2026-03-20T12:00:00Z"))
        harbour = kept(me.save("The harbour lies in the north"))
        kite, gone = kept(me.save("The kite is red")), kept(me.save("The key lies under the mat"))
        kept(other.save("Tea is served at four"))
        me.suppress(kite)
        me.save("Prefers answers with an example", source="inferred", kind="preference", reason="x")
        me.used([tea])
        store.group("family").add("u1")
        me.forget([gone])
        names = {"tea": tea, "office": office, "report": report, "kite": kite, "gone": gone, "harbour": harbour}
        patient = Patient(store=store, names=names)
        for name in ("tea", "report", "office"):
            ((partition, number),) = patient.all(f"SELECT partition, number FROM memories WHERE id = '{names[name]}'")
            names |= {f"{name}_p": partition, f"{name}_n": number}
        names["operation"] = patient.all("SELECT MIN(id) FROM deletions")[0][0]
        patient.answers()
        store.house.journal.flush()
        yield patient


def kept(saved: Any) -> str:
    """Return the id of what was saved."""
    assert saved.memory is not None
    return str(saved.memory.id)


AT_TEA = "partition = {tea_p} AND number = {tea_n}"
FIRST_TERM = f"term = (SELECT MIN(term) FROM postings WHERE {AT_TEA})"
TO_DERIVED = "INSERT INTO derived (tenant, owner, id, sort, version, state, content, created_at) VALUES ('default', 'u1', 'd1', 'x', 1, "
TO_SOURCES = "INSERT INTO derived_sources (tenant, owner, derived_id, sentence, memory_id, revision) VALUES ('default', 'u1', "

MENDED: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "a wrong frequency": ((f"UPDATE postings SET tf = tf + 1 WHERE {AT_TEA} AND {FIRST_TERM}",), {"index-out-of-date"}),
    "a posting missing": ((f"DELETE FROM postings WHERE {AT_TEA} AND {FIRST_TERM}",), {"index-out-of-date"}),
    "a posting too many": (("INSERT INTO postings VALUES ({tea_p}, 12345, {tea_n}, 1)",), {"postings-too-many"}),
    "a posting of another word": ((f"UPDATE postings SET term = 12345 WHERE {AT_TEA} AND {FIRST_TERM}",), {"index-out-of-date"}),
    "a posting of nothing": (("INSERT INTO postings VALUES ({tea_p}, 12345, 999, 1)",), {"postings-without-document"}),
    "no postings at all": (("DELETE FROM postings",), {"index-out-of-date"}),
    "a document missing": (
        (f"DELETE FROM documents WHERE {AT_TEA}",),
        {"rows-without-document", "postings-without-document", "partitions-miscounted"},
    ),
    "a document of nothing": (
        ("INSERT INTO documents VALUES ({tea_p}, 999, 'ghost', 0, 0, 1, 0, 9223372036854775807, NULL, 0)",),
        {"documents-without-row", "partitions-miscounted", "partitions-behind"},
    ),
    "a document of another row": (
        (f"UPDATE documents SET memory_id = '{{office}}' WHERE {AT_TEA}",),
        {"documents-without-row", "rows-without-document"},
    ),
    "a wrong length": (
        (f"UPDATE documents SET length = length + 7 WHERE {AT_TEA}",),
        {"documents-out-of-date", "partitions-miscounted"},
    ),
    "a wrong kind": ((f"UPDATE documents SET kind = 0 WHERE {AT_TEA}",), {"documents-out-of-date"}),
    "a wrong end": ((f"UPDATE documents SET ends_at = 1, bounded = 1 WHERE {AT_TEA}",), {"documents-out-of-date"}),
    "a partition miscounted": (("UPDATE partitions SET row_count = row_count + 1 WHERE id = {tea_p}",), {"partitions-miscounted"}),
    "a number given twice": (("UPDATE partitions SET next_number = 0 WHERE id = {office_p}",), {"partitions-behind"}),
    "a partition never revised": (("UPDATE partitions SET revision = 0 WHERE id = {tea_p}",), {"partitions-behind"}),
    "a change missed": (("UPDATE partitions SET changes_at = NULL WHERE id = {report_p}",), {"partitions-late"}),
    "a partition gone": (("DELETE FROM partitions WHERE id = {tea_p}",), {"rows-in-another-partition"}),
    "a row elsewhere": (
        ("UPDATE memories SET partition = {report_p}, number = 999 WHERE id = '{tea}'",),
        {"rows-in-another-partition", "rows-without-document", "documents-without-row", "index-out-of-date"},
    ),
    "two rows at one place": (
        ("UPDATE memories SET partition = {office_p}, number = {office_n} WHERE id = '{harbour}'",),
        {"rows-without-document", "documents-without-row", "index-out-of-date"},
    ),
    "a mark missing": (
        ("DELETE FROM marks WHERE memory_id = '{kite}' AND mark = (SELECT MIN(mark) FROM marks WHERE memory_id = '{kite}')",),
        {"marks-out-of-date"},
    ),
    "a mark too many": (("INSERT INTO marks SELECT tenant, owner, 12345, id FROM memories WHERE id = '{kite}'",), {"marks-too-many"}),
    "a mark of nothing": (("INSERT INTO marks VALUES ('default', 'u1', 12345, 'ghost')",), {"marks-without-row"}),
    "usage of nothing": (
        ("INSERT INTO memory_usage (tenant, owner, memory_id) VALUES ('default', 'nobody', 'ghost')",),
        {"usage-without-row"},
    ),
    "a vector of nothing": (("INSERT INTO vectors VALUES ('default', 'u1', 'ghost', 'm', 1, 'x', NULL)",), {"vectors-without-row"}),
    "derived of nothing": ((f"{TO_DERIVED} 'current', 'x', 1)",), {"derived-without-source"}),
    "sources of nothing": ((f"{TO_SOURCES} 'd1', 0, '{{tea}}', 1)",), {"sources-without-derived"}),
    "derived of a row that is gone": (
        (f"{TO_DERIVED} 'current', 'x', 1)", f"{TO_SOURCES} 'd1', 0, 'ghost', 1)"),
        {"sources-without-row"},
    ),
    "a counter behind": ((f"UPDATE owners SET memory_revision = 1 WHERE {HOME}",), {"owners-behind"}),
}  # fmt: skip

LEFT: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "a version of nothing": (
        ("INSERT INTO memory_versions VALUES ('default', 'u1', 'ghost', 1, '{{}}', 1, 'create', 'user_api', NULL)",),
        {"versions-without-row"},
    ),
    "a version missing": (("DELETE FROM memory_versions WHERE memory_id = '{office}'",), {"versions-missing"}),
    "a version to come": (
        ("INSERT INTO memory_versions VALUES ('default', 'u1', '{office}', 9, '{{}}', 1, 'create', 'user_api', NULL)",),
        {"versions-out-of-order"},
    ),
    "evidence of nothing": (("UPDATE evidence SET memory_id = 'ghost' WHERE memory_id = '{tea}'",), {"evidence-without-row"}),
    "a candidate for nothing": (("UPDATE memory_candidates SET target_memory_id = 'ghost'",), {"candidates-without-target"}),
    "a candidate become nothing": (("UPDATE memory_candidates SET resulting_memory = 'ghost'",), {"candidates-without-result"}),
    "a question about nothing": (
        ("INSERT INTO questions VALUES ('default', 'u1', 'q', '{tea}', 'ghost', 'answered', 1, 2)",),
        {"questions-without-row"},
    ),
    "a question about what nobody disputes": (
        ("INSERT INTO questions VALUES ('default', 'u1', 'q', '{tea}', '{office}', 'open', 1, NULL)",),
        {"questions-undisputed"},
    ),
    "a member of nothing": (("DELETE FROM groups",), {"members-without-group"}),
    "a tombstone of no operation": (("UPDATE tombstones SET operation = 'ghost'",), {"tombstones-without-operation"}),
    "an operation without its tombstones": (
        ("INSERT INTO deletions VALUES ('default', 'u2', 'op', 'bytes_gone', 'a,b', 1, 2)",
         "INSERT INTO deletion_steps VALUES ('default', 'u2', 'op', 0, 'rows', 'done', 1, '')",
         "UPDATE owners SET memory_revision = memory_revision + 1"),
        {"operations-without-tombstone"},
    ),
    "an operation without its steps": (
        ("INSERT INTO deletions VALUES ('default', 'u2', 'op', 'bytes_gone', '', 1, 2)",
         "UPDATE owners SET memory_revision = memory_revision + 1"),
        {"operations-without-step"},
    ),
    "a step of no operation": (
        ("INSERT INTO deletion_steps VALUES ('default', 'u2', 'op', 0, 'rows', 'done', 1, '')",),
        {"steps-without-operation"},
    ),
    "a row that cannot be read": (("UPDATE memories SET tags = '[' WHERE id = '{kite}'",), {"rows-unreadable", "marks-too-many"}),
}  # fmt: skip


def test_a_store_that_is_sound_is_found_sound_and_is_not_touched(patient: Patient) -> None:
    before = patient.kept(), patient.derived()

    repair = patient.repair()

    assert (patient.faults(), repair.mended, repair.left) == (set(), {}, ())
    assert (patient.kept(), patient.derived()) == before


# after these a row stands at another place, a number is passed over, or what can no longer be derived has gone
ELSEWHERE = {"a partition gone", "a row elsewhere", "two rows at one place"}
RENUMBERED = {"a document of nothing", "a number given twice"}


@pytest.mark.parametrize("damage", MENDED)
def test_what_is_derived_is_found_out_and_mended_and_all_is_as_before(damage: str, patient: Patient) -> None:
    statements, expected = MENDED[damage]
    answers = patient.answers()
    patient.store.house.journal.flush()
    kept_before, derived_before = patient.kept(), patient.derived()
    patient.run(*statements)

    found, repair = patient.faults(), patient.repair()
    again = patient.repair()

    assert found == expected
    assert {finding.check for finding in repair.before if not finding.ok} == expected
    assert (repair.left, again.mended) == ((), {})
    assert repair.mended
    assert patient.kept() == kept_before
    if damage not in ELSEWHERE:
        assert without_numbers(patient.derived()) == without_numbers(derived_before)
        assert damage in RENUMBERED or patient.derived() == derived_before
    assert patient.answers() == answers


def without_numbers(derived: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[tuple[Any, ...]]]:
    """Return what is derived, of partitions only their counts."""
    return {**derived, "partitions": [row[:3] for row in derived["partitions"]]}


@pytest.mark.parametrize("damage", LEFT)
def test_what_is_not_derived_is_found_out_and_left(damage: str, patient: Patient) -> None:
    statements, expected = LEFT[damage]
    patient.run(*statements)
    before = patient.kept()

    found, repair = patient.faults(), patient.repair()
    again = patient.repair()

    assert found == expected
    assert {finding.check for finding in repair.left} == expected
    assert (repair.mended, again.mended) == ({}, {})
    assert patient.kept() == before


def test_derived_things_of_an_earlier_revision_become_stale(patient: Patient) -> None:
    patient.run(f"{TO_DERIVED} 'current', 'x', 1)", f"{TO_SOURCES} 'd1', 0, '{{office}}', 1)")

    found, repair = patient.faults(), patient.repair()

    assert (found, repair.mended, repair.left) == ({"derived-out-of-date"}, {"stale": 1}, ())
    assert patient.all("SELECT state FROM derived") == [("stale",)]


def revived(patient: Patient, **differing: Any) -> str:
    """Forget a row behind everybody's back: bring it back just as it stood, as a copy that was restored without its list would."""
    memory_id = patient.names["tea"]
    columns = (*COLUMNS, "partition", "number")
    ((*row,),) = patient.all(f"SELECT {', '.join(columns)} FROM memories WHERE id = '{memory_id}'")
    patient.store.for_user("u1").forget([memory_id])
    with patient.store.house.store.alone() as session:  # type: ignore[attr-defined]
        session.run(INSERT_MEMORY, {**dict(zip(columns, row, strict=True)), **differing})
    return str(memory_id)


TRACES = """
SELECT (SELECT COUNT(*) FROM memories WHERE id = '{0}') + (SELECT COUNT(*) FROM memory_versions WHERE memory_id = '{0}')
     + (SELECT COUNT(*) FROM evidence WHERE memory_id = '{0}') + (SELECT COUNT(*) FROM marks WHERE memory_id = '{0}')
     + (SELECT COUNT(*) FROM documents WHERE memory_id = '{0}') + (SELECT COUNT(*) FROM memory_candidates WHERE target_memory_id = '{0}')
"""


@pytest.mark.parametrize("differing", [{}, {"revision": 3, "content": "I take my tea with honey"}], ids=["the same", "another"])
def test_a_row_that_came_back_under_its_tombstone_is_erased_again(differing: dict[str, Any], patient: Patient) -> None:
    back = revived(patient, **differing)
    stones = patient.all(f"SELECT * FROM tombstones WHERE memory_id = '{back}'")

    found, repair = patient.faults(), patient.repair()

    assert "rows-under-a-tombstone" in found
    assert repair.left == ()
    assert repair.mended["erased-again"] == 1
    assert patient.all(TRACES.format(back)) == [(0,)]
    assert set(stones) <= set(patient.all(f"SELECT * FROM tombstones WHERE memory_id = '{back}'"))
    assert [deletion.state for deletion in patient.store.for_user("u1").deletions()] == [ENGINE.erased] * 3
    assert patient.repair().mended == {}


@pytest.mark.parametrize(
    "left",
    [
        "INSERT INTO memory_versions VALUES ('default', 'u1', '{gone}', 1, 'w', 1, 'create', 'user_api', NULL)",
        "UPDATE evidence SET memory_id = '{gone}' WHERE memory_id = '{kite}'",
        "UPDATE memory_candidates SET target_memory_id = '{gone}'",
        "UPDATE memory_candidates SET resulting_memory = '{gone}'",
        "INSERT INTO marks VALUES ('default', 'u1', 12345, '{gone}')",
        "INSERT INTO memory_usage (tenant, owner, memory_id) VALUES ('default', 'u1', '{gone}')",
        "INSERT INTO vectors VALUES ('default', 'u1', '{gone}', 'm', 1, 'x', NULL)",
        "INSERT INTO questions VALUES ('default', 'u1', 'q', '{gone}', '{gone}', 'answered', 1, 2)",
    ],
)
def test_nothing_under_a_tombstone_is_left(left: str, patient: Patient) -> None:
    patient.run(left)

    found, repair = patient.faults(), patient.repair()

    assert found == {"rows-under-a-tombstone"}
    assert repair.left == ()
    assert repair.mended["erased-again"] == 1
    assert patient.repair().mended == {}


@pytest.mark.parametrize(
    ("left", "besides"),
    [
        (
            "INSERT INTO documents VALUES ({tea_p}, 999, '{gone}', 0, 0, 1, 0, 9223372036854775807, NULL, 0)",
            {"partitions-miscounted", "partitions-behind"},
        ),
        (f"{TO_SOURCES} 'd1', 0, '{{gone}}', 1)", {"sources-without-derived"}),
    ],
)
def test_what_is_derived_from_what_is_under_a_tombstone_goes_too(left: str, besides: set[str], patient: Patient) -> None:
    patient.run(left)

    found, repair = patient.faults(), patient.repair()

    assert found == {"rows-under-a-tombstone", *besides}
    assert repair.left == ()
    assert patient.repair().mended == {}


def test_an_erasure_that_only_waits_for_the_log_is_no_fault_and_one_that_fails_is_resumed(patient: Patient) -> None:
    waiting = patient.faults()
    patient.run(
        "UPDATE deletion_steps SET state = 'failing' WHERE name = 'bytes'",
        "UPDATE deletions SET state = 'derived_cleaned', completed_at = NULL",
    )

    failing, repair = patient.faults(), patient.repair()

    assert (waiting, failing) == (set(), {"deletions-unfinished"})
    assert (repair.left, repair.mended) == ((), {"erasures": 1})
    assert [deletion.state for deletion in patient.store.for_user("u1").deletions()] == [ENGINE.erased]


BENT = "UPDATE evidence SET sign = 0 WHERE memory_id = '{tea}'"
UNBENT = "UPDATE evidence SET sign = 1 WHERE sign = 0"
CHECKED = {
    "sqlite": (("PRAGMA ignore_check_constraints = ON", BENT, "PRAGMA ignore_check_constraints = OFF"), (UNBENT,)),
    "postgres": (
        ("ALTER TABLE evidence DROP CONSTRAINT evidence_sign_check", BENT),
        (UNBENT, "ALTER TABLE evidence ADD CONSTRAINT evidence_sign_check CHECK (sign IN (-1, 1))"),
    ),
}


def test_a_constraint_that_does_not_hold_is_found_out(patient: Patient) -> None:
    bent, mended = CHECKED[ENGINE.name]
    patient.run(*bent)

    try:
        found = {finding.check: finding for finding in patient.store.house.doctor.examine() if not finding.ok}
        left = patient.repair().left
    finally:
        patient.run(*mended)

    assert set(found) - {"file"} == {"constraints"}
    assert ("file" in found) == (ENGINE.name == "sqlite")
    assert (found["constraints"].count, found["constraints"].note) == (1, "evidence")
    assert {finding.check for finding in left} == set(found)


def test_a_key_that_stands_twice_is_found_out(patient: Patient) -> None:
    (made,) = (one for migration in shipped() for one in migration.statements({}) if "memories_live_key" in one)
    patient.run("DROP INDEX memories_live_key", "UPDATE memories SET memory_key = 'office' WHERE id = '{kite}'")

    try:
        found = {finding.check: finding for finding in patient.store.house.doctor.examine() if not finding.ok}
    finally:
        patient.run("UPDATE memories SET memory_key = NULL WHERE id = '{kite}'", spell(made, SQLITE_TOKENS))

    assert set(found) == {"constraints"}
    assert (found["constraints"].count, found["constraints"].note) == (1, "memories_live_key")


def test_a_constraint_that_was_never_made_whole_is_found_out(patient: Patient) -> None:
    if ENGINE.name == "sqlite":
        return
    patient.run("ALTER TABLE evidence ADD CONSTRAINT doubtful CHECK (sign < 7) NOT VALID")

    try:
        (fault,) = (finding for finding in patient.store.house.doctor.examine() if not finding.ok)
    finally:
        patient.run("ALTER TABLE evidence DROP CONSTRAINT doubtful")

    assert (fault.check, fault.note) == ("file", "invalid constraint doubtful")


def test_every_check_has_a_damage_here(patient: Patient) -> None:
    damaged = set().union(*(expected for _, expected in (*MENDED.values(), *LEFT.values())))
    elsewhere = {"file", "constraints", "derived-out-of-date", "rows-under-a-tombstone", "deletions-unfinished"}

    assert {finding.check for finding in patient.store.house.doctor.examine()} == damaged | elsewhere
