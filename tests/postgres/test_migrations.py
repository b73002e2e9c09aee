"""On PostgreSQL a schema is made whole, once, and is never half."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from keptmind.engines.migrate import POSTGRES_TOKENS, Migration, shipped
from keptmind.errors import SchemaChanged, SchemaTooNew, Unavailable
from postgres.conftest import Place

COLUMNS = """
SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
  FROM information_schema.columns WHERE table_schema = %s AND table_name <> 'schema_migrations' ORDER BY 1, 2
"""
INDEXES = """
SELECT tablename, indexname, replace(indexdef, schemaname, '')
  FROM pg_indexes WHERE schemaname = %s AND tablename <> 'schema_migrations' ORDER BY 1, 2
"""
CHECKS = """
SELECT c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid)
  FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
 WHERE n.nspname = %s AND c.conrelid::regclass::text NOT LIKE '%%schema_migrations' ORDER BY 2
"""
LATER = shipped()[-1].version + 1


def a_migration(text: str) -> Migration:
    return Migration(version=LATER, name="later", text=text)


def schema_of(place: Place, name: str) -> list[list[tuple[object, ...]]]:
    return [place.rows(COLUMNS, name), place.rows(INDEXES, name), [(row[1], row[2]) for row in place.rows(CHECKS, name)]]


def test_migrations_one_by_one_equal_the_fresh_schema(place: Place) -> None:
    place.store().close()
    fresh = schema_of(place, place.name)
    by_hand = f"{place.name}_by_hand"
    place.connection.execute(f"CREATE SCHEMA {by_hand}")
    place.connection.execute(f"SET search_path TO {by_hand}")
    for migration in shipped():
        for statement in migration.statements(POSTGRES_TOKENS):
            place.connection.execute(statement)

    assert schema_of(place, by_hand) == fresh
    assert len(fresh[0]) > 150


def test_many_that_open_an_empty_schema_at_once_make_it_once(place: Place) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: place.engine(), range(6)))

    assert place.rows("SELECT version, checksum FROM schema_migrations ORDER BY version") == [
        (one.version, one.checksum) for one in shipped()
    ]
    assert {store.schema_version() for store in stores} == {shipped()[-1].version}
    for store in stores:
        store.close()


def test_a_migration_that_fails_leaves_the_old_schema_whole_and_usable(place: Place) -> None:
    with place.store() as store:
        store.for_user("A").save("likes tea")
    before = schema_of(place, place.name)

    with pytest.raises(Unavailable):
        place.engine(migrations=(*shipped(), a_migration("CREATE TABLE later (id BIGINT);\nINSERT INTO nowhere VALUES (1)")))

    assert schema_of(place, place.name) == before
    assert place.rows("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)", f"{place.name}_before") == []
    with place.store() as store:
        assert [hit.text for hit in store.for_user("A").search("tea")] == ["likes tea"]


def test_a_copy_is_made_before_a_later_migration_and_goes_with_the_first_thing_forgotten(place: Place) -> None:
    with place.store() as store:
        saved = store.for_user("A").save("likes tea").memory
        assert saved is not None

    place.engine(migrations=(*shipped(), a_migration("CREATE TABLE later (id BIGINT)"))).close()

    copy = f"{place.name}_before_{LATER:04d}"
    assert place.rows(f"SELECT content FROM {copy}.memories") == [("likes tea",)]
    place.connection.execute("DROP TABLE later")
    place.connection.execute("DELETE FROM schema_migrations WHERE version = %s", (LATER,))
    with place.store() as store:
        store.for_user("A").forget(saved.id)
    assert place.rows("SELECT 1 FROM pg_namespace WHERE nspname = %s", copy) == []


@pytest.mark.parametrize(
    ("change", "error"),
    [("UPDATE schema_migrations SET checksum = 'x' WHERE version = 1", SchemaChanged),
     (f"INSERT INTO schema_migrations VALUES ({LATER + 1}, 'x', 'x')", SchemaTooNew)],
)  # fmt: skip
def test_a_schema_that_is_not_ours_is_refused_and_left_alone(place: Place, change: str, error: type[Unavailable]) -> None:
    place.store().close()
    place.connection.execute(change.encode())
    before = schema_of(place, place.name)

    with pytest.raises(error):
        place.store()

    assert schema_of(place, place.name) == before


def test_no_sample_of_a_text_stays_in_the_catalogue(place: Place) -> None:
    with place.store() as store:
        me = store.for_user("A")
        me.save_many([{"content": f"zanzibarquill number {number}", "title": f"zanzibarquill {number}"} for number in range(200)])
    place.connection.execute("ANALYZE")

    (found,) = place.rows(
        "SELECT COUNT(*) FROM pg_stats WHERE schemaname = %s AND CAST(pg_stats AS TEXT) LIKE '%%zanzibarquill%%'", place.name
    )

    assert found == (0,)
    with psycopg.connect(place.url) as other:
        assert other.execute("SELECT COUNT(*) FROM pg_stats WHERE schemaname = %s", (place.name,)).fetchone() != (0,)
