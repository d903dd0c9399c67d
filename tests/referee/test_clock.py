"""What the clock of a seat does in a match."""

from dataclasses import replace

import pytest

from muggins.games import get
from muggins.referee.seats import Turn
from muggins.v1 import play_pb2
from tests.referee.clock import BEGINNING
from tests.referee.hand import Hand
from tests.referee.scripted import THINKS, ScriptedBot
from tests.referee.table import MANY, TIME, FakeChannel, Table, spec

NEXT = TIME.move + TIME.margin  # free seconds of a turn
FIRST = TIME.start_up + NEXT


class Held(FakeChannel):
    """A transport that keeps turns back."""

    def hand(self, turn: Turn) -> None:
        self.held = turn


def seated(*others: str, game: str = "cribbage") -> Hand:
    """A match in which the test speaks for the first bot, and the others play by themselves."""
    hand = Hand(Table())
    names = others or ("other",)
    for name in names:
        ScriptedBot(hand.table, name)
    hand.start(spec(game, "hand", *names))
    hand.wait()
    return hand


def clock_of(turn: play_pb2.Turn) -> tuple[float, float]:
    """Seconds of move time and of bank that are left."""
    return round(turn.clock.move_left_us / 1e6, 5), round(turn.clock.bank_left_us / 1e6, 5)


def test_the_start_up_budget_is_in_the_first_turn_of_a_bot_that_does_not_get_ready() -> None:
    hand = seated()
    assert clock_of(hand.turn) == (6.0, 2.0)
    hand.answer(after=FIRST - 0.01)
    assert clock_of(hand.turn) == (1.0, 2.0)
    assert hand.turn.clock.last_charge_us == 0


def test_what_goes_beyond_the_move_time_comes_from_the_bank_and_is_told_with_the_next_turn() -> None:
    hand = seated()
    hand.answer()
    hand.answer(after=NEXT + 0.5)
    assert clock_of(hand.turn) == (1.0, 1.5)
    assert hand.turn.clock.last_charge_us == pytest.approx(500_000, abs=1)
    assert hand.turn.clock.last_answer_us == pytest.approx(1_550_000, abs=1)
    assert (hand.turn.clock.strikes, hand.turn.clock.last_fault) == (0, "")


def test_a_timeout_fires_by_itself_when_move_time_margin_and_bank_are_gone() -> None:
    hand = seated()
    hand.answer()
    hand.table.clock.advance(NEXT + TIME.bank - 0.001)
    assert hand.channel.notices == []
    asked = hand.turn.turn_id
    hand.table.clock.advance(0.002)
    assert hand.channel.kinds == ["TIMEOUT"]
    assert hand.channel.notices[0].turn_id == asked
    hand.wait()
    assert hand.turn.turn_id != asked


def test_the_bank_is_never_below_zero() -> None:
    hand = seated()
    hand.answer()
    hand.table.clock.advance(NEXT + TIME.bank + 0.1)
    hand.wait()
    assert clock_of(hand.turn) == (1.0, 0.0)
    assert hand.turn.clock.last_charge_us == 2_000_000
    hand.table.clock.advance(NEXT + 0.01)
    assert hand.channel.kinds == ["TIMEOUT"] * 2
    hand.wait()
    assert clock_of(hand.turn) == (1.0, 0.0)
    assert hand.turn.clock.last_charge_us == 0


def test_clock_07_a_bot_is_told_that_it_was_late_by_how_much_and_what_was_measured() -> None:
    hand = seated()
    hand.answer()
    turn = hand.turn
    moment = hand.table.clock.now() + NEXT + TIME.bank + 0.25
    presence = hand.table.referee.lobby.bot("hand")
    # The decision lay in a buffer while the process was busy: it is read before the timer has gone off.
    hand.table.referee.decide(presence, hand.channel, turn.turn_id, turn.legal_moves[0], moment)
    hand.wait()
    assert hand.channel.kinds == ["TIMEOUT"]
    assert hand.turn.clock.last_fault == "your answer came 0.250 s too late"
    assert hand.turn.clock.last_answer_us == pytest.approx(3_300_000, abs=1)
    assert hand.turn.clock.strikes == 1
    hand.answer()
    assert hand.turn.clock.last_fault == ""


def test_clock_03_the_time_of_one_who_was_away_is_void_once_he_has_answered() -> None:
    hand = seated()
    hand.answer()
    hand.go()
    hand.table.clock.advance(2.0)
    hand.come_back()
    assert clock_of(hand.turn) == (0.0, 1.05)
    hand.answer(after=0.5)
    hand.table.clock.advance(NEXT - 0.1)  # past the moment at which the former turn would have run out
    assert hand.channel.notices == []


