"""The tables.  Portable: the same on SQLite and PostgreSQL; moments are UTC.

The seeds of matches are not here: :mod:`muggins.store.seeds`.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.types import Boolean, TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """An aware datetime, stored as UTC on databases that know time zones and on those that do not."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _number() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _to(column: str, target: str, **more: Any) -> Column[Any]:
    return Column(column, ForeignKey(target), **more)


bots = Table(
    "bots",
    metadata,
    _number(),
    Column("name", Text, nullable=False, unique=True),
    Column("key", Text, nullable=False, unique=True),  # the name without case: two that look alike are one
    Column("owner", Text, nullable=False),
    Column("house", Boolean, nullable=False),
    Column("matches", Integer, nullable=False, server_default="0"),  # with a result
    Column("created_at", Moment, nullable=False),
    Column("retired_at", Moment),
)

tokens = Table(
    "tokens",
    metadata,
    _number(),
    Column("role", String(16), nullable=False),
    _to("bot_id", "bots.id", index=True),  # NULL for an organiser
    Column("owner", Text, nullable=False),
    Column("hash", LargeBinary(32), nullable=False, unique=True),  # SHA-256 of the token
    Column("created_at", Moment, nullable=False),
    Column("revoked_at", Moment),
    CheckConstraint("(role = 'owner') = (bot_id IS NOT NULL)", name="role"),
)

bot_versions = Table(
    "bot_versions",
    metadata,
    _number(),
    _to("bot_id", "bots.id", nullable=False),
    Column("version", Text, nullable=False),
    Column("first_seen_at", Moment, nullable=False),
    Column("last_seen_at", Moment, nullable=False),
    UniqueConstraint("bot_id", "version"),
)

tournaments = Table(
    "tournaments",
    metadata,
    _number(),
    Column("name", Text, nullable=False, unique=True),
    Column("key", Text, nullable=False, unique=True),
    Column("definition", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("pool", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("total", Integer, nullable=False),
    Column("played", Integer, nullable=False, server_default="0"),  # counted results
    Column("created_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("ended_at", Moment),
    CheckConstraint("state IN ('created', 'running', 'paused', 'finished', 'cancelled')", name="state"),
    Index(None, "created_at", "id"),
)

entrants = Table(
    "entrants",
    metadata,
    _to("tournament_id", "tournaments.id", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 0, in the order of the definition
    _to("bot_id", "bots.id", nullable=False, index=True),
    Column("from_round", Integer),  # of the event: it came late, and is paired from there on
    Column("gone_round", Integer),  # it left, and is not paired from there on
    UniqueConstraint("tournament_id", "bot_id"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),  # random, so that it counts nothing
    _to("tournament_id", "tournaments.id"),
    Column("pairing", Integer),
    Column("game_index", Integer),
    Column("attempt", Integer, nullable=False),  # from 1
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("pool", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("counted", Boolean, nullable=False, server_default=false()),
    Column("rated_seq", Integer),  # place among the rated results of the pool, from 1
    Column("termination", Text),
    Column("rules_version", Integer, nullable=False),
    Column("commitment", LargeBinary(32), nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("ended_at", Moment),
    CheckConstraint("state IN ('running', 'finished', 'void')", name="state"),
    CheckConstraint("(state = 'running') = (ended_at IS NULL)", name="ended"),
    UniqueConstraint("tournament_id", "pairing", "game_index", "attempt"),
    UniqueConstraint("pool", "rated_seq"),
    # The law of the house: at most one counted result for each (event, pairing, index).
    Index(
        "uq_matches_counted",
        "tournament_id",
        "pairing",
        "game_index",
        unique=True,
        sqlite_where=text("counted"),
        postgresql_where=text("counted"),
    ),
    Index(None, "started_at", "id"),
    Index(None, "pool", "started_at", "id"),
    Index(None, "state", "started_at", "id"),
    Index(None, "tournament_id", "started_at", "id"),
)

match_seats = Table(
    "match_seats",
    metadata,
    _to("match_id", "matches.id", primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, nullable=False),
    _to("bot_id", "bots.id", nullable=False),
    _to("version_id", "bot_versions.id"),
    Column("started_at", Moment, nullable=False),  # as in matches, so that a bot's list needs no sort
    Column("points", Integer),  # the side's, once there is a result
    Column("place", Integer),
    Column("score", Integer),
    Column("faults", JSON, nullable=False),
    Column("struck_out", Boolean, nullable=False, server_default=false()),
    Column("verdict", String(16)),
    UniqueConstraint("match_id", "bot_id"),  # one bot never holds two seats of a match
    Index(None, "bot_id", "started_at", "match_id"),
)

logs = Table(
    "logs",
    metadata,
    _to("match_id", "matches.id", primary_key=True),
    Column("record", LargeBinary, nullable=False),  # compressed
)

pools = Table(
    "pools",
    metadata,
    Column("name", Text, primary_key=True),
    Column("results", Integer, nullable=False),  # rated ones; the number of the last
)

ratings = Table(
    "ratings",
    metadata,
    _to("pool", "pools.name", primary_key=True),
    _to("bot_id", "bots.id", primary_key=True),
    Column("rating", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Index(None, "pool", "rating", "bot_id"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    _to("pool", "pools.name", primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # the rated_seq of the match
    _to("bot_id", "bots.id", primary_key=True),
    _to("match_id", "matches.id", nullable=False),
    Column("before", Double, nullable=False),
    Column("after", Double, nullable=False),
    Column("k", Double, nullable=False),
    Index(None, "match_id", "bot_id", unique=True),  # by the match alone SQLite prefers the next one
    Index(None, "bot_id", "pool", "seq"),
)

# Ratings by all results together, as they were last computed: of a pool, or of an event.
strength_lists = Table(
    "strength_lists",
    metadata,
    _number(),
    _to("pool", "pools.name", unique=True),
    _to("tournament_id", "tournaments.id", unique=True),
    Column("results", Integer, nullable=False),  # that were there
    Column("anchors", JSON, nullable=False),  # ratings that were given, by name of the bot
    Column("computed_at", Moment, nullable=False),
    CheckConstraint("(pool IS NULL) <> (tournament_id IS NULL)", name="of"),
)

strengths = Table(
    "strengths",
    metadata,
    _to("list_id", "strength_lists.id", primary_key=True),
    _to("bot_id", "bots.id", primary_key=True),
    Column("rating", Double, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    Column("blocks", Integer, nullable=False),
    Column("tied", Integer, nullable=False),  # number of the group of bots that cannot be told apart
)

# Where a bot stood in a pool, for each hour in which the pool's list was computed and the bot had played since.
rating_history = Table(
    "rating_history",
    metadata,
    _to("pool", "pools.name", primary_key=True),
    _to("bot_id", "bots.id", primary_key=True),
    Column("hour", Moment, primary_key=True),  # its beginning
    Column("rating", Double, nullable=False),  # the live one
    Column("matches", Integer, nullable=False),
    Column("strength", Double, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    Column("blocks", Integer, nullable=False),
)
