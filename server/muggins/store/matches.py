"""Matches as people read them: one, or a list of them, newest first; and what was recorded of each."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, exists, not_, select, tuple_

from muggins.store import bots, names
from muggins.store.anonymous import unnamed
from muggins.store.errors import NotFound
from muggins.store.models import bot_versions, logs, match_seats, matches, rating_changes, tournaments
from muggins.store.models import bots as bots_table
from muggins.store.paging import Page, decode, from_micros, page_of, page_size, to_micros


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """Who sat there.  Points, place and score are those of its side, and None before there is a result."""

    bot_id: int
    bot: str
    version: str
    side: int
    points: int | None
    place: int | None
    score: int | None
    faults: Mapping[str, int]  # how often, by kind
    struck_out: bool
    rating_before: float | None  # None where the match changed no rating of this bot
    rating_after: float | None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """One attempt, running or over."""

    id: str
    event: str  # empty outside events
    pairing: int | None
    game_index: int | None
    attempt: int
    game: str
    pool: str
    options: Mapping[str, Any]
    rated: bool
    anonymous: bool
    state: str  # running, finished, void
    termination: str | None
    rules_version: int
    commitment: bytes
    started_at: datetime
    ended_at: datetime | None
    seats: tuple[MatchSeat, ...]  # by seat
    unnamed: bool = False  # whether its bots are not to be named yet, since its anonymous event is not over


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches are wanted; an empty field does not restrict."""

    bot: str = ""
    event: str = ""
    pool: str = ""
    state: str = ""
    named: bool = False  # leave out matches whose bots are not to be named yet
    against: str = ""  # another bot, which sat there too


EVERY = Filter()


def get(conn: Connection, match_id: str) -> StoredMatch:
    """Raises NotFound."""
    found = _read(conn, _matches().where(matches.c.id == match_id))
    if not found:
        raise NotFound(what="match", name=match_id)
    return found[0]


def log(conn: Connection, match_id: str) -> bytes | None:
    """The packed record of a match; None where it runs, or was lost with the server.  Raises NotFound."""
    row = conn.execute(
        select(matches.c.id, logs.c.record).outerjoin(logs, logs.c.match_id == matches.c.id)
        .where(matches.c.id == match_id)
    ).one_or_none()  # fmt: skip
    if row is None:
        raise NotFound(what="match", name=match_id)
    record: bytes | None = row.record
    return record


def page(conn: Connection, wanted: Filter = EVERY, size: int = 0, token: str = "") -> Page[StoredMatch]:
    """The matches wanted, newest first.  Raises NotFound for an unknown bot or event, and BadPageToken."""
    size = page_size(size)
    rows = _read(conn, newest_first(conn, wanted, size, token))
    return page_of(rows, size, lambda match: [to_micros(match.started_at), match.id])


def newest_first(conn: Connection, wanted: Filter, size: int, token: str = "") -> Select[Any]:
    """The query of a page, with one row more.  An index has the rows in this order, however many there are."""
    query, *order = _wanted(conn, wanted)
    if token:
        micros, last = decode(token, int, str)
        query = query.where(tuple_(*order) < tuple_(from_micros(micros), last))
    return query.order_by(*(column.desc() for column in order)).limit(size + 1)


def _matches() -> Select[Any]:
    return select(matches, tournaments.c.name.label("event"), unnamed().label("unnamed")).outerjoin(
        tournaments, tournaments.c.id == matches.c.tournament_id
    )


def _wanted(conn: Connection, wanted: Filter) -> tuple[Select[Any], Any, Any]:
    """The query, and the two columns to order it by: those whose index has the rows in that order."""
    query = _matches()
    order: tuple[Any, Any] = (matches.c.started_at, matches.c.id)
    if wanted.bot:
        bot = bots.get(conn, wanted.bot)
        query = query.join(match_seats, match_seats.c.match_id == matches.c.id).where(match_seats.c.bot_id == bot.id)
        if wanted.state != "running":  # those are few: of all of them rather than of all that the bot ever played
            order = (match_seats.c.started_at, match_seats.c.match_id)
    if wanted.against:
        query = query.where(_sat_there(bots.get(conn, wanted.against).id))
    if wanted.event:
        event = conn.scalar(select(tournaments.c.id).where(tournaments.c.key == names.key(wanted.event)))
        if event is None:
            raise NotFound(what="event", name=wanted.event)
        query = query.where(matches.c.tournament_id == event)
    if wanted.pool:
        query = query.where(matches.c.pool == wanted.pool)
    if wanted.state:
        query = query.where(matches.c.state == wanted.state)
    if wanted.named:
        query = query.where(not_(matches.c.anonymous) | tournaments.c.ended_at.is_not(None))
    return query, *order


def _sat_there(bot_id: int) -> ColumnElement[bool]:
    other = match_seats.alias()
    return exists().where(other.c.match_id == matches.c.id, other.c.bot_id == bot_id)


def _read(conn: Connection, query: Select[Any]) -> list[StoredMatch]:
    rows = conn.execute(query).all()
    seats: defaultdict[str, list[MatchSeat]] = defaultdict(list)
    for row in _seats(conn, [row.id for row in rows]):
        seats[row.match_id].append(_seat(row))
    return [_match(row, tuple(seats[row.id])) for row in rows]


def _seats(conn: Connection, ids: Sequence[str]) -> Sequence[Row[Any]]:
    change = rating_changes.c
    query = (
        select(
            match_seats,
            bots_table.c.name.label("bot"),
            bot_versions.c.version,
            change.before.label("rating_before"),
            change.after.label("rating_after"),
        )
        .join(bots_table, bots_table.c.id == match_seats.c.bot_id)
        .outerjoin(bot_versions, bot_versions.c.id == match_seats.c.version_id)
        .outerjoin(
            rating_changes, (change.match_id == match_seats.c.match_id) & (change.bot_id == match_seats.c.bot_id)
        )
        .where(match_seats.c.match_id.in_(ids))
        .order_by(match_seats.c.match_id, match_seats.c.seat)
    )
    return conn.execute(query).all()


def _seat(row: Row[Any]) -> MatchSeat:
    return MatchSeat(
        bot_id=row.bot_id,
        bot=row.bot,
        version=row.version or "",
        side=row.side,
        points=row.points,
        place=row.place,
        score=row.score,
        faults=row.faults,
        struck_out=row.struck_out,
        rating_before=row.rating_before,
        rating_after=row.rating_after,
    )


def _match(row: Row[Any], seats: tuple[MatchSeat, ...]) -> StoredMatch:
    return StoredMatch(
        id=row.id,
        event=row.event or "",
        pairing=row.pairing,
        game_index=row.game_index,
        attempt=row.attempt,
        game=row.game,
        pool=row.pool,
        options=row.options,
        rated=row.rated,
        anonymous=row.anonymous,
        state=row.state,
        termination=row.termination,
        rules_version=row.rules_version,
        commitment=row.commitment,
        started_at=row.started_at,
        ended_at=row.ended_at,
        seats=seats,
        unnamed=bool(row.unnamed),
    )
