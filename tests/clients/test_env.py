"""The environments of PettingZoo: its own tests, and what its tests do not ask."""

import random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from muggins.games.base import OptionError
from muggins.games.match import Match, MatchRules
from muggins_bot.encoding import Encoding, actions
from muggins_bot.env import VIEWS, GameEnv, env
from tests.games.records import TABLES, Record, played, replay
from tests.games.redeal import Redealer

every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


@every_table
@pytest.mark.filterwarnings(
    # PettingZoo lets only games of its own have masks without these.
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)
def test_pettingzoo_accepts_it(game: str, seats: int) -> None:
    api_test(env(game, seats), num_cycles=60)
    seed_test(lambda: env(game, seats), num_cycles=60)
    render_test(lambda **mode: env(game, seats, **mode))


def play(playing: GameEnv, rng: random.Random) -> dict[str, float]:
    """Play an episode at random; what each agent got in all."""
    got = dict.fromkeys(playing.possible_agents, 0.0)
    for agent in playing.agent_iter():
        seen, reward, ended, cut, _ = playing.last()
        got[agent] += reward
        legal = seen["action_mask"].nonzero()[0]
        playing.step(None if ended or cut else int(rng.choice(list(legal))))
    return got


@every_table
def test_a_win_is_worth_one_and_all_together_nothing(game: str, seats: int) -> None:
    playing = GameEnv(game, seats)
    playing.reset(seed=5)
    got = play(playing, random.Random(5))
    winner = playing.match.state.winner
    assert winner is not None
    assert got[f"seat_{winner}"] == 1
    assert sum(got.values()) == pytest.approx(0)
    if seats == 4:
        assert (got["seat_0"], got["seat_1"]) == (got["seat_2"], got["seat_3"])


def test_points_are_paid_as_they_are_scored() -> None:
    playing = GameEnv("cribbage", 3, options={"target": 61}, reward="points")
    playing.reset(seed=1)
    got = play(playing, random.Random(1))
    a, b, c = playing.match.scores
    assert got["seat_0"] == pytest.approx(a - (b + c) / 2)


def test_an_illegal_action_changes_nothing() -> None:
    playing = GameEnv("fives-and-threes", 2)
    playing.reset(seed=1)
    before = playing.match.view(None)
    with pytest.raises(ValueError, match="cannot play '6-6:L' now"):
        playing.step(playing.encoding.action("6-6:L"))
    assert playing.match.view(None) == before


def test_a_game_that_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="seats is 5"):
        GameEnv("cribbage", 5)


def numbers(match: Match) -> list[bytes]:
    """What each seat observes."""
    encoding = Encoding(match.rules.game, match.rules.seats)
    return [encoding.observation(seen(match, seat)).tobytes() for seat in range(match.rules.seats)]


def seen(match: Match, seat: int) -> Any:
    view: Any = match.view(seat)
    return VIEWS[match.rules.game]._make(view)


@every_table
def test_what_is_hidden_is_in_no_number(game: str, seats: int) -> None:
    """Under each re-deal of what a seat does not know it observes the same, also while others lay away."""
    rng = random.Random(seats)
    compared = 0
    for seed in range(4):
        record = played(MatchRules(game, seats), seed, decisions=30)
        for other in Redealer(record, seed % seats).tries(rng, 10):
            assert course(record, seed % seats) == course(other, seed % seats)
            compared += 1
    assert compared


def course(record: Record, seat: int) -> list[bytes]:
    return [numbers(match)[seat] for match, _ in replay(record)]


@every_table
def test_each_move_has_a_number(game: str, seats: int) -> None:
    encoding = Encoding(game, seats)
    assert len(set(encoding.moves)) == len(actions(game, seats))
    for match, _ in replay(played(MatchRules(game, seats), 3, decisions=40)):
        for seat in match.to_act:
            legal = match.moves(seat)
            mask = encoding.mask(legal)
            assert {encoding.moves[number] for number in mask.nonzero()[0]} == set(legal)
            assert {encoding.action(move) for move in legal} == {*mask.nonzero()[0]}
