"""All bots of the benchmark in one process, each with a connection of its own, through the kit that authors use."""

import asyncio
import json
import sys
from collections.abc import Awaitable
from random import random

from muggins_bot import Bot, Connection, Turn
from tests.bench.meter import Meter


def mover(meter: Meter, matches: int) -> Bot:
    """A bot that plays so many matches at once, and hardly thinks."""

    class Mover(Bot):
        max_matches = matches

        def decide(self, turn: Turn) -> str | Awaitable[str]:
            return self.choose(turn) if meter.tick() else self.later(turn)

        async def later(self, turn: Turn) -> str:
            while not meter.tick():
                await meter.opened()
            return self.choose(turn)

        def choose(self, turn: Turn) -> str:
            moves = turn.legal_moves
            return moves[int(random() * len(moves))]

    return Mover()


async def play(address: str, playing: list[str], idle: list[str], matches: int) -> None:
    meter = Meter()
    connections = [Connection(mover(meter, matches), address, token) for token in (*idle, *playing)]
    await asyncio.gather(*(connection.run() for connection in connections))


def main() -> None:
    """The first line on standard input is what the server said of itself; the argument is the matches of each bot."""
    server = json.loads(sys.stdin.readline())
    asyncio.run(play(server["address"], server["playing"], server["idle"], int(sys.argv[1])))


if __name__ == "__main__":
    main()
