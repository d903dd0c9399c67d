"""The Play stream over a real socket: who is let in, what is borne, and that a match comes out of it."""

import asyncio
from typing import Any

import pytest
from grpc import StatusCode

from muggins.api import play
from muggins.v1 import play_pb2
from tests.api.arena import CALM, PATIENCE, Arena, honest_bot, honest_bots, until, wire_bot
from tests.referee.table import spec

GAMES = [("cribbage", 2), ("cribbage", 3), ("cribbage", 4), ("fives-and-threes", 2), ("fives-and-threes", 4)]
BOTS = ("ann", "bob", "cyd", "dee")


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_bots_play_a_match_over_a_socket(arena: Arena, game: str, seats: int) -> None:
    async with honest_bots(arena.address, *BOTS[:seats]) as bots:
        arena.start(spec(game, *BOTS[:seats], time=CALM))
        outcome = await arena.outcome()
        await until(lambda: all(bot.ends for bot in bots))
    assert outcome.termination == "finished"
    for bot in bots:
        assert bot.ends["m"].termination == play_pb2.TERMINATION_FINISHED
        assert [side.points for side in bot.ends["m"].sides] == list(outcome.points)
        assert bot.notices == []


@pytest.mark.parametrize(
    ("token", "code", "text"),
    [
        (None, StatusCode.UNAUTHENTICATED, "a session needs the bot's token: authorization: Bearer ..."),
        ("", StatusCode.UNAUTHENTICATED, "a session needs the bot's token: authorization: Bearer ..."),
        ("mallory", StatusCode.UNAUTHENTICATED, "the token is unknown or was revoked"),
        ("organiser", StatusCode.PERMISSION_DENIED, "a session needs a bot's token, and this one is the organiser's"),
    ],
)
async def test_who_has_no_bots_token_is_told_so(arena: Arena, token: str | None, code: StatusCode, text: str) -> None:
    async with wire_bot(arena.address, token) as bot:
        assert await bot.ended() == (code, text)


async def test_who_says_no_hello_in_time_is_sent_away(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "HELLO_DEADLINE", 0.05)
    async with wire_bot(arena.address, "ann") as bot:
        assert await bot.ended() == (StatusCode.DEADLINE_EXCEEDED, "no hello came within 0.05 s")
    assert list(arena.referee.lobby.connected()) == []


@pytest.mark.parametrize(
    ("first", "code", "text"),
    [
        (b"\xff\xff\xff", StatusCode.INVALID_ARGUMENT, "the first message is not a PlayRequest"),
        (b"", StatusCode.FAILED_PRECONDITION, "the first message must hold a hello"),
        (
            play_pb2.PlayRequest(decisions=[play_pb2.Decision(turn_id=1)]).SerializeToString(),
            StatusCode.FAILED_PRECONDITION,
            "the first message must hold a hello",
        ),
        (
            play_pb2.PlayRequest(hello=play_pb2.Hello(bot_version="x" * 33)).SerializeToString(),
            StatusCode.INVALID_ARGUMENT,
            f"The version '{'x' * 33}' has 33 characters; 0 to 32 are allowed.",
        ),
        (
            play_pb2.PlayRequest(hello=play_pb2.Hello(bot_version="a\nb")).SerializeToString(),
            StatusCode.INVALID_ARGUMENT,
            r"The version 'a\nb' has characters that cannot be seen.",
        ),
    ],
)
async def test_who_begins_with_something_else_is_told_what_is_wrong(
    arena: Arena, first: bytes, code: StatusCode, text: str
) -> None:
    async with wire_bot(arena.address, "ann") as bot:
        await bot.send_raw(first)
        assert await bot.ended() == (code, text)


