"""Whatever bots do, and however matches end, their logs hold."""

import json
from dataclasses import replace

import pytest

from muggins.referee.log import lines
from muggins.referee.verify import Discrepancy, verify
from tests.referee.scripted import Flag, ScriptedBot
from tests.referee.table import Ended, Table, spec
from tests.verify.making import FAIR, KitBot, names

PHASE = {"cribbage": "lay-away", "fives-and-threes": "middle"}


def assert_holds(ended: Ended) -> None:
    verify(json.loads(json.dumps(list(lines(ended.document)))))


@pytest.mark.parametrize("flag", list(Flag))
@pytest.mark.parametrize("times", [1, 10_000], ids=["once", "always"])
@pytest.mark.parametrize(("game", "seats"), [("cribbage", 3), ("fives-and-threes", 2)])
def test_a_match_with_a_misbehaving_bot(game: str, seats: int, times: int, flag: Flag) -> None:
    table = Table()
    for seat, name in enumerate(names(seats)):
        ScriptedBot(table, name, flag if seat == 1 else Flag.HONEST, "m", PHASE[game], times)
    table.start(spec(game, *names(seats)))
    assert_holds(table.play("m")[0])


def test_a_match_with_a_pace() -> None:
    table = Table()
    for seat, name in enumerate(names(4)):
        ScriptedBot(table, name, Flag.SLOW if seat == 1 else Flag.HONEST, "m", "lay-away", 10_000)
    match = spec("cribbage", *names(4))
    table.start(replace(match, time=replace(match.time, pace=1.0)))
    assert_holds(table.play("m")[0])


@pytest.mark.parametrize("absent", [[0], [1, 2], [0, 1, 2]])
def test_a_match_that_bots_did_not_come_to(absent: list[int]) -> None:
    table = Table()
    for seat in {0, 1, 2} - set(absent):
        ScriptedBot(table, names(3)[seat])
    table.start(spec("cribbage", *names(3)), absent)
    assert_holds(table.play("m")[0])


def test_a_match_that_nobody_was_ready_for() -> None:
    table = Table()
    for name in names(2):
        table.connect(name, FAIR)
    match = spec("cribbage", *names(2))
    table.start(replace(match, time=replace(match.time, max_strikes=1)))
    (ended,) = table.play("m")
    assert ended.outcome.termination == "forfeit_timeout"
    assert_holds(ended)


@pytest.mark.parametrize("termination", ["cancelled", "void_server"])
@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_a_match_that_was_stopped(seconds: float, termination: str) -> None:
    table = Table()
    for name in names(2):
        KitBot(table, name)
    table.start(spec("fives-and-threes", *names(2), games=9))
    table.clock.advance(seconds)
    table.referee.stop("m", termination)
    assert_holds(table.play("m")[0])


def test_a_match_whose_time_was_up_has_to_have_lasted_so_long() -> None:
    table = Table()
    for name in names(2):
        ScriptedBot(table, name)
    match = spec("cribbage", *names(2), games=9)
    table.start(replace(match, time=replace(match.time, cap=1.0)))
    (ended,) = table.play("m")
    assert ended.outcome.termination == "time_cap"
    assert_holds(ended)
    with pytest.raises(Discrepancy, match="the time of the whole match was not up"):
        assert_holds(ended._replace(document={**ended.document, "took_us": 900_000}))
