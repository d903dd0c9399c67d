"""Matches: the list, one of them live or as a replay, its log, and its public feed."""

import asyncio
from collections.abc import AsyncGenerator
from functools import lru_cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from muggins.referee.live import LiveMatch
from muggins.referee.log import event_line
from muggins.referee.seats import Happening
from muggins.referee.verify import Discrepancy, verify
from muggins.referee.watching import public_events
from muggins.store import logs, matches
from muggins.store.database import Database
from muggins.store.errors import NotFound, NotYet
from muggins.store.matches import StoredMatch
from muggins.web.home import shown
from muggins.web.site import Site, asked, site_of
from muggins.web.streams import Stream, event

LISTED: Final = 50


async def match_list(request: Request) -> Response:
    site = site_of(request)
    wanted = {key: asked(request, key) for key in ("bot", "event", "pool", "state", "against")}
    bot, event_, pool, state, against = wanted.values()
    found = matches.Filter(bot, event_, pool, state, bool(bot or against), against)
    page = await site.read(matches.page, found, LISTED, request.query_params.get("page", ""))
    rows = [shown(match) for match in page.rows]
    return site.page(request, "matches.html", rows=rows, wanted=wanted, next_token=page.next_token)


async def match_page(request: Request) -> Response:
    site = site_of(request)
    match = await site.read(matches.get, request.path_params["match_id"])
    live = match.id in site.referee.live and match.state == "running"
    checked = await _checked(site, match)
    look = shown(match)
    facts = {"live": live, "logged": checked is not None, "checked": checked}
    return site.page(request, "match.html", match=look, described=described(look), **facts)


async def match_log(request: Request) -> Response:
    """The whole log, once everybody may read it.  Raises NotFound or NotYet."""
    site = site_of(request)
    stored = await site.read(logs.get, request.path_params["match_id"])
    if stored.match.unnamed:
        raise NotYet(name=stored.match.id)
    text = "".join(await asyncio.to_thread(logs.text, stored))
    kept = {"cache-control": "public, max-age=86400"}  # what is over does not change
    return PlainTextResponse(text, headers=kept, media_type="application/x-ndjson")


async def match_live(request: Request) -> Stream:
    """The public feed, from the number after the last one that this browser has."""
    site = site_of(request)
    match_id = request.path_params["match_id"]
    live = site.referee.live.get(match_id)
    if live is None:
        await site.read(matches.get, match_id)  # raises NotFound
    last = request.headers.get("last-event-id", "") or asked(request, "after")
    return site.streams.stream(feed(live, int(last) + 1 if last.isdecimal() and len(last) < 10 else 1))


async def feed(live: LiveMatch | None, from_event: int) -> AsyncGenerator[bytes, None]:
    """What a page is sent of a match, from that event on to its end."""
    if live is not None:
        async for happening in public_events(live, from_event):
            yield _said(happening)
    yield event("end", {})


def _said(happening: Happening) -> bytes:
    return event("line", event_line(happening.event, happening.number), happening.number)


async def _checked(site: Site, match: StoredMatch) -> str | None:
    """What a check of the log found: "" for nothing wrong; None where there is no log to read."""
    if match.state == "running" or match.unnamed:
        return None
    try:
        return await asyncio.to_thread(_discrepancy, site.database, match.id)
    except NotFound:
        return None


@lru_cache(maxsize=512)
def _discrepancy(database: Database, match_id: str) -> str:
    """The first thing in the log that does not hold; empty where everything does.  Raises NotFound."""
    try:
        verify(logs.lines(database.read(logs.get, match_id)))
    except Discrepancy as error:
        return str(error)
    return ""


def described(match: StoredMatch) -> dict[str, Any]:
    """What the script that draws a match has to know of it beside its lines."""
    return {
        "id": match.id,
        "game": match.game,
        "options": dict(match.options),
        "seats": [{"bot": seat.bot, "side": seat.side} for seat in match.seats],
        "result": match.state != "running",
    }
