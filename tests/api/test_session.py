"""One session's writer: what goes out, when, and what is done about a bot that does not read."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from muggins.api import session as module
from muggins.api.session import Session
from muggins.referee.live import LiveMatch
from muggins.referee.people import Ability
from muggins.referee.referee import Referee
from muggins.referee.seats import Turn
from muggins.v1 import play_pb2
from tests.api.arena import until
from tests.referee.clock import BEGINNING, FakeClock
from tests.referee.table import spec


class Wire:
    """The transport under a session: it takes what is written, or holds the writer up."""

    def __init__(self) -> None:
        self.written: list[play_pb2.PlayResponse] = []
        self.open = asyncio.Event()
        self.open.set()
        self.blocked = False

    async def write(self, data: bytes) -> None:
        self.blocked = not self.open.is_set()
        await self.open.wait()
        self.blocked = False
        self.written.append(play_pb2.PlayResponse.FromString(data))

    @property
    def turns(self) -> list[int]:
        return [turn.turn_id for message in self.written for turn in message.turns]


class Bench:
    """A session that writes to such a transport, under a false clock, and a match to have turns from."""

    def __init__(self, **ability: Any) -> None:
        self.clock = FakeClock()
        self.wire = Wire()
        self.session = Session(self.wire, Ability(max_matches=1000, **ability), self.clock.now)  # type: ignore[arg-type]
        self.referee = Referee(self.clock, lambda live: None)
        self.lobby = self.referee.lobby
        self.lobby.connect("ann", self.session)
        self.writer = asyncio.create_task(self.session.run())

    def match(self, number: int = 0) -> LiveMatch:
        """A match in which the bot is asked at once."""
        live = self.referee.start(spec("cribbage", "ann", f"other{number}", match_id=str(number)))
        assert live.players[0].turn is not None
        return live

    def turn(self, number: int = 0) -> Turn:
        turn = self.match(number).players[0].turn
        assert turn is not None
        return turn


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    bench = Bench(ping=True)
    yield bench
    bench.writer.cancel()
    await asyncio.gather(bench.writer, return_exceptions=True)


async def test_what_is_pending_goes_out_in_one_message(bench: Bench) -> None:
    turns = [bench.turn(number) for number in range(50)]
    await until(lambda: bench.wire.written)
    assert len(bench.wire.written) == 1
    assert bench.wire.turns == [turn.id for turn in turns]
    assert len(bench.wire.written[0].starts) == 50


async def test_turns_beyond_what_one_message_holds_go_out_in_the_next(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_TURNS", 20)
    turns = [bench.turn(number) for number in range(50)]
    await until(lambda: len(bench.wire.turns) == 50)
    assert [len(message.turns) for message in bench.wire.written] == [20, 20, 10]
    assert bench.wire.turns == [turn.id for turn in turns]


async def test_a_turn_that_is_withdrawn_is_not_sent(bench: Bench) -> None:
    first, second = bench.turn(1), bench.turn(2)
    bench.session.withdraw(first)
    await until(lambda: bench.wire.written)
    assert bench.wire.turns == [second.id]
    assert first.started is None


async def test_the_clock_starts_when_the_turn_is_written(bench: Bench) -> None:
    turn = bench.turn()
    assert turn.started is None
    bench.clock.advance(3.0)
    await until(lambda: bench.wire.written)
    assert turn.started == BEGINNING + 3.0
    assert bench.wire.written[0].turns[0].clock.move_left_us == 6_000_000


async def test_one_who_does_not_read_wins_no_time(bench: Bench) -> None:
    """Once a write has been blocked for a moment, the clocks of the turns behind it run."""
    bench.wire.open.clear()
    bench.session.notice("protocol", "fills the pipe")
    await until(lambda: bench.wire.blocked)
    turn = bench.turn()
    assert turn.started == BEGINNING + module.BLOCKED
    bench.clock.advance(5.0)
    late = bench.turn(1)
    assert late.started == BEGINNING + 5.0
    bench.wire.open.set()
    await until(lambda: len(bench.wire.turns) == 2)
    assert turn.started == BEGINNING + module.BLOCKED


async def test_one_who_never_reads_is_cut_off(bench: Bench) -> None:
    cuts: list[float] = []
    bench.session.cut = lambda: cuts.append(bench.clock.now())
    bench.wire.open.clear()
    bench.session.notice("protocol", "fills the pipe")
    await until(lambda: bench.wire.blocked)
    bench.clock.advance(module.WRITE_TIMEOUT - 0.1)
    bench.session.beat(idle=False)
    assert not cuts
    bench.clock.advance(0.2)
    bench.session.beat(idle=False)
    assert cuts


async def test_the_last_words_are_said_even_while_turns_wait_for_an_answer(bench: Bench) -> None:
    """Else a process that was taken over would not know, and take over in its turn."""
    bench.wire.open.clear()
    bench.turn()
    await until(lambda: bench.wire.blocked)
    bench.session.superseded()
    bench.wire.open.set()
    await until(bench.writer.done)
    assert bench.wire.written[-1].notices[0].kind == play_pb2.NOTICE_KIND_SUPERSEDED


async def test_a_closed_session_writes_what_is_there_and_ends(bench: Bench) -> None:
    turn = bench.turn()
    bench.session.close()
    await until(bench.writer.done)
    assert bench.wire.turns == [turn.id]
    assert bench.writer.exception() is None


async def test_a_message_waits_a_moment_for_the_answers_to_the_one_before(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HOLD", 60.0)
    bench.turn(0)
    await until(lambda: bench.wire.written)
    second = bench.turn(1)
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(bench.wire.written) == 1
    bench.session.answered(1)
    await until(lambda: len(bench.wire.written) == 2)
    assert bench.wire.written[1].turns[0].turn_id == second.id


async def test_one_slow_decision_holds_nothing_up_for_longer_than_that_moment(bench: Bench) -> None:
    bench.turn(0)
    await until(lambda: bench.wire.written)
    second = bench.turn(1)  # the first is never answered
    await until(lambda: len(bench.wire.written) == 2)
    assert bench.wire.turns[1] == second.id


async def test_a_silent_bot_is_pinged_and_one_that_says_nothing_then_is_cut_off(bench: Bench) -> None:
    cut: list[str] = []
    bench.session.cut = lambda: cut.append("cut")
    bench.clock.advance(module.QUIET + 0.1)
    bench.session.beat(idle=True)
    await until(lambda: bench.wire.written)
    assert bench.wire.written[0].HasField("ping")
    bench.clock.advance(module.PONG_DEADLINE - 0.1)
    bench.session.beat(idle=True)
    assert cut == []
    bench.clock.advance(0.2)
    bench.session.beat(idle=True)
    assert cut == ["cut"]
    assert module.QUIET + module.PONG_DEADLINE < 15


async def test_a_bot_that_answers_the_ping_is_left_alone(bench: Bench) -> None:
    cut: list[str] = []
    bench.session.cut = lambda: cut.append("cut")
    for _ in range(5):
        bench.clock.advance(module.QUIET + 0.1)
        bench.session.beat(idle=True)
        bench.clock.advance(0.1)
        bench.session.heard_at = bench.clock.now()
    bench.clock.advance(module.PONG_DEADLINE)
    bench.session.beat(idle=True)
    assert cut == []


async def test_a_bot_that_thinks_is_neither_pinged_nor_cut_off_for_it(bench: Bench) -> None:
    """A ping that came just before a turn may be answered after the turn: its clock is what counts then."""
    cut: list[str] = []
    bench.session.cut = lambda: cut.append("cut")
    bench.clock.advance(module.QUIET + 0.1)
    bench.session.beat(idle=True)
    bench.clock.advance(module.PONG_DEADLINE + 1)
    bench.session.beat(idle=False)
    assert cut == []
