"""The worth of a lay-away, by going through all that is unseen.

The hand is counted with every starter.  The crib is counted with every set of ranks that the other seats, the pack and
the starter can give it: whatever the others lay away is taken to be as likely as any other card that is unseen.  The
suits of a crib are left out: its flush and its jack are rare, and nearly the same for all lay-aways.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

from muggins.games.base import side_of
from muggins.games.cards import RANK, RANKS
from muggins.games.cribbage_score import by_ranks
from muggins.games.cribbage_view import CribbageView
from muggins_bot.house.hands import CRIB, expected_hand, kept
from muggins_bot.notation import cards

MODEL: Final = "lay-aways: every unseen card is as likely as any other to be the starter, or laid away by another seat"


def worths(view: CribbageView, moves: Sequence[str]) -> dict[str, float]:
    """Points that each lay-away is worth on the average: hand, and crib for or against its own side."""
    seats = len(view.cards_left)
    sign = 1 if view.seat is not None and side_of(view.dealer, seats) == side_of(view.seat, seats) else -1
    return {
        move: expected_hand(view.hand, kept(view.hand, move)) + sign * _crib(cards(move), view.hand) for move in moves
    }


def _crib(away: Sequence[str], hand: Sequence[str]) -> float:
    """The mean of the crib with these cards in it, none of the others being of the hand."""
    gone = Counter(RANK[card] for card in hand)
    unknown = CRIB - len(away)
    points = ways = 0
    for ranks in combinations_with_replacement(range(1, 14), unknown):
        counts = Counter(ranks)
        number = prod(comb(4 - gone[rank], count) for rank, count in counts.items())
        if number:
            ways += number
            points += number * by_ranks([*away, *(RANKS[rank - 1] + "C" for rank in ranks)])
    return points / ways
