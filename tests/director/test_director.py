"""The director drives events to their end, whatever bots, stores and organisers do meanwhile."""

import logging

import pytest

from muggins.director.attendance import LOST_AT_ONCE
from muggins.director.running import PATIENCE
from muggins.games.match import Match
from muggins_tournaments import Key, Result
from tests.director.evening import Evening, event

WAIT = '[time]\nmax_wait = "30s"\n'


async def test_an_event_is_played_to_its_end_and_each_match_counted_once(evening: Evening) -> None:
    evening.bots("ann", "bob", "cyd")
    running = await evening.start(event(rounds=2, games_per_pairing=2))
    await evening.go_on(lambda: evening.ledger.finished)
    assert evening.ledger.finished == ["cup"]
    assert len(evening.ledger.begun) == len(evening.ledger.outcomes) == len(running.results) == 12
    assert evening.director.events == {}
    pairs = {("ann", "bob"), ("bob", "ann"), ("ann", "cyd"), ("cyd", "ann"), ("bob", "cyd"), ("cyd", "bob")}
    assert evening.played() == dict.fromkeys(pairs, 2)
    assert {versions for _, _, versions in evening.ledger.begun.values()} == {("1", "1")}


async def test_the_seed_is_written_down_before_anything_is_told(evening: Evening) -> None:
    ann, _ = evening.bots("ann", "bob")
    evening.ledger.hold.clear()
    await evening.start(event(entrants=("ann", "bob")))
    await evening.settle()
    assert len(evening.ledger.begun) == 1
    assert ann.channel.said == []
    evening.ledger.hold.set()
    await evening.settle()
    assert len(ann.channel.starts) == 1


async def test_seeds_are_drawn_anew_for_every_match(evening: Evening) -> None:
    evening.bots("ann", "bob", "cyd")
    await evening.start(event(rounds=4))
    await evening.go_on(lambda: evening.ledger.finished)
    seeds = {spec.server_seed for spec, _, _ in evening.ledger.begun.values()}
    assert len(seeds) == len(evening.ledger.begun)
    assert {len(seed) for seed in seeds} == {32}


async def test_the_bots_are_told_the_end_after_it_is_stored(evening: Evening) -> None:
    ann, _ = evening.bots("ann", "bob")
    await evening.start(event(entrants=("ann", "bob")))
    await evening.go_on(lambda: ann.channel.turns)
    evening.ledger.hold.clear()
    await evening.go_on(lambda: not any(evening.table.pending(bot) for bot in ("ann", "bob")))
    assert ann.channel.ends == []
    evening.ledger.hold.set()
    await evening.settle()
    (end,) = ann.channel.ends
    assert (end.rating_before, end.rating_after) == (1500.0, 1516.0)


async def test_nobody_plays_more_at_once_than_it_said(evening: Evening) -> None:
    evening.bots("ann", "bob", "cyd")
    ann = evening.director.referee.lobby.bot("ann")
    most = 0

    def over() -> bool:
        nonlocal most
        most = max(most, len(ann.playing) + ann.reserved)
        return bool(evening.ledger.finished)

    await evening.start(event(rounds=6))
    await evening.go_on(over)
    assert most == 8


async def test_liveness_01_a_busy_bot_holds_up_nobody_but_itself(evening: Evening) -> None:
    ann, _, _ = evening.bots("ann", "bob", "cyd")
    evening.table.disconnect("ann", ann.channel)
    await evening.start(event(rounds=4, more='[time]\nmax_wait = "1h"\n'))
    await evening.go_on(lambda: len(evening.ledger.outcomes) == 4)
    await evening.settle()
    assert set(evening.played()) == {("bob", "cyd"), ("cyd", "bob")}
    assert evening.director.waiting_for(evening.director.events["cup"]) == ["ann"]
    ann.come_back()
    await evening.go_on(lambda: evening.ledger.finished)
    assert len(evening.ledger.outcomes) == 12
    assert not any(seat.faults for outcome in evening.ledger.outcomes.values() for seat in outcome.seats)


async def test_who_does_not_come_loses_after_the_wait_and_the_event_ends(evening: Evening) -> None:
    evening.bots("ann", "bob")
    await evening.start(event(more=WAIT))
    await evening.pass_time(29.9)
    assert len(evening.ledger.outcomes) == 1
    await evening.go_on(lambda: evening.ledger.finished, limit=10)
    terminations = sorted(outcome.termination for outcome in evening.ledger.outcomes.values())
    assert terminations == ["finished", "no_show", "no_show"]


async def test_an_event_to_which_nobody_comes_holds_up_no_other(evening: Evening) -> None:
    """Its matches were begun all at once, thousands of them, and those of other events waited behind them."""
    await evening.start(event("empty", ("dee", "eve"), WAIT, rounds=500))
    await evening.pass_time(29.9)
    evening.ledger.hold.clear()
    await evening.pass_time(0.2)
    assert len(evening.ledger.begun) == LOST_AT_ONCE
    evening.ledger.hold.set()
    for _ in range(100):
        await evening.settle()
    assert len(evening.ledger.outcomes) == 500
    assert evening.ledger.finished == ["empty"]


