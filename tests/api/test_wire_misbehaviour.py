"""Each way to misbehave, at least once over a real socket."""

import asyncio
from contextlib import suppress
from dataclasses import replace

import grpc
import pytest
from grpc import StatusCode

from muggins.api import limits, play, session
from muggins.v1 import play_pb2
from tests.api.arena import CALM, QUICK, Arena, honest_bot, honest_bots, until, wire_bot
from tests.api.proxy import proxy
from tests.referee.scripted import FAULTS, Flag, answers
from tests.referee.table import spec

NOISE = [Flag.TWICE, Flag.OTHER, Flag.ILLEGAL, Flag.NONSENSE, Flag.FOREIGN, Flag.FUTURE, Flag.FLOOD]
NOTICES = {Flag.ILLEGAL: ["ILLEGAL_MOVE"], Flag.NONSENSE: ["ILLEGAL_MOVE"], Flag.FLOOD: ["NOT_PENDING"] * 299}


@pytest.mark.parametrize("flag", NOISE)
async def test_a_strange_answer_harms_its_sender_alone(arena: Arena, flag: Flag) -> None:
    async with wire_bot(arena.address, "ann") as ann, honest_bots(arena.address, "bob", "cyd") as (bob, _):
        await ann.hello()
        arena.start(spec("cribbage", "bob", "cyd", match_id="beside", time=CALM))
        arena.start(spec("cribbage", "ann", "bob", time=CALM))
        turn = await ann.turn()
        await ann.decide(*[(answer.turn_id, answer.move) for answer in answers(flag, turn)])
        ann.play_on()
        outcome, beside = await arena.outcome("m"), await arena.outcome("beside")
        await until(lambda: ann.ends)
    assert outcome.termination == beside.termination == "finished"
    assert outcome.seats[0].faults == ({FAULTS[flag]: 1} if flag in FAULTS else {})
    expected = NOTICES.get(flag, ["NOT_PENDING"])
    assert ann.notices[: len(expected)] == expected
    assert bob.notices == []


