"""The example bots that look ahead or follow a policy, and the expert's clock."""

import random
import sys
from pathlib import Path

import pytest

from muggins.games.cribbage_state import CribbageState
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules
from muggins.v1 import play_pb2
from muggins_bot import Bot, CribbageView, Turn
from muggins_bot.house import ExpertBot, GreedyBot
from muggins_bot.house.expert_reading import CribbageReading, believed
from muggins_bot.loading import load
from muggins_bot.lookahead import imagine_cribbage
from muggins_bot.notation import value
from tests.clients.asking import ask

EXAMPLES = Path(__file__).parents[2] / "clients/python/examples"


def example(name: str) -> type[Bot]:
    return load(f"{EXAMPLES / name.split(':')[0]}:{name.split(':')[1]}")


def asked(match: Match, seat: int, seconds: float = 1.0) -> Turn:
    turn = ask(match, seat)
    turn.clock.CopyFrom(play_pb2.Clock(move_left_us=int(seconds * 1e6)))
    return Turn(turn)


def play(match: Match, bots: list[Bot]) -> None:
    match.begin()
    while match.to_act:
        seat = match.to_act[0]
        move = bots[seat].decide(asked(match, seat))
        assert isinstance(move, str)
        match.play(seat, move)


@pytest.mark.parametrize(("game", "seats"), [("cribbage", 2), ("fives-and-threes", 3)])
def test_the_search_example_plays_a_game(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = example("search_bot.py:SearchBot")
    monkeypatch.setattr(bot, "worlds", 3)
    match = Match(MatchRules(game, seats, {"target": 61} if game == "cribbage" else {}), SeededDeals(bytes(32)))
    play(match, [bot(), *(GreedyBot() for _ in range(1, seats))])
    assert match.over


def test_the_search_example_wins_where_it_can() -> None:
    """Nine would be void at 60; one point wins."""
    match = Match(MatchRules("fives-and-threes", 2, first="assigned", lead=0), SeededDeals(bytes(32)))
    match.begin()
    turn = ask(match, 0)
    turn.fives.hand[:] = ["1-1", "3-0", "5-4"]
    turn.fives.tiles_left[:] = [3, 3]
    turn.fives.scores[:] = [60, 0]
    turn.legal_moves[:] = ["1-1", "3-0", "5-4"]
    turn.clock.CopyFrom(play_pb2.Clock(move_left_us=5_000_000))
    assert example("search_bot.py:SearchBot")().decide(Turn(turn)) == "3-0"


def test_the_policy_example_learns_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")
    import numpy as np

    bot = example("policy_bot.py:PolicyBot")
    module = sys.modules[bot.__module__]
    monkeypatch.chdir(tmp_path)
    weights = module.train(3)
    assert np.abs(weights).max() > 0
    np.save(module.WEIGHTS, weights)
    match = Match(MatchRules("fives-and-threes", 2), SeededDeals(bytes(32)))
    play(match, [bot(), GreedyBot()])
    assert match.over


class Ticking:
    """A clock that goes on by a millisecond each time that it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@pytest.mark.parametrize(("seconds", "spent"), [(0.05, 0.01), (1.0, 0.2), (60.0, 0.25)])
def test_the_expert_takes_its_share_of_the_clock(seconds: float, spent: float) -> None:
    clock = Ticking()
    match = Match(MatchRules("fives-and-threes", 4), SeededDeals(bytes(32)))
    match.begin()
    ExpertBot(1, worlds=10**6, clock=clock).decide(asked(match, match.to_act[0], seconds))
    assert clock.now == pytest.approx(spent, abs=0.003)


def test_the_expert_ends_after_its_worlds() -> None:
    clock = Ticking()
    match = Match(MatchRules("cribbage", 3), SeededDeals(bytes(32)))
    match.begin()
    ExpertBot(1, worlds=20, clock=clock).decide(asked(match, 0, 60))
    assert clock.now <= 0.022


def pegging(hand: tuple[str, ...], pile: tuple[str, ...], history: tuple[str, ...], held: int) -> CribbageView:
    """Seat 0 at the play of two; seat 1 still holds that many cards."""
    count = sum(value(card) for card in pile)
    left = (len(hand), held)
    return CribbageView(0, 1, 1, "play", 0, hand, ("AC", "AD"), "9S", count, pile, history, left, (0, 0), 121, "none")


def test_four_of_a_rank_on_the_pile_are_read() -> None:
    view = pegging(("5H", "KD"), ("4C", "4D", "4H", "4S"), ("1:4C", "0:4D", "1:4H", "0:4S"), 2)
    assert ExpertBot(1, worlds=5).choose(view, view.hand) in view.hand


def test_whoever_passed_points_by_has_not_got_the_card() -> None:
    """Seat 1 answered a five with a two, so it holds no ten: such worlds become rarer."""
    view = pegging(("9D", "8D", "7D"), ("5S", "2H"), ("0:5S", "1:2H"), 3)
    rng, doubt = random.Random(1), CribbageReading(view)
    plain = [imagine_cribbage(view, rng) for _ in range(200)]
    read = [believed(lambda: imagine_cribbage(view, rng), doubt, rng) for _ in range(200)]
    assert tens(read) < 0.8 * tens(plain)


def tens(worlds: list[CribbageState]) -> int:
    return sum(any(card[0] in "TJQK" for card in world.hands[1]) for world in worlds)
