"""The kit against a scripted referee, over a socket."""

import asyncio
import time
from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from muggins.v1 import play_pb2
from muggins_bot import Bot, Turn
from muggins_bot.fair import commitment
from tests.clients.conftest import Connect
from tests.clients.referee import Referee, all_answers, answers, start, turn


class First(Bot):
    """Takes the first move, and remembers what it was told."""

    version = "7"
    games = ("fives-and-threes",)
    seats = (2, 4)
    max_matches = 3

    def __init__(self) -> None:
        self.started: list[str] = []

    def match_started(self, start: object) -> None:
        self.started.append(start.match_id)  # type: ignore[attr-defined]

    def decide(self, turn: Turn) -> str:
        return turn.legal_moves[0]


class Busy(Bot):
    """Thinks for two milliseconds."""

    def decide(self, turn: Turn) -> str:
        until = time.monotonic() + 0.002
        while time.monotonic() < until:
            pass
        return turn.legal_moves[0]


class Patient(Bot):
    """Decides when the test says so."""

    def __init__(self) -> None:
        self.asked: dict[int, asyncio.Future[str]] = {}

    async def decide(self, turn: Turn) -> str:
        self.asked[turn.id] = asyncio.get_running_loop().create_future()
        return await self.asked[turn.id]


async def test_hello_says_who_and_what(referee: Referee, connect: Connect) -> None:
    connect(First())
    session = await referee.session()
    hello = await session.welcome()
    assert session.metadata["authorization"] == "Bearer secret"
    assert (hello.bot_version, list(hello.games), list(hello.seats)) == ("7", ["fives-and-threes"], [2, 4])
    assert (hello.max_matches, hello.share) == (3, False)
    assert set(hello.features) == {play_pb2.FEATURE_READY, play_pb2.FEATURE_ENTROPY, play_pb2.FEATURE_PING}


async def test_turns_that_come_together_are_answered_together(referee: Referee, connect: Connect) -> None:
    class Instant(Bot):
        def decide(self, turn: Turn) -> str:
            return "6-4"

    connect(Instant())
    session = await referee.session()
    await session.welcome()
    await session.send(turns=[turn(n) for n in range(32)])
    assert answers(await session.receive()) == dict.fromkeys(range(32), "6-4")


async def test_a_slow_bot_sends_each_answer_when_it_is_made(referee: Referee, connect: Connect) -> None:
    connect(Busy())
    session = await referee.session()
    await session.welcome()
    await session.send(turns=[turn(n) for n in range(4)])
    assert [len(message) for message in await all_answers(session, range(4))] == [1, 1, 1, 1]


async def test_the_turn_that_is_due_first_is_decided_first(referee: Referee, connect: Connect) -> None:
    connect(First())
    session = await referee.session()
    await session.welcome()
    await session.send(turns=[turn(1, left_us=3_000_000), turn(2, left_us=1_000_000), turn(3, left_us=2_000_000)])
    order = [turn_id for message in await all_answers(session, (1, 2, 3)) for turn_id in message]
    assert order == [2, 3, 1]


async def test_async_decisions_are_made_at_the_same_time(referee: Referee, connect: Connect) -> None:
    bot = Patient()
    connect(bot)
    session = await referee.session()
    await session.welcome()
    await session.send(turns=[turn(1), turn(2)], ping=play_pb2.Ping(nonce=5))
    assert (await session.receive()).pong.nonce == 5  # by then both are asked
    bot.asked[2].set_result("6-6")
    assert answers(await session.receive()) == {2: "6-6"}
    bot.asked[1].set_result("6-4")
    assert answers(await session.receive()) == {1: "6-4"}


@pytest.mark.parametrize(
    "news",
    [
        {"ends": [play_pb2.MatchEnd(match_id="m")]},
        {"notices": [play_pb2.Notice(kind=play_pb2.NOTICE_KIND_TIMEOUT, match_id="m", turn_id=1)]},
    ],
    ids=["the match has ended", "the time was up"],
)
async def test_what_nobody_waits_for_is_not_thought_about(
    news: dict[str, Any], referee: Referee, connect: Connect
) -> None:
    bot = Patient()
    connect(bot)
    session = await referee.session()
    await session.welcome()
    await session.send(turns=[turn(1), turn(2, match_id="other")], ping=play_pb2.Ping(nonce=1))
    await session.receive()
    await session.send(**news, ping=play_pb2.Ping(nonce=2))
    await session.receive()
    assert bot.asked[1].cancelled()
    bot.asked[2].set_result("6-4")
    assert answers(await session.receive()) == {2: "6-4"}


async def test_an_end_takes_its_turns_out_of_the_same_message(referee: Referee, connect: Connect) -> None:
    connect(First())
    session = await referee.session()
    await session.welcome()
    await session.send(turns=[turn(1), turn(2, match_id="other")], ends=[play_pb2.MatchEnd(match_id="m")])
    assert answers(await session.receive()) == {2: "6-4"}