async def test_a_stream_that_ends_without_a_word_is_no_session(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as bot:
        await bot.call.done_writing()
        code, _ = await bot.ended()
    assert code == StatusCode.FAILED_PRECONDITION


async def test_who_says_hello_and_nothing_else_is_welcomed_and_told_the_end(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first message that was cut off by the end of the session let the client wait for a status for ever."""
    monkeypatch.setattr(play, "OPEN_BURST", 1000)
    hello = play_pb2.PlayRequest(hello=play_pb2.Hello()).SerializeToString()
    async with wire_bot(arena.address, "bob") as bob, asyncio.timeout(PATIENCE):
        ask: Any = bob.channel.unary_unary("/muggins.v1.PlayService/Play")  # type: ignore[call-arg]
        for _ in range(100):
            call = ask(hello, metadata=[("authorization", "Bearer ann")])
            assert play_pb2.PlayResponse.FromString(await call).welcome.bot == "ann"
            assert await call.code() == StatusCode.OK


async def test_the_welcome_names_the_bot_and_the_limits(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as bot:
        welcome = (await bot.hello()).welcome
        assert (welcome.bot, welcome.limits.max_message_bytes, list(welcome.live_matches)) == ("ann", 65536, [])


async def test_a_message_that_cannot_be_read_ends_no_match(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as ann, honest_bot(arena.address, "bob"):
        await ann.hello()
        arena.start(spec("cribbage", "ann", "bob", time=CALM))
        for _ in range(play.MALFORMED_BUDGET):
            await ann.send_raw(b"\x0a\xff\xff")
        ann.play_on()
        assert (await arena.outcome()).termination == "finished"
        await until(lambda: ann.ends)
        assert ann.notices == ["MALFORMED"] * play.MALFORMED_BUDGET


async def test_too_many_messages_that_cannot_be_read_end_the_session_alone(arena: Arena) -> None:
    async with (
        wire_bot(arena.address, "ann") as ann,
        honest_bot(arena.address, "bob"),
        honest_bot(arena.address, "cyd"),
    ):
        await ann.hello()
        arena.start(spec("cribbage", "bob", "cyd", time=CALM))
        for _ in range(play.MALFORMED_BUDGET + 1):
            await ann.send_raw(b"\x0a\xff\xff")
        assert await ann.ended() == (StatusCode.INVALID_ARGUMENT, "too many messages could not be read")
        assert (await arena.outcome()).termination == "finished"
    await until(lambda: not list(arena.referee.lobby.connected()))


async def test_a_second_hello_is_a_notice_and_changes_nothing(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as ann:
        await ann.hello()
        await ann.send(hello=play_pb2.Hello(max_matches=500))
        assert (await ann.notice()).kind == play_pb2.NOTICE_KIND_PROTOCOL
        assert arena.referee.lobby.bot("ann").free() == 8


async def test_what_comes_with_the_hello_counts(arena: Arena) -> None:
    """A bot that dials again while it is leaving says hello and goodbye in one message."""
    async with wire_bot(arena.address, "ann") as ann:
        await ann.send(hello=play_pb2.Hello(), goodbye=play_pb2.Goodbye())
        assert await ann.ended() == (StatusCode.OK, "")
        assert ann.heard[0].welcome.bot == "ann"


@pytest.mark.parametrize(("wanted", "given"), [(0, 1), (5, 5), (4_000_000_000, 1024)])
async def test_how_many_matches_a_bot_plays_at_once_is_bounded(arena: Arena, wanted: int, given: int) -> None:
    async with wire_bot(arena.address, "ann") as ann:
        await ann.hello(max_matches=wanted)
        assert arena.referee.lobby.bot("ann").free() == given


async def test_goodbye_ends_the_session_after_the_last_match(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as ann, honest_bot(arena.address, "bob"):
        await ann.hello()
        arena.start(spec("cribbage", "ann", "bob", time=CALM))
        await ann.send(goodbye=play_pb2.Goodbye())
        ann.play_on()
        assert (await arena.outcome()).termination == "finished"
        await until(lambda: ann.call.done())
        assert await ann.call.code() == StatusCode.OK
        assert list(ann.ends) == ["m"]


async def test_a_server_that_goes_away_says_when_to_come_back(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as ann:
        await ann.hello()
        arena.play.send_away("the server stops", 2.5)
        assert await ann.ended() == (StatusCode.OK, "")
        going = ann.heard[-1].going_away
        assert (going.reason, going.come_back_after.ToTimedelta().total_seconds()) == ("the server stops", 2.5)
