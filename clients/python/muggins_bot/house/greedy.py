"""Takes the most points that it can have now."""

from collections.abc import Sequence

from muggins_bot.house.base import HouseBot
from muggins_bot.house.hands import kept, seen_worth
from muggins_bot.house.layout import after, gain, layout_of
from muggins_bot.house.pegs import pegged
from muggins_bot.views import CribbageView, FivesView


class GreedyBot(HouseBot):
    """Never looks further than its own next points; of equal moves it takes the first."""

    def place(self, view: FivesView, moves: Sequence[str]) -> str:
        layout = layout_of(view)
        return max(moves, key=lambda move: gain(view, after(layout, move)))

    def lay_away(self, view: CribbageView, moves: Sequence[str]) -> str:
        return max(moves, key=lambda move: seen_worth(kept(view.hand, move)))

    def peg(self, view: CribbageView, moves: Sequence[str]) -> str:
        return max(moves, key=lambda card: pegged(view.pile, view.count, card))
