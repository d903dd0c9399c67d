"""Events: their definition, their state, and who is entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, tuple_, update

from muggins.store import anonymous, names
from muggins.store.errors import NameTaken, NotFound, WrongState
from muggins.store.models import bots, entrants, tournaments
from muggins.store.paging import Page, decode, from_micros, page_of, page_size, to_micros


class State(StrEnum):
    """Where an event is on its way."""

    CREATED = "created"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OVER = frozenset({State.FINISHED, State.CANCELLED})
NEXT = {
    State.CREATED: frozenset({State.RUNNING, State.CANCELLED}),
    State.RUNNING: frozenset({State.PAUSED, State.FINISHED, State.CANCELLED}),
    State.PAUSED: frozenset({State.RUNNING, State.FINISHED, State.CANCELLED}),  # its last match may end after the pause
    State.FINISHED: frozenset[State](),
    State.CANCELLED: frozenset[State](),
}


@dataclass(frozen=True, slots=True)
class NewTournament:
    """An event that is about to be entered."""

    name: str
    definition: str  # the text of its file
    format: str
    game: str
    seats: int
    pool: str
    total: int  # matches that it will have
    entrants: tuple[int, ...]  # keys of bots, in the order of the definition
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part."""

    bot_id: int
    bot: str
    owner: str = ""
    house: bool = False
    from_round: int | None = None  # of one that came late: the round from which it is paired
    gone_round: int | None = None  # of one that left: the round from which it is not paired


@dataclass(frozen=True, slots=True)
class Tournament:
    """An event."""

    id: int
    name: str
    definition: str
    format: str
    game: str
    seats: int
    pool: str
    rated: bool
    state: State
    total: int
    played: int  # results that count
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


def create(conn: Connection, new: NewTournament, at: datetime) -> Tournament:
    """Raises BadName or NameTaken."""
    name = names.event_name(new.name)
    key = names.key(name)
    if conn.scalar(select(tournaments.c.id).where(tournaments.c.key == key)) is not None:
        raise NameTaken(name=name)
    conn.execute(
        insert(tournaments).values(
            name=name,
            key=key,
            definition=new.definition,
            format=new.format,
            game=new.game,
            seats=new.seats,
            pool=new.pool,
            rated=new.rated,
            state=State.CREATED,
            total=new.total,
            created_at=at,
        )
    )
    made = get(conn, name)
    rows = [{"tournament_id": made.id, "number": n, "bot_id": bot} for n, bot in enumerate(new.entrants)]
    conn.execute(insert(entrants), rows)
    return made


def get(conn: Connection, name: str) -> Tournament:
    """The event of that name, in any case.  Raises NotFound."""
    row = conn.execute(select(tournaments).where(tournaments.c.key == names.key(name))).one_or_none()
    if row is None:
        raise NotFound(what="event", name=name)
    return _tournament(row)


def in_state(conn: Connection, state: State) -> Sequence[Tournament]:
    """All events in that state, oldest first: what a start of the server goes on with."""
    query = select(tournaments).where(tournaments.c.state == state).order_by(tournaments.c.id)
    return [_tournament(row) for row in conn.execute(query)]


def page(conn: Connection, size: int = 0, token: str = "") -> Page[Tournament]:
    """All events, newest first.  Raises BadPageToken."""
    size = page_size(size)
    order = (tournaments.c.created_at, tournaments.c.id)
    query = select(tournaments).order_by(*(column.desc() for column in order)).limit(size + 1)
    if token:
        micros, last = decode(token, int, int)
        query = query.where(tuple_(*order) < tuple_(from_micros(micros), last))
    rows = [_tournament(row) for row in conn.execute(query)]
    return page_of(rows, size, lambda event: [to_micros(event.created_at), event.id])


def set_state(conn: Connection, name: str, wanted: State, at: datetime) -> Tournament:
    """Move the event on; to be where it already is changes nothing.  Raises NotFound or WrongState."""
    event = get(conn, name)
    if event.state == wanted:
        return event
    if wanted not in NEXT[event.state]:
        raise WrongState(name=event.name, state=event.state, wanted=wanted)
    changes: dict[str, object] = {"state": wanted}
    if wanted == State.RUNNING and event.started_at is None:
        changes["started_at"] = at
    if wanted in OVER:
        changes["ended_at"] = at
    conn.execute(update(tournaments).where(tournaments.c.id == event.id).values(changes))
    if wanted in OVER:
        anonymous.reveal(conn, event.id)
    return get(conn, event.name)


def entered(conn: Connection, tournament_id: int) -> Sequence[Entrant]:
    """The bots of the event, in the order of its definition."""
    query = (
        select(bots.c.id, bots.c.name, bots.c.owner, bots.c.house, entrants.c.from_round, entrants.c.gone_round)
        .join(entrants, entrants.c.bot_id == bots.c.id)
        .where(entrants.c.tournament_id == tournament_id)
        .order_by(entrants.c.number)
    )
    return [Entrant(*row) for row in conn.execute(query)]


def enter(conn: Connection, event: Tournament, bot_id: int, from_round: int, total: int) -> None:
    """A bot comes late; the event has ``total`` matches with it."""
    last = conn.scalar(select(func.max(entrants.c.number)).where(entrants.c.tournament_id == event.id))
    row = {"tournament_id": event.id, "number": (last or 0) + 1, "bot_id": bot_id, "from_round": from_round}
    conn.execute(insert(entrants).values(row))
    conn.execute(update(tournaments).where(tournaments.c.id == event.id).values(total=total))


def withdraw(conn: Connection, event: Tournament, bot_id: int, gone_round: int) -> None:
    """A bot leaves; what it played stays on record.  Raises NotFound for one that is not there, or left before."""
    here = (entrants.c.tournament_id == event.id) & (entrants.c.bot_id == bot_id) & entrants.c.gone_round.is_(None)
    if conn.execute(update(entrants).where(here).values(gone_round=gone_round)).rowcount == 0:
        raise NotFound(what="entrant of that event", name=conn.scalar(select(bots.c.name).where(bots.c.id == bot_id)))


def going_on_with(conn: Connection, bot_id: int) -> Sequence[str]:
    """The names of the events that are not over and that the bot has not left."""
    query = (
        select(tournaments.c.name)
        .join(entrants, entrants.c.tournament_id == tournaments.c.id)
        .where(entrants.c.bot_id == bot_id, entrants.c.gone_round.is_(None), tournaments.c.state.not_in(OVER))
        .order_by(tournaments.c.id)
    )
    return list(conn.scalars(query))


def _tournament(row: Row[Any]) -> Tournament:
    return Tournament(
        id=row.id,
        name=row.name,
        definition=row.definition,
        format=row.format,
        game=row.game,
        seats=row.seats,
        pool=row.pool,
        rated=row.rated,
        state=State(row.state),
        total=row.total,
        played=row.played,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )
