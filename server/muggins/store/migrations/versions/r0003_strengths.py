"""Ratings by all results together, and where bots stood over time."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "strength_lists",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("pool", sa.Text, sa.ForeignKey("pools.name"), unique=True),
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), unique=True),
        _needed("results", sa.Integer),
        _needed("anchors", sa.JSON),
        _needed("computed_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("(pool IS NULL) <> (tournament_id IS NULL)", name="of"),
    )
    op.create_table(
        "strengths",
        _part("list_id", "strength_lists.id"),
        _part("bot_id", "bots.id"),
        *(_needed(name, sa.Double) for name in ("rating", "low", "high")),
        *(_needed(name, sa.Integer) for name in ("blocks", "tied")),
    )
    op.create_table(
        "rating_history",
        sa.Column("pool", sa.Text, sa.ForeignKey("pools.name"), primary_key=True),
        _part("bot_id", "bots.id"),
        sa.Column("hour", sa.DateTime(timezone=True), primary_key=True),
        _needed("rating", sa.Double),
        _needed("matches", sa.Integer),
        *(_needed(name, sa.Double) for name in ("strength", "low", "high")),
        _needed("blocks", sa.Integer),
    )


def downgrade() -> None:
    for table in ("rating_history", "strengths", "strength_lists"):
        op.drop_table(table)


def _needed(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _part(name: str, target: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer, sa.ForeignKey(target), primary_key=True)
