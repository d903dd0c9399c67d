"""Anonymous events: until one is over nobody reads who played whom, nor can tell it from a number that moved."""

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection, and_, select, update

from muggins.referee.outcome import Verdict
from muggins.store import ratings
from muggins.store.fold import RatedSeat
from muggins.store.models import bots, match_seats, matches, tournaments

if TYPE_CHECKING:
    from muggins.store.matches import StoredMatch


def unnamed() -> ColumnElement[bool]:
    """Matches whose bots are not to be named yet, in a query that has their events."""
    return and_(matches.c.anonymous, tournaments.c.ended_at.is_(None))


def without_names(match: "StoredMatch") -> "StoredMatch":
    """The match with seats that say nothing of who sits there."""
    seats = [
        replace(seat, bot_id=0, bot=f"seat {number}", version="", faults={}, struck_out=False)
        for number, seat in enumerate(match.seats)
    ]
    return replace(match, seats=tuple(seats))


def reveal(conn: Connection, tournament_id: int) -> None:
    """An event is over: the results of an anonymous one move ratings now, in the order in which they were made, and
    count among the matches of its bots.
    """
    anonymous = (matches.c.tournament_id == tournament_id) & matches.c.anonymous & matches.c.counted
    query = (
        select(matches.c.id, matches.c.pool, matches.c.rated, match_seats)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(anonymous)
        .order_by(matches.c.ended_at, matches.c.id, match_seats.c.seat)
    )
    found: dict[str, list[RatedSeat]] = {}
    pools: dict[str, str] = {}  # of the rated ones
    for row in conn.execute(query):
        found.setdefault(row.id, []).append(RatedSeat(row.bot_id, row.side, row.place, Verdict(row.verdict)))
        if row.rated:
            pools[row.id] = row.pool
    for match_id, seats in found.items():
        if match_id in pools:
            seq, _ = ratings.apply(conn, pools[match_id], match_id, seats)
            conn.execute(update(matches).where(matches.c.id == match_id).values(rated_seq=seq))
        played = bots.c.id.in_([seat.bot_id for seat in seats])
        conn.execute(update(bots).where(played).values(matches=bots.c.matches + 1))
