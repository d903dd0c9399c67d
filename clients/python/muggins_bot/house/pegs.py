"""The play of cribbage: what a card pegs now, and what may be pegged after it."""

from collections import Counter
from collections.abc import Sequence
from math import comb

from muggins.games.base import side_of
from muggins.games.cards import CARDS, RANK, RANKS, VALUE
from muggins.games.cribbage_score import pegging
from muggins_bot.views import CribbageView

LIMIT = 31
COUNTER = 0.6  # what a point is worth that we may peg upon the reply; tuned against the greedy bot


def pegged(pile: Sequence[str], count: int, card: str) -> int:
    """What the card pegs when it is played on that pile, which makes that count."""
    return sum([points for _, points in pegging((*pile, card), count + VALUE[card])])


class Outlook:
    """What the seat on turn may expect from each of its cards."""

    __slots__ = ("chances", "hand", "sign", "view")

    def __init__(self, view: CribbageView) -> None:
        self.view = view
        self.hand = view.hand
        seats = len(view.cards_left)
        self.sign, held = 0, 0
        for step in range(1, seats):
            following = (view.seat + step) % seats
            if view.cards_left[following]:
                held = view.cards_left[following]
                self.sign = 1 if side_of(following, seats) == side_of(view.seat, seats) else -1
                break
        self.chances = _chances(view, held)

    def worth(self, card: str) -> float:
        """The points of the card now, and the mean of what its best reply, and our own to that, change."""
        view = self.view
        own = pegged(view.pile, view.count, card)
        count = view.count + VALUE[card]
        if count == LIMIT:
            return own
        pile = (*view.pile, card)
        rest = [other for other in self.hand if other != card]
        replies = sorted(
            ((pegged(pile, count, reply), reply) for reply in self.chances if count + VALUE[reply] <= LIMIT),
            key=lambda each: -each[0],
        )
        worth, nobody = float(own), 1.0
        for points, reply in replies:
            chance = nobody * self.chances[reply]
            nobody -= chance
            worth += chance * (self.sign * points + COUNTER * _best([*pile, reply], count + VALUE[reply], rest))
        return worth + nobody  # where nobody can reply, the point for the last card is ours


def _chances(view: CribbageView, held: int) -> dict[str, float]:
    """By rank, written as a club: how likely a seat with ``held`` cards has at least one of it."""
    played = [move[2:] for move in view.history]
    seen = {*view.hand, *view.laid_away, view.starter, *played}
    left = Counter(RANK[card] for card in CARDS if card not in seen)
    unseen = left.total()
    return {
        RANKS[rank - 1] + "C": 1 - comb(unseen - number, held) / comb(unseen, held) for rank, number in left.items()
    }


def _best(pile: Sequence[str], count: int, cards: Sequence[str]) -> int:
    """The most that one of the cards pegs next."""
    return max([pegged(pile, count, card) for card in cards if count + VALUE[card] <= LIMIT], default=0)
