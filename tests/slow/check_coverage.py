"""How often the 95 % intervals of ratings hold the truth: ``make coverage``, some minutes.

Strengths are simulated by the fitted model and by two others, and resampled from matches that house bots play.  The
exit code is 0 only if each line's share is from 93 to 97 per cent, within what chance does to so many intervals.
"""

import sys
from math import sqrt
from typing import Final

import numpy as np

from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules
from muggins.ratings.table import Ints
from tests.ratings.coverage import Covered, cases, cover, resampled, simulated
from tests.ratings.field import tables
from tests.strength.measure_house import kinds, play

FIELDS: Final = 200  # for each line
REAL: Final = 300  # matches that each of six house bots plays
BLOCKS: Final = 30
GAMES: Final = ("cribbage", "fives-and-threes")


def house(game: str, seats: int) -> tuple[Ints, Ints]:
    """Real matches between two bots of each kind: bots and places."""
    players = list(kinds(worlds=1).values())[:3] * 2  # the expert takes its time
    table = tables(len(players), seats, REAL, np.random.default_rng(seats))
    placed = []
    for number, bots in enumerate(table):
        match = Match(MatchRules(game, seats), SeededDeals(b"coverage" + number.to_bytes(24, "big")))
        play(match, [players[bot] for bot in bots])
        result = match.result().places
        placed.append([result[seat % len(result)] for seat in range(seats)])
    return table, np.array(placed)


def line(title: str, covered: Covered, intervals: int) -> bool:
    """Print a line; whether it is as it must be."""
    weak, strong = covered.extremes
    spare = 2 * sqrt(0.05 * 0.95 / intervals)
    right = 0.93 - spare <= covered.share <= 0.97 + spare
    print(
        f"{title:56}{covered.share:8.3f}{weak:8.3f}{strong:8.3f}{covered.width:8.0f}{'' if right else '  WRONG'}",
        flush=True,
    )
    return right


def main() -> int:
    print(f"{'':56}{'all':>8}{'weak':>8}{'strong':>8}{'Elo':>8}")
    right = True
    for seats, bots, blocks, spread, luck in cases():
        truth, draw = simulated(bots, seats, blocks, spread, luck, np.random.default_rng(seats))
        title = f"{seats} seats, {bots} bots, {blocks} blocks, spread {spread:.0f}, {luck}"
        right &= line(title, cover(bots, truth, draw, FIELDS), FIELDS * bots)
    for game in GAMES:
        for seats in (2, 3, 4):
            table, placed = house(game, seats)
            truth, draw = resampled(table, placed, 6, BLOCKS, np.random.default_rng(seats))
            right &= line(
                f"{game}/{seats}, {len(table)} real matches, 6 bots", cover(6, truth, draw, FIELDS), FIELDS * 6
            )
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
