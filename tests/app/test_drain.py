"""A server that is told to stop: who asks is told, matches end or are void, and nobody pays for it."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from muggins.store import bots, matches, tournaments
from muggins.store.check import check
from muggins.store.database import Database
from muggins.v1 import tournaments_pb2
from muggins.v1.tournaments_pb2_grpc import TournamentServiceStub
from muggins_bot import Bot, Turn
from muggins_bot.backoff import Backoff
from muggins_bot.connection import Connection
from tests.api.arena import until
from tests.app.hall import BOTS, EVENT, PATIENCE
from tests.crash.players import Memory, Recorder
from tests.crash.serving import Life, life
from tests.crash.storm import free_port

ABOUT_TO_BEGIN: Final = ("void", "void_server")  # matches that were being written down when the signal came
BEYOND: Final = 10.0  # seconds after the bound in which the process has ended, at most


class Thinker(Bot):
    """Has all the time in the world, and takes it."""

    asked = 0

    async def decide(self, turn: Turn) -> str:
        Thinker.asked += 1
        await asyncio.Event().wait()
        return turn.legal_moves[0]


class House:
    """A server in a process of its own, and the way to it."""

    def __init__(self, where: str, folder: Path, bound: float) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        self.bound = bound
        self.log = folder / "server.log"
        self._token_file = folder / "organiser"
        self._environment = {
            "MUGGINS_DATABASE": where,
            "MUGGINS_DRAIN": str(bound),
            "MUGGINS_ORGANISER_FILE": str(self._token_file),
            "MUGGINS_LOG_LEVEL": "warning",
        }

    @asynccontextmanager
    async def life(self) -> AsyncIterator[Life]:
        with life(("--listen", self.address), self._environment, self.log) as running:
            await self.healthy()
            yield running

    async def healthy(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.health() != "SERVING":
                await asyncio.sleep(0.05)

    async def health(self) -> str:
        """What the server says of itself; empty where nobody answers."""
        async with grpc.aio.insecure_channel(self.address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            try:
                answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=1)
            except grpc.aio.AioRpcError:
                return ""
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))

    async def start_event(self, rounds: int) -> None:
        who = (("authorization", f"Bearer {self._token_file.read_text().strip()}"),)
        text = EVENT.format(rounds=rounds)
        async with grpc.aio.insecure_channel(self.address) as channel:
            request = tournaments_pb2.CreateTournamentRequest(definition=text, source="evening", start=True)
            await TournamentServiceStub(channel).CreateTournament(request, metadata=who)


@asynccontextmanager
async def dialling(address: str, tokens: list[str], *players: Bot) -> AsyncIterator[list[Connection]]:
    connections = [
        Connection(bot, address, token, backoff=Backoff(0.05, 0.2)) for bot, token in zip(players, tokens, strict=True)
    ]
    tasks = [asyncio.create_task(connection.run()) for connection in connections]
    try:
        yield connections
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
def tokens(where: str) -> list[str]:
    with Database.open(where) as database:
        return [database.writer.submit(bots.add, name, "us", datetime.now(UTC)).result()[1] for name in BOTS]


async def stopped(house: House, running: Life) -> float:
    """Tell the server to stop; returns the seconds that it took."""
    asked = time.monotonic()
    running.signal(signal.SIGTERM)
    assert await running.death(house.bound + BEYOND)
    assert running.code == 0, house.log.read_text()
    return running.died - asked


def stored(where: str) -> tuple[set[tuple[str, str]], int]:
    """States and ends of all matches, and how many results count; all of it is whole."""
    with Database.open(where) as database:
        assert database.read(check) == []
        rows = database.read(matches.page, size=500).rows
        return {(row.state, row.termination or "") for row in rows}, database.read(tournaments.get, "Evening").played


async def test_running_matches_are_played_out_and_the_event_goes_on_at_the_next_start(
    where: str, tokens: list[str], tmp_path: Path
) -> None:
    house, memory, rounds = House(where, tmp_path, bound=8.0), Memory(), 60
    async with dialling(house.address, tokens, Recorder(memory), Recorder(memory)) as connections:
        async with house.life() as running:
            await house.start_event(rounds)
            await until(memory.finished, PATIENCE)
            await stopped(house, running)
            assert [connection.player.come_back_after for connection in connections] == [2.0, 2.0]
        ends, played = stored(where)
        assert ends <= {("finished", "finished"), ABOUT_TO_BEGIN}
        assert 0 < played < rounds
        assert len(memory.finished()) == played  # all that is stored was told
        async with house.life() as running:
            await until(lambda: len(memory.finished()) == rounds, PATIENCE)
            await stopped(house, running)
    assert stored(where)[1] == rounds


async def test_what_does_not_end_within_the_bound_is_void_and_costs_nobody_anything(
    where: str, tokens: list[str], tmp_path: Path
) -> None:
    house, memory = House(where, tmp_path, bound=1.0), Memory()
    async with dialling(house.address, tokens, Thinker(), Recorder(memory)), house.life() as running:
        await house.start_event(1)
        asked = Thinker.asked
        await until(lambda: Thinker.asked > asked, PATIENCE)
        stopping = asyncio.create_task(stopped(house, running))
        async with asyncio.timeout(PATIENCE):
            while (health := await house.health()) == "SERVING":
                await asyncio.sleep(0.02)
        assert health == "NOT_SERVING"
        assert await stopping < house.bound + BEYOND
    assert {end[0] for end in memory.ends.values()} == {"void_server"}
    assert stored(where) == ({("void", "void_server")}, 0)


async def test_a_second_signal_to_a_draining_server_changes_nothing(
    where: str, tokens: list[str], tmp_path: Path
) -> None:
    house = House(where, tmp_path, bound=0.5)
    async with house.life() as running:
        running.signal(signal.SIGTERM)
        await stopped(house, running)
