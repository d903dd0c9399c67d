"""How often intervals hold the truth."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from muggins.ratings.batch import UNIT, rate
from muggins.ratings.bootstrap import Field
from muggins.ratings.elo import START
from muggins.ratings.table import Floats, Ints, Meetings
from tests.ratings.field import Generator, places, results, tables

Draw = Callable[[], tuple[Ints, Ints]]  # bots and places by match and seat


@dataclass(frozen=True)
class Covered:
    """What came out of many fields that were rated."""

    held: Floats  # by bot, the weakest first: the share of intervals that held its true rating
    width: float  # of the intervals, in Elo

    @property
    def share(self) -> float:
        return float(self.held.mean())

    @property
    def extremes(self) -> tuple[float, float]:
        """Of the weakest and of the strongest quarter."""
        quarter = max(1, len(self.held) // 4)
        return float(self.held[:quarter].mean()), float(self.held[-quarter:].mean())


def cover(bots: int, truth: Floats, draw: Draw, times: int) -> Covered:
    """Rate ``times`` fields; ``truth``: Elo, with the mean of START."""
    held, width = np.zeros(bots), 0.0
    for table, placed in (draw() for _ in repeat(None, times)):
        found = rate(results(table, placed), bots)
        low, high = (np.array([getattr(each, end) for each in found]) for end in ("low", "high"))
        held += (low <= truth) & (truth <= high)
        width += float((high - low).mean()) / times
    return Covered(held[np.argsort(truth)] / times, width)


def simulated(bots: int, seats: int, blocks: int, spread: float, luck: str, random: Generator) -> tuple[Floats, Draw]:
    """The truth, and a draw of results, for strengths that vary by ``spread`` Elo.

    The truth is what the model says of endless results: of luck that it does not have, the nearest that it can say.
    """
    strengths = random.normal(size=bots) * spread / UNIT
    endless = tables(bots, seats, 20_000, random)
    truth = likeliest(endless, places(endless, strengths, luck, random), bots)

    def draw() -> tuple[Ints, Ints]:
        table = tables(bots, seats, blocks, random)
        return table, places(table, strengths, luck, random)

    return truth, draw


def resampled(table: Ints, placed: Ints, bots: int, blocks: int, random: Generator) -> tuple[Floats, Draw]:
    """The truth is what all the matches say together; a draw takes some of them, with replacement."""

    def draw() -> tuple[Ints, Ints]:
        some = random.integers(len(table), size=bots * blocks // table.shape[1])
        return table[some], placed[some]

    return likeliest(table, placed, bots), draw


def likeliest(table: Ints, placed: Ints, bots: int) -> Floats:
    field = Field.of(Meetings.of(results(table, placed)), bots, np.zeros(bots, dtype=bool), 0.0)
    found = field.estimate(np.zeros(bots))
    truth: Floats = START + UNIT * (found - found.mean())
    return truth


def cases() -> Iterator[tuple[int, int, int, float, str]]:
    """Seats, bots, blocks for each bot, spread of the strengths in Elo, and the kind of luck."""
    for seats in (2, 3, 4):
        yield from ((seats, 16 if seats != 3 else 15, blocks, 200, "gumbel") for blocks in (30, 100))
        yield seats, 8 if seats == 4 else 6, 30, 400, "normal"
        yield seats, 24, 30, 300, "gumbel"
        yield seats, 12, 30, 200, "rounded"
