"""A scripted referee on a real socket, and bots that are connected to it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import pytest

from muggins_bot import Bot, Connection
from muggins_bot.backoff import Backoff
from tests.clients.referee import Referee, serving

Connect = Callable[[Bot], tuple[Connection, "asyncio.Task[int]"]]


@pytest.fixture
async def referee() -> AsyncIterator[Referee]:
    async with serving() as referee, asyncio.timeout(10):
        yield referee


@pytest.fixture
async def connect(referee: Referee) -> AsyncIterator[Connect]:
    """Connects a bot; the task's result is the exit code."""
    tasks: list[asyncio.Task[int]] = []

    def connect(bot: Bot) -> tuple[Connection, "asyncio.Task[int]"]:
        connection = Connection(bot, referee.address, "secret", backoff=Backoff(first=0.001, most=0.01), grace=0.1)
        tasks.append(asyncio.create_task(connection.run()))
        return connection, tasks[-1]

    yield connect
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
