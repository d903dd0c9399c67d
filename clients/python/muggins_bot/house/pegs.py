"""The play of cribbage: what a card pegs now, and what may be pegged after it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from typing import Final

from muggins.games.base import side_of
from muggins.games.cards import CARDS, RANK, RANKS, VALUE
from muggins.games.cribbage_score import pegging
from muggins_bot.views import CribbageView

LIMIT: Final = 31
OURS: Final = 0.6  # what a point is worth that we could peg upon the reply; tuned against the greedy bot


def pegged(pile: Sequence[str], count: int, card: str) -> int:
    """What the card pegs when it is played on that pile, which makes that count."""
    return sum([points for _, points in pegging((*pile, card), count + VALUE[card])])


class Pegging:
    """Weighs the cards of one turn.  Whoever follows is taken to play what pegs most."""

    def __init__(self, view: CribbageView) -> None:
        self._view = view
        seats = len(view.cards_left)
        clockwise = [(view.seat + step) % seats for step in range(1, seats)]
        following = next((seat for seat in clockwise if view.cards_left[seat]), view.seat)
        self._sign = 1 if side_of(following, seats) == side_of(view.seat, seats) else -1
        self._chances = _chances(view, 0 if following == view.seat else view.cards_left[following])

    def worth(self, card: str) -> float:
        """The points of the card now, and the mean of what its best reply, and ours to that, change."""
        view = self._view
        worth = float(pegged(view.pile, view.count, card))
        count = view.count + VALUE[card]
        if count == LIMIT:  # nothing follows on a fresh count
            return worth
        rest = [other for other in view.hand if other != card]
        nobody = 1.0
        for chance, points, pile in self._replies((*view.pile, card), count):
            nobody -= chance
            worth += chance * (self._sign * points + OURS * _best(pile, rest))
        return worth + nobody  # where nobody can reply, the point for the last card is ours

    def _replies(self, pile: tuple[str, ...], count: int) -> Iterator[tuple[float, int, tuple[str, ...]]]:
        """The next seat's cards, those that peg most first: the chance that it plays one, its points, the new pile."""
        fitting = [card for card in self._chances if count + VALUE[card] <= LIMIT]
        nothing_better = 1.0
        for points, card in sorted(((pegged(pile, count, card), card) for card in fitting), key=lambda each: -each[0]):
            yield nothing_better * self._chances[card], points, (*pile, card)
            nothing_better *= 1 - self._chances[card]


def _chances(view: CribbageView, held: int) -> dict[str, float]:
    """By rank, written as a club: how likely a seat with ``held`` cards has at least one of it."""
    seen = {*view.hand, *view.laid_away, view.starter, *(line.partition(":")[2] for line in view.history)}
    left = Counter(RANK[card] for card in CARDS if card not in seen)
    unseen = left.total()
    hands = comb(unseen, held)
    return {RANKS[rank - 1] + "C": 1 - comb(unseen - number, held) / hands for rank, number in left.items()}


def _best(pile: tuple[str, ...], cards: Sequence[str]) -> int:
    """The most that one of the cards pegs next."""
    count = sum([VALUE[card] for card in pile])
    return max([pegged(pile, count, card) for card in cards if count + VALUE[card] <= LIMIT], default=0)
