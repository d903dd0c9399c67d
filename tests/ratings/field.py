"""Fields of bots whose strengths are known, and matches between them."""

from collections.abc import Callable
from typing import Final

import numpy as np

from muggins.ratings.batch import Estimate, rate
from muggins.ratings.table import Flags, Floats, Ints, Results

Generator = np.random.Generator
Noise = Callable[[Generator, tuple[int, ...]], Floats]

# How well a side plays in a match is its strength and a share of luck; who plays best is first.  Of Gumbel's luck
# the fitted model is the truth.  The normal one is another model, and where it is rounded there are draws.
LUCK: Final[dict[str, Noise]] = {
    "gumbel": lambda random, shape: random.gumbel(size=shape),
    "normal": lambda random, shape: 1.2 * random.normal(size=shape),
    "rounded": lambda random, shape: 1.2 * random.normal(size=shape),
}


def tables(bots: int, seats: int, blocks: int, random: Generator) -> Ints:
    """Matches x seats: everybody plays ``blocks`` matches, against whom the draw gives."""
    each = bots // seats * seats
    rounds = np.stack([random.permutation(bots)[:each] for _ in range(blocks)])
    return rounds.reshape(-1, seats)


def places(table: Ints, strengths: Floats, luck: str, random: Generator) -> Ints:
    """Matches x seats: the places of the seats' sides, from 0."""
    sides = strengths[table]
    if table.shape[1] == 4:
        sides = np.stack([sides[:, [0, 2]].mean(axis=1), sides[:, [1, 3]].mean(axis=1)], axis=1)
    played = sides + LUCK[luck](random, sides.shape)
    if luck == "rounded":
        played = np.round(played)
    placed: Ints = (played[:, None, :] > played[:, :, None]).sum(axis=2)
    return placed[:, [0, 1, 0, 1]] if table.shape[1] == 4 else placed


def results(table: Ints, placed: Ints, offended: Flags | None = None) -> Results:
    """Each match is a block."""
    nobody = np.zeros(table.shape, dtype=bool)
    return Results(table, placed, nobody if offended is None else offended, np.arange(len(table)))


def ratings(estimates: list[Estimate]) -> list[float]:
    return [estimate.rating for estimate in estimates]


def rated(bots: int, *matches: tuple[tuple[int, ...], tuple[int, ...]]) -> list[Estimate]:
    """The estimates after matches, each the bots and the places of their sides by seat."""
    table, placed = (np.array(column) for column in zip(*matches, strict=True))
    return rate(results(table, placed), bots)