def test_clock_05_no_clock_starts_before_its_turn_is_handed_to_the_transport() -> None:
    table = Table()
    channels = []
    for number in range(1000):
        channels.append(Held(table.clock, MANY))
        table.referee.lobby.connect(f"bot{number}", channels[-1])
        table.connect(f"other{number}")
        table.start(spec("fives-and-threes", f"bot{number}", f"other{number}", match_id=str(number)))
        table.clock.advance(0.001)
    held = [channel.held for channel in channels if hasattr(channel, "held")]
    assert len(held) > 300  # who opens is drawn
    assert all(turn.started is None and not turn.player.faults for turn in held)
    for turn in held:
        turn.handed(table.clock.now())
        assert turn.left(table.clock.now()) == (6.0, 2.0)


def test_a_turn_that_is_handed_twice_keeps_its_first_moment() -> None:
    hand = seated()
    (turn,) = hand.table.referee.lobby.bot("hand").turns.values()
    started = turn.started
    turn.handed(hand.table.clock.now() + 5)
    assert turn.started == started


def test_the_fallback_is_the_documented_function_of_the_view_and_is_in_the_record() -> None:
    hand = seated(game="fives-and-threes")
    live = hand.table.referee.live["m"]
    assert live.match is not None
    view, moves = live.match.view(0), live.match.moves(0)
    hand.answer(move="9-9")
    entries = [entry[:4] for entry in live.record.entries()]
    assert ("m", 0, get("fives-and-threes").fallback(view, moves)) in entries
    assert ("f", 0, "illegal", "9-9") in entries


def test_the_third_fault_takes_a_seat_out_and_it_is_asked_no_more() -> None:
    hand = seated("left", "right")
    for _ in range(3):
        hand.answer(move="KS,KS")
    assert hand.channel.kinds == ["ILLEGAL_MOVE"] * 3 + ["OUT"]
    asked = len(hand.channel.turns)
    (ended,) = hand.table.play("m")
    assert len(hand.channel.turns) == asked
    assert ended.outcome.termination == "forfeit_illegal"
    assert sum(entry[:2] == ("m", 0) for entry in ended.document["entries"]) > 3


def test_failclass_01_a_match_that_runs_out_of_its_own_time_says_so_and_keeps_its_log() -> None:
    table = Table()
    for name in ("left", "right"):
        ScriptedBot(table, name)
    time = replace(TIME, cap=30 * THINKS)
    table.start(spec("fives-and-threes", "left", "right", time=time))
    (ended,) = table.play("m")
    assert ended.at - BEGINNING == 30 * THINKS
    assert ended.outcome.termination == "time_cap"
    assert not ended.outcome.rated
    assert sum(entry[0] == "d" for entry in ended.document["entries"]) >= 29
    assert not any(seat.faults for seat in ended.outcome.seats)


def test_failclass_05_the_last_move_of_a_won_match_is_held_to_the_same_rule() -> None:
    """The bot that is about to win sends nonsense with its last move: a strike like any other, counted once."""
    peace = seated(game="fives-and-threes")
    peace.play_on()
    asked = len(peace.channel.turns)
    hand = seated(game="fives-and-threes")
    while len(hand.channel.turns) < asked:
        hand.answer()
    hand.answer(move="9-9")
    hand.play_on()
    (ended,) = hand.table.ended["m"]
    assert ended.outcome.seats[0].faults == {"illegal": 1}
    assert ended.outcome.termination == "finished"
    assert sum(ended.outcome.points) == 1


def test_failclass_07_silence_and_absence_are_two_things() -> None:
    silent, gone = seated("left", "right"), seated("left", "right")
    gone.go()
    faults = [hand.table.play("m")[0].outcome for hand in (silent, gone)]
    assert [outcome.termination for outcome in faults] == ["forfeit_timeout", "forfeit_disconnect"]
    assert [outcome.seats[0].faults for outcome in faults] == [{"timeout": 3}, {"disconnected": 3}]


def test_presence_01_one_who_is_not_on_turn_may_be_silent_for_ever() -> None:
    table = Table()
    slow, patient = Hand(table, "slow"), Hand(table, "patient")
    time = replace(TIME, move=600.0)
    table.start(spec("fives-and-threes", "slow", "patient", time=time))
    first, second = (slow, patient) if slow.asked else (patient, slow)
    first.answer(after=590.0)
    assert second.asked
    assert second.channel.notices == []
    assert not second.channel.closed


def test_lay_aways_are_asked_of_all_at_once_and_each_has_its_own_time() -> None:
    table = Table()
    hands = [Hand(table, name) for name in ("ann", "bob", "cyd", "dee")]
    table.start(spec("cribbage", "ann", "bob", "cyd", "dee"))
    assert all(hand.asked for hand in hands)
    table.clock.advance(FIRST)
    hands[0].send(hands[0].turn.turn_id, hands[0].turn.legal_moves[0])
    players = table.referee.live["m"].players
    assert [player.turn is None for player in players] == [True, False, False, False]
    table.clock.advance(TIME.bank + 0.01)
    assert [player.faults for player in players] == [[], ["timeout"], ["timeout"], ["timeout"]]
