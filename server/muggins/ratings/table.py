"""Results as arrays, and what they say of each meeting of two sides."""

from dataclasses import dataclass
from itertools import combinations
from typing import Final, Self

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

ALONE: Final = -1  # in place of a block that several matches share


@dataclass(frozen=True, slots=True)
class Results:
    """The results of matches with the same number of seats, in any order.

    A block is what is independent of everything else: a match, or all matches that share their deals.
    """

    bots: Ints  # matches x seats, from 0
    places: Ints  # matches x seats, of the seat's side: lower is better, equal drew
    offended: Flags  # matches x seats: the bot forfeited the match
    block: Ints  # matches: equal numbers share a block

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        seats = self.bots.shape[1]
        return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Meetings:
    """Each meeting of two sides in a match; many that are alike may be one row.

    After a forfeit nobody has met anybody: who forfeited has lost to an opponent of the mean strength, once for each
    opponent.  So nobody gains by the forfeit of another, and nobody escapes a loss by one.
    """

    left: Ints  # meetings x partners
    right: Ints  # the same
    score: Floats  # meetings: of the left side, 1, 0.5 or 0
    block: Ints  # meetings: the kind of block, an index of ``alike``
    forfeiter: Ints  # forfeits, once for each opponent
    forfeit_block: Ints  # the same
    alike: Ints  # how many blocks of each kind there are
    opponents: int  # of a side in a match

    @classmethod
    def of(cls, results: Results) -> Self:
        """The meetings of those results, whatever their order."""
        rows, block, alike = _kinds(results)
        bots, places, offended = np.hsplit(rows, 3)
        clean = np.flatnonzero(~offended.any(axis=1))
        left, right, score = _played(bots[clean], places[clean], results.sides)
        match, seat = np.nonzero(offended)
        opponents = len(results.sides) - 1
        return cls(
            left=left,
            right=right,
            score=score,
            block=np.tile(block[clean], len(left) // max(1, len(clean))),
            forfeiter=bots[match, seat].repeat(opponents),
            forfeit_block=block[match].repeat(opponents),
            alike=alike,
            opponents=opponents,
        )


def _kinds(results: Results) -> tuple[Ints, Ints, Ints]:
    """Matches as rows of bots, places and offences; the kind of block of each row; how many blocks of each kind.

    Blocks of one match each are of one kind where their rows are the same.
    """
    _, block, size = np.unique(results.block, return_inverse=True, return_counts=True)
    shared = size[block] > 1
    rows = np.hstack([_settled(results), np.where(shared, block, ALONE)[:, None]])
    rows = rows[np.lexsort(rows.T[::-1])]
    fresh = np.ones(len(rows), dtype=bool)
    fresh[1:] = (rows[1:] != rows[:-1]).any(axis=1) | (rows[1:, -1] != ALONE)
    first = np.flatnonzero(fresh)
    counts = np.diff(np.append(first, len(rows)))
    kept = rows[first]
    alone = kept[:, -1] == ALONE
    label = np.where(alone, len(size) + np.arange(len(kept)), kept[:, -1])
    _, at, kind = np.unique(label, return_index=True, return_inverse=True)
    return kept[:, :-1], kind, np.where(alone[at], counts[at], 1)


def _settled(results: Results) -> Ints:
    """Rows of bots, places and offences in which it no longer shows who sat where."""
    order = np.arange(results.bots.shape[1])[None, :].repeat(len(results.bots), axis=0)
    for side in results.sides:
        seats = np.array(side)
        order[:, seats] = seats[np.argsort(results.bots[:, seats], axis=1)]
    lowest = np.stack([results.bots[:, list(side)].min(axis=1) for side in results.sides], axis=1)
    ranks = np.argsort(lowest, axis=1)
    sides = order[:, np.array(results.sides)]
    order = np.take_along_axis(sides, ranks[:, :, None], axis=1)
    back = np.empty_like(order[:, 0, 0], shape=(len(order), results.bots.shape[1]))
    for number, side in enumerate(results.sides):
        back[:, list(side)] = order[:, number]
    columns = (results.bots, results.places, results.offended.astype(np.int64))
    return np.hstack([np.take_along_axis(column, back, axis=1) for column in columns])


def _played(bots: Ints, places: Ints, sides: tuple[tuple[int, ...], ...]) -> tuple[Ints, Ints, Floats]:
    """Left sides, right sides and scores of the left ones: all first pairs of sides, then all second ones."""
    pairs = list(combinations(sides, 2))
    left = np.concatenate([bots[:, list(a)] for a, _ in pairs])
    right = np.concatenate([bots[:, list(b)] for _, b in pairs])
    score = np.concatenate([(1 + np.sign(places[:, b[0]] - places[:, a[0]])) / 2 for a, b in pairs])
    return left, right, score
