"""Weighs what it gets now against what the others may get next."""

from collections.abc import Sequence

from muggins.games.base import side_of
from muggins_bot.house.base import HouseBot
from muggins_bot.house.hands import expected_crib, expected_hand, kept
from muggins_bot.house.pegs import Pegging
from muggins_bot.house.placing import Placing
from muggins_bot.notation import cards
from muggins_bot.views import CribbageView, FivesView


class SteadyBot(HouseBot):
    """Plays the averages: over all starters, and over the cards and tiles that it has not seen."""

    def place(self, view: FivesView, moves: Sequence[str]) -> str:
        return max(moves, key=Placing(view).worth)

    def lay_away(self, view: CribbageView, moves: Sequence[str]) -> str:
        seats = len(view.cards_left)
        ours = side_of(view.dealer, seats) == side_of(view.seat, seats)

        def worth(move: str) -> float:
            crib = expected_crib(cards(move))
            return expected_hand(view.hand, kept(view.hand, move)) + (crib if ours else -crib)

        return max(moves, key=worth)

    def peg(self, view: CribbageView, moves: Sequence[str]) -> str:
        return max(moves, key=Pegging(view).worth)
