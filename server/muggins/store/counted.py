"""The results of an event that count: what its standings are made of."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from muggins.store.models import bots, match_seats, matches


@dataclass(frozen=True, slots=True)
class CountedResult:
    """A result that counts in an event.  Bots and faults by seat; points, places and scores of the seat's side."""

    match_id: str
    pairing: int
    game_index: int
    termination: str
    bots: tuple[str, ...]
    sides: tuple[int, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    faults: tuple[int, ...]


def counted(conn: Connection, tournament_id: int) -> Sequence[CountedResult]:
    """The results that count, by pairing and index."""
    query = (
        select(matches.c.pairing, matches.c.game_index, matches.c.termination, match_seats, bots.c.name)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .join(bots, bots.c.id == match_seats.c.bot_id)
        .where(matches.c.tournament_id == tournament_id, matches.c.counted)
        .order_by(matches.c.pairing, matches.c.game_index, match_seats.c.seat)
    )
    by_match: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in conn.execute(query):
        by_match[row.match_id].append(row)
    return [_counted(seats) for seats in by_match.values()]


def _counted(seats: Sequence[Row[Any]]) -> CountedResult:
    first = seats[0]
    return CountedResult(
        match_id=first.match_id,
        pairing=first.pairing,
        game_index=first.game_index,
        termination=first.termination,
        bots=tuple(row.name for row in seats),
        sides=tuple(row.side for row in seats),
        points=tuple(row.points for row in seats),
        places=tuple(row.place for row in seats),
        scores=tuple(row.score for row in seats),
        faults=tuple(sum(row.faults.values()) for row in seats),
    )
