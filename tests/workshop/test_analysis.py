"""Guesses keep to what a seat knows; what a decision cost is worked out as it says."""

import asyncio
import json
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

from muggins.cli.analyse import over
from muggins.cli.link import link_to
from muggins.cli.play import specs
from muggins.cli.say import Failure
from muggins.games.cards import CARDS
from muggins.games.cribbage_score import by_ranks
from muggins.games.cribbage_view import CribbageView
from muggins.games.match import MatchRules
from muggins.referee.asked import asked
from muggins.referee.log import Line, lines
from muggins.referee.record import unpack
from muggins.v1 import matches_pb2
from muggins.workshop.analysis import judge
from muggins.workshop.analysis.guessing import guessed
from muggins.workshop.analysis.lay_away import worths
from muggins.workshop.table import LocalTable
from muggins_bot.bot import Bot
from muggins_bot.house import GreedyBot, RandomBot
from muggins_bot.house.hands import expected_hand
from tests.api.arena import until, wire_bot
from tests.api.served import cup, served
from tests.cli.conftest import Muggins, muggins
from tests.cli.test_turn import played

__all__ = ["muggins"]  # a fixture


async def play(bots: dict[str, Bot], rules: MatchRules) -> list[Line]:
    (spec,) = specs(rules, list(bots), 1, b"1")
    _, outcome = await LocalTable(bots).play(spec)
    return list(lines(unpack(outcome.log)))


def log_of(game: str, seats: int) -> list[Line]:
    """A match of a greedy bot in seat 0 with random ones."""
    bots: dict[str, Bot] = {"greedy": GreedyBot(), **{f"random-{n}": RandomBot(n) for n in range(1, seats)}}
    return asyncio.run(play(bots, MatchRules(game, seats)))


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_guess_looks_to_the_seat_as_the_game_did_and_hides_something_else(game: str, seats: int) -> None:
    log, random = log_of(game, seats), Random(1)
    turns = [turn for turn in asked(log) if len(turn.moves) > 1 and getattr(turn.view, "phase", "play") == "play"]
    hands, found = set[str](), 0
    for turn in turns[:40]:
        guesses: list[Any] = [state for _ in range(40) if (state := guessed(turn, log[0]["options"], random))]
        number = "deal" if isinstance(turn.view, CribbageView) else "round"
        for state in guesses:
            assert (
                state.view(turn.seat)._replace(game=turn.view.game, **{number: getattr(turn.view, number)}) == turn.view
            )
            assert state.moves(turn.seat) == turn.moves
        found += bool(guesses)
        hands |= {str((turn.number, state.view((turn.seat + 1) % seats).hand)) for state in guesses}
    assert found >= 0.9 * len(turns[:40]) > 0
    assert len(hands) > found


def test_lay_aways_are_worth_the_mean_over_everything_that_is_unseen() -> None:
    hand = ("5C", "AD", "5D", "JD", "9H", "KS")
    view = CribbageView(0, 1, 1, "lay-away", 1, hand, (), "", 0, (), (), (6, 6), (0, 0), 121, "lurch")
    away = ("9H", "KS")
    unseen = [card for card in CARDS if card not in hand]
    crib = fmean(by_ranks([*away, *three]) for three in combinations(unseen, 3))
    kept = expected_hand(hand, [card for card in hand if card not in away])
    assert worths(view, ["9H,KS"])["9H,KS"] == pytest.approx(kept - crib)
    assert worths(view._replace(dealer=0), ["9H,KS"])["9H,KS"] == pytest.approx(kept + crib)


def test_a_thoughtless_bot_loses_more_than_a_greedy_one_and_twice_the_same() -> None:
    log = log_of("cribbage", 2)
    greedy, random = (sum(judged.cost for judged in judge(log, seat, 10)) for seat in (0, 1))
    assert 0 <= greedy < random
    assert list(judge(log, 1, 10)) == list(judge(log, 1, 10))
    assert all(judged.cost >= 0 and (judged.played != judged.best or not judged.cost) for judged in judge(log, 1, 10))


def test_the_costliest_decisions_come_first(muggins: Muggins, tmp_path: Path) -> None:
    match_id = played(muggins, tmp_path)
    ran = muggins("match", "analyse", match_id, "--samples", "10", "--format", "json")
    assert ran.code == 0, ran.err
    costs = [row["cost"] for row in json.loads(ran.out)]
    assert costs == sorted(costs, reverse=True) != []
    shown = muggins("match", "analyse", match_id, "--samples", "10", "--seat", "1", "--limit", "3")
    assert "every unseen card is as likely" in shown.err
    assert "allowed: 0 to 1" in muggins("match", "analyse", match_id, "--seat", "2").err


async def test_nothing_is_analysed_before_the_reveal(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        tokens = [await server.organiser.add_bot(name) for name in ("ann", "bob")]
        async with wire_bot(server.app.address, tokens[0]) as ann, wire_bot(server.app.address, tokens[1]) as bob:
            await ann.hello()
            await bob.hello()
            await server.organiser.create(cup("cup", ["ann", "bob"]))
            await until(lambda: server.app.director.referee.live)
            (match_id,) = server.app.director.referee.live
            async with link_to(server.app) as linked:
                with pytest.raises(Failure, match="is being played"):
                    await over(linked, match_id)
            request = matches_pb2.GetMatchLogRequest(match_id=match_id, seat=0)
            refusal = await server.organiser.refusal(server.organiser.matches.GetMatchLog, request)
            assert "no log yet" in refusal[1]