async def test_where_nobody_comes_the_event_ends_all_the_same(evening: Evening) -> None:
    await evening.start(event(more=WAIT))
    await evening.go_on(lambda: evening.ledger.finished, limit=40)
    assert {outcome.termination for outcome in evening.ledger.outcomes.values()} == {"no_show"}
    assert not any(outcome.rated for outcome in evening.ledger.outcomes.values())


async def test_the_wait_for_one_event_is_not_that_for_another(evening: Evening) -> None:
    evening.bots("ann")
    await evening.start(event("first", ("ann", "bob"), WAIT))
    await evening.go_on(lambda: evening.ledger.finished == ["first"], limit=40)
    await evening.pass_time(3600)
    evening.ledger.counted.clear()
    await evening.start(event("second", ("ann", "bob"), WAIT))
    await evening.pass_time(10)
    evening.bots("bob")
    await evening.go_on(lambda: evening.ledger.finished == ["first", "second"])
    assert [outcome.termination for outcome in evening.ledger.outcomes.values()] == ["no_show", "finished"]


async def test_a_paused_event_finishes_its_matches_and_starts_none(evening: Evening) -> None:
    evening.bots("ann", "bob", "cyd")
    await evening.start(event(rounds=8))
    await evening.go_on(lambda: evening.ledger.outcomes)
    begun = len(evening.ledger.begun)
    evening.director.pause("cup")
    await evening.pass_time(600)
    assert len(evening.ledger.begun) == len(evening.ledger.outcomes) == begun < 24
    evening.director.resume("cup")
    await evening.go_on(lambda: evening.ledger.finished)
    assert len(evening.ledger.outcomes) == 24


async def test_a_cancelled_event_ends_its_matches_without_a_result(evening: Evening) -> None:
    ann, _, _ = evening.bots("ann", "bob", "cyd")
    await evening.start(event(rounds=8))
    await evening.go_on(lambda: evening.ledger.outcomes)
    evening.director.cancel("cup")
    await evening.pass_time(600)
    assert evening.director.events == {}
    assert evening.ledger.finished == []
    assert not evening.director.referee.live
    assert set(evening.ledger.begun) == set(evening.ledger.outcomes)
    assert len(ann.channel.ends) == len(ann.channel.starts)
    assert evening.director.referee.lobby.bot("ann").free() == 8
    evening.director.cancel("cup")  # once more does nothing


async def test_a_match_that_is_being_written_down_while_its_event_is_cancelled_is_ended_too(evening: Evening) -> None:
    evening.bots("ann", "bob")
    evening.ledger.hold.clear()
    await evening.start(event(entrants=("ann", "bob")))
    await evening.settle()
    evening.director.cancel("cup")
    evening.ledger.hold.set()
    await evening.settle()
    assert [outcome.termination for outcome in evening.ledger.outcomes.values()] == ["cancelled"]
    assert evening.director.referee.lobby.bot("ann").free() == 8


async def test_a_void_attempt_is_played_again_with_a_fresh_deal(evening: Evening) -> None:
    evening.bots("ann", "bob")
    await evening.start(event(entrants=("ann", "bob")))
    await evening.go_on(lambda: evening.director.referee.live)
    evening.director.referee.stop("m0", "void_server")
    await evening.go_on(lambda: evening.ledger.finished)
    assert [outcome.termination for outcome in evening.ledger.outcomes.values()] == ["void_server", "finished"]
    first, second = (spec for spec, _, _ in evening.ledger.begun.values())
    assert first.server_seed != second.server_seed
    assert first.bots == second.bots


async def test_what_is_void_over_and_over_waits_for_the_operator(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "muggins")
    evening.bots("ann", "bob")
    running = await evening.start(event(entrants=("ann", "bob")))
    for attempt in range(PATIENCE):
        assert not running.paused
        await evening.go_on(lambda attempt=attempt: f"m{attempt}" in evening.director.referee.live)  # type: ignore[misc]
        evening.director.referee.stop(f"m{attempt}", "void_server")
        await evening.settle()
    assert running.paused
    assert len(evening.ledger.outcomes) == PATIENCE
    evening.director.resume("cup")
    await evening.go_on(lambda: evening.ledger.finished)


async def test_an_event_goes_on_where_it_was(evening: Evening) -> None:
    evening.bots("ann", "bob", "cyd")
    done = Result(key=Key(0, 0), seats=("ann", "bob"), places=(0, 1), points=(1, 0), scores=(61, 40))
    running = await evening.start(event(), [done])
    await evening.go_on(lambda: evening.ledger.finished)
    assert len(evening.ledger.outcomes) == 2
    assert len(running.results) == 3


