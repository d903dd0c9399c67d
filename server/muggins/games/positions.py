"""A game in the middle of a deal, from what a seat sees and a guess of the rest: the ground of every look-ahead."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from muggins.games.base import Deals
from muggins.games.cribbage_state import CribbageState
from muggins.games.cribbage_view import CribbageView
from muggins.games.fives import FivesState
from muggins.games.fives_view import FivesView
from muggins.games.tiles import TILES

_TILE = {text: tile for tile, text in enumerate(TILES)}


class NextDeal:
    """The first pieces of the set, in every deal: quick, for searches that end with the deal they began in."""

    def deal(self, game: int, number: int, size: int, count: int) -> Sequence[int]:
        return range(count)

    def draw(self, game: int, round: int, size: int, count: int) -> Sequence[int]:
        return range(count)


NEXT_DEAL: Deals = NextDeal()


class HiddenCards(NamedTuple):
    """What a seat at cribbage does not see, with its own cards filled in; all by seat but the last two."""

    hands: Sequence[Iterable[str]]  # what each still holds
    laid_away: Sequence[Iterable[str]]  # empty for all before the starter is turned
    aside: tuple[str, ...]  # the card that three seats have dealt to the crib
    starter: str  # also before it is turned


def fives_at(view: FivesView, hands: Sequence[Iterable[str]], deals: Deals = NEXT_DEAL) -> FivesState:
    """The round that the view shows, with these tiles in the hands (by seat), and the view's seat to place."""
    state = FivesState(len(view.tiles_left), deals, view.game, view.opener, view.scores)
    state.deal = view.round
    state.hands = [sum([1 << _TILE[tile] for tile in hand]) for hand in hands]
    state.line, state.left, state.right, state.sum = view.line, view.left, view.right, view.sum
    if view.line:  # F4.2: a double at an end weighs both halves
        state.left_pips, state.right_pips = (
            2 * value if tile[0] == tile[2] else value
            for value, tile in ((view.left, view.line[0]), (view.right, view.line[-1]))
        )
    state.history = view.history
    state.to_act = () if view.seat is None else (view.seat,)
    return state


def cribbage_at(view: CribbageView, hidden: HiddenCards, deals: Deals = NEXT_DEAL) -> CribbageState:
    """The hand that the view shows, with these cards hidden.

    In the play the view's seat is to act; before it, all seats are still to lay away.
    """
    seats = len(view.cards_left)
    options = {"target": view.target, "value": view.value}
    state = CribbageState(seats, options, deals, view.game, (view.dealer + 1 - view.deal) % seats, view.scores)
    state.resume(view, hidden.hands, hidden.laid_away, hidden.aside, hidden.starter)
    return state
