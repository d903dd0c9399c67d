"""A storm: a server with events running is killed over and over, and goes on by itself each time."""

import asyncio
import random
import signal
import socket
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

from muggins.store import bots
from muggins.store.database import Database, look
from tests.crash import points
from tests.crash.judge import Verdict, judge
from tests.crash.organiser import KIT, Organiser
from tests.crash.players import Memory, players
from tests.crash.serving import Life, life

PATIENCE: Final = 12.0  # seconds for a point to be reached; then the server is killed where it is
LONG: Final = 20  # matches' worth of passes, with up to eight matches at a time: at least two match lengths
MOMENTS: Final = (0.1, 1.5)  # seconds after the first turn, for a kill at random
END: Final = 600.0  # seconds for the events to end after the last kill


@dataclass(slots=True)
class Kill:
    """One death of the server."""

    point: str
    in_flight: bool  # a match that had begun, or a commit that somebody waited for
    played: float  # seconds from the first turn of this life to its end; 0 where none was seen
    recovery: float | None  # seconds from the start of this life to its first turn


@dataclass(slots=True)
class Storm:
    """What happened, and what the database holds in the end."""

    kills: list[Kill] = field(default_factory=list)
    acknowledged: int = 0
    verdict: Verdict | None = None

    def share(self, so: Callable[[Kill], bool]) -> float:
        return sum(map(so, self.kills)) / len(self.kills)

    @property
    def recovery(self) -> tuple[float, float]:
        """Median and most."""
        seconds = [kill.recovery for kill in self.kills if kill.recovery is not None]
        return (statistics.median(seconds), max(seconds)) if seconds else (0.0, 0.0)


async def storm(
    where: str, folder: Path, schedule: list[str], tell: Callable[[Kill], None] = lambda kill: None
) -> Storm:
    """Kill a server on the database at each point of the schedule, in turn, and let its events end."""
    address, memory = f"127.0.0.1:{free_port()}", Memory()
    with Database.open(where) as database:
        now = datetime.now(UTC)
        tokens = [database.writer.submit(bots.add, name, "storm", now).result()[1] for name in KIT]
    token_file = folder / "organiser"
    environment = {"MUGGINS_DATABASE": where, "MUGGINS_ORGANISER_FILE": str(token_file), "MUGGINS_LOG_LEVEL": "warning"}
    organiser = Organiser(address, token_file, memory)
    server = _Server(("--listen", address), environment, folder / "server.log", where, memory)
    seen = Storm()
    async with players(address, tokens, memory):
        wishes = asyncio.create_task(organiser.run())
        for point in schedule:
            seen.kills.append(await server.kill(point))
            tell(seen.kills[-1])
        organiser.stop()
        await server.live_on(wishes)
    seen.acknowledged = len(memory.ends)
    seen.verdict = look(where, lambda conn: judge(conn, memory))
    return seen


@dataclass(frozen=True, slots=True)
class _Server:
    words: tuple[str, ...]
    environment: Mapping[str, str]
    log: Path
    where: str
    memory: Memory

    async def kill(self, point: str) -> Kill:
        """One life, to its violent end."""
        self.memory.first_turn = None
        with life(self.words, self.environment, self.log, _when(point)) as running:
            if not await self._dies(running, point):
                point = points.RANDOM
                running.signal(signal.SIGKILL)
                assert await running.death(PATIENCE)
        assert running.code == -signal.SIGKILL, self.log.read_text()[-4000:]
        in_flight = points.commit_in_flight(point) or (
            points.POINTS.get(point) != points.ONCE and look(self.where, _running) > 0
        )
        return self._kill(point, running, in_flight=in_flight)

    async def _dies(self, running: Life, point: str) -> bool:
        """Whether it dies by itself before it is time to kill it."""
        if point != points.RANDOM:
            return await running.death(PATIENCE)
        while self.memory.first_turn is None and time.monotonic() < running.started + PATIENCE:
            if await running.death(0.02):
                return True
        return await running.death(random.uniform(*MOMENTS))

    def _kill(self, point: str, running: Life, *, in_flight: bool) -> Kill:
        first = self.memory.first_turn
        if first is None:
            return Kill(point, in_flight, 0.0, None)
        return Kill(point, in_flight, running.died - first, first - running.started)

    async def live_on(self, wishes: "asyncio.Task[None]") -> None:
        """A life in which all events come to their end, and the server is told to stop."""
        with life(self.words, self.environment, self.log) as running:
            async with asyncio.timeout(END):
                await wishes
            running.signal(signal.SIGTERM)
            assert await running.death(PATIENCE * 2)
        assert running.code == 0, self.log.read_text()[-4000:]


def _when(point: str) -> str:
    """Soon, or after several matches have been played."""
    if point == points.RANDOM:
        return ""
    rate = points.POINTS[point]
    if rate <= points.RARE:
        return f"{point}:1"
    return f"{point}:{random.randint(1, 3) if random.random() < 0.25 else int(LONG * rate)}"


def _running(conn: Connection) -> int:
    count: int = conn.execute(text("SELECT count(*) FROM matches WHERE state = 'running'")).scalar_one()
    return count


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
