"""The pack of 52 cards in its written order, and what a card is worth.

A card is two letters, rank and suit: ``AC 2C ... TC JC QC KC``, then diamonds, hearts and spades.  Its index, the piece
that a deal source deals, is its place in that order: suit * 13 + rank - 1.
"""

from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"  # low to high, no wrap-around (RULES C1.1)
SUITS: Final = "CDHS"

CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
INDEX: Final = {card: index for index, card in enumerate(CARDS)}
RANK: Final = {card: RANKS.index(card[0]) + 1 for card in CARDS}  # 1 is the ace, 13 the king
VALUE: Final = {card: min(rank, 10) for card, rank in RANK.items()}  # what it adds to a count (RULES C1.1)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in the order of the pack.  Raises KeyError for a text that is no card."""
    return tuple(sorted(cards, key=INDEX.__getitem__))


def from_pieces(pieces: Iterable[int]) -> tuple[str, ...]:
    """The dealt pieces as cards, in the order of the pack."""
    return tuple([CARDS[piece] for piece in sorted(pieces)])


def canonical(text: str) -> str:
    """Cards between commas in the order of the pack; any other text comes back as it is."""
    cards = text.split(",")
    return ",".join(in_order(cards)) if all(card in INDEX for card in cards) else text
