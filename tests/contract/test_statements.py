"""Every SQL statement of the engines is understood, as it stands, by SQLite and by PostgreSQL."""

import pkgutil
import re
import sqlite3
import uuid
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from psycopg.types.numeric import Int8Dumper

from keptmind.engines import migrate, sql
from keptmind.engines.migrate import CREATE_LEDGER, POSTGRES_TOKENS, SQLITE_TOKENS, shipped, spell
from keptmind.engines.postgres_session import Line, PostgresSession
from keptmind.engines.sql.constraints import constraints
from keptmind.engines.sql.dialect import widen
from keptmind.engines.statistics import tell

WITHOUT_STATEMENTS = {"constraints", "current", "dialect", "rows", "session", "work"}
MODULES = [f"keptmind.engines.sql.{found.name}" for found in pkgutil.iter_modules(sql.__path__) if found.name not in WITHOUT_STATEMENTS]
MODULES += ["keptmind.engines.sqlite", "keptmind.engines.migrate"]

SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE)\s")


def constants(module: str) -> dict[str, str]:
    """Return the public statements that a module defines or passes on, by name."""
    found: dict[str, str] = {}
    for name, held in vars(import_module(module)).items():
        if name.isupper() and not name.startswith("_"):
            several = named(name, held)
            found.update({one: text for one, text in several.items() if isinstance(text, str) and SQL.match(text)})
    return found


def named(name: str, held: Any) -> dict[str, Any]:
    """Return what a constant holds, by name: a mapping or a tuple holds several."""
    if isinstance(held, dict):
        return {f"{name}.{key}": one for key, one in held.items()}
    return {f"{name}.{position}": one for position, one in enumerate(held)} if isinstance(held, tuple) else {name: held}


STATEMENTS = {f"{module.rpartition('.')[2]}.{name}": text for module in MODULES for name, text in constants(module).items()}
STATEMENTS.update({f"constraints.{name}": text for name, text in constraints().items()})

# these hold everything against everything, or take the index of one owner apart
EXHAUSTIVE = re.compile(r"examine\.(CHECKS\..*|OWNERS_AFTER|COUNT_MARKS_OF_ROWS)|constraints\..*|mend\.OF_NOBODY\..*")
DISTINCT = {text: name for name, text in reversed(STATEMENTS.items())}
BY_NAME = {name: text for text, name in DISTINCT.items()}

