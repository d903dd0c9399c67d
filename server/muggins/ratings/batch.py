"""Ratings by all results together, with how far they can be trusted.

Bradley and Terry's model by maximum likelihood, on the scale of Elo: the order of the results does not matter, and a
difference between two sides means an expected score.  Several sides are compared pair by pair by their placing, a side
is the mean of its partners, a draw is half a win and half a loss.  Each bot starts with a drawn meeting or so against
the mean, so that one that won or lost all has a rating too.  Without anchors the field's mean is 1500.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from muggins.ratings.bootstrap import Field
from muggins.ratings.elo import SCALE, START
from muggins.ratings.table import Floats, Ints, Meetings, Results

UNIT: Final = SCALE / log(10)  # Elo for a strength of 1
TIMES: Final = 400  # that the field is fitted with other weights
OUTSIDE: Final = 2.5  # per cent of those fits, on each side of an interval
SEED: Final = 1  # equal results give equal intervals, too


@dataclass(frozen=True, slots=True)
class Estimate:
    """A bot's rating by all results together, and the interval that holds the true one in 95 cases of 100."""

    rating: float
    low: float
    high: float
    blocks: int  # that the bot played in
    group: int  # from 1, the best; nobody in a group can be told apart from its first


def rate(results: Results, bots: int, anchors: Mapping[int, float] | None = None) -> list[Estimate]:
    """The estimate of each bot, 0 to ``bots`` - 1.  ``anchors``: the ratings of bots that are known and stay so."""
    anchors = anchors or {}
    pinned, start = np.zeros(bots, dtype=bool), np.zeros(bots)
    for bot, rating in anchors.items():
        pinned[bot], start[bot] = True, (rating - START) / UNIT
    field = Field.of(Meetings.of(results), bots, pinned, float(start[pinned].mean()) if anchors else 0.0)
    blocks = _blocks(results, bots)
    estimate = field.estimate(start)
    fits = np.concatenate(list(field.resampled(TIMES, estimate, np.random.default_rng(SEED))))
    if not anchors:
        estimate, fits = estimate - estimate.mean(), fits - fits.mean(axis=1, keepdims=True)
    fits = estimate + (fits - estimate) * _widening(blocks, len(results.sides))
    low, high = np.percentile(fits, [OUTSIDE, 100 - OUTSIDE], axis=0)
    groups = _groups(estimate, fits)
    found = zip(estimate, low, high, blocks, groups, strict=True)
    return [
        Estimate(START + UNIT * float(at), START + UNIT * float(least), START + UNIT * float(most), int(n), int(group))
        for at, least, most, n, group in found
    ]


def _blocks(results: Results, bots: int) -> Ints:
    """How many blocks each bot played in, without those that were forfeited by others."""
    match, seat = np.nonzero(results.offended | ~results.offended.any(axis=1, keepdims=True))
    _, block = np.unique(results.block, return_inverse=True)
    pairs = np.unique(block[match] * bots + results.bots[match, seat])
    return np.bincount(pairs % bots, minlength=bots) if bots else pairs


def _widening(blocks: Ints, sides: int) -> Floats:
    """By how much fits stray too little from the estimate, which was chosen to suit the same results.

    As in a sample's variance, what was fitted counts against what was seen: the strengths of the sides in a block.
    """
    widening: Floats = np.sqrt(1 + sides / np.maximum(blocks, 1))
    return widening


def _groups(estimate: Floats, fits: Floats) -> Ints:
    """The number of each bot's group: from the best on, all whom the fits do not tell apart from its first."""
    order = np.argsort(-estimate, kind="stable")
    groups = np.empty(len(order), dtype=np.int64)
    first, group = 0, 0
    while first < len(order):
        group += 1
        behind = fits[:, order[first], None] - fits[:, order[first:]]
        apart = np.percentile(behind, OUTSIDE, axis=0) > 0
        size = int(np.argmax(apart)) if apart.any() else len(apart)
        groups[order[first : first + size]] = group
        first += size
    return groups
