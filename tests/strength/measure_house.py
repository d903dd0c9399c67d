"""Measures that steady beats greedy and greedy beats random, in each pool.

    python tests/strength/measure_house.py [--matches N]

A match is one game, played in process on seeded deals.  With two sides (2 and 4 seats) one side is all of the one
kind, the other all of the other, and every deal is played twice with the kinds exchanged: the fair share is 1/2.  With
three seats one bot of the stronger kind sits against two of the other, in each seat in turn on the same deals: the
fair share is 1/3.  The interval is Wilson's at 95 %; exit code 0 means that all of it lies above the fair share.
"""

from collections.abc import Sequence
from math import sqrt

from muggins.games.base import side_of, sides
from muggins.games.cribbage_view import CribbageView as EngineCribbageView
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules
from muggins_bot import CribbageView, FivesView
from muggins_bot.house import HOUSE
from muggins_bot.house.random_bot import RandomBot

POOLS = [(game, seats) for game in ("cribbage", "fives-and-threes") for seats in (2, 3, 4)]
PAIRS = (("steady", "greedy"), ("greedy", "random"))
Z = 1.959964  # the normal quantile of a two-sided 95 %


def wilson(won: float, played: int) -> tuple[float, float]:
    """Wilson's interval for a share of ``played`` matches."""
    share, spread = won / played, Z * Z / played
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(share * (1 - share) / played + spread / (4 * played))
    return middle - half, middle + half


def play(match: Match, bots: Sequence[object]) -> None:
    """Play a match to its end."""
    match.begin()
    while match.to_act:
        seat = match.to_act[0]
        view = match.view(seat)
        kind = CribbageView if isinstance(view, EngineCribbageView) else FivesView
        match.play(seat, bots[seat].choose(kind(*view), match.moves(seat)))


def shares(game: str, seats: int, stronger: str, weaker: str, deals: int, first: int = 0) -> tuple[float, int]:
    """What the stronger kind won of the matches on so many deals, a draw as half, and how many were played."""
    bots = {kind: HOUSE[kind]() if kind != "random" else RandomBot(1) for kind in (stronger, weaker)}
    won, played = 0.0, 0
    for deal in range(first, first + deals):
        seed = deal.to_bytes(32, "big")
        for side in range(sides(seats)):
            kinds = [stronger if side_of(seat, seats) == side else weaker for seat in range(seats)]
            match = Match(MatchRules(game, seats), SeededDeals(seed))
            play(match, [bots[kind] for kind in kinds])
            places = match.result().places
            winners = [each for each, place in enumerate(places) if place == 0]
            won += (side in winners) / len(winners)
            played += 1
    return won, played
