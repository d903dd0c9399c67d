"""How far the strengths of a field can be trusted: the same fit with other weights on the blocks, many times."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from muggins.ratings.likelihood import Problem, strengths
from muggins.ratings.table import Flags, Floats, Ints, Meetings

PRIOR = 1.5  # drawn matches against bots of the mean strength that each bot starts with (measured: make coverage)
EXACT: Final = 1e-8  # the last step towards an estimate: 2e-6 Elo
ROUGH: Final = 0.02  # and towards one of many fits that make an interval: 3 Elo, of which a hundredth is left to go
AT_ONCE: Final = (
    100_000  # meetings or strengths in one problem: few enough for a processor's cache (measured: 1.8 times as fast)
)


@dataclass(frozen=True, slots=True)
class Field:
    """Who met whom, with the meetings of the same two sides gathered."""

    bots: int
    meetings: Meetings
    left: Ints  # couples of sides x partners
    right: Ints
    couple: Ints  # by meeting
    pinned: Flags
    level: float  # strength of the mean opponent

    @classmethod
    def of(cls, meetings: Meetings, bots: int, pinned: Flags, level: float) -> Self:
        sides = np.hstack([meetings.left, meetings.right])
        order = np.lexsort(sides.T[::-1])
        fresh = np.ones(len(order), dtype=bool)
        fresh[1:] = (sides[order][1:] != sides[order][:-1]).any(axis=1)
        couple = np.empty(len(order), dtype=np.int64)
        couple[order] = np.cumsum(fresh) - 1
        left, right = np.hsplit(sides[order[fresh]], 2)
        return cls(bots, meetings, left, right, couple, pinned, level)

    def fit(self, weights: Floats, prior: Floats, start: Floats, settled: float) -> Floats:
        """The strengths, times x bots, with these weights, times x kinds of blocks.

        ``prior``: times x bots x (won, lost), the weights of what each starts with; ``start``: strengths, by bot.
        """
        times, couples = len(weights), len(self.left)
        shift = np.arange(times)[:, None]
        at = self.couple + couples * shift
        weight = weights[:, self.meetings.block]
        forfeits = self.meetings.forfeiter + self.bots * shift
        lost = _summed(forfeits, weights[:, self.meetings.forfeit_block], times * self.bots)
        problem = Problem(
            left=_beside(self.left, times, self.bots),
            right=_beside(self.right, times, self.bots),
            played=_summed(at, weight, times * couples),
            score=_summed(at, weight * self.meetings.score, times * couples),
            won=prior[:, :, 0].ravel(),
            lost=lost + prior[:, :, 1].ravel(),
            level=np.full(times * self.bots, self.level),
            free=np.tile(~self.pinned, times),
        )
        return strengths(problem, np.tile(start, times), settled).reshape(times, self.bots)

    @property
    def prior(self) -> float:
        """Meetings that each bot starts with: one for each opponent in a match, of which partners share the result."""
        return PRIOR * self.meetings.opponents / len(self.left.T)

    def estimate(self, start: Floats) -> Floats:
        """The likeliest strengths, by bot."""
        prior = np.full((1, self.bots, 2), self.prior / 2)
        found: Floats = self.fit(self.meetings.alike[None, :].astype(float), prior, start, EXACT)[0]
        return found

    def resampled(self, times: int, estimate: Floats, random: np.random.Generator) -> Iterator[Floats]:
        """Strengths with random weights, in parts, each some times x bots.

        Blocks of one kind together weigh a gamma variate, as that many exponential ones do: Rubin's Bayesian bootstrap
        (Annals of Statistics 9, 1981).
        """
        together = max(1, AT_ONCE // max(len(self.couple), self.bots))
        for first in range(0, times, together):
            some = min(together, times - first)
            weights = random.standard_gamma(self.meetings.alike, (some, len(self.meetings.alike)))
            prior = random.standard_gamma(self.prior / 2, (some, self.bots, 2))
            yield self.fit(weights, prior, estimate, ROUGH)


def _summed(at: Ints, worth: Floats, size: int) -> Floats:
    """The sum of what is worth something at each place."""
    return np.bincount(at.ravel(), worth.ravel(), size).astype(np.float64, copy=False)  # whose type is narrower


def _beside(sides: Ints, times: int, bots: int) -> Ints:
    """Sides of several fields of the same bots, one beside the other."""
    shifted: Ints = (sides[None] + bots * np.arange(times)[:, None, None]).reshape(-1, sides.shape[1])
    return shifted
