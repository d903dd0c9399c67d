"""The log that follows from the record is what really happened in the match, trouble included."""

import json
from dataclasses import replace
from typing import Any

import pytest

from muggins.referee.log import event_line, lines
from muggins.referee.outcome import Outcome
from muggins.referee.people import Ability
from tests.referee.hand import Hand
from tests.referee.scripted import Flag, ScriptedBot
from tests.referee.table import TIME, Ended, Table, spec

TABLES = [(game, seats) for game in ("cribbage", "fives-and-threes") for seats in (2, 3, 4)]
OF_THE_RECORD = ("match", "decision", "fault", "forced", "out", "result")


def played(game: str, seats: int, flag: Flag = Flag.HONEST, times: int = 0, phase: str = "", **rules: Any) -> Ended:
    table = Table()
    names = [f"bot{seat}" for seat in range(seats)]
    for seat, name in enumerate(names):
        ScriptedBot(table, name, flag if seat == 1 else Flag.HONEST, "m", phase, times)
    table.start(spec(game, *names, **rules))
    return table.play("m")[0]


def assert_log_is_what_happened(ended: Ended) -> None:
    log = json.loads(json.dumps(list(lines(ended.document))))
    assert [line["kind"] for line in log][:: len(log) - 1] == ["match", "result"]
    happened = [json.loads(json.dumps(event_line(event, number))) for number, event in ended.events]
    assert [line for line in log if line["kind"] not in OF_THE_RECORD] == happened
    assert_result(log[-1], ended.outcome)
    faults = [0] * len(ended.outcome.seats)
    for line in log:
        if line["kind"] == "fault":
            faults[line["seat"]] += 1
    assert faults == [sum(seat.faults.values()) for seat in ended.outcome.seats]
    out = [line["seat"] for line in log if line["kind"] == "out"]
    assert sorted(out) == [seat for seat, told in enumerate(ended.outcome.seats) if told.struck_out]


def assert_result(line: dict[str, object], outcome: Outcome) -> None:
    assert line["termination"] == outcome.termination
    told = [line["points"], line["places"], line["scores"]]
    assert told == [list(outcome.points), list(outcome.places), list(outcome.scores)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_log_is_what_happened(game: str, seats: int) -> None:
    ended = played(game, seats, games=2)
    assert ended.outcome.termination == "finished"
    assert_log_is_what_happened(ended)


@pytest.mark.parametrize("flag", [Flag.ILLEGAL, Flag.LATE, Flag.LEAVES, Flag.NONSENSE])
@pytest.mark.parametrize("times", [2, 10_000])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_faults_forced_moves_and_seats_that_went_out_are_in_the_log(
    game: str, seats: int, times: int, flag: Flag
) -> None:
    ended = played(game, seats, flag, times, "play" if game == "cribbage" else "middle", games=2)
    assert ended.outcome.seats[1].faults
    assert_log_is_what_happened(ended)


def test_a_decision_is_in_the_log_with_its_times() -> None:
    table = Table()
    hand = Hand(table)
    ScriptedBot(table, "other")
    hand.start(spec("cribbage", "hand", "other"))
    hand.answer(after=6.55)  # half a second of the bank
    hand.play_on()
    (ended,) = table.play("m")
    decision = next(line for line in lines(ended.document) if line["kind"] == "decision" and line["seat"] == 0)
    assert (decision["sent_us"], decision["read_us"], decision["charged_us"]) == (0, 6_550_000, 500_000)
    assert decision["move"] == next(turn for turn in hand.channel.turns).legal_moves[7]


@pytest.mark.parametrize("absent", [[0], [1], [0, 2], [2, 0], [0, 1, 2]])
@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
def test_seats_that_did_not_come_are_in_the_log(game: str, absent: list[int]) -> None:
    table = Table()
    names = ["bot0", "bot1", "bot2"]
    for seat in {0, 1, 2} - set(absent):
        ScriptedBot(table, names[seat])
    table.start(spec(game, *names), absent)
    (ended,) = table.play("m")
    assert ended.outcome.termination == "no_show"
    assert_log_is_what_happened(ended)


@pytest.mark.parametrize("first_out", [0, 1])
def test_two_seats_out_before_the_deal_are_struck_in_the_order_in_which_they_went(first_out: int) -> None:
    """One reveals something else, then another does: the third wins, and the log has the same order."""
    table = Table()
    fair = Ability(max_matches=8, ready=True, entropy=True)
    hands = [Hand(table, name, fair) for name in ("ann", "bob")]
    ScriptedBot(table, "cyd")
    table.start(spec("fives-and-threes", "ann", "bob", "cyd", time=replace(TIME, max_strikes=1)))
    for hand in hands:
        hand.say_ready(bytes(32))
    for hand in (hands[first_out], hands[1 - first_out]):
        hand.reveal(b"\x01" * 32)
    (ended,) = table.play("m")
    assert ended.outcome.points == (0, 0, 1)
    assert [event.seat for _, event in ended.events if event.kind == "struck_out"] == [first_out, 1 - first_out]
    assert_log_is_what_happened(ended)


@pytest.mark.parametrize("termination", ["cancelled", "void_server", "time_cap"])
@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_a_match_that_was_cut_has_the_log_of_what_was_played(seconds: float, termination: str) -> None:
    table = Table()
    for name in ("ann", "bob", "cyd"):
        ScriptedBot(table, name)
    table.start(spec("fives-and-threes", "ann", "bob", "cyd", games=3))
    table.clock.advance(seconds)
    assert table.referee.stop("m", termination)
    (ended,) = table.play("m")
    assert_log_is_what_happened(ended)


def test_a_match_that_ran_out_of_rounds_has_its_whole_log() -> None:
    ended = played("cribbage", 2, max_rounds=1, options={"target": 121})
    assert ended.outcome.termination == "abandoned_max_rounds"
    assert_log_is_what_happened(ended)


def test_a_match_that_ended_before_the_deal_has_a_log_without_a_game() -> None:
    table = Table()
    Hand(table, "ann", Ability(ready=True))
    Hand(table, "bob")
    table.start(spec("cribbage", "ann", "bob"))
    table.referee.stop("m", "cancelled")
    (ended,) = table.play("m")
    assert [line["kind"] for line in lines(ended.document)] == ["match", "result"]
    assert_log_is_what_happened(ended)


def test_rng_03_the_rules_are_part_of_the_record() -> None:
    ended = played("cribbage", 2, games=2, options={"target": 121, "value": "skunk"})
    log = list(lines(ended.document))
    assert (log[0]["options"], log[0]["games"]) == ({"target": 121, "value": "skunk"}, 2)
    shorter = {**ended.document, "options": {"target": 61, "value": "skunk"}, "games": 1}
    with pytest.raises(ValueError, match="over"):
        list(lines(shorter))
