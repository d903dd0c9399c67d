"""The way up and down between revisions, with data on board."""

import shutil
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError

from muggins.store import bots, schema, seeds, sqlite
from muggins.store.check import check
from muggins.store.database import Database
from muggins.store.errors import OlderDatabase
from tests.store.making import NAMES, NOON, add_bots, new_match, play


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
        database.writer.submit(play, new_match(ids[:2])).result()
    engine = sqlite.engine(path, writes=True)
    with engine.begin() as conn:
        schema.downgrade(conn, "base")
        assert inspect(conn).get_table_names() == ["alembic_version"]
    engine.dispose()
    with Database.open(path) as database:
        assert database.read(bots.page).rows == []
        database.writer.submit(bots.add, "ann", "owner", NOON).result()


SECOND = """
import sqlalchemy as sa
from alembic import op
revision, down_revision = "0002", "0001"

def upgrade() -> None:
    with op.batch_alter_table("bots", recreate="always") as table:  # though others point to it
        table.add_column(sa.Column("motto", sa.Text, nullable=False, server_default="none"))

def downgrade() -> None:
    with op.batch_alter_table("bots") as table:
        table.drop_column("motto")
"""


def test_an_older_database_is_brought_up_with_its_data_or_refused(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database.open(path) as database:
        ids = database.writer.submit(add_bots).result()
        database.writer.submit(play, new_match(ids[:2])).result()
    later = tmp_path / "migrations"
    shutil.copytree(schema.MIGRATIONS, later, ignore=shutil.ignore_patterns("__pycache__"))
    (later / "versions" / "r0002_second.py").write_text(SECOND)
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    with pytest.raises(OlderDatabase, match="muggins db upgrade"):
        Database.open(path, upgrade=False)
    with Database.open(path) as database:
        assert database.read(schema.current) == "0002"
        assert database.read(bots.get, "ann").matches == 1
        assert database.read(mottos) == ["none"] * len(NAMES)
        assert database.read(check) == []


def mottos(conn: Connection) -> list[str]:
    return list(conn.scalars(text("SELECT motto FROM bots")))


def test_a_migration_that_fails_leaves_the_old_schema(path: Path) -> None:
    engine = sqlite.engine(path, writes=True)
    with engine.begin() as conn:
        conn.execute(text("CREATE TABLE rating_changes (x)"))  # in the way of the last table of the first revision
    with pytest.raises(OperationalError, match="rating_changes already exists"), engine.begin() as conn:
        schema.upgrade(conn)
    with engine.connect() as conn:
        assert inspect(conn).get_table_names() == ["rating_changes"]
    engine.dispose()
