"""Bots, events and matches for the tests, made by the store's own functions."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from sqlalchemy import Connection

from muggins.referee.outcome import NewMatch, Outcome, SeatOutcome, SeatStart, Slot, Termination
from muggins.store import attempts, bots, results, tournaments
from muggins.store.tournaments import NewTournament, Tournament

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
NAMES = ("ann", "bob", "cyd", "dee", "eve", "fay", "gus", "hal")


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def add_bots(conn: Connection, names: Sequence[str] = NAMES) -> list[int]:
    """Their keys, in order."""
    return [bots.add(conn, name, "owner", NOON)[0].id for name in names]


def add_event(conn: Connection, ids: Sequence[int], name: str = "The cup", total: int = 6) -> Tournament:
    new = NewTournament(
        name=name,
        definition=f'name = "{name}"\n',
        format="round-robin",
        game="cribbage",
        seats=2,
        pool="cribbage/2",
        total=total,
        entrants=tuple(ids),
    )
    return tournaments.create(conn, new, NOON)


def new_match(seats: Sequence[int], slot: Slot | None = None, started: datetime = NOON) -> NewMatch:
    seed = sha256(str(started).encode()).digest()
    return NewMatch(
        id=attempts.new_id(),
        game="cribbage",
        pool=f"cribbage/{len(seats)}",
        seats=tuple(SeatStart(bot) for bot in seats),
        options={"target": 121, "value": "skunk"},
        rules_version=1,
        commitment=sha256(b"muggins/commit" + seed).digest(),
        server_seed=seed,
        started_at=started,
        slot=slot,
    )


def outcome(match: NewMatch, places: Sequence[int] = (0, 1)) -> Outcome:
    return Outcome(
        match_id=match.id,
        termination=Termination.FINISHED,
        points=tuple(2 - place for place in places),
        places=tuple(places),
        scores=tuple(121 - 10 * place for place in places),
        seats=tuple(SeatOutcome() for _ in match.seats),
        log=b"packed record of " + match.id.encode(),
        ended_at=match.started_at + timedelta(seconds=1),
    )


def play(conn: Connection, match: NewMatch, places: Sequence[int] = (0, 1), *, rated: bool = True) -> results.Recorded:
    """A whole match: begun and recorded."""
    attempts.begin(conn, replace(match, rated=rated))
    return results.record_result(conn, outcome(match, places))
