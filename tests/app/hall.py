"""A whole server in this process, on either kind of database, with bots on sockets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from muggins.app import App, serve
from muggins.config import Settings
from muggins.director.rules import read_event
from muggins.store import bots, matches, tournaments
from tests.api.arena import until
from tests.crash.players import Memory, players

BOTS: Final = ("ann", "bob")
PATIENCE: Final = 30.0
EVENT: Final = """
name = "Evening"
game = "cribbage"
seats = 2
rounds = {rounds}
entrants = ["ann", "bob"]
[time]
move = "20s"
"""


class Hall:
    """The server, and what its bots were told."""

    def __init__(self, app: App, memory: Memory) -> None:
        self.app = app
        self.memory = memory

    async def start_event(self, rounds: int) -> None:
        text = EVENT.format(rounds=rounds)
        await self.app.events.create(read_event(text, "evening"), text, "evening")
        await self.app.events.start("Evening")

    @property
    def finished(self) -> int:
        """Results that are stored."""
        return self.app.database.read(tournaments.get, "Evening").played

    def stored(self) -> dict[str, str]:
        """By match, its state."""
        return {match.id: match.state for match in self.app.database.read(matches.page, size=500).rows}

    async def event_over(self) -> None:
        await until(lambda: "Evening" not in self.app.director.events, PATIENCE)


@asynccontextmanager
async def hall(where: str, folder: Path) -> AsyncIterator[Hall]:
    """Open for the time of the block, with bots that play at random."""
    settings = Settings(
        database=where,
        listen="127.0.0.1:0",
        organiser_file=folder / "organiser",
        tls_certificate=None,
        tls_key=None,
        drain=0.0,
    )
    memory, now = Memory(), datetime.now(UTC)
    async with serve(settings) as app:
        tokens = [(await app.database.writer.run(bots.add, name, "us", now))[1] for name in BOTS]
        async with players(app.address, tokens, memory):
            yield Hall(app, memory)
