"""A whole server on a database of its own, and what calls it."""

import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc

from muggins.app import App, serve
from muggins.config import Settings
from muggins.v1 import (
    bots_pb2,
    bots_pb2_grpc,
    matches_pb2_grpc,
    rankings_pb2_grpc,
    tournaments_pb2,
    tournaments_pb2_grpc,
)

FAST = "[time]\nstart_up = 10\nmove = 10\nbank = 10\nmax_wait = 60\n"


class Caller:
    """Stubs of all services, with or without a token."""

    def __init__(self, channel: Any, token: str = "") -> None:
        self.metadata: Sequence[tuple[str, str]] = (("authorization", f"Bearer {token}"),) if token else ()
        self.bots: Any = bots_pb2_grpc.BotServiceStub(channel)
        self.matches: Any = matches_pb2_grpc.MatchServiceStub(channel)
        self.rankings: Any = rankings_pb2_grpc.RankingServiceStub(channel)
        self.tournaments: Any = tournaments_pb2_grpc.TournamentServiceStub(channel)

    async def call(self, method: Any, request: Any) -> Any:
        return await method(request, metadata=self.metadata)

    async def refusal(self, method: Any, request: Any) -> tuple[grpc.StatusCode, str]:
        """How a call is refused that must be; of a stream, by its first message."""
        try:
            call = method(request, metadata=self.metadata)
            await (call.read() if hasattr(call, "read") else call)
        except grpc.aio.AioRpcError as error:
            return error.code(), error.details() or ""
        raise AssertionError("it was not refused")

    async def add_bot(self, name: str, owner: str = "somebody") -> str:
        """Register a bot; returns its token."""
        response = await self.call(self.bots.AddBot, bots_pb2.AddBotRequest(name=name, owner=owner))
        token: str = response.token
        return token

    async def create(self, definition: str, *, start: bool = True) -> Any:
        request = tournaments_pb2.CreateTournamentRequest(definition=definition, source="cup.toml", start=start)
        return (await self.call(self.tournaments.CreateTournament, request)).tournament

    async def watch(self, name: str) -> Any:
        """The tournament when it is over."""
        request = tournaments_pb2.WatchTournamentRequest(name=name)
        last = None
        async for response in self.tournaments.WatchTournament(request, metadata=self.metadata):
            last = response.tournament
        return last


class Served:
    """A running server and channels to it."""

    def __init__(self, app: App, channel: Any) -> None:
        self.app = app
        self.channel = channel
        self.organiser = Caller(channel, app.organiser_token)
        self.anybody = Caller(channel)

    def as_(self, token: str) -> Caller:
        return Caller(self.channel, token)


def settings(folder: Path, **changes: Any) -> Settings:
    return Settings(**{"database": str(folder / "muggins.db"), "listen": "127.0.0.1:0", "drain": 0.0, **changes})


@asynccontextmanager
async def served(folder: Path, **changes: Any) -> AsyncIterator[Served]:
    """A server on the database in that folder."""
    try:
        async with serve(settings(folder, **changes)) as app, grpc.aio.insecure_channel(app.address) as channel:
            yield Served(app, channel)
    finally:
        gc.unfreeze()  # what a server does for its own process is not for that of the tests
        gc.set_threshold(700, 10, 10)


def cup(name: str, entrants: Sequence[str], game: str = "cribbage", seats: int = 2, **keys: object) -> str:
    """An event with time enough for a busy machine."""
    lines = [f'name = "{name}"', f'game = "{game}"', f"seats = {seats}", f"entrants = {list(entrants)}"]
    lines += [f"{key} = {value}" for key, value in keys.items()]
    return "\n".join(lines).replace("'", '"') + "\n" + FAST
