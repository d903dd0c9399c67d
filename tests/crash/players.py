"""The bots of a storm, in the checker's own process: they come back by themselves, and remember what they were told."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from muggins_bot import Bot, MatchEnd, Turn
from muggins_bot.backoff import Backoff
from muggins_bot.connection import Connection


class Memory:
    """What was acknowledged to anybody, whatever the server says later."""

    def __init__(self) -> None:
        self.ends: dict[str, tuple[str, list[tuple[int, int, int]]]] = {}  # by match: termination, sides
        self.contradictions: list[str] = []
        self.first_turn: float | None = None  # when, since this was last cleared
        self.played: dict[str, int] = {}  # by event: how many results it was said to have

    def ended(self, end: MatchEnd) -> None:
        told = end.termination, [(side.points, side.place, side.score) for side in end.sides]
        if self.ends.setdefault(end.match_id, told) != told:
            self.contradictions.append(f"match {end.match_id} was told to end in two ways")

    def finished(self) -> list[str]:
        """The matches that were told to have a result."""
        return [match_id for match_id, (termination, _) in self.ends.items() if termination == "finished"]

    def progress(self, event: str, played: int) -> None:
        if played < self.played.get(event, 0):
            self.contradictions.append(f"{event} had {self.played[event]} results, then {played}")
        self.played[event] = max(played, self.played.get(event, 0))


class Recorder(Bot):
    """Plays at random and remembers."""

    version = "storm"
    max_matches = 4

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def decide(self, turn: Turn) -> str:
        if self._memory.first_turn is None:
            self._memory.first_turn = time.monotonic()
        return random.choice(turn.legal_moves)

    def match_ended(self, end: MatchEnd) -> None:
        self._memory.ended(end)


@asynccontextmanager
async def players(address: str, tokens: list[str], memory: Memory) -> AsyncIterator[None]:
    """Bots that dial ``address`` over and over, for the time of the block."""
    connections = [Connection(Recorder(memory), address, token, backoff=Backoff(0.05, 0.2)) for token in tokens]
    tasks = [asyncio.create_task(connection.run()) for connection in connections]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