async def test_an_event_that_was_over_is_finished_at_once(evening: Evening) -> None:
    keys = [(0, ("ann", "bob")), (1, ("bob", "cyd")), (2, ("cyd", "ann"))]
    done = [Result(Key(number, 0), seats, (0, 1), (1, 0), (61, 40)) for number, seats in keys]
    await evening.start(event(), done)
    await evening.settle()
    assert evening.ledger.finished == ["cup"]
    assert evening.ledger.begun == {}


async def test_an_attempt_that_cannot_be_written_down_pauses_the_event_and_loses_nothing(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "muggins")
    evening.bots("ann", "bob")
    evening.ledger.broken = {"begin"}
    running = await evening.start(event(entrants=("ann", "bob")))
    await evening.settle()
    assert running.paused
    assert evening.director.referee.live == {}
    assert evening.director.referee.lobby.bot("ann").free() == 8
    evening.ledger.broken.clear()
    evening.director.resume("cup")
    await evening.go_on(lambda: evening.ledger.finished)
    assert len(evening.ledger.outcomes) == 1


async def test_a_result_that_cannot_be_stored_is_void_for_the_bots_and_the_event_waits(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "muggins")
    ann, _ = evening.bots("ann", "bob")
    running = await evening.start(event(entrants=("ann", "bob")))
    await evening.go_on(lambda: ann.channel.turns)
    live = evening.director.referee.live["m0"]
    evening.ledger.broken = {"record"}
    await evening.go_on(lambda: not evening.director.referee.live)
    assert [end.termination for end in ann.channel.ends] == [11]  # void_server
    assert live.outcome is not None  # who watches is not left waiting
    assert running.paused
    evening.ledger.broken.clear()
    evening.director.resume("cup")
    await evening.go_on(lambda: evening.ledger.finished)
    assert [outcome.termination for outcome in evening.ledger.outcomes.values()] == ["finished"]


async def test_a_result_that_cannot_be_worked_out_is_void_too(
    evening: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.CRITICAL, "muggins")
    ann, _ = evening.bots("ann", "bob")

    def broken(self: Match) -> None:
        raise RuntimeError("the hand was 5H JD")

    monkeypatch.setattr(Match, "result", broken)
    running = await evening.start(event(entrants=("ann", "bob")))
    await evening.go_on(lambda: ann.channel.ends)
    assert ann.channel.ends[0].termination == 11
    assert running.paused
    monkeypatch.undo()
    evening.director.resume("cup")
    await evening.go_on(lambda: evening.ledger.finished)
    assert evening.ledger.outcomes["m1"].termination == "finished"


async def test_a_pairing_that_was_counted_already_is_not_played_again(evening: Evening) -> None:
    evening.bots("ann", "bob")
    running = await evening.start(event(entrants=("ann", "bob"), rounds=2))
    await evening.go_on(lambda: evening.ledger.finished)
    counted = set(evening.ledger.counted)
    assert len(counted) == len(running.results) == 2
    await evening.start(event(entrants=("ann", "bob"), rounds=2))
    await evening.pass_time(60)
    assert len(evening.ledger.outcomes) == 2


async def test_a_drained_server_starts_nothing_and_voids_what_does_not_end(evening: Evening) -> None:
    ann, _ = evening.bots("ann", "bob")
    await evening.start(event(entrants=("ann", "bob"), rounds=5))
    await evening.go_on(lambda: ann.channel.turns)
    begun = len(evening.ledger.begun)
    await evening.director.drain(0.0)
    await evening.settle()
    assert {outcome.termination for outcome in evening.ledger.outcomes.values()} == {"void_server"}
    assert len(evening.ledger.begun) == len(evening.ledger.outcomes) == begun
    assert evening.ledger.finished == []


async def test_house_bots_are_started_for_the_event_that_names_them(evening: Evening) -> None:
    await evening.start(event(entrants=("ann", "greedy"), more='[house]\ngreedy = "greedy"\n'))
    assert evening.house.started == [("greedy", "greedy")]


async def test_bots_of_an_anonymous_event_do_not_learn_who_they_play(evening: Evening) -> None:
    ann, _ = evening.bots("ann", "bob")
    await evening.start(event(entrants=("ann", "bob"), anonymous=True))
    await evening.go_on(lambda: ann.channel.starts)
    assert list(ann.channel.starts[0].bots) == ["seat 0", "seat 1"]


async def test_who_watches_an_event_is_woken_by_each_change(evening: Evening) -> None:
    evening.bots("ann", "bob", "cyd")
    running = await evening.start(event())
    played: list[int] = []
    running.watchers.add(lambda: played.append(len(running.results)))
    await evening.go_on(lambda: evening.ledger.finished)
    assert sorted(set(played)) == [0, 1, 2, 3]
    assert running.total == 3
