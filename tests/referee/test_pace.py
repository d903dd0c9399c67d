"""A match with a pace: when a decision was made shows nowhere, so partners cannot talk by waiting."""

from functools import partial

from muggins.referee.timing import TimeControl
from muggins.v1 import play_pb2
from tests.referee.table import FakeChannel, Table, spec

PACE = 1.5
PACED = TimeControl(start_up=5.0, move=1.0, bank=0.2, margin=0.05, max_strikes=1000, pace=PACE)
BOTS = ("ann", "bob", "cay", "dan")


class Waiter:
    """A bot that answers each turn after a delay of its own choice, and notes when it was asked."""

    def __init__(self, table: Table, name: str, delays: list[float]) -> None:
        self.table = table
        self.name = name
        self.delays = delays
        self.asked: list[float] = []
        self.channel: FakeChannel = table.connect(name, hear=self.hear)

    def hear(self, response: play_pb2.PlayResponse) -> None:
        for turn in response.turns:
            self.asked.append(self.table.clock.now())
            delay = self.delays[len(self.asked) % len(self.delays)]
            self.table.clock.call_later(delay, partial(self.answer, turn))

    def answer(self, turn: play_pb2.Turn) -> None:
        self.table.decide(self.name, self.channel, turn.turn_id, turn.legal_moves[0])


def asked(delays: list[float], time: TimeControl) -> list[list[float]]:
    """When each seat was asked, where the first seat waits so long before its answers."""
    table = Table()
    waiters = [Waiter(table, bot, delays if bot == "ann" else [0.01]) for bot in BOTS]
    table.start(spec("fives-and-threes", *BOTS, time=time))
    (ended,) = table.play("m")
    assert ended.outcome.termination == "finished"  # nobody is struck out
    return [waiter.asked for waiter in waiters]


def test_think_time_shows_nowhere() -> None:
    assert asked([0.0, 0.3, 0.9], PACED) == asked([0.05], PACED)


def test_without_a_pace_it_shows_as_at_a_table() -> None:
    free = TimeControl(start_up=5.0, move=1.0, bank=0.2, margin=0.05)
    assert asked([0.0, 0.3, 0.9], free) != asked([0.05], free)


def test_a_missed_turn_shows_no_sooner() -> None:
    """The fallback of a silent bot comes at the very moment at which its answer would have shown."""
    silent = asked([100.0], PACED)
    assert silent[1][0] == asked([0.0], PACED)[1][0]


def test_an_answer_that_waits_is_not_asked_for_again() -> None:
    table = Table()
    channels = {bot: table.connect(bot) for bot in ("ann", "bob")}
    table.start(spec("fives-and-threes", "ann", "bob", time=PACED))
    (bot,) = (bot for bot, channel in channels.items() if channel.turns)
    first = channels[bot].turns[0]
    table.decide(bot, channels[bot], first.turn_id, first.legal_moves[0])
    again = table.connect(bot)
    assert again.starts
    assert not again.turns
    table.clock.advance(PACE + 5.1)  # the first turn carries the start-up budget
    assert "place" in [happening.event.kind for happening in table.referee.live["m"].events]
