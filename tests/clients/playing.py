"""A real server, with bots of any kit as processes of their own, for events that have to end without a fault."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection

from muggins.app import App, serve
from muggins.cli.follow import follow
from muggins.cli.link import Server, link_to
from muggins.config import Settings
from muggins.director.rules import read_event
from muggins.store import bots
from muggins.v1 import matches_pb2, play_pb2
from muggins.v1 import tournaments_pb2 as pb
from tests.clients.kits.kit import Kit

PLAIN: Final = "plain"
GAMES: Final = ("cribbage", "fives-and-threes")

EVENT: Final = """
name = "{name}"
game = "{game}"
seats = {seats}
entrants = [{entrants}]

[time]
start_up = "60s"
move = "20s"
max_wait = "60s"
"""


class Certificate(NamedTuple):
    """PEM files of a server that uses TLS."""

    file: Path
    key: Path
    authority: Path  # that signed it, and that bots have to trust


class Contestant(NamedTuple):
    """A bot of a kit: its kind is that of a house bot, or PLAIN for the one without the kit."""

    kit: Kit
    kind: str
    twin: str = ""  # tells bots apart that are otherwise the same

    @property
    def name(self) -> str:
        return f"{self.kit.language}-{self.kind}{self.twin}"

    def command(self, address: str, token: str) -> tuple[str, ...]:
        return (*self.kit.plain, address, token) if self.kind == PLAIN else (*self.kit.house, self.kind)


def register(conn: Connection, names: Iterable[str]) -> dict[str, str]:
    """Tokens by name; each bot has an owner of its own, for one owner's bots share no rated table."""
    return {name: bots.add(conn, name, f"owner-of-{name}", datetime.now(UTC))[1] for name in names}


@asynccontextmanager
async def serving(folder: Path, certificate: Certificate | None = None) -> AsyncIterator[App]:
    """A server with a database of its own; a certificate given means TLS."""
    settings = Settings(
        database=str(folder / "kits.db"),
        listen="127.0.0.1:0",
        tls_certificate=certificate and certificate.file,
        tls_key=certificate and certificate.key,
    )
    async with serve(settings) as app:
        yield app


@asynccontextmanager
async def dialled_in(app: App, contestants: Iterable[Contestant], log: Path) -> AsyncIterator[None]:
    """The bots for the time of the block; at its end a kit's bot has to say goodbye and exit with 0."""
    by_name = {each.name: each for each in contestants}
    tokens = await app.database.writer.run(lambda conn: register(conn, by_name))
    processes = dict[str, asyncio.subprocess.Process]()
    try:
        with log.open("ab") as output:
            for name, each in by_name.items():
                processes[name] = await asyncio.create_subprocess_exec(
                    *each.command(app.address, tokens[name]),
                    cwd=each.kit.folder,
                    env=os.environ | {"MUGGINS_ADDRESS": app.address, "MUGGINS_TOKEN": tokens[name]},
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                )
        yield
        codes = await _goodbyes(processes)
        assert {name: code for name, code in codes.items() if code and by_name[name].kind != PLAIN} == {}
    finally:
        for process in processes.values():
            if process.returncode is None:
                process.kill()
                await process.wait()


async def _goodbyes(processes: Mapping[str, asyncio.subprocess.Process]) -> dict[str, int]:
    """Exit codes by name, of processes that were asked to end."""
    for process in processes.values():
        if process.returncode is None:
            process.terminate()
    async with asyncio.timeout(20):
        return {name: await process.wait() for name, process in processes.items()}


async def play(app: App, entrants: Iterable[str]) -> dict[str, pb.GetTournamentResponse]:
    """Play a round robin of each game at each table, all at once.  Returns their standings by name."""
    names = ", ".join(f'"{name}"' for name in entrants)
    ended = {}
    async with link_to(app) as server:
        events = [f"{game} {seats}" for game, seats in product(GAMES, (2, 3, 4))]
        for event in events:
            game, seats = event.split()
            text = EVENT.format(name=event, game=game, seats=seats, entrants=names)
            await app.events.create(read_event(text, event), text, event)
            await app.events.start(event)
        for event in events:
            async for _ in follow(server, event):
                pass
            request = pb.GetTournamentRequest(name=event)
            ended[event] = await server.tournaments.GetTournament(request, metadata=server.who)
            assert {match.termination async for match in matches(server, event)} == {play_pb2.TERMINATION_FINISHED}
    return ended


async def matches(server: Server, event: str) -> AsyncIterator[matches_pb2.Match]:
    """Every match of an event."""
    request = matches_pb2.ListMatchesRequest(event=event, page_size=100)
    while True:
        page = await server.matches.ListMatches(request, metadata=server.who)
        for match in page.matches:
            yield match
        request.page_token = page.next_page_token
        if not page.next_page_token:
            return
