"""Weighs what it gets now against what the others may get next."""

from collections.abc import Sequence

from muggins.games.base import side_of
from muggins_bot.house.base import HouseBot
from muggins_bot.house.guesses import guess
from muggins_bot.house.hands import expected_crib, expected_hand, kept
from muggins_bot.house.layout import WORTH, accepted, after, extensions, gain, layout_of
from muggins_bot.house.pegs import Outlook
from muggins_bot.notation import cards
from muggins_bot.views import CribbageView, FivesView

REPLY = 1.0
OWN = 0.3
MOBILITY = 0.1


class SteadyBot(HouseBot):
    """Plays the averages: over all starters, over the cards and tiles that it has not seen."""

    def lay_away(self, view: CribbageView, moves: Sequence[str]) -> str:
        seats = len(view.cards_left)
        ours = side_of(view.dealer, seats) == side_of(view.seat, seats)
        sign = 1 if ours else -1

        def worth(move: str) -> float:
            return expected_hand(view.hand, kept(view.hand, move)) + sign * expected_crib(cards(move))

        return max(moves, key=worth)

    def peg(self, view: CribbageView, moves: Sequence[str]) -> str:
        return max(moves, key=Outlook(view).worth)

    def place(self, view: FivesView, moves: Sequence[str]) -> str:
        layout = layout_of(view)
        seats = len(view.tiles_left)
        side = side_of(view.seat, seats)
        room = view.target - view.scores[side]
        following = next(
            (s % seats for s in range(view.seat + 1, view.seat + seats) if view.tiles_left[s % seats]), None
        )
        seen = guess(view, following) if following is not None else None
        sign = REPLY if following is not None and side_of(following, seats) == side else -REPLY

        def worth(move: str) -> float:
            new = after(layout, move)
            own = gain(view, new)
            if own == room:
                return 100.0
            value = float(own)
            if seen:
                value += sign * seen.expected_best(new)
            rest = [t for t in view.hand if t != move[:3]]
            fits = [max((accepted(WORTH[e.sum], room - own) for e in extensions(new, t)), default=-1) for t in rest]
            value += MOBILITY * sum(f >= 0 for f in fits) + OWN * max(fits, default=0)
            return value

        return max(moves, key=worth)