async def test_an_answer_after_the_time_is_up_is_told_to_be_late_and_changes_nothing(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as ann, honest_bot(arena.address, "bob"):
        await ann.hello()
        arena.start(spec("cribbage", "ann", "bob", time=QUICK))
        turn = await ann.turn()
        notice = await ann.notice()
        assert (notice.kind, notice.turn_id) == (play_pb2.NOTICE_KIND_TIMEOUT, turn.turn_id)
        await ann.decide((turn.turn_id, turn.legal_moves[0]))
        again = await ann.notice()
        assert (again.kind, again.turn_id) == (play_pb2.NOTICE_KIND_NOT_PENDING, turn.turn_id)
        assert arena.referee.live["m"].players[0].faults[:1] == ["timeout"]


async def test_a_silent_bot_loses_in_its_time_and_is_told_why(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as ann, honest_bot(arena.address, "bob"):
        await ann.hello()
        arena.start(spec("cribbage", "ann", "bob", time=replace(QUICK, move=0.3)))
        while not ann.ends:
            await ann.hear()
    assert ann.notices == ["TIMEOUT", "TIMEOUT", "TIMEOUT", "OUT"]
    assert ann.ends["m"].termination == play_pb2.TERMINATION_FORFEIT_TIMEOUT


async def test_too_many_answers_to_nothing_end_the_session_alone(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "USELESS_BURST", 20)
    async with wire_bot(arena.address, "ann") as ann, honest_bots(arena.address, "bob", "cyd"):
        await ann.hello()
        arena.start(spec("cribbage", "bob", "cyd", time=CALM))
        await ann.decide(*[(number, "AS") for number in range(100)])
        assert await ann.ended() == (StatusCode.RESOURCE_EXHAUSTED, "too many decisions that answer nothing")
        assert (await arena.outcome()).termination == "finished"


async def test_a_message_that_is_too_large_ends_the_session_alone(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as ann, honest_bots(arena.address, "bob", "cyd"):
        await ann.hello()
        arena.start(spec("cribbage", "bob", "cyd", time=CALM))
        await ann.send_raw(b"\x00" * 70_000)
        code, _ = await ann.ended()
        assert code == StatusCode.RESOURCE_EXHAUSTED
        assert (await arena.outcome()).termination == "finished"
        await until(lambda: "ann" not in arena.referee.lobby.connected())


async def test_a_bot_that_reads_nothing_any_more_runs_out_of_time_and_holds_up_nobody(arena: Arena) -> None:
    """Its socket takes some megabytes before a write blocks; tests of the session show what happens then."""
    async with proxy(arena.address) as line, wire_bot(line.address, "ann") as ann:
        await ann.hello(max_matches=1000)
        line.drop_everything()
        async with honest_bots(arena.address, "bob", "cyd") as (bob, _):
            for number in range(100):
                arena.start(spec("cribbage", "ann", "bob", match_id=str(number), time=replace(QUICK, max_strikes=1)))
            arena.start(spec("cribbage", "bob", "cyd", match_id="beside", time=CALM))
            assert (await arena.outcome("beside")).termination == "finished"
            await until(lambda: len(arena.outcomes) == 101)
            del arena.outcomes["beside"]
            assert {outcome.places for outcome in arena.outcomes.values()} == {(1, 0)}
            assert bob.notices == []


async def test_a_second_process_takes_over_and_the_first_is_told(arena: Arena) -> None:
    address = arena.address
    async with wire_bot(address, "ann") as old, wire_bot(address, "ann") as new, honest_bot(address, "bob"):
        await old.hello()
        arena.start(spec("cribbage", "ann", "bob", time=CALM))
        turn = await old.turn()
        welcome = await new.hello()
        assert list(welcome.welcome.live_matches) == ["m"]
        assert await old.ended() == (StatusCode.OK, "")
        assert old.notices == ["SUPERSEDED"]
        again = welcome.turns[0] if welcome.turns else await new.turn()
        assert (again.turn_id, again.legal_moves) == (turn.turn_id, turn.legal_moves)
        await new.decide((again.turn_id, again.legal_moves[0]))
        new.play_on()
        assert (await arena.outcome()).termination == "finished"


async def test_who_drops_the_connection_and_dials_again_goes_on_with_the_time_that_is_left(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as first, honest_bot(arena.address, "bob"):
        await first.hello()
        arena.start(spec("cribbage", "ann", "bob", time=CALM))
        turn = await first.turn()
        await first.close()
        await until(lambda: "ann" not in arena.referee.lobby.connected())
        async with wire_bot(arena.address, "ann") as second:
            welcome = await second.hello()
            again = welcome.turns[0] if welcome.turns else await second.turn()
            assert again.turn_id == turn.turn_id
            assert again.clock.move_left_us < turn.clock.move_left_us
            assert [start.match_id for response in second.heard for start in response.starts] == ["m"]
            await second.decide((again.turn_id, again.legal_moves[0]))
            second.play_on()
            outcome = await arena.outcome()
    assert outcome.termination == "finished"
    assert not any(seat.faults for seat in outcome.seats)


async def test_who_never_comes_back_forfeits(arena: Arena) -> None:
    async with wire_bot(arena.address, "ann") as ann, honest_bot(arena.address, "bob") as bob:
        await ann.hello()
        arena.start(spec("cribbage", "ann", "bob", time=QUICK))
        await ann.turn()
        await ann.close()
        outcome = await arena.outcome()
        await until(lambda: bob.ends)
    assert outcome.termination == "forfeit_disconnect"
    assert bob.ends["m"].termination == play_pb2.TERMINATION_FORFEIT_DISCONNECT


async def test_presence_03_who_dials_over_and_over_is_told_to_wait(arena: Arena) -> None:
    codes = []
    async with honest_bots(arena.address, "bob", "cyd"):
        arena.start(spec("cribbage", "bob", "cyd", time=CALM))
        for _ in range(play.OPEN_BURST + 2):
            async with wire_bot(arena.address, "ann") as ann:
                with suppress(grpc.aio.AioRpcError):  # who is refused may hear it before it has spoken
                    await ann.send(hello=play_pb2.Hello(), goodbye=play_pb2.Goodbye())
                codes.append((await ann.ended())[0])
                trailers = dict(await ann.call.trailing_metadata())
        assert (await arena.outcome()).termination == "finished"
    assert codes[: play.OPEN_BURST] == [StatusCode.OK] * play.OPEN_BURST
    assert codes[-1] == StatusCode.RESOURCE_EXHAUSTED
    assert 0 < float(trailers["retry-after"]) <= 1.0


async def test_a_connection_that_lets_nothing_through_is_found_dead_and_replaced_at_once(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("QUIET", 0.1), ("PONG_DEADLINE", 0.1)):
        monkeypatch.setattr(session, name, seconds)
    monkeypatch.setattr(play, "BEAT", 0.02)
    watch = asyncio.create_task(arena.play.watch_over())
    async with proxy(arena.address) as line, wire_bot(line.address, "ann") as dead:
        await dead.hello(features=[play_pb2.FEATURE_PING])
        line.drop_everything()
        await until(lambda: "ann" not in arena.referee.lobby.connected())
        async with honest_bots(arena.address, "ann", "bob"):
            arena.start(spec("cribbage", "ann", "bob", time=CALM))
            assert (await arena.outcome()).termination == "finished"
    watch.cancel()
    await asyncio.gather(watch, return_exceptions=True)
