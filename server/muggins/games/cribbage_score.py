"""What cards score in cribbage: each card of the play, each hand of the show, and the game itself.

Whatever depends on ranks alone is looked up: a handful of ranks is one number with a base-5 digit for each rank (no
rank occurs more than four times), and its fifteens, pairs and runs are worked out once.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Final

from muggins.games.cards import RANK

Parts = tuple[tuple[str, int], ...]  # (what for, points), never with 0 points

_BASE: Final = 5
_DIGIT: Final = {card: _BASE ** (rank - 1) for card, rank in RANK.items()}
_BIT: Final = {card: 1 << rank for card, rank in RANK.items()}
_RUN_OF: Final = {sum(1 << rank for rank in range(low, low + n)): n for n in range(3, 8) for low in range(1, 15 - n)}
_ALIKE: Final = {2: ("pair", 2), 3: ("pair_royal", 6), 4: ("double_pair_royal", 12)}


def pegging(pile: Sequence[str], count: int) -> Parts:
    """What the last card of the pile scores in the play, go and last card apart (RULES C6).

    ``pile`` holds the cards since the last reset in the order of play, ``count`` the sum of their values.
    """
    if len(pile) < 2:
        return ()
    parts: list[tuple[str, int]] = []
    if count == 15:  # C6.1
        parts.append(("fifteen", 2))
    if pile[-1][0] == pile[-2][0]:
        parts.append(_ALIKE[_alike(pile)])
    elif run := _run(pile):  # two alike at the end spoil every run
        parts.append(("run", run))
    if count == 31:  # C5.4
        parts.append(("thirtyone", 2))
    return tuple(parts)


def _alike(pile: Sequence[str]) -> int:
    """How many of the last cards are of one rank (RULES C6.2)."""
    alike = 1
    while alike < len(pile) and pile[-alike - 1][0] == pile[-1][0]:
        alike += 1
    return alike


def _run(pile: Sequence[str]) -> int:
    """The longest run that the last cards make in any order, or 0 (RULES C6.3).

    A rank that comes twice spoils this window and every longer one.
    """
    run = window = 0
    for card in reversed(pile):
        bit = _BIT[card]
        if window & bit:
            break
        window |= bit
        run = _RUN_OF.get(window, run)
    return run


def show(hand: Sequence[str], starter: str, *, crib: bool = False) -> tuple[int, Parts]:
    """The points of four cards with the starter, and what they are made of (RULES C7.2)."""
    a, b, c, d = hand
    points, parts = _by_rank(_DIGIT[a] + _DIGIT[b] + _DIGIT[c] + _DIGIT[d] + _DIGIT[starter])
    if a[1] == b[1] == c[1] == d[1]:
        flush = 5 if starter[1] == a[1] else 0 if crib else 4
        if flush:
            points, parts = points + flush, (*parts, ("flush", flush))
    if "J" + starter[1] in hand:
        points, parts = points + 1, (*parts, ("nobs", 1))
    return points, parts


def by_ranks(cards: Iterable[str]) -> int:
    """The fifteens, pairs and runs of up to five cards, whatever their suits: what they score without a starter."""
    return _by_rank(sum([_DIGIT[card] for card in cards]))[0]


@cache
def _by_rank(number: int) -> tuple[int, Parts]:
    """Fifteens, pairs and runs of the ranks in the digits of a number; five cards make 6,175 of them."""
    counts = [number // _BASE**rank % _BASE for rank in range(13)]
    values = [min(rank, 10) for rank, count in enumerate(counts, 1) for _ in range(count)]
    subsets = (chosen for size in range(2, len(values) + 1) for chosen in combinations(values, size))
    fifteens = 2 * sum(sum(chosen) == 15 for chosen in subsets)
    pairs = 2 * sum(comb(count, 2) for count in counts)
    parts = (("fifteens", fifteens), ("pairs", pairs), ("run", _runs(counts)))
    return sum(points for _, points in parts), tuple(part for part in parts if part[1])


def _runs(counts: Sequence[int]) -> int:
    """The points of all runs of the greatest length: each choice of cards counts (RULES C7.2)."""
    for length in (5, 4, 3):
        for low in range(14 - length):
            if choices := prod(counts[low : low + length]):
                return length * choices
    return 0


def game_value(scheme: str, target: int, loser: int) -> int:
    """What a game to ``target`` is worth when the best placed loser has ``loser`` points (RULES C10)."""
    under_half, under_three_quarters = 2 * loser < target, 4 * loser < 3 * target
    if scheme == "skunk":
        return 4 if under_half else 2 if under_three_quarters else 1
    return 2 if scheme == "lurch" and under_half else 1
