"""Processes that are killed in the middle: bots in a match, and the server in an event."""

import asyncio
import os
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from muggins.listen import ListenError
from muggins.store.errors import DatabaseInUse, NewerDatabase, NotOurDatabase
from muggins.v1 import matches_pb2, rankings_pb2, tournaments_pb2
from tests.api.arena import CALM, Arena, honest_bot, until
from tests.api.served import Caller, cup, served
from tests.referee.table import spec

SERVE = "import sys; from muggins.cli import main; main(['serve', '--listen', sys.argv[1]])"


@asynccontextmanager
async def process(*words: str, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A Python of its own, which is killed at the end of the block at the latest."""
    running = await asyncio.create_subprocess_exec(
        sys.executable, *words, env={**os.environ, **environment}, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield running
    finally:
        if running.returncode is None:
            running.kill()
        await running.communicate()


def greedy(address: str, token: str) -> AbstractAsyncContextManager[asyncio.subprocess.Process]:
    words = ("-m", "muggins_bot.house", "greedy", "--quiet")
    return process(*words, MUGGINS_ADDRESS=address, MUGGINS_TOKEN=token)


async def test_presence_05_a_bot_that_is_killed_and_started_again_goes_on_at_once(arena: Arena) -> None:
    async with honest_bot(arena.address, "bob"):
        async with greedy(arena.address, "ann") as first:
            await until(lambda: "ann" in arena.referee.lobby.connected())
            for number in range(20):
                arena.start(spec("fives-and-threes", "ann", "bob", match_id=str(number), time=CALM, games=5))
            await until(lambda: any(len(live.events) > 100 for live in arena.referee.live.values()))
            first.kill()
            await first.wait()
        killed_in = set(arena.referee.live)
        assert killed_in
        async with greedy(arena.address, "ann"):
            await until(lambda: len(arena.outcomes) == 20)
    for match_id in killed_in:
        assert arena.outcomes[match_id].termination == "finished"
        assert not any(seat.faults for seat in arena.outcomes[match_id].seats)


async def test_a_bot_that_is_killed_for_good_forfeits_and_its_opponent_is_told(arena: Arena) -> None:
    quick = replace(CALM, start_up=0.5, move=0.2, bank=0.2)
    async with honest_bot(arena.address, "bob") as bob:
        async with greedy(arena.address, "ann") as first:
            await until(lambda: "ann" in arena.referee.lobby.connected())
            first.send_signal(signal.SIGSTOP)
            arena.start(spec("cribbage", "ann", "bob", time=quick))
            first.kill()
        assert (await arena.outcome()).termination.startswith("forfeit_")
        await until(lambda: bob.ends)
    assert arena.outcomes["m"].places == (1, 0)


@asynccontextmanager
async def serving(folder: Path, listen: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """``muggins serve`` in a process of its own, and its address."""
    async with process("-c", SERVE, listen, MUGGINS_DATABASE=str(folder / "muggins.db")) as server:
        assert server.stdout is not None
        line = (await asyncio.wait_for(server.stdout.readline(), 30)).decode()
        yield server, line.split()[-1]


def organiser(folder: Path, channel: grpc.aio.Channel) -> Caller:
    return Caller(channel, (folder / "muggins.db.organiser").read_text("utf-8").strip())


async def played(caller: Caller, name: str) -> int:
    request = tournaments_pb2.GetTournamentRequest(name=name)
    count: int = (await caller.call(caller.tournaments.GetTournament, request)).tournament.played
    return count


async def test_a_server_that_is_killed_in_the_middle_of_an_event_goes_on_and_counts_each_match_once(
    tmp_path: Path,
) -> None:
    names = ("ann", "bob", "cyd")
    async with AsyncExitStack() as bots:
        async with serving(tmp_path, "127.0.0.1:0") as (server, address), grpc.aio.insecure_channel(address) as channel:
            caller = organiser(tmp_path, channel)
            for name in names:
                await bots.enter_async_context(greedy(address, await caller.add_bot(name)))
            await caller.create(cup("cup", names, "fives-and-threes", rounds=20))
            async with asyncio.timeout(30):
                while await played(caller, "cup") < 10:
                    await asyncio.sleep(0.01)
            server.kill()
            await server.wait()
        async with serving(tmp_path, address) as (_, again), grpc.aio.insecure_channel(again) as channel:
            caller = organiser(tmp_path, channel)
            async with asyncio.timeout(60):
                over = await caller.watch("cup")
            await assert_each_counted_once(caller, over)


async def assert_each_counted_once(caller: Caller, over: tournaments_pb2.Tournament) -> None:
    assert over.state == tournaments_pb2.TOURNAMENT_STATE_FINISHED
    assert (over.played, over.total) == (60, 60)
    request = matches_pb2.ListMatchesRequest(event="cup", page_size=500)
    matches = (await caller.call(caller.matches.ListMatches, request)).matches
    states = Counter(match.state for match in matches)
    assert states[matches_pb2.MATCH_STATE_FINISHED] == 60
    assert states[matches_pb2.MATCH_STATE_RUNNING] == 0
    assert {match.attempt for match in matches if match.state == matches_pb2.MATCH_STATE_VOID} <= {1, 2}
    rebuilt = await caller.call(caller.rankings.RebuildRatings, rankings_pb2.RebuildRatingsRequest())
    assert (rebuilt.results, sum(rebuilt.changed.values())) == (60, 0)


async def test_a_second_server_on_the_same_port_or_database_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    async with served(tmp_path) as first:
        taken = first.app.address
        with pytest.raises(ListenError, match=f"cannot listen at {taken}: the port is taken"):
            await enter(served(tmp_path / "other", listen=taken))
        with pytest.raises(DatabaseInUse):
            await enter(served(tmp_path))
        assert await first.organiser.add_bot("ann")


async def test_a_database_that_is_not_ours_or_newer_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "muggins.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()
    before = file.read_bytes()
    with pytest.raises(NotOurDatabase):
        await enter(served(tmp_path))
    assert file.read_bytes() == before
    file.unlink()
    async with served(tmp_path) as first:
        await first.organiser.add_bot("ann")
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = 'r9999'")
        newer.commit()
    with pytest.raises(NewerDatabase, match="update muggins"):
        await enter(served(tmp_path))


async def enter(block: AbstractAsyncContextManager[object]) -> None:
    async with block:
        pytest.fail("it was let in")


async def test_a_server_that_was_stopped_knows_its_bots_tokens_and_organiser_again(tmp_path: Path) -> None:
    async with served(tmp_path) as first:
        token, organiser_token = await first.organiser.add_bot("ann"), first.app.organiser_token
    async with served(tmp_path) as second:
        assert second.app.organiser_token == organiser_token
        async with honest_bot(second.app.address, token):
            await until(lambda: "ann" in second.app.director.referee.lobby.connected())
