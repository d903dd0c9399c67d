"""The house bots: always legal, quick, and of the character that they are said to have."""

import random
from collections.abc import Callable
from itertools import product

import pytest

from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules
from muggins.v1 import play_pb2
from muggins_bot import Bot, CribbageView, FivesView, Player, Turn
from muggins_bot.house import HOUSE
from muggins_bot.house.base import HouseBot
from muggins_bot.house.expert import ExpertBot
from muggins_bot.house.greedy import GreedyBot
from muggins_bot.house.hands import expected_crib, expected_hand
from muggins_bot.house.random_bot import RandomBot
from muggins_bot.house.steady import SteadyBot
from tests.clients.asking import ask

POOLS = list(product(("cribbage", "fives-and-threes"), (2, 3, 4)))


@pytest.mark.parametrize(("game", "seats"), POOLS)
@pytest.mark.parametrize("kind", sorted(HOUSE))
def test_every_move_is_legal(kind: str, game: str, seats: int) -> None:
    rest = random.Random(seats)
    player = Player(HOUSE[kind]())
    for seed in range(3):
        match = Match(MatchRules(game, seats), SeededDeals(bytes([seed]) * 32))
        match.begin()
        while match.to_act:
            seat = match.to_act[-1]
            moves = match.moves(seat)
            move = rest.choice(moves)
            if seat == seed % seats:
                decision = player.feed(play_pb2.PlayResponse(turns=[ask(match, seat)])).decisions[0]
                move = decision.move
            assert move in moves
            match.play(seat, move)


@pytest.mark.parametrize("kind", sorted(HOUSE))
def test_a_view_is_all_that_they_go_by(kind: str) -> None:
    """Asked twice the same, they say the same, those that throw dice with a seed, and no clock that ends a search."""
    match = Match(MatchRules("fives-and-threes", 4), SeededDeals(bytes(32)))
    match.begin()
    turn = Turn(ask(match, match.to_act[0]))
    fresh: dict[str, Callable[[], Bot]] = {
        "random": lambda: RandomBot(5),
        "expert": lambda: ExpertBot(5, worlds=20, clock=lambda: 0.0),
    }
    bots = [fresh.get(kind, HOUSE[kind])() for _ in range(2)]
    assert bots[0].decide(turn) == bots[1].decide(turn)


def fives(hand: tuple[str, ...], *, line: tuple[str, ...] = (), score: int = 0, **other: object) -> FivesView:
    left, right = (int(line[0][0]), int(line[-1][2])) if line else (-1, -1)
    tiles_left = (len(hand), 5)
    view = FivesView(0, 1, 1, 0, hand, line, left, right, 0, (), tiles_left, (score, 0), 61)
    return view._replace(**other)  # type: ignore[arg-type]


def cribbage(hand: tuple[str, ...], *, dealer: int = 0, pile: tuple[str, ...] = (), count: int = 0) -> CribbageView:
    phase = "play" if len(hand) < 5 else "lay-away"
    history = tuple(f"1:{card}" for card in pile)
    starter = "KC" if phase == "play" else ""
    return CribbageView(
        0, 1, 1, phase, dealer, hand, (), starter, count, pile, history, (len(hand), 3), (0, 0), 121, "none"
    )


def test_greedy_takes_the_most_now() -> None:
    bot = GreedyBot()
    assert bot.choose(fives(("5-1", "6-3", "6-4")), ("5-1", "6-3", "6-4")) == "6-3"  # nine: three points
    assert bot.choose(cribbage(("4C", "9D", "TD"), pile=("5S",), count=5), ("4C", "9D", "TD")) == "TD"


@pytest.mark.parametrize("bot", [GreedyBot(), SteadyBot(), ExpertBot(1, worlds=5)])
def test_points_beyond_61_are_worth_nothing(bot: HouseBot) -> None:
    view = fives(("5-4", "3-0", "1-1"), score=60)
    assert bot.choose(view, view.hand) == "3-0"  # one point and the game; nine would be void


def test_greedy_keeps_what_scores_already() -> None:
    view = cribbage(("4C", "5D", "6H", "6S", "KD", "QC"))
    moves = ("4C,5D", "KD,QC", "6H,6S")
    assert GreedyBot().choose(view, moves) == "KD,QC"


def test_expectations_are_means_over_what_is_unseen() -> None:
    four = ("5C", "5D", "5H", "JS")
    hand = (*four, "2D", "3D")
    # 14 now (three fifteens of a five and the jack, fifteen of three fives, pair royal), and more with any starter.
    assert 16 < expected_hand(hand, four) < 17
    assert expected_crib(["5C", "5D"]) > expected_crib(["5C", "JD"]) > expected_crib(["KC", "9D"])
    assert expected_crib(["5C"]) > expected_crib(["KC"])


def test_steady_minds_whose_crib_it_is() -> None:
    hand = ("5C", "5D", "2H", "7S", "9D", "KC")
    moves = ("5C,5D", "2H,KC")
    assert SteadyBot().choose(cribbage(hand, dealer=1), moves) == "2H,KC"


def test_steady_does_not_lead_a_five() -> None:
    view = cribbage(("5C", "4D"))
    assert SteadyBot().choose(view, ("5C", "4D")) == "4D"
    assert GreedyBot().choose(view, ("5C", "4D")) == "5C"
