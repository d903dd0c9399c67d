"""How uniform the shuffle is: chi-square over pieces and places, and over neighbours."""

from collections.abc import Iterator
from hashlib import sha256
from math import sqrt
from typing import NamedTuple

from muggins.games.dealing import shuffle

SIGMAS = 4.0  # beyond which a statistic is no accident: once in 16,000


class Shuffles(NamedTuple):
    """What so many shuffles came to."""

    number: int
    repeated: int
    places: float  # how many standard deviations the chi-square of (place, piece) is from its mean
    neighbours: float  # the same of (first piece, second piece)


def seeds(number: int) -> Iterator[bytes]:
    return (sha256(b"shuffle %d" % n).digest() for n in range(number))


def survey(number: int, size: int, count: int) -> Shuffles:
    """Shuffle ``count`` of ``size`` pieces so often, each time from another seed."""
    places = [[0] * size for _ in range(count)]
    neighbours = [[0] * size for _ in range(size)]
    dealt = set[bytes]()
    for seed in seeds(number):
        pieces = shuffle(seed, "deal/1/1", size, count)
        dealt.add(bytes(pieces))
        for counts, piece in zip(places, pieces, strict=True):
            counts[piece] += 1
        neighbours[pieces[0]][pieces[1]] += 1
    pairs = [count for first, row in enumerate(neighbours) for second, count in enumerate(row) if first != second]
    by_place = [chi_square(row) for row in places]
    return Shuffles(
        number,
        number - len(dealt),
        sigmas(sum(by_place), count * (size - 1)),
        sigmas(chi_square(pairs), len(pairs) - 1),
    )


def chi_square(counts: list[int]) -> float:
    """Against all being equally frequent."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def sigmas(chi: float, freedom: int) -> float:
    """The normal deviate of a chi-square, by the cube root of Wilson and Hilferty (1931)."""
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))
