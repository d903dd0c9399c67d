"""Cards, tiles and moves as text.

A card is rank and suit, ``AC 2C .. TC JC QC KC`` and so on; a tile has its higher half first, ``6-4``; a move is
``5H``, ``5H,QD``, ``6-4`` or ``6-4:L``.
"""

from typing import Final

RANKS: Final = "A23456789TJQK"  # low to high
SUITS: Final = "CDHS"


def rank(card: str) -> int:
    """1 for the ace to 13 for the king."""
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    """One of C, D, H, S."""
    return card[1]


def value(card: str) -> int:
    """What the card adds to a count: 1 for the ace, 10 for ten, jack, queen and king."""
    return min(rank(card), 10)


def cards(move: str) -> tuple[str, ...]:
    """The cards of a move of cribbage: one, or the two that are laid away."""
    return tuple(move.split(","))


def halves(tile: str) -> tuple[int, int]:
    """The pips of both halves, in the order in which they are written."""
    return int(tile[0]), int(tile[2])


def is_double(tile: str) -> bool:
    """Whether both halves are the same."""
    return tile[0] == tile[2]


def placement(move: str) -> tuple[str, str]:
    """The tile and the end, L or R, of a move of dominoes; the opening tile has no end: ``("6-4", "")``."""
    tile, _, end = move.partition(":")
    return tile, end
