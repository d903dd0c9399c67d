"""Bots as processes of their own: the examples, the command line, and signals."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from muggins.v1 import play_pb2
from tests.clients.referee import Referee, Session, answers, start, turn

EXAMPLES = Path(__file__).parents[2] / "clients/python/examples"
Launch = Callable[..., Awaitable[asyncio.subprocess.Process]]


@pytest.fixture
async def launch() -> AsyncIterator[Launch]:
    """Starts Python with the given arguments."""
    processes: list[asyncio.subprocess.Process] = []

    async def launch(*arguments: object, **environment: str) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *map(str, arguments), env=os.environ | environment, stderr=asyncio.subprocess.PIPE
        )
        processes.append(process)
        return process

    yield launch
    for process in processes:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def playing(referee: Referee) -> Session:
    """The next session, with a match that is running."""
    session = await referee.session()
    await session.welcome()
    await session.send(starts=[start("m")])
    await session.receive()
    return session


async def test_the_bot_without_kit_plays(referee: Referee, launch: Launch) -> None:
    await launch(EXAMPLES / "plain_bot.py", referee.address, "secret")
    session = await referee.session()
    hello = await session.welcome()
    assert (session.metadata["authorization"], hello.bot_version) == ("Bearer secret", "plain")
    await session.send(turns=[turn(1), turn(2)])
    assert answers(await session.receive()).keys() == {1, 2}


async def test_a_signal_finishes_what_runs_and_exits_well(referee: Referee, launch: Launch) -> None:
    process = await launch(EXAMPLES / "first_bot.py", "--address", referee.address, MUGGINS_TOKEN="secret")
    session = await playing(referee)
    process.send_signal(signal.SIGTERM)
    assert (await session.receive()).HasField("goodbye")
    await session.send(turns=[turn(1, moves=("6-4", "6-6"))])
    assert answers(await session.receive()) == {1: "6-6"}
    await session.send(ends=[play_pb2.MatchEnd(match_id="m")])
    session.end()
    assert await process.wait() == 0


async def test_a_second_signal_exits_at_once(referee: Referee, launch: Launch) -> None:
    process = await launch("-m", "muggins_bot", f"{EXAMPLES}/first_bot.py:FirstBot", "--address", referee.address,
                           "--token", "secret")  # fmt: skip
    session = await playing(referee)
    process.send_signal(signal.SIGINT)
    assert (await session.receive()).HasField("goodbye")
    process.send_signal(signal.SIGINT)
    assert await process.wait() == -signal.SIGINT


async def test_a_house_bot_by_name(referee: Referee, launch: Launch) -> None:
    await launch("-m", "muggins_bot.house", "greedy", "--quiet", MUGGINS_ADDRESS=referee.address, MUGGINS_TOKEN="x")
    session = await playing(referee)
    await session.send(turns=[turn(1, moves=("6-4", "5-4"))])
    assert answers(await session.receive()) == {1: "5-4"}  # nine is three points, ten is two


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["muggins_bot.house", "greedy"], "a bot needs a token: give --token or set MUGGINS_TOKEN"),
        (["muggins_bot", "nobody.py:Bot", "--token", "x"], "there is no file nobody.py"),
        (["muggins_bot", "greedy", "--token", "x", "--ca", "nothing.pem"], "there is no file nothing.pem"),
    ],
)
async def test_a_wrong_command_line_is_one_clear_line(arguments: list[str], line: str, launch: Launch) -> None:
    process = await launch("-m", *arguments, MUGGINS_TOKEN="")
    _, stderr = await process.communicate()
    assert process.returncode == 1
    assert stderr.decode().startswith(line)
    assert len(stderr.decode().splitlines()) == 1
