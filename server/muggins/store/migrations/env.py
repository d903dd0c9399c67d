"""Alembic runs this for every command; muggins.store.schema hands it the connection."""

from alembic import context

from muggins.store import seeds
from muggins.store.models import metadata

assert seeds.seeds.metadata is metadata  # importing it is what adds its table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