async def test_a_failing_decide_is_printed_and_never_answered_for(
    referee: Referee, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    class Fragile(Bot):
        def decide(self, turn: Turn) -> str:
            if turn.id == 1:
                raise KeyError("no plan")
            return "6-4" if turn.id == 2 else None  # type: ignore[return-value]

    connect(Fragile())
    session = await referee.session()
    await session.welcome()
    await session.send(turns=[turn(1), turn(3), turn(2)])
    assert await all_answers(session, [2]) == [{2: "6-4"}]
    assert "KeyError: 'no plan'" in caplog.text
    assert "decide returned None, which is no move" in caplog.text


async def test_it_commits_reveals_and_checks(
    referee: Referee, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    connect(First())
    session = await referee.session()
    await session.welcome()
    seed = bytes(range(32))
    await session.send(starts=[start("good", server_commitment=commitment(seed)), start("bad", server_commitment=b"x")])
    promised = {ready.match_id: ready.entropy_commitment for ready in (await session.receive()).ready}
    shown = [play_pb2.Commitments(match_id=m, entropy_commitments=[promised[m], b""]) for m in ("good", "bad")]
    await session.send(commitments=shown)
    revealed = {reveal.match_id: reveal.entropy for reveal in (await session.receive()).reveals}
    assert {m: commitment(entropy) for m, entropy in revealed.items()} == promised
    ends = [play_pb2.MatchEnd(match_id=m, server_seed=seed, entropies=[revealed[m], b""]) for m in ("good", "bad")]
    await session.send(ends=ends, ping=play_pb2.Ping(nonce=1))
    await session.receive()
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert warnings == ["match bad was not dealt fairly: the server's seed is not the one that it committed to"]


async def test_it_comes_back_and_goes_on(referee: Referee, connect: Connect) -> None:
    bot = First()
    connect(bot)
    session = await referee.session()
    await session.welcome()
    await session.send(starts=[start("m"), start("gone")])
    promised = {ready.match_id: ready.entropy_commitment for ready in (await session.receive()).ready}
    session.end(grpc.StatusCode.UNAVAILABLE, "the lights went out")
    session = await referee.session()
    await session.welcome("m")
    await session.send(starts=[start("m")], turns=[turn(9)])
    again = await session.receive()
    assert [(ready.match_id, ready.entropy_commitment) for ready in again.ready] == [("m", promised["m"])]
    assert answers(again) == {9: "6-4"}
    assert bot.started == ["m", "gone"]  # told once


async def test_a_turn_that_is_thought_about_survives_the_connection(referee: Referee, connect: Connect) -> None:
    bot = Patient()
    connect(bot)
    session = await referee.session()
    await session.welcome()
    await session.send(starts=[start("m")], turns=[turn(1)])
    await session.receive()
    first = bot.asked[1]
    session.end()
    session = await referee.session()
    await session.welcome("m")
    await session.send(turns=[turn(1)], ping=play_pb2.Ping(nonce=1))
    await session.receive()
    assert bot.asked[1] is first
    first.set_result("6-6")
    assert answers(await session.receive()) == {1: "6-6"}


async def test_it_waits_as_long_as_a_leaving_server_asks(referee: Referee, connect: Connect) -> None:
    connect(First())
    session = await referee.session()
    await session.welcome()
    await session.send(going_away=play_pb2.GoingAway(come_back_after=Duration(nanos=80_000_000)))
    closed = time.monotonic()
    session.end()
    await referee.session()
    assert time.monotonic() - closed >= 0.08


async def test_superseded_stops_and_does_not_come_back(
    referee: Referee, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    _, ended = connect(First())
    session = await referee.session()
    await session.welcome()
    await session.send(notices=[play_pb2.Notice(kind=play_pb2.NOTICE_KIND_SUPERSEDED)])
    session.end()
    assert await ended == 1
    assert "a newer session of this bot has taken over" in caplog.text


@pytest.mark.parametrize("code", [grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED])
async def test_a_refusal_is_one_clear_line(
    code: grpc.StatusCode, referee: Referee, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    _, ended = connect(First())
    (await referee.session()).end(code, "no such token")
    assert await ended == 2
    assert [record.getMessage() for record in caplog.records] == [f"{referee.address} refused this bot: no such token"]


async def test_goodbye_finishes_what_runs(referee: Referee, connect: Connect) -> None:
    connection, ended = connect(First())
    session = await referee.session()
    await session.welcome()
    await session.send(starts=[start("m")])
    await session.receive()
    connection.leave()
    assert (await session.receive()).HasField("goodbye")
    await session.send(turns=[turn(4)])
    assert answers(await session.receive()) == {4: "6-4"}
    await session.send(ends=[play_pb2.MatchEnd(match_id="m")])
    session.end()
    assert await ended == 0


async def test_goodbye_without_matches_does_not_wait_for_ever(referee: Referee, connect: Connect) -> None:
    connection, ended = connect(First())
    session = await referee.session()
    await session.welcome()
    connection.leave()
    assert (await session.receive()).HasField("goodbye")
    assert await ended == 0  # though the server never ends the stream


async def test_a_match_that_starts_after_goodbye_is_played(referee: Referee, connect: Connect) -> None:
    """The server may have started it before it heard the goodbye."""
    connection, ended = connect(First())
    session = await referee.session()
    await session.welcome()
    connection.leave()
    await session.receive()
    await session.send(starts=[start("m")], turns=[turn(1)])
    assert answers(await session.receive()) == {1: "6-4"}
    assert not ended.done()


async def test_goodbye_is_said_again_when_the_connection_breaks_meanwhile(referee: Referee, connect: Connect) -> None:
    connection, ended = connect(First())
    session = await referee.session()
    await session.welcome()
    await session.send(starts=[start("m")])
    await session.receive()
    connection.leave()
    await session.receive()
    session.end(grpc.StatusCode.UNAVAILABLE)
    session = await referee.session()
    again = await session.receive()
    assert again.HasField("hello")
    assert again.HasField("goodbye")
    await session.send(welcome=play_pb2.Welcome(bot="tester"))  # the match has ended without us
    session.end()
    assert await ended == 0


async def test_what_a_newer_server_says_harms_nothing(referee: Referee, connect: Connect) -> None:
    connect(First())
    session = await referee.session()
    await session.welcome()
    await session.send(notices=[play_pb2.Notice(kind=99, text="news")], turns=[turn(1)])  # type: ignore[arg-type]
    assert answers(await session.receive()) == {1: "6-4"}
