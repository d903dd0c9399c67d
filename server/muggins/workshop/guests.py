"""A local table with bots of this process and with guests, which are processes of their own."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from muggins.workshop.door import Door
from muggins.workshop.process import BotProcess
from muggins.workshop.table import LocalTable
from muggins_bot.bot import Bot

COMES: Final = 30.0  # seconds for a guest to dial in
LOOK: Final = 0.02


class NotComing(Exception):
    """A guest did not dial in; the text says which, and what it wrote."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A command that plays, and the file that takes what it writes; it finds ``seed`` in MUGGINS_SEED."""

    name: str
    command: Sequence[str]
    said: Path
    seed: bytes = b""


Cast = Mapping[str, Guest | Bot]


@asynccontextmanager
async def gathered(cast: Cast) -> AsyncIterator[LocalTable]:
    """A table with all of them, for the time of the block.  Raises NotComing, or OSError for no such command."""
    table = LocalTable({name: bot for name, bot in cast.items() if isinstance(bot, Bot)})
    guests = {secrets.token_hex(16): guest for guest in cast.values() if isinstance(guest, Guest)}
    if not guests:
        yield table
        return
    door = Door({token: guest.name for token, guest in guests.items()})
    await door.open(table.referee)
    processes = [
        BotProcess(guest.command, door.address, token, guest.said, MUGGINS_SEED=guest.seed.hex())
        for token, guest in guests.items()
    ]
    try:
        for guest, process in zip(guests.values(), processes, strict=True):
            await process.start()
            await _come(table, guest, process)
        yield table
    finally:
        await asyncio.gather(*(process.stop() for process in processes))
        await door.shut()


async def _come(table: LocalTable, guest: Guest, process: BotProcess) -> None:
    presence = table.referee.lobby.bot(guest.name)
    try:
        async with asyncio.timeout(COMES):
            while not presence.channels:
                if not process.alive:
                    raise NotComing(_why(guest, f"ended with code {process.code}", process))
                await asyncio.sleep(LOOK)
    except TimeoutError:
        raise NotComing(_why(guest, f"did not dial in within {COMES:g} s", process)) from None


def _why(guest: Guest, what: str, process: BotProcess) -> str:
    return f"{guest.name} {what}: {' | '.join(process.last_words(3)) or 'it wrote nothing'}"
