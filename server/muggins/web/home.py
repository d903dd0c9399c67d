"""The first page: what is being played, running events, the top of each ranking."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from muggins.store import matches, ratings, tournaments
from muggins.store.anonymous import without_names
from muggins.store.matches import StoredMatch
from muggins.store.ratings import Ranking
from muggins.store.tournaments import Tournament
from muggins.web.shared import FRESH
from muggins.web.site import Site, site_of
from muggins.web.streams import Stream, event

TOP = 5  # of each ranking
RUNNING = 12
LATEST = 8


async def home(request: Request) -> Response:
    site = site_of(request)
    tops = await site.read(_tops)
    return site.page(request, "home.html", now=await _now(site), tops=tops)


async def home_live(request: Request) -> Stream:
    site = site_of(request)
    return site.streams.stream(fragments(site, "home", lambda: _now(site)))


async def fragments(site: Site, key: str, make: Callable[[], Awaitable[str]]) -> AsyncGenerator[bytes, None]:
    """A part of a page whenever it has changed."""
    last = ""
    while True:
        text = await site.shared.get(key, make)
        if text != last:
            yield event("part", text)
            last = text
        await asyncio.sleep(FRESH)


async def _now(site: Site) -> str:
    running, latest, events = await site.read(_what_goes_on)
    return site.render("_now.html", running=running, latest=latest, events=events)


def shown(match: StoredMatch) -> StoredMatch:
    """The match as everybody may read it."""
    return without_names(match) if match.unnamed else match


def _what_goes_on(conn: Connection) -> tuple[list[StoredMatch], list[StoredMatch], list[Tournament]]:
    running = matches.page(conn, matches.Filter(state="running"), RUNNING).rows
    latest = matches.page(conn, matches.Filter(state="finished"), LATEST).rows
    events = [event for event in tournaments.page(conn, 20).rows if event.state not in tournaments.OVER]
    return [shown(match) for match in running], [shown(match) for match in latest], events


def _tops(conn: Connection) -> list[tuple[str, list[Ranking]]]:
    return [(pool, list(ratings.page(conn, pool, TOP).rows)) for pool in ratings.all_pools(conn)]
