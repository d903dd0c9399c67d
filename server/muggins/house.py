"""The bots that come with us: registered, and run as processes of their own that dial in like any other bot."""

import asyncio
import os
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from muggins import crash
from muggins.store import bots
from muggins.store.database import Database
from muggins.store.errors import NameTaken, NotFound
from muggins.store.events import HOUSE_OWNER

GRACE = 2.0  # seconds for a house bot to say goodbye


class HouseBots:
    """Starts house bots and ends them.  ``processes`` has their process ids by name."""

    def __init__(self, database: Database, log: Path | None) -> None:
        self.address = ""  # where they dial in; known once the server listens
        self._database = database
        self._log = log
        self._running: dict[str, asyncio.subprocess.Process] = {}

    @property
    def processes(self) -> dict[str, int]:
        return {name: process.pid for name, process in self._running.items()}

    async def start(self, name: str, kind: str) -> None:
        """Have a house bot of that kind dial in under that name, unless it does already."""
        process = self._running.get(name)
        if process is not None and process.returncode is None:
            return
        token = await self._database.writer.run(lambda conn: _token(conn, name, datetime.now(UTC)))
        crash.point("house.token")
        environment = os.environ | {"MUGGINS_TOKEN": token, "MUGGINS_ADDRESS": self.address}
        command = (sys.executable, "-m", "muggins_bot.house", kind)
        with ExitStack() as stack:
            log = stack.enter_context(self._log.open("ab")) if self._log else None
            options = () if log else ("--quiet",)
            self._running[name] = await asyncio.create_subprocess_exec(
                *command, *options, env=environment, stdin=asyncio.subprocess.DEVNULL, stderr=log
            )
        crash.point("house.running")

    async def stop(self) -> None:
        """End them all."""
        alive = [process for process in self._running.values() if process.returncode is None]
        for process in alive:
            process.terminate()
        await asyncio.gather(*(_wait(process) for process in alive))
        self._running.clear()


async def _wait(process: asyncio.subprocess.Process) -> None:
    try:
        async with asyncio.timeout(GRACE):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def _token(conn: Connection, name: str, at: datetime) -> str:
    """A fresh token for the house bot of that name; it is registered where it is not yet.

    Raises NameTaken where somebody's own bot has the name.
    """
    try:
        bot = bots.get(conn, name)
    except NotFound:
        return bots.add(conn, name, HOUSE_OWNER, at, house=True)[1]
    if not bot.house:
        raise NameTaken(name=name)
    return bots.rotate(conn, name, at)
