"""The schema's revisions: which one a database has, which ones this program knows, and the way between them."""

from collections.abc import Sequence
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from muggins.store import seeds

metadata = seeds.seeds.metadata  # all tables: importing the last module that has one is what adds it
MIGRATIONS = Path(__file__).parent / "migrations"


def _config(conn: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = conn
    return config


def known() -> tuple[str, ...]:
    """All revisions this program knows, newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def revisions(conn: Connection) -> Sequence[str]:
    """All revisions that the database says it has: one, or none before the first."""
    return MigrationContext.configure(conn).get_current_heads()


def missing(conn: Connection) -> list[str]:
    """Tables and columns of the newest revision that the database does not have."""
    there = inspect(conn).get_multi_columns()
    has = {table: {column["name"] for column in columns} for (_, table), columns in there.items()}
    return [
        f"{table.name}.{column.name}" if table.name in has else table.name
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name not in has.get(table.name, ())
    ]


def upgrade(conn: Connection, revision: str = "head") -> None:
    """Bring the database up to the revision, in the transaction that is open."""
    command.upgrade(_config(conn), revision)


def downgrade(conn: Connection, revision: str) -> None:
    """Bring the database down to the revision ("base": nothing at all), in the transaction that is open."""
    command.downgrade(_config(conn), revision)
