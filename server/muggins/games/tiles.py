"""The double-six set in its written order, its notation, and what can be looked up about a tile.

A tile is written higher half first, ``6-4``; its index, the piece that a deal source deals, is its place in the order
0-0 1-0 1-1 2-0 ... 6-6.  A hand is a mask: bit i stands for tile i.
"""

from typing import Final

HALVES: Final = tuple((high, low) for high in range(7) for low in range(high + 1))
TILES: Final = tuple(f"{high}-{low}" for high, low in HALVES)
PIPS: Final = tuple(high + low for high, low in HALVES)
FITS: Final = tuple(sum(1 << tile for tile, halves in enumerate(HALVES) if value in halves) for value in range(7))

LEFT: Final = tuple(f"{tile}:L" for tile in TILES)  # the moves, by tile
RIGHT: Final = tuple(f"{tile}:R" for tile in TILES)


def _moves() -> dict[str, tuple[int, str]]:
    """Every text that names a tile and an end ("" for the opening), with its halves in either order."""
    return {
        f"{a}-{b}{suffix}": (tile, suffix[1:])
        for tile, (high, low) in enumerate(HALVES)
        for a, b in ((high, low), (low, high))
        for suffix in ("", ":L", ":R")
    }


MOVES: Final = _moves()


def canonical(move: str) -> str:
    """The move with the higher half first; a text that is no move comes back as it is."""
    parsed = MOVES.get(move)
    if parsed is None:
        return move
    tile, end = parsed
    return f"{TILES[tile]}:{end}" if end else TILES[tile]


def written(mask: int) -> tuple[str, ...]:
    """The tiles of a mask in the order of the set."""
    tiles = []
    while mask:
        lowest = mask & -mask
        tiles.append(TILES[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(tiles)
