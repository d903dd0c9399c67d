"""A whole server with pages, in this process, and bots that play as soon as an event starts."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from muggins.app import App, serve
from muggins.config import Settings
from muggins.director.rules import read_event
from muggins.store import bots
from muggins_bot import Bot, Turn
from muggins_bot.connection import Connection
from tests.api.arena import until

HOSTILE = ("<script>alert(1)</script>", "'\"><img src=x onerror=a()>", "=1+1 ../../%00 & {{7*7}}")
EVENT = """
name = {name}
game = "{game}"
seats = 2
entrants = {entrants}
{more}
[time]
move = "20s"
"""


class Held(Bot):
    """Plays the first legal move, once it is let."""

    def __init__(self, let: asyncio.Event) -> None:
        self._let = let

    async def decide(self, turn: Turn) -> str:
        await self._let.wait()
        return turn.legal_moves[0]


class Arena:
    """The server, and a reader of its pages."""

    def __init__(self, app: App, get: httpx.AsyncClient, play: asyncio.Event) -> None:
        self.app = app
        self.client = get
        self.play = play  # set where bots may play

    async def get(self, path: str, **query: str) -> httpx.Response:
        return await self.client.get(path, params=query or None)

    async def event(self, name: str, game: str, entrants: tuple[str, ...], more: str = "") -> None:
        """Play an event to its end."""
        await self.start(name, game, entrants, more)
        await until(lambda: name not in self.app.director.events, 30.0)

    async def start(self, name: str, game: str, entrants: tuple[str, ...], more: str = "") -> None:
        quoted = [name.replace("'", "\\u0027").replace('"', '\\"') for name in entrants]
        listed = "[" + ", ".join(f'"{each}"' for each in quoted) + "]"
        title = '"' + name.replace('"', '\\"') + '"'
        text = EVENT.format(name=title, game=game, entrants=listed, more=more)
        await self.app.events.create(read_event(text, name), text, name)
        await self.app.events.start(name)


@asynccontextmanager
async def arena(database: str, folder: Path, names: tuple[str, ...]) -> AsyncIterator[Arena]:
    """Open for the time of the block, with bots of these names."""
    settings = Settings(
        database=database,
        listen="127.0.0.1:0",
        web="127.0.0.1:0",
        organiser_file=folder / "organiser",
        tls_certificate=None,
        tls_key=None,
        drain=0.0,
    )
    now, play = datetime.now(UTC), asyncio.Event()
    play.set()
    async with serve(settings) as app:
        assert app.web is not None
        tokens = [(await app.database.writer.run(bots.add, name, "<b>us</b>", now))[1] for name in names]
        async with (
            httpx.AsyncClient(base_url=f"http://{app.web.address}", trust_env=False) as client,
            asyncio.TaskGroup() as group,
        ):
            tasks = [group.create_task(Connection(Held(play), app.address, token).run()) for token in tokens]
            yield Arena(app, client, play)
            for task in tasks:
                task.cancel()


@pytest.fixture
async def hostile(where: str, tmp_path: Path) -> AsyncIterator[Arena]:
    """Bots and an event with names that attack, and matches between them."""
    async with arena(where, tmp_path, HOSTILE) as made:
        await made.event("<i>Evening</i>", "cribbage", HOSTILE)
        yield made


@pytest.fixture
async def empty(where: str, tmp_path: Path) -> AsyncIterator[Arena]:
    async with arena(where, tmp_path, ()) as made:
        yield made
