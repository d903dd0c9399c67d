"""What the pages have in common: the database, the running matches, the templates, and the answer to a request."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy import Connection
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from muggins.referee.referee import Referee
from muggins.store.database import Database
from muggins.web import words
from muggins.web.charts import sparkline, wide_chart
from muggins.web.shared import Shared
from muggins.web.streams import Streams

P = ParamSpec("P")
T = TypeVar("T")
STATIC: Final = Path(__file__).parent / "static"
LONGEST: Final = 200  # characters of anything that a request asks for


class Site:
    """One for all pages of a server."""

    def __init__(self, database: Database, referee: Referee) -> None:
        self.database = database
        self.referee = referee
        self.shared = Shared()
        self.streams = Streams()
        self._templates = _templates()

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query finds, read in another thread.  Raises the store's Unreachable."""
        return await asyncio.to_thread(lambda: self.database.read(query, *args, **kwargs))

    def render(self, template: str, **facts: object) -> str:
        return self._templates.get_template(template).render(facts)

    def page(self, request: Request, template: str, status: int = 200, /, **facts: object) -> Response:
        """The page, or only that it has not changed since this browser had it."""
        body = self.render(template, path=request.url.path, **facts).encode()
        tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
        if status == 200 and request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"etag": tag})
        return HTMLResponse(body, status, headers={"etag": tag})


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


def asked(request: Request, key: str) -> str:
    """What the address says for that key; empty for nothing.  Raises HTTPException for what nobody can be called."""
    text = request.query_params.get(key, "")
    if len(text) > LONGEST or not text.isprintable():
        raise HTTPException(404, f"Nothing here is called what the address says for “{key}”.")
    return text


@lru_cache(maxsize=1)
def _templates() -> Environment:
    loader = PackageLoader("muggins.web")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters |= {
        "game": words.game,
        "pool": words.pool,
        "termination": words.termination,
        "share": words.share,
        "signed": words.signed,
        "moment": words.moment,
    }
    made.globals |= {"sparkline": sparkline, "wide_chart": wide_chart, "sides_of": words.sides_of}
    return made
