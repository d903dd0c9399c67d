"""A result, its seats, its rating changes and its event's progress: one transaction, and once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from muggins import crash
from muggins.referee.outcome import Outcome, SeatOutcome, Termination
from muggins.store import attempts, ratings, seeds
from muggins.store.anonymous import unnamed
from muggins.store.errors import NotFound
from muggins.store.fold import Change, RatedSeat
from muggins.store.models import bots, logs, match_seats, matches, tournaments


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the store holds after a delivery."""

    match_id: str  # that was delivered, or the attempt of its pairing that counted first
    counted: bool  # False where the attempt is void
    fresh: bool  # whether this delivery changed anything
    changes: tuple[Change | None, ...] = ()  # by seat; None where a rating stayed, empty without any


# Built once, since these run for every result.  One row for each seat, and the result that counts for the pairing.
_first = matches.alias("first")
_MATCH = (
    select(
        matches,
        match_seats.c.seat,
        match_seats.c.side,
        match_seats.c.bot_id,
        _first.c.id.label("first"),
        unnamed().label("unnamed"),
    )
    .join(match_seats, match_seats.c.match_id == matches.c.id)
    .outerjoin(tournaments, tournaments.c.id == matches.c.tournament_id)
    .outerjoin(
        _first,
        (_first.c.tournament_id == matches.c.tournament_id)
        & (_first.c.pairing == matches.c.pairing)
        & (_first.c.game_index == matches.c.game_index)
        & _first.c.counted,
    )
    .where(matches.c.id == bindparam("of_match"))
    .order_by(match_seats.c.seat)
    .with_for_update(of=matches)  # where several processes write, two deliveries of one result are one after another
)
_END = update(matches).where(matches.c.id == bindparam("of_match"))
_END_SEAT = update(match_seats).where(
    match_seats.c.match_id == bindparam("of_match"), match_seats.c.seat == bindparam("of_seat")
)
_LOG = insert(logs)
_PLAYED = update(bots).where(bots.c.id == bindparam("of_bot")).values(matches=bots.c.matches + 1)
_PROGRESS = update(tournaments).where(tournaments.c.id == bindparam("of_event")).values(played=tournaments.c.played + 1)


def record_result(conn: Connection, outcome: Outcome) -> Recorded:
    """Store how a match ended, unless that is known, or its pairing has a result that counts.  Raises NotFound.

    An attempt that comes second to its pairing's result becomes void.
    """
    seats = conn.execute(_MATCH, {"of_match": outcome.match_id}).all()
    if not seats:
        raise NotFound(what="match", name=outcome.match_id)
    match = seats[0]
    if match.state != "running":
        return _stored(conn, match.id, counted=match.counted)
    if outcome.termination.void:
        attempts.void(conn, match.id, outcome.termination, outcome.ended_at, outcome.log)
        return Recorded(match.id, counted=False, fresh=True)
    if match.first is not None:
        attempts.void(conn, match.id, Termination.VOID_SERVER, outcome.ended_at, outcome.log)
        return _stored(conn, match.first, counted=True)
    return Recorded(match.id, counted=True, fresh=True, changes=_record(conn, seats, outcome))


def _stored(conn: Connection, match_id: str, *, counted: bool) -> Recorded:
    changes = ratings.changes_of(conn, match_id) if counted else ()
    return Recorded(match_id, counted=counted, fresh=False, changes=changes)


def _record(conn: Connection, seats: Sequence[Row[Any]], outcome: Outcome) -> tuple[Change | None, ...]:
    match = seats[0]
    ended = list(zip(seats, outcome.seats, strict=True))
    seq, changes = None, tuple[Change | None, ...]()
    is_rated = match.rated and outcome.rated
    if is_rated and not match.unnamed:  # else it is when the event is over
        rated = [RatedSeat(row.bot_id, row.side, outcome.places[row.side], seat.verdict) for row, seat in ended]
        seq, changes = ratings.apply(conn, match.pool, match.id, rated)
    crash.point("result.rated")
    end = {
        "of_match": match.id,
        "state": "finished",
        "counted": True,
        "rated": is_rated,
        "rated_seq": seq,
        "termination": outcome.termination,
        "ended_at": outcome.ended_at,
    }
    conn.execute(_END, end)
    crash.point("result.ended")
    conn.execute(_END_SEAT, [_seat(row, seat, outcome) for row, seat in ended])
    crash.point("result.seats")
    conn.execute(_LOG, {"match_id": match.id, "record": outcome.log})
    crash.point("result.log")
    seeds.unseal(conn, [match.id], outcome.ended_at)
    crash.point("result.unsealed")
    if not match.unnamed:
        conn.execute(_PLAYED, [{"of_bot": row.bot_id} for row in seats])
    crash.point("result.bots")
    if match.tournament_id is not None:
        conn.execute(_PROGRESS, {"of_event": match.tournament_id})
        crash.point("result.progress")
    return changes


def _seat(row: Row[Any], seat: SeatOutcome, outcome: Outcome) -> dict[str, object]:
    return {
        "of_match": row.id,
        "of_seat": row.seat,
        "points": outcome.points[row.side],
        "place": outcome.places[row.side],
        "score": outcome.scores[row.side],
        "faults": dict(seat.faults),
        "struck_out": seat.struck_out,
        "verdict": seat.verdict,
    }
