"""Rankings, bots, and how two of them fared against each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from muggins.store import bots, histories, matches, ratings, strengths
from muggins.store.bots import Bot
from muggins.store.fold import Standing
from muggins.store.matches import StoredMatch
from muggins.store.strengths import Scope, Strength
from muggins.web import words
from muggins.web.site import asked, site_of
from muggins_tournaments import Tally

LISTED = 50
FORM = 20  # rated matches
CHART = 300  # rated matches
COUNTED = 500  # of a bot's latest matches, for its record against each opponent
LATEST = 15


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a ranking, with the way of the rating of late."""

    ranking: ratings.Ranking
    form: Sequence[float]
    strength: Strength | None  # None before it is computed


@dataclass(slots=True)
class Record:
    """How a bot fared lately: against each opponent and in each seat."""

    opponents: dict[str, Tally] = field(default_factory=dict)
    seats: dict[str, Tally] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)

    def add(self, match: StoredMatch, bot_id: int) -> None:
        number, mine = next((n, seat) for n, seat in enumerate(match.seats) if seat.bot_id == bot_id)
        for kind, count in mine.faults.items():
            self.faults[kind] = self.faults.get(kind, 0) + count
        if mine.place is None:
            return
        others = [seat for seat in match.seats if seat.side != mine.side and seat.place is not None]
        for other in others:
            self.opponents.setdefault(other.bot, Tally()).add(mine.place, other.place or 0)
        if others:
            best = min(other.place or 0 for other in others)
            self.seats.setdefault(f"{words.pool(match.pool)}: seat {number}", Tally()).add(mine.place, best)


async def ranking_list(request: Request) -> Response:
    site = site_of(request)
    pools = await site.read(ratings.all_pools)
    pool = asked(request, "pool") or (pools[0] if pools else "")
    lines, token = await site.read(_lines, pool, request.query_params.get("page", ""))
    return site.page(request, "rankings.html", pools=pools, chosen=pool, lines=lines, next_token=token)


def _lines(conn: Connection, pool: str, token: str) -> tuple[list[Line], str]:
    page = ratings.page(conn, pool, LISTED, token)
    known = _strengths(conn, pool)
    lines = [Line(line, histories.history(conn, line.bot_id, pool, FORM), known.get(line.bot_id)) for line in page.rows]
    return lines, page.next_token


def _strengths(conn: Connection, pool: str) -> Mapping[int, Strength]:
    """What all results of the pool together say, by bot, as it was last computed."""
    newest = strengths.get(conn, Scope(pool=pool))
    return {row.bot_id: row for row in newest.rows} if newest else {}


async def bot_list(request: Request) -> Response:
    site = site_of(request)
    page = await site.read(bots.page, LISTED, request.query_params.get("page", ""))
    return site.page(request, "bots.html", rows=page.rows, next_token=page.next_token)


@dataclass(frozen=True, slots=True)
class _Known:
    bot: Bot
    pools: Sequence[tuple[str, Standing, Sequence[float], Strength | None]]  # with the way of the rating
    record: Record
    latest: Sequence[StoredMatch]


async def bot_page(request: Request) -> Response:
    site = site_of(request)
    known = await site.read(_known, asked(request, "name"))
    return site.page(request, "bot.html", known=known, counted=COUNTED)


def _known(conn: Connection, name: str) -> _Known:
    bot = bots.get(conn, name)
    played = matches.page(conn, matches.Filter(bot=name, state="finished", named=True), COUNTED).rows
    record = Record()
    for match in played:
        record.add(match, bot.id)
    pools = [
        (pool, standing, histories.history(conn, bot.id, pool, CHART), _strengths(conn, pool).get(bot.id))
        for pool, standing in histories.standings_of(conn, bot.id).items()
    ]
    return _Known(bot, pools, record, played[:LATEST])


async def versus_page(request: Request) -> Response:
    """Two bots: the matches in which both sat, whoever else did."""
    site = site_of(request)
    one, other, met = await site.read(_versus, asked(request, "a"), asked(request, "b"))
    tallies: dict[str, Tally] = {}
    for match in met:
        places = {seat.bot_id: (seat.place, seat.side) for seat in match.seats}
        mine, theirs = places[one.id], places[other.id]
        if mine[0] is not None and theirs[0] is not None and mine[1] != theirs[1]:
            tallies.setdefault(match.pool, Tally()).add(mine[0], theirs[0])
    return site.page(request, "versus.html", one=one, other=other, tallies=tallies, rows=met[:LISTED], counted=COUNTED)


def _versus(conn: Connection, a: str, b: str) -> tuple[Bot, Bot, Sequence[StoredMatch]]:
    one, other = bots.get(conn, a), bots.get(conn, b)
    wanted = matches.Filter(bot=a, against=b, state="finished", named=True)
    return one, other, matches.page(conn, wanted, COUNTED).rows
