"""The way up and down between revisions, with data on board, on both kinds of database."""

import multiprocessing
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from muggins.store import bots, postgres, schema, sqlite
from muggins.store.check import check
from muggins.store.database import Database
from muggins.store.errors import HalfMigrated, OlderDatabase
from tests.store.making import NAMES, NOON, add_bots, add_event, new_match, play

HEAD = schema.known()[0]


@contextmanager
def connection(where: str) -> Iterator[Connection]:
    """A transaction of somebody who knows nothing of leases."""
    engine = _engine(where)
    try:
        with engine.begin() as conn:
            yield conn
    finally:
        engine.dispose()


def _engine(where: str) -> Engine:
    if "://" in where:
        return postgres.engine(make_url(where), writes=True)
    return sqlite.engine(Path(where), writes=True, migrates=True)


def fill(where: str) -> None:
    with Database.open(where) as database:
        ids = database.writer.submit(add_bots).result()
        database.writer.submit(add_event, ids[:2]).result()
        database.writer.submit(play, new_match(ids[:2])).result()


def differences(conn: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(conn), schema.metadata))


def test_the_migrations_make_exactly_the_tables_of_the_models(database: Database) -> None:
    assert database.read(differences) == []


def test_the_index_that_counts_a_result_once_is_partial(database: Database) -> None:
    def partial(conn: Connection) -> list[tuple[object, object]]:
        indexes = inspect(conn).get_indexes("matches")
        return [
            (index["unique"], str(index.get("dialect_options", {}).get(f"{conn.dialect.name}_where")))
            for index in indexes
            if index["name"] == "uq_matches_counted"
        ]

    assert database.read(partial) == [(True, "counted")]


OLDEST_COLUMNS = {
    "bots": "id, name, matches",
    "entrants": "number, bot_id",
    "matches": "id, pool, options, state, started_at, ended_at",
    "match_seats": "match_id, seat, points, faults",
    "seeds": "match_id, server_seed, opened_at",
    "ratings": "bot_id, rating",
    "rating_changes": "seq, bot_id, before, after",
}


def contents(conn: Connection) -> dict[str, list[object]]:
    """What every revision has, row by row."""
    return {
        table: [tuple(row) for row in conn.execute(text(f"SELECT {columns} FROM {table} ORDER BY 1, 2"))]
        for table, columns in OLDEST_COLUMNS.items()
    }


def test_every_revision_is_left_downwards_and_upwards_with_data(where: str) -> None:
    fill(where)
    revisions = schema.known()
    with connection(where) as conn:
        before = contents(conn)
    for way, move in ((revisions[1:], schema.downgrade), (revisions[-2::-1], schema.upgrade)):
        for revision in way:
            with connection(where) as conn:
                move(conn, revision)
            with connection(where) as conn:
                assert schema.revisions(conn) == (revision,)
                assert contents(conn) == before
    with Database.open(where, upgrade=False) as database:
        assert database.read(differences) == []
        assert database.read(check) == []


def test_down_to_nothing_and_up_again(where: str) -> None:
    fill(where)
    with connection(where) as conn:
        schema.downgrade(conn, "base")
    with connection(where) as conn:
        assert inspect(conn).get_table_names() == ["alembic_version"]
    with Database.open(where) as database:
        assert database.read(bots.page).rows == []
        database.writer.submit(bots.add, "ann", "owner", NOON).result()


NEXT = f"""
import os, signal
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9000", "{HEAD}"

def upgrade() -> None:
    with op.batch_alter_table("bots", recreate="auto") as table:
        table.add_column(sa.Column("motto", sa.Text, nullable=False, server_default="none"))
    op.execute("DELETE FROM logs")
    op.create_table("fans", sa.Column("id", sa.Integer, primary_key=True))
    BETWEEN
    op.create_table("flags", sa.Column("id", sa.Integer, primary_key=True))

def downgrade() -> None:
    pass
"""


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of one more revision, for the test to write."""
    folder = tmp_path / "migrations"
    shutil.copytree(schema.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(schema, "MIGRATIONS", folder)
    return folder / "versions" / "r9000_next.py"


def mottos(conn: Connection) -> list[str]:
    return list(conn.scalars(text("SELECT motto FROM bots")))


def test_an_older_database_is_brought_up_with_its_data_or_refused(where: str, later: Path) -> None:
    fill(where)
    later.write_text(NEXT.replace("BETWEEN", "pass").replace('op.execute("DELETE FROM logs")', "pass"))
    with pytest.raises(OlderDatabase, match="muggins db upgrade"):
        Database.open(where, upgrade=False)
    with Database.open(where) as database:
        assert database.read(schema.revisions) == ("9000",)
        assert database.read(bots.get, "ann").matches == 1
        assert database.read(mottos) == ["none"] * len(NAMES)
        assert database.read(check) == []


def upgrade_and_die(where: str, migrations: Path) -> None:
    schema.MIGRATIONS = migrations
    Database.open(where)
    os._exit(0)


def test_kill_9_in_the_middle_of_a_migration_leaves_the_old_revision_whole(where: str, later: Path) -> None:
    fill(where)
    later.write_text(NEXT.replace("BETWEEN", "os.kill(os.getpid(), signal.SIGKILL)"))
    process = multiprocessing.get_context("forkserver").Process(target=upgrade_and_die, args=(where, later.parents[1]))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    later.unlink()
    with Database.open(where, upgrade=False) as database:  # neither half-migrated nor in use
        assert database.read(schema.revisions) == (HEAD,)
        assert database.read(differences) == []
        assert database.read(check) == []


def test_a_migration_that_fails_leaves_the_old_schema(nothing: str) -> None:
    with connection(nothing) as conn:
        conn.execute(text("CREATE TABLE rating_changes (x INTEGER)"))  # in the way of the last table of the first one
    with pytest.raises(DBAPIError, match=r"rating_changes.*already exists"), connection(nothing) as conn:
        schema.upgrade(conn)
    with connection(nothing) as conn:
        assert inspect(conn).get_table_names() == ["rating_changes"]


HALF = {
    "DROP TABLE rating_changes": "it lacks rating_changes, which revision",
    "ALTER TABLE bots DROP COLUMN retired_at": "it lacks bots.retired_at, which revision",
    "INSERT INTO alembic_version VALUES ('0000')": "at once",
}


@pytest.mark.parametrize(("harm", "line"), HALF.items())
def test_a_database_between_two_revisions_is_refused(where: str, harm: str, line: str) -> None:
    with connection(where) as conn:
        conn.execute(text(harm))
    with pytest.raises(HalfMigrated, match=line):
        Database.open(where)
