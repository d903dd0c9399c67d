"""What is broken on our side costs nobody anything, ends that match alone, and shows nothing of itself."""

import gc
import logging
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from muggins.games.match import Match
from muggins.referee.people import Ability
from tests.referee.hand import Hand
from tests.referee.scripted import Flag, ScriptedBot
from tests.referee.table import TIME, Ended, Table, spec

SECRET = "the hand was 5H JD"
READY = Ability(max_matches=8, ready=True)


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Callable[[str], None]:
    """Make a method of the rules raise in the match of the game of dominoes, and in no other."""
    caplog.set_level(logging.CRITICAL, "muggins")

    def plant(method: str) -> None:
        inner = getattr(Match, method)

        def broken(self: Match, *args: Any) -> Any:
            if self.rules.game == "fives-and-threes":
                raise RuntimeError(SECRET)
            return inner(self, *args)

        monkeypatch.setattr(Match, method, broken)

    return plant


def evening(table: Table) -> tuple[Ended, Ended]:
    """A match of dominoes that breaks, beside one of cribbage that does not."""
    table.start(spec("fives-and-threes", "ann", "bob", match_id="broken"))
    table.start(spec("cribbage", "ann", "bob", match_id="sound"))
    broken, sound = table.play("broken", "sound")
    assert [len(ended) for ended in table.ended.values()] == [1, 1]
    return broken, sound


def assert_void(broken: Ended, sound: Ended, *bots: ScriptedBot | Hand) -> None:
    assert broken.outcome.termination == "void_server"
    assert not any(seat.faults or seat.struck_out for seat in broken.outcome.seats)
    assert sound.outcome.termination == "finished"
    for bot in bots:
        told = [str(response) for response in bot.channel.said]
        assert SECRET not in "".join(told)
        assert [end.match_id for end in bot.channel.ends].count("broken") == 1
        assert bot.channel.notices == []


@pytest.mark.parametrize("method", ["begin", "play", "view", "moves"])
def test_failclass_03_an_error_in_the_rules_voids_that_match_alone(breaks: Callable[[str], None], method: str) -> None:
    table = Table()
    bots = [ScriptedBot(table, name) for name in ("ann", "bob")]
    breaks(method)
    assert_void(*evening(table), *bots)


@pytest.mark.parametrize("step", ["ready", "reveal"])
def test_failclass_03_an_error_in_the_first_deal_after_a_handshake_voids_the_match(
    breaks: Callable[[str], None], step: str
) -> None:
    table = Table()
    hand = Hand(table, "ann", replace(READY, entropy=step == "reveal"))
    ScriptedBot(table, "bob")
    breaks("begin")
    table.start(spec("fives-and-threes", "ann", "bob", match_id="broken"))
    hand.say_ready(bytes(32) if step == "reveal" else b"", match_id="broken")
    if step == "reveal":
        hand.reveal(b"", match_id="broken")
    (ended,) = table.play("broken")
    assert ended.outcome.termination == "void_server"


def test_an_error_in_the_first_deal_when_the_time_to_get_ready_is_up_voids_the_match(
    breaks: Callable[[str], None],
) -> None:
    table = Table()
    Hand(table, "ann", READY)
    ScriptedBot(table, "bob")
    breaks("begin")
    table.start(spec("fives-and-threes", "ann", "bob", match_id="broken"))
    (ended,) = table.play("broken")
    assert ended.outcome.termination == "void_server"


def test_an_error_in_a_forced_move_voids_the_match_and_time_goes_on(breaks: Callable[[str], None]) -> None:
    table = Table()
    for name in ("ann", "bob"):
        ScriptedBot(table, name, Flag.SILENT, "broken", "opening", 1)
    breaks("play")
    broken, sound = evening(table)
    assert broken.outcome.termination == "void_server"
    assert sound.outcome.termination == "finished"


def test_a_void_match_can_be_told_and_forgotten(breaks: Callable[[str], None]) -> None:
    table = Table()
    bot = ScriptedBot(table, "ann")
    ScriptedBot(table, "bob")
    breaks("play")
    evening(table)
    (end,) = [end for end in bot.channel.ends if end.match_id == "broken"]
    assert len(end.server_seed) == 32  # opened, so that nobody can throw a deal away unseen
    assert table.referee.lobby.bot("ann").free() == 8


def test_a_match_that_is_over_is_not_kept_by_the_deadlines_that_it_had() -> None:
    """Else an evening of short matches with a cap of an hour would hold them all in memory."""
    table = Table()
    for name in ("ann", "bob"):
        ScriptedBot(table, name)
    live = table.start(spec("cribbage", "ann", "bob", time=replace(TIME, cap=36_000.0)))
    kept = weakref.ref(live)
    table.play("m")
    table.clock.advance(1.0)
    del live
    gc.collect()
    assert kept() is None


def test_rng_01_a_thousand_matches_have_a_thousand_deals() -> None:
    """Deals hang on the seeds alone, never on the moment."""
    table = Table()
    for name in ("ann", "bob"):
        Hand(table, name)
    hands = set()
    for number in range(1000):
        live = table.start(spec("cribbage", "ann", "bob", match_id=str(number), seed=number.to_bytes(32, "big")))
        hands.add(tuple(happening.event.pieces for happening in live.events if happening.event.kind == "hand"))
        table.referee.stop(str(number), "cancelled")
        table.clock.advance(0)
    assert len(hands) == 1000


def test_the_same_seeds_give_the_same_deal_at_any_time() -> None:
    deals = []
    for seconds in (0.0, 86_400.0):
        table = Table()
        for name in ("ann", "bob"):
            Hand(table, name)
        table.clock.advance(seconds)
        live = table.start(spec("cribbage", "ann", "bob"))
        deals.append([happening.event for happening in live.events])
    assert deals[0] == deals[1]
