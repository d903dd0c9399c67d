"""Attempts: one playing of a match, from its start to its end or to its being void."""

import secrets
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, bindparam, func, insert, select, update

from muggins import crash
from muggins.games.base import side_of
from muggins.referee.outcome import NewMatch, SeatStart, Slot, Termination
from muggins.store import seeds
from muggins.store.errors import AlreadyCounted, NotFound
from muggins.store.models import logs, match_seats, matches


def new_id() -> str:
    """A match's id: 80 random bits, so that it counts nothing and cannot be guessed, and a word to every shell."""
    return b32encode(secrets.token_bytes(10)).decode().lower()


# Built once: a statement costs four times as much to build as to run, and matches are short.
_ATTEMPTS = select(
    func.max(matches.c.attempt).label("last"), func.count().filter(matches.c.counted).label("counted")
).where(
    matches.c.tournament_id == bindparam("tournament_id"),
    matches.c.pairing == bindparam("pairing"),
    matches.c.game_index == bindparam("game_index"),
)
_BEGUN = select(matches.c.attempt).where(matches.c.id == bindparam("of_match"))
_BEGIN, _SIT = insert(matches), insert(match_seats)
_VOID = update(matches).where(matches.c.id == bindparam("of_match"))


def begin(conn: Connection, match: NewMatch) -> int:
    """Write down that an attempt begins, and its seed, sealed.  Returns its number, from 1.  Twice is once.

    Raises AlreadyCounted where there is nothing left to play.
    """
    begun: int | None = conn.scalar(_BEGUN, {"of_match": match.id})
    if begun is not None:
        return begun
    slot = {"tournament_id": None, "pairing": None, "game_index": None} if match.slot is None else asdict(match.slot)
    attempt = 1 if match.slot is None else _next_attempt(conn, match.slot)
    row = {
        **slot,
        "id": match.id,
        "attempt": attempt,
        "game": match.game,
        "seats": len(match.seats),
        "pool": match.pool,
        "options": dict(match.options),
        "rated": match.rated,
        "anonymous": match.anonymous,
        "state": "running",
        "rules_version": match.rules_version,
        "commitment": match.commitment,
        "started_at": match.started_at,
    }
    conn.execute(_BEGIN, row)
    crash.point("attempt.row")
    conn.execute(_SIT, [_seat(match, seat, who) for seat, who in enumerate(match.seats)])
    crash.point("attempt.seats")
    seeds.seal(conn, match.id, match.server_seed)
    crash.point("attempt.sealed")
    return attempt


def _seat(match: NewMatch, seat: int, who: SeatStart) -> dict[str, object]:
    return {
        "match_id": match.id,
        "seat": seat,
        "side": side_of(seat, len(match.seats)),
        "bot_id": who.bot_id,
        "version_id": who.version_id,
        "started_at": match.started_at,
        "faults": {},
    }


def _next_attempt(conn: Connection, slot: Slot) -> int:
    row = conn.execute(_ATTEMPTS, asdict(slot)).one()
    if row.counted:
        raise AlreadyCounted(pairing=slot.pairing, game_index=slot.game_index)
    return (row.last or 0) + 1


def void(conn: Connection, match_id: str, termination: Termination, at: datetime, log: bytes | None = None) -> bool:
    """End a running attempt without a result, and open its seed.  False, and nothing happens, where it does not run.

    Raises NotFound.
    """
    if conn.scalar(select(matches.c.id).where(matches.c.id == match_id)) is None:
        raise NotFound(what="match", name=match_id)
    ended = _void(conn, matches.c.id == match_id, termination, at)
    if ended and log is not None:
        conn.execute(insert(logs).values(match_id=match_id, record=log))
    return bool(ended)


def void_running(conn: Connection, at: datetime) -> Sequence[str]:
    """End what a process that died left running; no rating pays for that.  Returns the ids of those matches."""
    return _void(conn, matches.c.state == "running", Termination.VOID_SERVER, at)


def _void(conn: Connection, which: ColumnElement[bool], termination: Termination, at: datetime) -> Sequence[str]:
    ids = conn.scalars(select(matches.c.id).where(which, matches.c.state == "running")).all()
    if ids:
        end = {"state": "void", "termination": termination, "ended_at": at}
        conn.execute(_VOID, [{"of_match": match_id, **end} for match_id in ids])
        crash.point("attempt.void")
        seeds.unseal(conn, ids, at)
    return ids
