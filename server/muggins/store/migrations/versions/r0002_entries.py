"""Who came late to an event, and who left it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entrants", sa.Column("from_round", sa.Integer))
    op.add_column("entrants", sa.Column("gone_round", sa.Integer))


def downgrade() -> None:
    with op.batch_alter_table("entrants") as entrants:
        entrants.drop_column("gone_round")
        entrants.drop_column("from_round")
