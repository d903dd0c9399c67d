"""Imagined states agree with the view, and with all that the view proves."""

import random
from typing import Any

import pytest

from muggins.games import GAMES
from muggins.games.cards import CARDS
from muggins.games.cribbage_state import CribbageState
from muggins.games.dealing import GivenDeals
from muggins.games.fives import FivesState
from muggins.games.match import Match, MatchRules
from muggins.games.tiles import MOVES, TILES, written
from muggins_bot import CribbageView, FivesView
from muggins_bot.house.expert_players import Keeper, placements, play_round
from muggins_bot.lookahead import State, imagine, imagine_cribbage, lacking, too_low
from tests.games.records import TABLES, played, replay

every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


def seen(match: Match, seat: int) -> Any:
    view: Any = match.view(seat)
    return (CribbageView if match.rules.game == "cribbage" else FivesView)._make(view)


def dealt(state: State) -> list[int]:
    """The pieces in the order in which they would have been dealt."""
    if isinstance(state, FivesState):
        hands = [[*written(hand)] for hand in state.hands]
        return [TILES.index(tile) for tile in in_turn(hands, state.history, state.opener)]
    hands = [[*state.hands[seat], *state.laid_away[seat]] for seat in range(state.seats)]
    cards = in_turn(hands, state.history, state.dealer + 1)
    return [CARDS.index(card) for card in (*cards, *state._crib_card, state._next_starter)]


def in_turn(hands: list[list[str]], history: tuple[str, ...], first: int) -> list[str]:
    """The hands with what was played from them, one piece of each in turn."""
    for line in history:
        who, _, move = line.partition(":")
        if move not in ("", "go", "knock"):
            hands[int(who)].append(move.split(":")[0])
    seats = len(hands)
    return [hands[(first + i) % seats][i // seats] for i in range(sum(map(len, hands)))]


def again(state: State) -> State:
    """The deal from its beginning with the same pieces and moves.  Raises IllegalMove where it could not have been."""
    game = "fives-and-threes" if isinstance(state, FivesState) else "cribbage"
    lead = state.opener if isinstance(state, FivesState) else state.dealer
    rules = MatchRules(game, state.seats)
    deals = GivenDeals({(1, 1): dealt(state)})
    new: Any = GAMES[game].start(state.seats, rules.options, deals, lead=lead)[0]
    if isinstance(state, CribbageState) and state.starter:
        for seat, laid in enumerate(state.laid_away):
            new.play(seat, ",".join(laid))
    while len(new.history) < len(state.history):
        who, _, move = state.history[len(new.history)].partition(":")
        new.play(int(who), move)
    return new  # type: ignore[no-any-return]  # the registry gives a state of either game


@every_table
def test_an_imagined_state_shows_the_view_and_could_have_come_about(game: str, seats: int) -> None:
    rng = random.Random(seats)
    others = set()
    for seed in range(3):
        for match, _ in replay(played(MatchRules(game, seats), seed, decisions=60)):
            for seat in match.to_act:
                view = seen(match, seat)
                state = imagine(view, rng)
                assert state.view(seat) == match.view(seat)
                assert state.moves(seat) == match.moves(seat)
                assert again(state).history == view.history
                others.add(repr(state.hands) == repr(match.state.hands))  # type: ignore[attr-defined]
    assert False in others


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_keeper_leaves_hands_that_could_be(seats: int) -> None:
    rng = random.Random(seats)
    for match, _ in replay(played(MatchRules("cribbage", seats), 1, decisions=100)):
        for seat in match.to_act:
            view = seen(match, seat)
            if view.phase == "play":
                state = imagine_cribbage(view, rng, Keeper(view))
                assert state.view(seat) == match.view(seat)
                assert again(state).history == view.history


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_quick_round_scores_as_the_rules_do(seats: int) -> None:
    for seed in range(30):
        match = list(replay(played(MatchRules("fives-and-threes", seats), seed, decisions=40)))[-1][0]
        state = match.state
        assert isinstance(state, FivesState)
        if not state.line or match.over:
            continue
        quick, round = state.copy(), state.deal
        play_round(quick, round)
        while state.deal == round and state.winner is None:
            state.play(state.to_act[0], first_choice(state))
        assert (quick.scores, quick.winner) == (state.scores, state.winner)


def first_choice(state: FivesState) -> str:
    """The move that comes first in the order of ``placements``, one that is void last."""
    ways = placements(state.left, state.left_pips, state.right, state.right_pips)[1]

    def place(move: str) -> tuple[bool, int]:
        future = state.copy()
        void = any(event.why == "void" for event in future.play(state.to_act[0], move))
        tile = 1 << MOVES[move][0]
        return void, next(i for i, way in enumerate(ways) if way.bit == tile and way.ends == made(state, move))

    return min(state.moves(state.to_act[0]), key=place)


def made(state: FivesState, move: str) -> tuple[int, int, int, int]:
    """The ends of the line after a move."""
    twin = state.copy()
    twin._lay(*MOVES[move])
    return twin.left, twin.left_pips, twin.right, twin.right_pips


def test_what_seats_passed_on_is_known() -> None:
    fives = FivesView(
        0, 1, 1, 0, ("5-1",), ("6-4", "4-1"), 6, 1, 7, ("0:6-4", "1:4-1:R", "0:knock"), (1, 4), (0, 0), 61
    )
    assert lacking(fives, 0) == {6, 1}
    assert lacking(fives, 1) == set()
    history = ("1:KC", "0:QD", "1:go", "0:5H", "-", "1:4C")
    cribbage = CribbageView(
        0, 1, 1, "play", 0, ("2D",), ("AC", "AD"), "9S", 4, ("4C",), history, (1, 2), (0, 0), 121, "none"
    )
    assert too_low(cribbage) == [6, 11]