# The sorts of row that statements meet: everything filled in, and everything left out that may be absent.
LISTS: dict[tuple[str, str], list[Any]] = {
    ("VALUES", "partitions"): [(1,), (2,), (3_000_000_000,)],
    ("VALUES", "terms"): [(7,), (9_000_000_000_000_000_000,)],
    ("VALUES", "deciding"): [(7, 2.5), (9_000_000_000_000_000_000, 1.25)],
    ("VALUES", "adding"): [(-1, 0.0)],
    ("VALUES", "places"): [(1, 1), (2, 5)],
    ("VALUES", "ranked"): [("workspace", "work", 3), ("global", "", 4)],
    ("VALUES", "wanted"): [("workspace", "work", "tone"), ("global", "", "tone")],
    ("IN", "marks"): [7, 9_000_000_000_000_000_000],
    ("IN", "within"): [1, 2, 3],
    ("VALUES", "scopes"): [("workspace", "work"), ("global", "")],
    ("VALUES", "shared_scopes"): [("workspace", "work"), ("global", "")],
    ("IN", "partitions"): [1, 2, 3],
    ("IN", "terms"): [7, 9_000_000_000_000_000_000],
    ("IN", "owners"): ["u1", "u2"],
    ("IN", "numbers"): [1, 2, 3],
    ("IN", "ids"): ["id-1", "id-2", "id-3"],
    ("IN", "kinds"): ["fact", "event"],
    ("IN", "excluded_kinds"): ["goal"],
    ("IN", "fingerprints"): ["a", "b"],
    ("IN", "targets"): ["user", "agent"],
    ("IN", "statuses"): ["active"],
    ("IN", "sensitivities"): [0, 1],
    ("IN", "scope_types"): ["workspace", "global"],
}
AT = 1_790_000_000_000_000
FILLED: dict[str, Any] = {
    "action": "memory.created", "after": "", "any_id": 1, "any_scope": 1, "at": AT, "at_id": "work", "at_type": "workspace",
    "asked_at": AT, "attempts": 1, "before": "pending", "decided_at": AT, "first": "id-1", "second": "id-2",
    "said": "tea",
    "observed_at": AT, "occasion": "c1", "rejected_at": AT, "resulting_memory": "id-1", "source_conversation": "c1",
    "changes": 2, "rows": 3,
    "auto_extract_enabled": 1, "average": 61.5, "blocks_relearning": 1, "caller": "library", "change_type": "create",
    "changed_via": "user_api", "changes_at": AT, "char_count": 9, "checksum": "00", "completed_at": AT, "confidence": 0.9,
    "consent_at": AT, "consent_destinations": 1, "consent_mode": "confirm", "consent_purpose": 1, "consent_purposes": 1, "content": "tea",
    "content_hash": "ab", "conversation": "c1", "created_at": AT, "deletion_id": "op-1", "destination": 1, "ends_at": (1 << 63) - 1,
    "endless": (1 << 63) - 1, "erased_at": AT, "expected_revision": 1, "expires_at": AT, "fingerprint": "cd", "group_id": "g1",
    "id": "id-1",
    "importance": 0.5, "joined_at": AT, "kind": "fact", "kinds": 255, "last_confirmed_at": AT, "length": 61, "locale": "zh", "member": "u2",
    "memory_id": "id-1", "memory_ids": "id-1,id-2", "memory_key": "drink", "most": 20, "name": "rows", "note": "", "now": AT, "number": 1,
    "occurred_at": AT, "open_to": 1, "operation": "create", "owner": "u1", "partition": 1, "pinned_at": AT, "position": 0,
    "proposed": "{}", "public_only": 0, "purpose": 1, "purposes": 3, "read_enabled": 1, "reason": "asked", "recalls": 2, "recorded_at": AT,
    "request_id": "r1", "requested_at": AT, "review_after": AT, "revision": 1, "role": "user", "rule": "allowed", "rule_version": 1,
    "run": "run-1", "saved_memory_enabled": 1, "scope": "global", "scope_id": "", "scope_type": "global", "sensitivity": 1,
    "share": "private", "shared_open_to": 1, "sign": 1, "sort": "purpose", "source": "explicit", "source_candidate": "cand-1",
    "standing_consent": "[]", "starts_at": 0, "state": "unreadable", "status": "active", "subject": "tea", "tags": "[]", "target": "user",
    "tenant": "default", "terms": 5, "time_zone": "UTC", "title": "Drink", "updated_at": AT, "valid_from": AT, "valid_to": AT,
    "value": "tea", "version": 1, "whole": "{}", "word": "task", "write_enabled": 1, "ceiling": 2, "caption": "",
    "asked": "ef", "request": "ab", "outcome": "created", "candidate_id": "cand-1", "hash": "cd", "prefix": "km_abcdefgh", "grants": "{}",
    "limit": 50, "delivery": "{}", "since": 0, "until": AT,
}  # fmt: skip
ABSENT = {
    "changes_at", "completed_at", "consent_at", "consent_mode", "conversation", "expected_revision", "expires_at", "last_confirmed_at",
    "locale", "memory_key", "pinned_at", "reason", "review_after", "run", "source_candidate", "subject", "title", "updated_at",
    "valid_from", "valid_to", "value",
}  # fmt: skip
# words that mean something else in one statement than in the others
OTHERWISE: dict[str, dict[str, Any]] = {
    "deletions.PUT_STEP": {"state": "pending"},
    "deletions.PAGE_OF_DELETIONS": {"before": "z"},
    "index.ADD_DOCUMENT": {"kind": 4},
    "candidates.ADD_CANDIDATE": {"status": "pending", "target": "id-1", "expires_at": AT},
    "candidates.DECIDE_CANDIDATE": {"status": "accepted"},
    "candidates.LIST_CANDIDATES": {"status": "pending", "after": ""},
    "candidates.PUT_REJECTED": {"expires_at": AT},
    "records.NOTE_OBSERVATION": {"expires_at": AT},
    "replies.KEEP_REPLY": {"expires_at": AT},
    "questions.SETTLE_QUESTION": {"state": "answered"},
    "memories.REPLACE_MEMORY": {"expected_revision": 1, "updated_at": AT},
    "memories.INSERT_MEMORY": {"updated_at": AT},
    "memories.KEEP_VERSION": {"updated_at": AT},
}
POSITIONS: dict[str, tuple[Any, ...]] = {
    "index.ADD_POSTING": (1, 9_000_000_000_000_000_000, 1, 2),
    "marks.ADD_MARK": (9_000_000_000_000_000_000, "default", "u1", "id-1"),
}

