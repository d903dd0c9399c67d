"""The site: which address shows what, and what is said where there is nothing to show."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from muggins.store.errors import BadPageToken, DamagedLog, NotFound, NotYet, Unreachable
from muggins.web import bots, events, health, home, matches
from muggins.web.guard import Guard
from muggins.web.site import STATIC, Site, site_of

ROUTES: dict[str, Callable[[Request], Any]] = {
    "/": home.home,
    "/live": home.home_live,
    "/matches": matches.match_list,
    "/matches/{match_id}": matches.match_page,
    "/matches/{match_id}/live": matches.match_live,
    "/matches/{match_id}/log.jsonl": matches.match_log,
    "/events": events.event_list,
    "/event": events.event_page,
    "/event/live": events.event_live,
    "/rankings": bots.ranking_list,
    "/bots": bots.bot_list,
    "/bot": bots.bot_page,
    "/versus": bots.versus_page,
    "/healthz": health.healthz,
    "/readyz": health.readyz,
    "/metrics": health.metrics,
}
STATUSES: dict[type[Exception], int] = {
    NotFound: 404,
    NotYet: 403,
    BadPageToken: 400,
    DamagedLog: 500,
    Unreachable: 503,
}


def application(site: Site) -> ASGIApp:
    """The pages of a server, as an ASGI application."""
    app = Starlette(
        routes=[Route(path, endpoint) for path, endpoint in ROUTES.items()],
        exception_handlers={**dict.fromkeys(STATUSES, _known), HTTPException: _said, Exception: _broke},
    )
    app.mount("/static", StaticFiles(directory=STATIC))
    app.state.site = site
    return Guard(app)  # round everything, so that even the answer to a fault of ours has its headers


async def _known(request: Request, error: Exception) -> Response:
    status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    text = str(error) if status != 400 else "That part of the list is not there any more; start from its beginning."
    return _page(request, status, text)


async def _said(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    plain = error.detail == HTTPStatus(error.status_code).phrase
    return _page(request, error.status_code, "There is no such page." if plain else error.detail, error.headers)


async def _broke(request: Request, error: Exception) -> Response:
    return _page(request, 500, "Something broke on our side. It is in the server's log.")


def _page(request: Request, status: int, text: str, headers: Any = None) -> Response:
    page = site_of(request).page(request, "error.html", status, status=status, text=text)
    page.headers.update(headers or {})
    return page
