"""What a seat was asked, worked out again from the log, is what it was really sent."""

import asyncio

import pytest

from muggins.api.views import view_bytes
from muggins.cli.play import specs
from muggins.games.base import EVERYONE
from muggins.games.match import MatchRules
from muggins.referee.asked import asked
from muggins.referee.log import lines
from muggins.referee.record import unpack
from muggins.referee.seatlog import seat_lines
from muggins.v1 import play_pb2
from muggins.workshop.asking import turn_message
from muggins.workshop.table import LocalTable
from muggins_bot.bot import Bot
from muggins_bot.house import RandomBot
from muggins_bot.turn import Turn


class Witness(RandomBot):
    """Keeps every turn that it is asked, and is wrong at the third."""

    def __init__(self) -> None:
        super().__init__(1)
        self.turns: list[play_pb2.Turn] = []

    def decide(self, turn: Turn) -> str:
        self.turns.append(turn._message)
        return "7-7" if len(self.turns) == 3 else super().decide(turn)


async def play(bots: dict[str, Bot], rules: MatchRules) -> list[dict[str, object]]:
    (spec,) = specs(rules, list(bots), 1, b"1")
    _, outcome = await LocalTable(bots).play(spec)
    return list(lines(unpack(outcome.log)))


def without_id(message: play_pb2.Turn) -> play_pb2.Turn:
    copy = play_pb2.Turn.FromString(message.SerializeToString())
    copy.turn_id = 0
    copy.clock.ClearField("last_answer_us")  # the record rounds each moment
    copy.clock.ClearField("move_left_us")
    return copy


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_turn_is_what_was_sent_byte_for_byte(game: str, seats: int) -> None:
    witness = Witness()
    others = {f"other-{number}": RandomBot(number) for number in range(1, seats)}
    log = asyncio.run(play({"witness": witness, **others}, MatchRules(game, seats)))
    turns = [turn for turn in asked(log) if turn.seat == 0]
    assert [without_id(turn_message(turn, log[0])) for turn in turns] == [without_id(m) for m in witness.turns]
    assert turns[2].forced in turns[2].moves
    assert turns[3].clock.strikes == 1
    assert turns[3].clock.last_fault == "'7-7' is not a legal move"
    assert view_bytes(turns[0].view)


def test_the_log_of_a_seat_holds_its_own_and_no_secret_of_others() -> None:
    bots: dict[str, Bot] = {"a": RandomBot(1), "b": RandomBot(2)}
    log = asyncio.run(play(bots, MatchRules("cribbage", 2, {"target": 61})))
    header, *turns, result = list(seat_lines(log, 1))
    assert (header["kind"], header["bot"], result["kind"]) == ("seat", "b", "result")
    assert "server_seed" not in header
    decisions = [line for line in log if line["kind"] == "decision" and line["seat"] == 1]
    answered = [turn for turn in turns if turn["answer"] is not None]
    assert [turn["answer"] for turn in answered] == [line["move"] for line in decisions]
    assert all(turn["took_us"] == turn["read_us"] - turn["sent_us"] >= 0 for turn in answered)
    told = {event["to"] for turn in turns for event in turn["events"] if "to" in event}
    assert told == {1}
    assert EVERYONE not in told
