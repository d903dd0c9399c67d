"""Ratings once more, from the results alone: what is stored must be what comes out."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from muggins.referee.outcome import Verdict
from muggins.store.fold import Change, RatedSeat, Standing, rate
from muggins.store.models import match_seats, matches, pools, rating_changes, ratings
from muggins.store.ratings import standing, write_changes, write_standings


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a fold over all rated results found."""

    results: int
    changed: Mapping[str, int]  # by pool, how many bots' ratings or histories were not what comes out


@dataclass(slots=True)
class _Pool:
    """One pool, folded."""

    standings: dict[int, Standing] = field(default_factory=dict)
    results: int = 0
    last: int = 0
    wrong: set[int] = field(default_factory=set)  # bots


def audit(conn: Connection) -> Rebuilt:
    """Fold all rated results in the order in which they were recorded, and compare.  Changes nothing."""
    folded: defaultdict[str, _Pool] = defaultdict(_Pool)
    for match in _rated(conn):
        pool = folded[match[0].pool]
        for row, change in zip(match, _step(pool, match), strict=True):
            if change != _stored_change(row):
                pool.wrong.add(row.bot_id)
    for row in conn.execute(select(ratings)):
        if folded[row.pool].standings.pop(row.bot_id, None) != standing(row):
            folded[row.pool].wrong.add(row.bot_id)
    for pool in folded.values():
        pool.wrong.update(pool.standings)  # those that have no row
    for name, bot_id in _strangers(conn):
        folded[name].wrong.add(bot_id)
    results = sum(pool.results for pool in folded.values())
    return Rebuilt(results, {name: len(pool.wrong) for name, pool in sorted(folded.items()) if pool.wrong})


def rebuild(conn: Connection) -> Rebuilt:
    """Make the ratings what the results say.  Returns what was otherwise, which is nothing in an honest database."""
    found = audit(conn)
    for name in found.changed:
        conn.execute(delete(rating_changes).where(rating_changes.c.pool == name))
        conn.execute(delete(ratings).where(ratings.c.pool == name))
        _refill(conn, name)
    return found


def _refill(conn: Connection, name: str) -> None:
    pool = _Pool()
    for match in list(_rated(conn, name)):
        made = [(match[0].rated_seq, match[0].id, change) for change in _step(pool, match) if change is not None]
        if made:
            write_changes(conn, name, made)
    if conn.execute(update(pools).where(pools.c.name == name).values(results=pool.last)).rowcount == 0:
        conn.execute(insert(pools).values(name=name, results=pool.last))
    write_standings(conn, name, pool.standings, known={})


def _step(pool: _Pool, match: list[Row[Any]]) -> tuple[Change | None, ...]:
    seats = [RatedSeat(row.bot_id, row.side, row.place, Verdict(row.verdict)) for row in match]
    after, changes = rate(pool.standings, seats)
    pool.standings.update(after)
    pool.results += 1
    pool.last = match[0].rated_seq
    return changes


def _rated(conn: Connection, pool: str | None = None) -> Iterator[list[Row[Any]]]:
    """The seats of each rated result with the changes that are stored for them, in the order of each pool."""
    seat, change = match_seats.c, rating_changes.c
    query: Select[Any] = (
        select(
            matches.c.id,
            matches.c.pool,
            matches.c.rated_seq,
            seat.bot_id,
            seat.side,
            seat.place,
            seat.verdict,
            change.before,
            change.after,
            change.k,
        )
        .join(match_seats, seat.match_id == matches.c.id)
        .outerjoin(
            rating_changes,
            (change.pool == matches.c.pool)
            & (change.seq == matches.c.rated_seq)
            & (change.bot_id == seat.bot_id)
            & (change.match_id == matches.c.id),
        )
        .where(matches.c.rated_seq.is_not(None))
        .order_by(matches.c.pool, matches.c.rated_seq, seat.seat)
    )
    if pool is not None:
        query = query.where(matches.c.pool == pool)
    rows = conn.execute(query.execution_options(yield_per=1000))
    for _, match in groupby(rows, key=lambda row: row.id):
        yield list(match)


def _stored_change(row: Row[Any]) -> Change | None:
    return None if row.before is None else Change(row.bot_id, row.before, row.after, row.k)


def _strangers(conn: Connection) -> Iterator[tuple[str, int]]:
    """Changes that no rated result made: pool and bot."""
    change, seat = rating_changes.c, match_seats.c
    query = (
        select(change.pool, change.bot_id)
        .outerjoin(
            matches,
            (matches.c.id == change.match_id) & (matches.c.pool == change.pool) & (matches.c.rated_seq == change.seq),
        )
        .outerjoin(match_seats, (seat.match_id == matches.c.id) & (seat.bot_id == change.bot_id))
        .where(seat.match_id.is_(None))
    )
    for row in conn.execute(query):
        yield row.pool, row.bot_id
