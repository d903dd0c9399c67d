"""Monte Carlo over worlds that a view allows: which move does best on average, when all play on sensibly."""

import time
from collections.abc import Callable, Mapping, Sequence
from math import exp, inf, sqrt
from typing import Final, NamedTuple, TypeVar

from muggins.games.base import Seat, Side, side_of
from muggins.games.cribbage_state import CribbageState
from muggins.games.fives import TARGET, FivesState
from muggins_bot.lookahead import State

FIVES_PULL: Final = 1.3  # as 7,000 games between greedy bots ended
CRIBBAGE_PULL: Final = 1.6


S = TypeVar("S", CribbageState, FivesState)


class Limits(NamedTuple):
    """How long to search: so many worlds, or until ``clock()`` says ``until`` (seconds)."""

    worlds: int
    until: float = inf
    clock: Callable[[], float] = time.monotonic


def chance(state: State, seat: Seat) -> float:
    """The chance that the seat's side wins the game."""
    side = side_of(seat, state.seats)
    if state.winner is not None:
        return float(state.winner == side)
    if isinstance(state, FivesState):
        return standing(state.scores, side, TARGET, FIVES_PULL)
    return standing(state.scores, side, state.target, CRIBBAGE_PULL)


def standing(scores: Sequence[float], side: Side, target: int, pull: float) -> float:
    """The chance to win by the scores alone: a side that is n points short is e ** (-pull * sqrt(n)) strong."""
    mine = sqrt(max(1, target - scores[side]))
    return 1 / sum([exp(pull * (mine - sqrt(max(1, target - score)))) for score in scores])


def search(
    seat: Seat,
    hopes: Mapping[str, float],
    imagine: Callable[[], S],
    rollout: Callable[[S, int], None],
    limits: Limits,
    trust: float,
) -> str:
    """The best of the moves.

    ``hopes`` says what each is worth by a first estimate, as a chance to win, which counts as much as ``trust`` worlds
    do.  Each world is searched with every move that is still in the running; half of them drop out at each halving of
    the worlds that are left.
    """
    running = sorted(hopes, key=hopes.__getitem__, reverse=True)
    totals = {move: trust * hope for move, hope in hopes.items()}
    halving = limits.worlds // 2
    for number in range(1, limits.worlds + 1):
        world = imagine()
        for move in running:
            future = world.copy()
            future.play(seat, move)
            rollout(future, world.deal)
            totals[move] += chance(future, seat)
        if number == halving:
            running = sorted(running, key=totals.__getitem__, reverse=True)[: (len(running) + 1) // 2]
            halving = (halving + limits.worlds + 1) // 2
        if len(running) == 1 or limits.clock() >= limits.until:
            break
    return max(running, key=totals.__getitem__)
