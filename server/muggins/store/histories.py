"""How ratings came to be what they are: the latest of a bot's changes, and where it stands in each pool."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, select

from muggins.store.fold import Standing
from muggins.store.models import pools, rating_changes, ratings
from muggins.store.ratings import standing


def history(conn: Connection, bot_id: int, pool: str, most: int) -> list[float]:
    """The ratings after the latest ``most`` rated matches of the bot in the pool, oldest first, and the one before."""
    change = rating_changes.c
    query = (
        select(change.before, change.after)
        .where(change.bot_id == bot_id, change.pool == pool)
        .order_by(change.seq.desc())
        .limit(most)
    )
    rows = conn.execute(query).all()
    return [rows[-1].before, *(row.after for row in reversed(rows))] if rows else []


def standings_of(conn: Connection, bot_id: int) -> Mapping[str, Standing]:
    """By pool, where the bot stands; without those it never played a rated match in."""
    query = select(ratings).where(ratings.c.bot_id == bot_id).order_by(ratings.c.pool)
    return {row.pool: standing(row) for row in conn.execute(query)}


def results_in(conn: Connection) -> Sequence[tuple[str, int]]:
    """Each pool with its number of rated results."""
    return [(row.name, row.results) for row in conn.execute(select(pools).order_by(pools.c.name))]
