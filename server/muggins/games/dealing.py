"""The normative dealing: which pieces a seed deals, so that anyone can repeat it in any language.

The stream of bytes for a label is SHA-256("muggins/1" || seed || label || counter) for counter 0, 1, 2 ... (four
bytes, big-endian).  A partial forward Fisher-Yates shuffle draws only the pieces that are needed; position i comes
from the r = n - i pieces that remain, by one byte below 256 - 256 mod r, else the next byte.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

PREFIX = b"muggins/1"
SEED_PREFIX = b"muggins/seed"
COMMIT_PREFIX = b"muggins/commit"


def commitment(value: bytes) -> bytes:
    """What is published before the value is: SHA-256("muggins/commit" || value)."""
    return sha256(COMMIT_PREFIX + value).digest()


def match_seed(server_seed: bytes, entropies: Sequence[bytes | None]) -> bytes:
    """The seed of a match from the server's 32 bytes and each seat's 32 bytes (zeros where it gave none)."""
    return sha256(SEED_PREFIX + server_seed + b"".join(e or bytes(32) for e in entropies)).digest()


def stream(seed: bytes, label: str) -> Iterator[int]:
    """The endless stream of bytes for a label."""
    start = PREFIX + seed + label.encode("ascii")
    counter = 0
    while True:
        yield from sha256(start + counter.to_bytes(4, "big")).digest()
        counter += 1


def shuffle(seed: bytes, label: str, size: int, count: int) -> list[int]:
    """The first ``count`` of ``size`` pieces, uniformly shuffled."""
    pieces = list(range(size))
    source = stream(seed, label)
    for i in range(count):
        remaining = size - i
        limit = 256 - 256 % remaining
        byte = next(source)
        while byte >= limit:
            byte = next(source)
        j = i + byte % remaining
        pieces[i], pieces[j] = pieces[j], pieces[i]
    return pieces[:count]


class SeededDeals:
    """Deals that follow from one seed; deal k does not depend on what was played."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def deal(self, game: int, number: int, size: int, count: int) -> list[int]:
        return shuffle(self.seed, f"deal/{game}/{number}", size, count)

    def draw(self, game: int, round: int, size: int, count: int) -> list[int]:
        return shuffle(self.seed, f"draw/{game}/{round}", size, count)


class GivenDeals:
    """Deals written out by hand, before another source where they say nothing."""

    __slots__ = ("deals", "draws", "otherwise")

    def __init__(
        self,
        deals: Mapping[tuple[int, int], Sequence[int]],
        otherwise: SeededDeals | None = None,
        draws: Mapping[tuple[int, int], Sequence[int]] | None = None,
    ) -> None:
        self.deals = deals
        self.draws = draws or {}
        self.otherwise = otherwise or SeededDeals(bytes(32))

    def deal(self, game: int, number: int, size: int, count: int) -> Sequence[int]:
        given = self.deals.get((game, number))
        return self.otherwise.deal(game, number, size, count) if given is None else given

    def draw(self, game: int, round: int, size: int, count: int) -> Sequence[int]:
        given = self.draws.get((game, round))
        return self.otherwise.draw(game, round, size, count) if given is None else given