_NAMED = re.compile(r"'(?:[^']|'')*'|::|(?:\b(IN|VALUES) )?:([a-z_]+)")


def sample(name: str, *, sparse: bool) -> dict[str, Any]:
    """Return parameters for a statement: the least or the most that it may be given."""
    special = OTHERWISE.get(name, {})
    named = [(found[1], found[2]) for found in _NAMED.finditer(BY_NAME[name]) if found[2]]
    given: dict[str, Any] = {}
    for word, parameter in named:
        if word:
            given[parameter] = LISTS[word, parameter]
        elif parameter in special:
            given[parameter] = special[parameter]
        else:
            value = FILLED[parameter] if parameter in FILLED else by_column(parameter)
            given[parameter] = None if sparse and parameter in ABSENT else value
    return given


def by_column(parameter: str) -> int | float | str:
    """Return a value of the type that the column of this name has."""
    columns = {name: sort for migration in shipped() for name, sort in re.findall(r"^  (\w+) (\S+)", migration.text, re.MULTILINE)}
    samples: dict[str, int | float | str] = {"BIGINT": 1, "SMALLINT": 1, "DOUBLE": 0.5, "{text}": "text"}
    return samples[columns.get(parameter, f"no sample for {parameter}")]


@pytest.fixture(scope="module")
def sqlite() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute(spell(CREATE_LEDGER, SQLITE_TOKENS))
    for migration in shipped():
        for statement in migration.statements(SQLITE_TOKENS):
            connection.execute(statement)
    tell(connection)
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def server(postgres: str) -> Iterator[PostgresSession]:
    schema = f"contract_{uuid.uuid4().hex}"
    with Line.connect(postgres, autocommit=True) as connection:
        connection.adapters.register_dumper(int, Int8Dumper)
        connection.execute(f"CREATE SCHEMA {schema}")
        connection.execute(f"SET search_path TO {schema}")
        connection.execute(spell(CREATE_LEDGER, POSTGRES_TOKENS))
        for migration in shipped():
            for statement in migration.statements(POSTGRES_TOKENS):
                connection.execute(statement)
        yield PostgresSession(connection)
        connection.execute(f"DROP SCHEMA {schema} CASCADE")


@pytest.mark.parametrize("module", MODULES)
def test_a_module_that_runs_statements_names_them(module: str) -> None:
    found = constants(module)

    assert found


def test_a_module_said_to_hold_no_statement_holds_none() -> None:
    found = {name: constants(f"keptmind.engines.sql.{name}") for name in WITHOUT_STATEMENTS}

    assert not any(found.values())


@pytest.mark.parametrize("name", BY_NAME)
def test_sqlite_prepares_the_statement(name: str, sqlite: sqlite3.Connection) -> None:
    statement = spell(BY_NAME[name], SQLITE_TOKENS)

    given = POSITIONS[name] if name in POSITIONS else widen(statement, sample(name, sparse=False))[1]
    program = sqlite.execute(f"EXPLAIN {widen(statement, sample(name, sparse=False))[0]}", given).fetchall()

    assert program


@pytest.mark.parametrize("sparse", [False, True], ids=["filled", "sparse"])
@pytest.mark.parametrize("name", BY_NAME)
def test_postgresql_prepares_and_runs_the_statement(name: str, sparse: bool, server: PostgresSession) -> None:
    statement = spell(BY_NAME[name], POSTGRES_TOKENS)

    with server.connection.transaction(force_rollback=True):
        if name in POSITIONS:
            server.defer_sorted(statement, [(POSITIONS[name][:1], POSITIONS[name][1:])])
            server.settle()
        else:
            server.run(statement, sample(name, sparse=sparse))

    assert server.is_idle()


