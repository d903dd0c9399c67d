"""What a few matches can say about a bot."""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final

Z95: Final = 1.959964  # standard deviations that hold 95 % of a normal distribution


def wilson(wins: float, matches: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a win rate; a draw counts as half a win.  (0, 1) where nothing was played.

    E. B. Wilson, Journal of the American Statistical Association 22 (1927).
    """
    if not matches:
        return 0.0, 1.0
    rate, share = wins / matches, z * z / matches
    middle = rate + share / 2
    half = z * sqrt(rate * (1 - rate) / matches + share / matches / 4)
    return max(0.0, (middle - half) / (1 + share)), min(1.0, (middle + half) / (1 + share))


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least ``percent`` of them do not exceed; 0 where there are none."""
    if not values:
        return 0.0
    return sorted(values)[max(0, ceil(len(values) * percent / 100) - 1)]
