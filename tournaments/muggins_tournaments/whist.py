"""Whist tournaments: four at a table, everybody partners everybody once and opposes everybody twice.

They exist for every 4k entrants (in 4k - 1 rounds) and 4k + 1 (in 4k + 1 rounds, of which each sits out one).  A
cyclic design is one round whose differences fall right: among partners every difference once, among opponents every
difference twice.  Adding 1, 2, 3, ... to its numbers then gives the other rounds (E. H. Moore, Tactical Memoranda,
1896).  The starter rounds below were searched for; tests count what they give.
"""

from typing import Final

from muggins_tournaments.roundrobin import Seating

FIXED: Final = -1  # stays where it is while the others move on; written as the last entrant

# The first round for n entrants, as tables by seat.  Numbers are modulo n - 1 beside FIXED, else modulo n.
STARTERS: Final[dict[int, tuple[Seating, ...]]] = {
    4: ((FIXED, 1, 0, 2),),
    5: ((1, 2, 4, 3),),
    8: ((FIXED, 4, 0, 6), (1, 2, 5, 3)),
    9: ((1, 3, 2, 6), (4, 5, 8, 7)),
    12: ((FIXED, 6, 0, 7), (1, 3, 10, 9), (2, 4, 5, 8)),
    13: ((1, 5, 10, 7), (2, 3, 8, 4), (6, 9, 11, 12)),
    16: ((FIXED, 3, 0, 14), (1, 8, 9, 11), (2, 4, 7, 13), (5, 10, 6, 12)),
    17: ((1, 5, 12, 10), (2, 8, 15, 16), (3, 7, 4, 9), (6, 11, 13, 14)),
    20: ((FIXED, 9, 0, 16), (1, 2, 14, 6), (3, 5, 11, 15), (4, 17, 7, 18), (8, 10, 13, 12)),
    21: ((1, 8, 6, 12), (2, 3, 11, 16), (4, 7, 15, 13), (5, 9, 19, 10), (14, 18, 17, 20)),
    24: ((FIXED, 16, 0, 21), (1, 3, 15, 18), (2, 10, 19, 12), (4, 9, 5, 22), (6, 14, 13, 17), (7, 8, 11, 20)),
    25: ((1, 6, 4, 18), (2, 8, 21, 9), (3, 7, 17, 12), (5, 16, 14, 24), (10, 11, 20, 13), (15, 19, 22, 23)),
    28: (
        (FIXED, 20, 0, 23),
        (1, 3, 16, 13),
        (2, 7, 4, 21),
        (5, 14, 10, 18),
        (6, 11, 12, 22),
        (8, 15, 9, 24),
        (17, 19, 25, 26),
    ),
    29: (
        (1, 13, 24, 18),
        (2, 20, 10, 23),
        (3, 12, 15, 16),
        (4, 8, 5, 27),
        (6, 11, 26, 25),
        (7, 9, 14, 22),
        (17, 19, 28, 21),
    ),
    32: (
        (FIXED, 5, 0, 12),
        (1, 19, 13, 23),
        (2, 10, 27, 11),
        (3, 6, 26, 22),
        (4, 28, 17, 30),
        (7, 14, 16, 24),
        (8, 9, 25, 29),
        (15, 18, 20, 21),
    ),
}
SIZES: Final = tuple(STARTERS)


def cycle(entrants: int) -> list[Seating]:
    """All tables of the tournament, round by round.  Raises KeyError where no design is known.

    Everybody sits in each seat equally often; with 4k entrants as nearly as can be.
    """
    rounds = entrants - 1 if entrants % 4 == 0 else entrants
    return [_moved(table, step, rounds) for step in range(rounds) for table in STARTERS[entrants]]


def _moved(table: Seating, step: int, rounds: int) -> Seating:
    if FIXED not in table:
        return tuple(_sum(player, step, rounds) for player in table)
    moved = tuple(rounds if player == FIXED else _sum(player, step, rounds) for player in table)
    return moved[step % 4 :] + moved[: step % 4]


def _sum(a: int, b: int, modulus: int) -> int:
    """a + b; modulo 9 no starter exists, so nine entrants are numbered by two digits of base 3 without carry."""
    if modulus == 9:
        return (a // 3 + b // 3) % 3 * 3 + (a + b) % 3
    return (a + b) % modulus
