"""What four cards of cribbage are worth to keep, and what a crib may bring."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

from muggins.games.cards import CARDS, RANK, RANKS
from muggins.games.cribbage_score import by_ranks, show
from muggins_bot.notation import cards

CRIB: Final = 5  # cards that a crib counts with, the starter among them


def kept(hand: Sequence[str], move: str) -> tuple[str, ...]:
    """The cards that stay when that move is laid away."""
    away = cards(move)
    return tuple([card for card in hand if card not in away])


def seen_worth(four: Sequence[str]) -> int:
    """What four cards score by themselves, before any starter."""
    return by_ranks(four) + (4 if len({card[1] for card in four}) == 1 else 0)


def expected_hand(hand: Sequence[str], four: Sequence[str]) -> float:
    """The mean of what four cards of a dealt hand score, over every starter that may be turned."""
    starters = [card for card in CARDS if card not in hand]
    return sum([show(four, starter)[0] for starter in starters]) / len(starters)


def expected_crib(away: Sequence[str]) -> float:
    """The mean of what a crib scores with these cards in it, when the rest of its five are any others.

    Suits are left out: the flush of a crib and the right jack are rare, and nearly the same for all lay-aways.
    """
    return _crib(tuple(sorted([RANK[card] for card in away])))


@cache
def _crib(ranks: tuple[int, ...]) -> float:
    """Weighs each set of ranks for the rest by the number of ways to draw it from the pack."""
    given = [RANKS[rank - 1] + "C" for rank in ranks]
    total = 0
    for others, ways in _draws(ranks, CRIB - len(ranks)):
        total += ways * by_ranks([*given, *others])
    return total / comb(len(CARDS) - len(ranks), CRIB - len(ranks))


def _draws(gone: Sequence[int], count: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every set of ``count`` ranks, as clubs, with the number of ways to draw it when ``gone`` has left the pack."""
    for ranks in combinations_with_replacement(range(1, 14), count):
        ways = prod(comb(4 - gone.count(rank), ranks.count(rank)) for rank in set(ranks))
        if ways:
            yield tuple([RANKS[rank - 1] + "C" for rank in ranks]), ways