@pytest.mark.parametrize("name", [name for name in BY_NAME if not EXHAUSTIVE.fullmatch(name)])
def test_no_statement_reads_a_large_table_from_end_to_end(name: str, sqlite: sqlite3.Connection) -> None:
    statement, given = widen(spell(BY_NAME[name], SQLITE_TOKENS), sample(name, sparse=False))

    plan = [row[3] for row in sqlite.execute(f"EXPLAIN QUERY PLAN {statement}", POSITIONS.get(name, given))]

    large = set(re.findall(r"\b(memories|postings|documents|partitions)\b(?: (?:AS )?([a-z])\b)?", statement))
    names = {alias or table for table, alias in large}
    scanned = {line.split()[1] for line in plan if line.startswith("SCAN ")}
    assert not scanned & names, plan


HOT = re.compile(
    r"\.(SCORE|COUNT_TERMS|PARTITIONS_\w+|AT_PLACES|BY_KEYS|MARKED|GET_\w+|PAGE_\w+|PINNED|FILLING|GLIMPSES|WHOLE"
    r"|(UN)?CHANGED_\w+)$"
)


def test_the_hot_statements_are_all_there() -> None:
    hot = {name.rpartition(".")[2] for name in STATEMENTS if HOT.search(name)}

    assert {"SCORE", "COUNT_TERMS", "PARTITIONS_IN_SCOPES", "PARTITIONS_WITH_GROUP", "AT_PLACES", "BY_KEYS", "MARKED"} <= hot
    assert {"GET_IN_SCOPES", "GET_ANYWHERE", "PAGE_IN_SCOPES", "PAGE_ANYWHERE"} <= hot
    assert {"PINNED", "FILLING", "GLIMPSES", "WHOLE", "CHANGED_IN_SCOPES", "UNCHANGED_ANYWHERE"} <= hot


@pytest.mark.parametrize("name", [name for name in BY_NAME if HOT.search(name)])
def test_a_hot_statement_searches_by_index(name: str, sqlite: sqlite3.Connection) -> None:
    statement, given = widen(BY_NAME[name], sample(name, sparse=False))

    plan = [row[3] for row in sqlite.execute(f"EXPLAIN QUERY PLAN {statement}", given)]

    searched = [line for line in plan if line.startswith("SEARCH ")]
    assert searched
    assert all("USING" in line for line in searched), plan
    assert not any("AUTOMATIC" in line or "BLOOM" in line for line in plan), plan  # either reads a table from end to end


PAGES_OF_THE_RECORD = ("records.PAGE_OF_EVENTS", "records.PAGE_ACROSS_OWNERS", "records.PAGE_OF_ALERTS")


@pytest.mark.parametrize("name", PAGES_OF_THE_RECORD)
def test_a_page_of_the_record_is_read_in_the_order_of_an_index_on_sqlite(name: str, sqlite: sqlite3.Connection) -> None:
    statement, given = widen(BY_NAME[name], sample(name, sparse=False))

    plan = [row[3] for row in sqlite.execute(f"EXPLAIN QUERY PLAN {statement}", given)]

    assert [line.split()[:2] for line in plan] == [["SEARCH", "audit_events"]], plan  # nothing scanned, nothing sorted


@pytest.mark.parametrize("name", PAGES_OF_THE_RECORD)
def test_a_page_of_the_record_is_read_in_the_order_of_an_index_on_postgresql(name: str, server: PostgresSession) -> None:
    with server.connection.transaction(force_rollback=True):
        server.run("SET LOCAL enable_seqscan = off", {})  # an empty table is read from end to end, whatever it has
        plan = [row[0] for row in server.all(f"EXPLAIN {BY_NAME[name]}", sample(name, sparse=False))]

    assert any("Index Scan" in line for line in plan), plan
    assert not any("Sort" in line or "Bitmap" in line for line in plan), plan


def test_the_two_spellings_of_the_schema_differ_only_in_their_tokens() -> None:
    used = {token for migration in shipped() for token in re.findall(r"\{[a-z]+\}", migration.text + migrate.CREATE_LEDGER)}

    assert used <= set(SQLITE_TOKENS)
    assert set(SQLITE_TOKENS) == set(POSTGRES_TOKENS)
