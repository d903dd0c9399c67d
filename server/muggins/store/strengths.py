"""Ratings by all results together, as they were last computed, and where bots stood over time."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, insert, select

from muggins.store.models import bots, pools, rating_history, ratings, strength_lists, strengths, tournaments

SETTLED: Final = 30  # blocks from which on an interval holds what it says; with fewer a bot is provisional


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose results: those of a pool since a moment, or those that count in an event."""

    pool: str = ""
    tournament_id: int = 0
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    """What all results together say of a bot."""

    bot_id: int
    rating: float
    low: float  # of the interval that holds the true rating in 95 cases of 100
    high: float
    blocks: int  # independent ones that the bot played in: matches
    tied: int  # from 1, the best; nobody of such a group can be told apart from its first

    @property
    def provisional(self) -> bool:
        """Whether there are too few blocks to take the interval at its word."""
        return self.blocks < SETTLED


@dataclass(frozen=True, slots=True)
class Computed:
    """A list as it was computed, best first."""

    computed_at: datetime
    results: int  # that there were
    rows: Sequence[Strength]
    names: Mapping[int, str] = field(default_factory=dict)  # of the bots


@dataclass(frozen=True, slots=True)
class Point:
    """Where a bot stood."""

    hour: datetime
    rating: float  # the live one
    matches: int
    strength: Strength


def due(conn: Connection, anchors: Mapping[str, float]) -> list[Scope]:
    """Pools whose results, or whose anchors, are not those that their list was computed from."""
    names = conn.scalars(select(pools.c.name).order_by(pools.c.name))
    return [scope for name in names.all() if is_due(conn, scope := Scope(pool=name), anchors)]


def is_due(conn: Connection, scope: Scope, anchors: Mapping[str, float]) -> bool:
    """Whether there are other results, or other anchors, than those that the list was computed from."""
    made = conn.execute(select(strength_lists.c.results, strength_lists.c.anchors).where(_of(scope))).one_or_none()
    now = results_now(conn, scope)
    return now > 0 if made is None else (made.results, made.anchors) != (now, dict(anchors))


def results_now(conn: Connection, scope: Scope) -> int:
    """How many results there are, by the book of the pool or the event; 0 for one that is not there."""
    if scope.pool:
        return conn.scalar(select(pools.c.results).where(pools.c.name == scope.pool)) or 0
    return conn.scalar(select(tournaments.c.played).where(tournaments.c.id == scope.tournament_id)) or 0


def get(conn: Connection, scope: Scope) -> Computed | None:
    """The list as it was last computed; None before that."""
    made = conn.execute(select(strength_lists).where(_of(scope))).mappings().one_or_none()
    if made is None:
        return None
    query = (
        select(strengths, bots.c.name)
        .join(bots, bots.c.id == strengths.c.bot_id)
        .where(strengths.c.list_id == made["id"])
        .order_by(strengths.c.rating.desc(), strengths.c.bot_id)
    )
    rows = conn.execute(query).mappings().all()
    names = {row["bot_id"]: row["name"] for row in rows}
    return Computed(made["computed_at"], made["results"], [_strength(row) for row in rows], names)


def save(conn: Connection, scope: Scope, computed: Computed, anchors: Mapping[str, float]) -> None:
    """Keep a list in place of the one before, and note in the history where the bots of a pool stand."""
    old = conn.scalar(select(strength_lists.c.id).where(_of(scope)))
    if old is not None:
        conn.execute(delete(strengths).where(strengths.c.list_id == old))
        conn.execute(delete(strength_lists).where(strength_lists.c.id == old))
    made = {
        "pool": scope.pool or None,
        "tournament_id": scope.tournament_id or None,
        "results": computed.results,
        "anchors": dict(anchors),
        "computed_at": computed.computed_at,
    }
    conn.execute(insert(strength_lists).values(made))
    new = conn.scalar(select(strength_lists.c.id).where(_of(scope)))
    if computed.rows:
        conn.execute(insert(strengths), [{"list_id": new, **asdict(row)} for row in computed.rows])
    if scope.pool:
        _note(conn, scope.pool, computed)


def _note(conn: Connection, pool: str, computed: Computed) -> None:
    """Add to the history of the bots that played since their last note; an hour has one note of each."""
    past, now = rating_history.c, ratings.c
    noted = {
        row.bot_id: row.matches
        for row in conn.execute(select(past.bot_id, past.matches).where(past.pool == pool).order_by(past.hour))
    }
    live = {row.bot_id: row for row in conn.execute(select(ratings).where(now.pool == pool))}
    hour = computed.computed_at.replace(minute=0, second=0, microsecond=0)
    rows = [
        {
            "pool": pool,
            "bot_id": row.bot_id,
            "hour": hour,
            "rating": live[row.bot_id].rating,
            "matches": live[row.bot_id].matches,
            "strength": row.rating,
            "low": row.low,
            "high": row.high,
            "blocks": row.blocks,
        }
        for row in computed.rows
        if row.bot_id in live and live[row.bot_id].matches != noted.get(row.bot_id)
    ]
    if rows:
        here = (past.pool == pool) & (past.hour == hour) & past.bot_id.in_([row["bot_id"] for row in rows])
        conn.execute(delete(rating_history).where(here))
        conn.execute(insert(rating_history), rows)


def history(conn: Connection, pool: str, bot_id: int) -> list[Point]:
    """Where the bot stood in the pool, hour by hour in which it had played, the oldest first."""
    query = (
        select(rating_history)
        .where(rating_history.c.pool == pool, rating_history.c.bot_id == bot_id)
        .order_by(rating_history.c.hour)
    )
    return [
        Point(row.hour, row.rating, row.matches, Strength(bot_id, row.strength, row.low, row.high, row.blocks, 0))
        for row in conn.execute(query)
    ]


def _of(scope: Scope) -> ColumnElement[bool]:
    if scope.pool:
        return strength_lists.c.pool == scope.pool
    return strength_lists.c.tournament_id == scope.tournament_id


def _strength(row: RowMapping) -> Strength:
    columns: dict[str, Any] = {name: row[name] for name in ("bot_id", "rating", "low", "high", "blocks", "tied")}
    return Strength(**columns)
