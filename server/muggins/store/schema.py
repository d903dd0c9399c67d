"""The schema's revisions: which one a database has, which ones this program knows, and the way between them."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"


def _config(conn: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = conn
    return config


def known() -> tuple[str, ...]:
    """All revisions this program knows, newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def current(conn: Connection) -> str:
    """The revision of the database; empty before the first."""
    return MigrationContext.configure(conn).get_current_revision() or ""


def upgrade(conn: Connection, revision: str = "head") -> None:
    """Bring the database up to the revision, in the transaction that is open."""
    command.upgrade(_config(conn), revision)


def downgrade(conn: Connection, revision: str) -> None:
    """Bring the database down to the revision ("base": nothing at all), in the transaction that is open."""
    command.downgrade(_config(conn), revision)
