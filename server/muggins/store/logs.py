"""A match's log as it is served: what its record gives, and what was promised and counted elsewhere in the store.

The commitment was written down before the first deal, the result and the ratings when they counted.  They are told as
they stand there, so that whoever works the log out again sees whether they follow from it.
"""

import json
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from muggins.games.base import IllegalMove
from muggins.referee import log
from muggins.referee.record import unpack
from muggins.referee.seatlog import seat_lines
from muggins.store import matches, ratings
from muggins.store.errors import DamagedLog, NotFound
from muggins.store.matches import StoredMatch
from muggins.store.models import matches as matches_table
from muggins.store.ratings import Moved


@dataclass(frozen=True, slots=True)
class StoredLog:
    """What the log of a match is made of."""

    match: StoredMatch
    record: bytes
    moved: Sequence[Moved]  # by seat; empty where the match is not rated


def get(conn: Connection, match_id: str) -> StoredLog:
    """Raises NotFound, also where the match runs or was lost with the server."""
    match, record = matches.get(conn, match_id), matches.log(conn, match_id)
    if record is None:
        raise NotFound(what="log yet of match", name=match_id)
    seq = conn.scalar(select(matches_table.c.rated_seq).where(matches_table.c.id == match_id))
    moved = [] if seq is None else ratings.moved(conn, match.pool, seq, [seat.bot_id for seat in match.seats])
    return StoredLog(match, record, moved)


def lines(stored: StoredLog) -> list[log.Line]:
    """The log, as far as its record can be played.  Raises DamagedLog where it cannot be read at all."""
    found: list[log.Line] = []
    try:
        with suppress(IllegalMove):
            for line in log.lines(unpack(stored.record)):
                found.append(line)
    except (zlib.error, ValueError, LookupError, TypeError) as error:
        raise DamagedLog(name=stored.match.id) from error
    found[0]["server_commitment"] = stored.match.commitment.hex()
    if found[-1]["kind"] == "result":
        found[-1] |= _result(stored)
    return found


def _result(stored: StoredLog) -> dict[str, Any]:
    """What was counted, by side; and what it did to the ratings, by seat."""
    sides = {seat.side: seat for seat in stored.match.seats}
    by_side = [sides[side] for side in sorted(sides)]
    result: dict[str, Any] = {
        "termination": stored.match.termination,
        "points": [seat.points or 0 for seat in by_side],
        "places": [seat.place or 0 for seat in by_side],
        "scores": [seat.score or 0 for seat in by_side],
    }
    if stored.moved:
        result["ratings"] = [moved._asdict() for moved in stored.moved]
    return result


def text(stored: StoredLog, seat: int | None = None) -> list[str]:
    """The log in JSON, or that of one seat, a text for each line.  Raises DamagedLog."""
    found = lines(stored)
    try:
        told = found if seat is None else seat_lines(found, seat)
        return [json.dumps(line, ensure_ascii=False) + "\n" for line in told]
    except (IllegalMove, LookupError) as error:
        raise DamagedLog(name=stored.match.id) from error
