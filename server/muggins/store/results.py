"""A result, its seats, its rating changes and its event's progress: one transaction, and once."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from muggins.referee.outcome import Outcome, SeatOutcome, Slot, Termination
from muggins.store import attempts, ratings, seeds
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


def record_result(conn: Connection, outcome: Outcome) -> Recorded:
    """Store how a match ended, unless that is known, or its pairing has a result that counts.  Raises NotFound.

    An attempt that comes second to its pairing's result becomes void.
    """
    match = conn.execute(select(matches).where(matches.c.id == outcome.match_id)).one_or_none()
    if match is None:
        raise NotFound(what="match", name=outcome.match_id)
    if match.state != "running":
        return _stored(conn, match)
    if outcome.termination.void:
        attempts.void(conn, match.id, outcome.termination, outcome.ended_at, outcome.log)
        return Recorded(match.id, counted=False, fresh=True)
    if (first := _counted_before(conn, match)) is not None:
        attempts.void(conn, match.id, Termination.VOID_SERVER, outcome.ended_at, outcome.log)
        return _stored(conn, first)
    return _record(conn, match, outcome)


def _counted_before(conn: Connection, match: Row[Any]) -> Row[Any] | None:
    if match.tournament_id is None:
        return None
    slot = Slot(match.tournament_id, match.pairing, match.game_index)
    return conn.execute(select(matches).where(attempts.in_slot(slot), matches.c.counted)).one_or_none()


def _stored(conn: Connection, match: Row[Any]) -> Recorded:
    changes = ratings.changes_of(conn, match.id) if match.counted else ()
    return Recorded(match.id, counted=match.counted, fresh=False, changes=changes)


def _record(conn: Connection, match: Row[Any], outcome: Outcome) -> Recorded:
    seats = conn.execute(
        select(match_seats).where(match_seats.c.match_id == match.id).order_by(match_seats.c.seat)
    ).all()
    rated = [
        RatedSeat(row.bot_id, row.side, outcome.places[row.side], seat.verdict)
        for row, seat in zip(seats, outcome.seats, strict=True)
    ]
    seq, changes = None, tuple[Change | None, ...]()
    if match.rated and outcome.rated:
        seq, changes = ratings.apply(conn, match.pool, match.id, rated)
    conn.execute(
        update(matches)
        .where(matches.c.id == match.id)
        .values(
            state="finished",
            counted=True,
            rated=seq is not None,
            rated_seq=seq,
            termination=outcome.termination,
            ended_at=outcome.ended_at,
        )
    )
    conn.execute(
        update(match_seats).where(
            match_seats.c.match_id == bindparam("of_match"), match_seats.c.seat == bindparam("of_seat")
        ),
        [_seat(row, seat, outcome) for row, seat in zip(seats, outcome.seats, strict=True)],
    )
    conn.execute(insert(logs).values(match_id=match.id, record=outcome.log))
    seeds.unseal(conn, [match.id], outcome.ended_at)
    _progress(conn, match, [row.bot_id for row in seats])
    return Recorded(match.id, counted=True, fresh=True, changes=changes)


def _seat(row: Row[Any], seat: SeatOutcome, outcome: Outcome) -> dict[str, object]:
    return {
        "of_match": row.match_id,
        "of_seat": row.seat,
        "points": outcome.points[row.side],
        "place": outcome.places[row.side],
        "score": outcome.scores[row.side],
        "faults": dict(seat.faults),
        "struck_out": seat.struck_out,
        "verdict": seat.verdict,
    }


def _progress(conn: Connection, match: Row[Any], bot_ids: list[int]) -> None:
    conn.execute(update(bots).where(bots.c.id.in_(bot_ids)).values(matches=bots.c.matches + 1))
    if match.tournament_id is not None:
        conn.execute(
            update(tournaments).where(tournaments.c.id == match.tournament_id).values(played=tournaments.c.played + 1)
        )
