"""Events: the list, and one of them with its standings and crosstable as they are now."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from muggins.store import matches, tournaments
from muggins.store.ledger import definition_of, results_of
from muggins.store.matches import StoredMatch
from muggins.store.tournaments import Entrant, Tournament
from muggins.web.home import fragments, shown
from muggins.web.site import Site, asked, site_of
from muggins.web.streams import Stream
from muggins_tournaments import Crosstable, EventDefinition, Result, Row, crosstable, seat_records, standings
from muggins_tournaments.strays import SeatRecord

LISTED = 50
WIDEST = 24  # entrants that a crosstable is drawn for; a wider one cannot be read
LATEST = 12


@dataclass(frozen=True, slots=True)
class Report:
    """What an event amounts to."""

    rows: Sequence[Row]
    cross: Crosstable
    seats: Sequence[SeatRecord]
    tie_breaks: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Found:
    """What the store has of an event."""

    definition: EventDefinition
    results: Sequence[Result]
    entered: Sequence[Entrant]
    latest: Sequence[StoredMatch]


async def event_list(request: Request) -> Response:
    site = site_of(request)
    page = await site.read(tournaments.page, LISTED, request.query_params.get("page", ""))
    return site.page(request, "events.html", rows=page.rows, next_token=page.next_token)


async def event_page(request: Request) -> Response:
    site = site_of(request)
    event = await site.read(tournaments.get, asked(request, "name"))
    return site.page(request, "event.html", event=event, now=await _shared_now(site, event.name))


async def event_live(request: Request) -> Stream:
    site = site_of(request)
    event = await site.read(tournaments.get, asked(request, "name"))
    return site.streams.stream(fragments(site, f"event {event.name}", lambda: _now(site, event.name)))


async def _shared_now(site: Site, name: str) -> str:
    return await site.shared.get(f"event {name}", lambda: _now(site, name))


async def _now(site: Site, name: str) -> str:
    event = await site.read(tournaments.get, name)
    found = await site.read(_find, event)
    closed = found.definition.anonymous and event.state not in tournaments.OVER
    report = None if closed else await asyncio.to_thread(_report, found.definition, found.results)
    facts = {"entered": found.entered, "latest": found.latest, "widest": WIDEST}
    return site.render("_event.html", event=event, report=report, closed=closed, **facts)


def _find(conn: Connection, event: Tournament) -> _Found:
    latest = matches.page(conn, matches.Filter(event=event.name), LATEST).rows
    return _Found(
        definition_of(conn, event),
        results_of(conn, event.id),
        tournaments.entered(conn, event.id),
        [shown(match) for match in latest],
    )


def _report(definition: EventDefinition, results: Sequence[Result]) -> Report:
    return Report(
        standings(definition, results),
        crosstable(definition, results),
        seat_records(definition, results) if results else (),
        definition.tie_breaks,
    )
