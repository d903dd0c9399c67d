"""The first tables.  Constraints and indexes get their names from the naming convention of the models."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    "bots",
    "tokens",
    "bot_versions",
    "tournaments",
    "entrants",
    "matches",
    "match_seats",
    "logs",
    "seeds",
    "pools",
    "ratings",
    "rating_changes",
)


def upgrade() -> None:
    _bots()
    _tournaments()
    _matches()
    _match_parts()
    _ratings()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def _needed(name: str, kind: Any, *more: Any, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, *more, nullable=False, **options)


def _number() -> sa.Column[Any]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _part(name: str) -> sa.Column[Any]:
    """A number that is part of a primary key, and that the database does not choose."""
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _match_id() -> sa.Column[Any]:
    return sa.Column("match_id", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True)


def _bots() -> None:
    op.create_table(
        "bots",
        _number(),
        _needed("name", sa.Text, unique=True),
        _needed("key", sa.Text, unique=True),
        _needed("owner", sa.Text),
        _needed("house", sa.Boolean),
        _needed("matches", sa.Integer, server_default="0"),
        _moment("created_at"),
        _moment("retired_at", nullable=True),
    )
    op.create_table(
        "tokens",
        _number(),
        _needed("role", sa.String(16)),
        sa.Column("bot_id", sa.Integer, sa.ForeignKey("bots.id"), index=True),
        _needed("owner", sa.Text),
        _needed("hash", sa.LargeBinary(32), unique=True),
        _moment("created_at"),
        _moment("revoked_at", nullable=True),
        sa.CheckConstraint("(role = 'owner') = (bot_id IS NOT NULL)", name="role"),
    )
    op.create_table(
        "bot_versions",
        _number(),
        _needed("bot_id", sa.Integer, sa.ForeignKey("bots.id")),
        _needed("version", sa.Text),
        _moment("first_seen_at"),
        _moment("last_seen_at"),
        sa.UniqueConstraint("bot_id", "version"),
    )


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        _number(),
        _needed("name", sa.Text, unique=True),
        _needed("key", sa.Text, unique=True),
        _needed("definition", sa.Text),
        _needed("format", sa.Text),
        _needed("game", sa.Text),
        _needed("seats", sa.Integer),
        _needed("pool", sa.Text),
        _needed("rated", sa.Boolean),
        _needed("state", sa.String(16)),
        _needed("total", sa.Integer),
        _needed("played", sa.Integer, server_default="0"),
        _moment("created_at"),
        _moment("started_at", nullable=True),
        _moment("ended_at", nullable=True),
        sa.CheckConstraint("state IN ('created', 'running', 'paused', 'finished', 'cancelled')", name="state"),
    )
    op.create_index(None, "tournaments", ["created_at", "id"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), primary_key=True),
        _part("number"),
        _needed("bot_id", sa.Integer, sa.ForeignKey("bots.id"), index=True),
        sa.UniqueConstraint("tournament_id", "bot_id"),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id")),
        sa.Column("pairing", sa.Integer),
        sa.Column("game_index", sa.Integer),
        _needed("attempt", sa.Integer),
        _needed("game", sa.Text),
        _needed("seats", sa.Integer),
        _needed("pool", sa.Text),
        _needed("options", sa.JSON),
        _needed("rated", sa.Boolean),
        _needed("anonymous", sa.Boolean),
        _needed("state", sa.String(16)),
        _needed("counted", sa.Boolean, server_default=sa.false()),
        sa.Column("rated_seq", sa.Integer),
        sa.Column("termination", sa.Text),
        _needed("rules_version", sa.Integer),
        _needed("commitment", sa.LargeBinary(32)),
        _moment("started_at"),
        _moment("ended_at", nullable=True),
        sa.CheckConstraint("state IN ('running', 'finished', 'void')", name="state"),
        sa.CheckConstraint("(state = 'running') = (ended_at IS NULL)", name="ended"),
        sa.UniqueConstraint("tournament_id", "pairing", "game_index", "attempt"),
        sa.UniqueConstraint("pool", "rated_seq"),
    )
    slot = ["tournament_id", "pairing", "game_index"]
    counted = sa.text("counted")
    op.create_index("uq_matches_counted", "matches", slot, unique=True, sqlite_where=counted, postgresql_where=counted)
    for filtered in ([], ["pool"], ["state"], ["tournament_id"]):
        op.create_index(None, "matches", [*filtered, "started_at", "id"])


def _match_parts() -> None:
    op.create_table(
        "match_seats",
        _match_id(),
        _part("seat"),
        _needed("side", sa.Integer),
        _needed("bot_id", sa.Integer, sa.ForeignKey("bots.id")),
        sa.Column("version_id", sa.Integer, sa.ForeignKey("bot_versions.id")),
        _moment("started_at"),
        sa.Column("points", sa.Integer),
        sa.Column("place", sa.Integer),
        sa.Column("score", sa.Integer),
        _needed("faults", sa.JSON),
        _needed("struck_out", sa.Boolean, server_default=sa.false()),
        sa.Column("verdict", sa.String(16)),
        sa.UniqueConstraint("match_id", "bot_id"),
    )
    op.create_index(None, "match_seats", ["bot_id", "started_at", "match_id"])
    op.create_table("logs", _match_id(), _needed("record", sa.LargeBinary))
    op.create_table(
        "seeds",
        _match_id(),
        _needed("server_seed", sa.LargeBinary(32)),
        _moment("opened_at", nullable=True),
    )


def _pool() -> sa.Column[Any]:
    return sa.Column("pool", sa.Text, sa.ForeignKey("pools.name"), primary_key=True)


def _rated_bot() -> sa.Column[Any]:
    return sa.Column("bot_id", sa.Integer, sa.ForeignKey("bots.id"), primary_key=True)


def _ratings() -> None:
    op.create_table("pools", sa.Column("name", sa.Text, primary_key=True), _needed("results", sa.Integer))
    op.create_table(
        "ratings",
        _pool(),
        _rated_bot(),
        _needed("rating", sa.Double),
        _needed("matches", sa.Integer),
        _needed("won", sa.Integer),
        _needed("drawn", sa.Integer),
        _needed("lost", sa.Integer),
    )
    op.create_index(None, "ratings", ["pool", "rating", "bot_id"])
    op.create_table(
        "rating_changes",
        _pool(),
        _part("seq"),
        _rated_bot(),
        _needed("match_id", sa.String(16), sa.ForeignKey("matches.id")),
        _needed("before", sa.Double),
        _needed("after", sa.Double),
        _needed("k", sa.Double),
    )
    op.create_index(None, "rating_changes", ["match_id", "bot_id"], unique=True)
    op.create_index(None, "rating_changes", ["bot_id", "pool", "seq"])
