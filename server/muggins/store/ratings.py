"""Live ratings: one list for each pool, moved by each rated result in the order in which results are recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, func, insert, select, text, tuple_, update

from muggins import crash
from muggins.ratings.elo import START
from muggins.store.fold import Change, RatedSeat, Standing, rate
from muggins.store.models import bots, match_seats, pools, rating_changes, ratings
from muggins.store.paging import Page, decode, page_of, page_size


@dataclass(frozen=True, slots=True)
class Ranking:
    """A line of a pool's list.  Equal ratings share a rank, from 1."""

    rank: int
    bot_id: int
    bot: str
    pool: str
    standing: Standing


# Built once, since these run for every result.
_COUNT = text(
    "INSERT INTO pools (name, results) VALUES (:of_pool, 1)"
    " ON CONFLICT (name) DO UPDATE SET results = pools.results + 1 RETURNING results"
)
_STANDINGS = select(ratings).where(
    ratings.c.pool == bindparam("of_pool"), ratings.c.bot_id.in_(bindparam("of_bots", expanding=True))
)
_ADD, _CHANGE = insert(ratings), insert(rating_changes)
_MOVE = update(ratings).where(ratings.c.pool == bindparam("of_pool"), ratings.c.bot_id == bindparam("of_bot"))


def apply(
    conn: Connection, pool: str, match_id: str, seats: Sequence[RatedSeat]
) -> tuple[int, tuple[Change | None, ...]]:
    """Move the ratings of the seats.  Returns the result's number in its pool, from 1, and the changes by seat."""
    seq = _next(conn, pool)
    crash.point("rating.numbered")
    before = _standings(conn, pool, [seat.bot_id for seat in seats])
    after, changes = rate(before, seats)
    made = [change for change in changes if change is not None]
    if made:
        write_standings(conn, pool, {change.bot_id: after[change.bot_id] for change in made}, known=before)
        crash.point("rating.moved")
        write_changes(conn, pool, [(seq, match_id, change) for change in made])
    return seq, changes


def changes_of(conn: Connection, match_id: str) -> tuple[Change | None, ...]:
    """What a match did to the ratings, by seat; empty where it is unrated."""
    query = (
        select(match_seats.c.bot_id, rating_changes.c.before, rating_changes.c.after, rating_changes.c.k)
        .outerjoin(
            rating_changes,
            (rating_changes.c.match_id == match_seats.c.match_id) & (rating_changes.c.bot_id == match_seats.c.bot_id),
        )
        .where(match_seats.c.match_id == match_id)
        .order_by(match_seats.c.seat)
    )
    rows = conn.execute(query).all()
    if all(row.before is None for row in rows):
        return ()
    return tuple(None if r.before is None else Change(r.bot_id, r.before, r.after, r.k) for r in rows)


class Moved(NamedTuple):
    """A rating before and after a rated match.  ``k`` is what it counted with; 0 where the match left it alone."""

    before: float
    after: float
    k: float


def moved(conn: Connection, pool: str, seq: int, bot_ids: Sequence[int]) -> list[Moved]:
    """The ratings of these bots round rated result ``seq`` of the pool."""
    return [_moved(conn, pool, seq, bot) for bot in bot_ids]


def _moved(conn: Connection, pool: str, seq: int, bot_id: int) -> Moved:
    change = rating_changes.c
    last = conn.execute(
        select(change.seq, change.before, change.after, change.k)
        .where(change.bot_id == bot_id, change.pool == pool, change.seq <= seq)
        .order_by(change.seq.desc())
        .limit(1)
    ).one_or_none()
    if last is not None and last.seq == seq:
        return Moved(last.before, last.after, last.k)
    stayed = START if last is None else last.after
    return Moved(stayed, stayed, 0.0)


def all_pools(conn: Connection) -> Sequence[str]:
    """The pools that have rated results, by name."""
    return conn.scalars(select(pools.c.name).order_by(pools.c.name)).all()


def page(conn: Connection, pool: str, size: int = 0, token: str = "") -> Page[Ranking]:
    """The list of a pool, best first; empty for a pool without rated results.  Raises BadPageToken."""
    size = page_size(size)
    rank = func.rank().over(order_by=ratings.c.rating.desc()).label("rank")
    ranked = select(ratings, rank).where(ratings.c.pool == pool).subquery()
    query = (
        select(ranked, bots.c.name.label("bot"))
        .join(bots, bots.c.id == ranked.c.bot_id)
        .order_by(ranked.c.rating.desc(), ranked.c.bot_id.desc())
        .limit(size + 1)
    )
    if token:
        rating, bot_id = decode(token, float, int)
        query = query.where(tuple_(ranked.c.rating, ranked.c.bot_id) < tuple_(rating, bot_id))
    rows = [Ranking(row.rank, row.bot_id, row.bot, row.pool, standing(row)) for row in conn.execute(query)]
    return page_of(rows, size, lambda line: [line.standing.rating, line.bot_id])


def standing(row: Row[Any]) -> Standing:
    return Standing(row.rating, row.matches, row.won, row.drawn, row.lost)


def _next(conn: Connection, pool: str) -> int:
    """Number the next result of a pool.  That also locks the pool where several processes write."""
    number: int = conn.execute(_COUNT, {"of_pool": pool}).scalar_one()
    return number


def _standings(conn: Connection, pool: str, bot_ids: Sequence[int]) -> dict[int, Standing]:
    rows = conn.execute(_STANDINGS, {"of_pool": pool, "of_bots": bot_ids})
    return {row.bot_id: standing(row) for row in rows}


def write_standings(conn: Connection, pool: str, new: Mapping[int, Standing], known: Mapping[int, Standing]) -> None:
    """Store the standings; those of the ``known`` bots have a row already."""
    if fresh := [{"pool": pool, "bot_id": bot, **asdict(new[bot])} for bot in new if bot not in known]:
        conn.execute(_ADD, fresh)
    if moved := [{"of_pool": pool, "of_bot": bot, **asdict(new[bot])} for bot in new if bot in known]:
        conn.execute(_MOVE, moved)


def write_changes(conn: Connection, pool: str, changes: Sequence[tuple[int, str, Change]]) -> None:
    """Store changes with the number and the id of the match that made them."""
    rows = [{"pool": pool, "seq": seq, "match_id": match_id, **asdict(change)} for seq, match_id, change in changes]
    conn.execute(_CHANGE, rows)
