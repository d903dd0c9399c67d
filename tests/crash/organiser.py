"""The organiser of a storm: keeps events running, and asks again whenever the server has died on the question."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grpc

from muggins.v1 import tournaments_pb2 as pb
from muggins.v1.tournaments_pb2_grpc import TournamentServiceStub
from tests.crash.players import Memory

if TYPE_CHECKING:  # only the stubs have it
    from muggins.v1.tournaments_pb2_grpc import TournamentServiceAsyncStub

TOGETHER: Final = 2  # events that run at the same time
PAUSE: Final = 0.05  # seconds between two looks
OVER: Final = (pb.TOURNAMENT_STATE_FINISHED, pb.TOURNAMENT_STATE_CANCELLED)
GAMES: Final = ("cribbage", "fives-and-threes")
KIT: Final = ("ann", "bob", "cyd", "dee")
HOUSE: Final = "hal"
HOUSE_EVERY: Final = 7  # events: a house bot is a process, which costs half a second each time


def event(number: int) -> str:
    """The file of an event between the kit's bots; now and then one of the house is among them."""
    house = number % HOUSE_EVERY == HOUSE_EVERY - 1
    entrants = [*KIT[:2], HOUSE] if house else KIT
    lines = [
        f'name = "Storm {number}"',
        f'game = "{GAMES[number % 2]}"',
        "seats = 2",
        "rounds = 2",
        f"entrants = {list(entrants)}".replace("'", '"'),
        '[time]\nmove = "5s"\nbank = "60s"\nmax_wait = "1h"',
    ]
    return "\n".join(lines + ([f'[house]\n{HOUSE} = "random"'] if house else [])) + "\n"


class Organiser:
    """Wants ``TOGETHER`` events to run until ``stop``; after it, all to end."""

    def __init__(self, address: str, token_file: Path, memory: Memory) -> None:
        self._address = address
        self._token_file = token_file
        self._memory = memory
        self._wanted = 0
        self._open: list[int] = []
        self._stopped = False

    def stop(self) -> None:
        """Want no more events."""
        self._stopped = True

    async def run(self) -> None:
        """Returns once every event is over."""
        while not (self._stopped and not self._open):
            with suppress(grpc.aio.AioRpcError, FileNotFoundError):  # the server is dead, or not yet alive
                await self._look()
            await asyncio.sleep(PAUSE)

    async def _look(self) -> None:
        async with grpc.aio.insecure_channel(self._address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            server = TournamentServiceStub(channel)
            while True:
                for number in list(self._open):
                    await self._tend(server, number)
                while len(self._open) < TOGETHER and not self._stopped:
                    self._open.append(self._wanted)
                    self._wanted += 1
                    await self._tend(server, self._open[-1])
                if self._stopped and not self._open:
                    return
                await asyncio.sleep(PAUSE)

    async def _tend(self, server: "TournamentServiceAsyncStub", number: int) -> None:
        """See that the event is there and runs, whatever became of the last question; note how far it is."""
        name, who = f"Storm {number}", self._who()
        try:
            answer = await server.GetTournament(pb.GetTournamentRequest(name=name), metadata=who)
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.NOT_FOUND:
                raise
            await server.CreateTournament(pb.CreateTournamentRequest(definition=event(number)), metadata=who)
            await server.StartTournament(pb.StartTournamentRequest(name=name), metadata=who)
            return
        self._memory.progress(name, answer.tournament.played)
        if answer.tournament.state in OVER:
            self._open.remove(number)
        elif answer.tournament.state == pb.TOURNAMENT_STATE_CREATED:
            await server.StartTournament(pb.StartTournamentRequest(name=name), metadata=who)

    def _who(self) -> tuple[tuple[str, str]]:
        token = self._token_file.read_text(encoding="utf-8").strip()
        return (("authorization", f"Bearer {token}"),)
