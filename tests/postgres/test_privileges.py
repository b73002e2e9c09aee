"""What a role needs in the database: with it everything works, without it the answer says in words what it may not."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import psycopg
import pytest

from engines import KEY
from keptmind import Memory
from keptmind.errors import StoreFailed
from postgres.conftest import Place


@dataclass(frozen=True)
class Role:
    """A role that may connect and nothing else, and the schema of a place as it sees it."""

    place: Place
    name: str

    @property
    def url(self) -> str:
        """Return the address under which it finds the schema."""
        return self.place.url.replace("postgres:@", f"{self.name}:@")

    def granted(self, privileges: str) -> None:
        """Give it privileges."""
        self.place.connection.execute(f"GRANT {privileges} TO {self.name}".encode())

    def problem(self) -> str:
        """Return why it cannot open a store."""
        with pytest.raises(StoreFailed) as caught:
            Memory(self.url, key=KEY)
        return str(caught.value.details["problem"])


@pytest.fixture
def role(place: Place) -> Iterator[Role]:
    made = Role(place, f"node_{uuid.uuid4().hex[:8]}")
    place.connection.execute(f"CREATE ROLE {made.name} LOGIN".encode())
    yield made
    place.connection.execute(f"DROP OWNED BY {made.name} CASCADE".encode())
    place.connection.execute(f"DROP ROLE {made.name}".encode())


def test_each_privilege_that_is_missing_is_named_until_none_is(place: Place, role: Role) -> None:
    (database,) = place.rows("SELECT current_database()")[0]

    assert role.problem() == "there is no such schema, or the role may not use it"
    role.granted(f"USAGE ON SCHEMA {place.name}")
    assert role.problem() == "the role may not make tables in the schema"
    role.granted(f"CREATE ON SCHEMA {place.name}")
    assert role.problem() == "the role may not make schemas in the database"
    assert place.rows("SELECT tablename FROM pg_tables WHERE schemaname = %s", place.name) == []

    role.granted(f"CREATE ON DATABASE {database}")
    with Memory(role.url, key=KEY, connections=2) as store:
        me = store.for_user("A")
        saved = me.save("likes tea").memory
        assert saved is not None
        assert {step.name.value: step.state.value for step in me.forget(saved.id).steps}["bytes"] == "done"


def test_the_first_schema_of_a_database_is_not_for_everybody(place: Place, role: Role) -> None:
    public = role.url.replace(f"search_path%3D{place.name}", "search_path%3Dpublic")

    assert public != role.url
    with pytest.raises(StoreFailed) as caught:
        Memory(public, key=KEY)
    assert str(caught.value.details["problem"]).startswith("the role may not make")  # before PostgreSQL 15 tables, but no schemas


def test_a_role_of_its_own_database_needs_nothing_else(place: Place, role: Role) -> None:
    place.connection.execute(f"CREATE DATABASE {role.name} OWNER {role.name}".encode())
    try:
        url = role.url.replace("/postgres?", f"/{role.name}?").replace(f"search_path%3D{place.name}", "search_path%3Dpublic")
        with Memory(url, key=KEY, connections=2) as store:
            assert store.for_user("A").save("likes tea").outcome == "created"
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT tableowner FROM pg_tables WHERE tablename = 'memories'").fetchall() == [(role.name,)]
    finally:
        place.connection.execute(f"DROP DATABASE {role.name} WITH (FORCE)".encode())


def test_who_may_only_read_is_told_so_in_words_when_writing(place: Place, role: Role) -> None:
    place.store().close()
    role.granted(f"USAGE ON SCHEMA {place.name}")
    role.granted(f"SELECT ON ALL TABLES IN SCHEMA {place.name}")

    with Memory(role.url, key=KEY, connections=2) as store, pytest.raises(StoreFailed) as caught:
        store.for_user("A").save("likes tea")

    assert caught.value.details["problem"] == "the role may not do this: a privilege is missing, or the table is another role's"
