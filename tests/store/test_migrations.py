"""The way up and down between revisions, with data on board."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError

from muggins.store import bots, schema, seeds, sqlite
from muggins.store.database import Database
from tests.store.making import NOON, add_bots, new_match, play


def differences(conn: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(conn), seeds.seeds.metadata))


def test_the_migrations_make_exactly_the_tables_of_the_models(database: Database) -> None:
    assert database.read(differences) == []


def test_the_index_that_counts_a_result_once_is_partial(database: Database) -> None:
    sql = database.read(
        lambda conn: conn.scalar(text("SELECT sql FROM sqlite_schema WHERE name = 'uq_matches_counted'"))
    )
    assert sql.startswith("CREATE UNIQUE INDEX")
    assert sql.endswith("WHERE counted")


def test_down_to_nothing_and_up_again_with_data(path: Path) -> None:
    with Database.open(path) as database:
        ids = database.writer.submit(add_bots).result()
        database.writer.submit(lambda conn: play(conn, new_match(ids[:2]))).result()
    engine = sqlite.engine(path, writes=True)
    with engine.begin() as conn:
        schema.downgrade(conn, "base")
        assert inspect(conn).get_table_names() == ["alembic_version"]
    engine.dispose()
    with Database.open(path) as database:
        assert database.read(bots.page).rows == []
        database.writer.submit(lambda conn: bots.add(conn, "ann", "owner", NOON)).result()


def test_a_migration_that_fails_leaves_the_old_schema(path: Path) -> None:
    engine = sqlite.engine(path, writes=True)
    with engine.begin() as conn:
        conn.execute(text("CREATE TABLE rating_changes (x)"))  # in the way of the last table of the first revision
    with pytest.raises(OperationalError, match="rating_changes already exists"), engine.begin() as conn:
        schema.upgrade(conn)
    with engine.connect() as conn:
        assert inspect(conn).get_table_names() == ["rating_changes"]
    engine.dispose()
