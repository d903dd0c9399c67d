"""Measures that expert beats steady, steady beats greedy and greedy beats random, in each pool.

A match is one game, played in process on seeded deals.  With two sides (2 and 4 seats) one side is all of one kind and
the other side all of the other, and each deal is played twice with the kinds exchanged: the fair share is 1/2.  With
three seats one bot of the stronger kind sits against two of the other, in each seat in turn on the same deal: the fair
share is 1/3.  The interval of the share of wins is Wilson's at 95 %.  Exit code 0 means that each whole interval lies
above the fair share.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from muggins.games.base import side_of, sides
from muggins.games.cribbage_view import CribbageView as SeatOfCribbage
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules
from muggins_bot import CribbageView, FivesView
from muggins_bot.house import ExpertBot, GreedyBot, RandomBot, SteadyBot
from muggins_bot.house.base import HouseBot

Player = HouseBot | RandomBot

POOLS: Final = [(game, seats) for game in ("cribbage", "fives-and-threes") for seats in (2, 3, 4)]
PAIRS: Final = (("expert", "steady"), ("steady", "greedy"), ("greedy", "random"))
Z: Final = 1.959964  # the normal quantile of a two-sided 95 %


class Measured(NamedTuple):
    """What the stronger kind won of the matches, a draw shared, and what that took."""

    won: float
    played: int
    fair: float
    seconds: float  # of processor time

    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the share of wins."""
        share, spread = self.won / self.played, Z * Z / self.played
        middle = (share + spread / 2) / (1 + spread)
        half = Z / (1 + spread) * sqrt(share * (1 - share) / self.played + spread / (4 * self.played))
        return middle - half, middle + half


def play(match: Match, bots: Sequence[Player]) -> None:
    """Play a match to its end; each bot sees its seat through the kit's own view."""
    match.begin()
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(seen(match.view(seat)), match.moves(seat)))


def seen(view: Any) -> CribbageView | FivesView:
    """The engine's view of a seat as the kit's, which has the same fields."""
    return CribbageView._make(view) if isinstance(view, SeatOfCribbage) else FivesView._make(view)


def kinds(worlds: int) -> dict[str, Player]:
    return {
        "random": RandomBot(seed=1),
        "greedy": GreedyBot(),
        "steady": SteadyBot(),
        "expert": ExpertBot(seed=1, worlds=worlds),
    }


def shares(deals: int, seats: int) -> Iterator[tuple[bytes, int]]:
    """Each deal's seed with each side that the stronger kind takes on it."""
    return ((b"strength" + deal.to_bytes(24, "big"), side) for deal in range(deals) for side in range(sides(seats)))


def measure(game: str, seats: int, stronger: str, weaker: str, deals: int, worlds: int) -> Measured:
    bots, rules = kinds(worlds), MatchRules(game, seats)
    won, played, started = 0.0, 0, time.process_time()
    for seed, side in shares(deals, seats):
        match = Match(rules, SeededDeals(seed))
        play(match, [bots[stronger if side_of(seat, seats) == side else weaker] for seat in range(seats)])
        places = match.result().places
        won += (places[side] == 0) / places.count(0)
        played += 1
    return Measured(won, played, 1 / sides(seats), time.process_time() - started)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the strength of the house bots.")
    parser.add_argument("--deals", type=int, default=1000, help="deals for each line of the table (default 1000)")
    parser.add_argument("--worlds", type=int, default=100, help="that the expert searches for a decision (default 100)")
    parser.add_argument("--only", choices=[stronger for stronger, _ in PAIRS], help="the lines of one kind alone")
    chosen = parser.parse_args()
    pairs = [pair for pair in PAIRS if chosen.only in (None, pair[0])]
    print(
        f"{'pool':<20}{'pair':<20}{'matches':>8}{'won':>8}{'95 % interval':>18}{'fair':>7}{'margin':>8}{'ms each':>9}"
    )
    proven = True
    for game, seats in POOLS:
        for stronger, weaker in pairs:
            result = measure(game, seats, stronger, weaker, chosen.deals, chosen.worlds)
            low, high = result.interval()
            proven &= low > result.fair
            print(
                f"{game + '/' + str(seats):<20}{stronger + ' > ' + weaker:<20}{result.played:>8}"
                f"{result.won / result.played:>8.3f}{f'{low:.3f} .. {high:.3f}':>18}{result.fair:>7.3f}"
                f"{low - result.fair:>+8.3f}{1000 * result.seconds / result.played:>9.1f}",
                flush=True,
            )
    print("each kind is stronger than the next in every pool" if proven else "NOT PROVEN in every pool")
    return 0 if proven else 1


if __name__ == "__main__":
    sys.exit(main())
