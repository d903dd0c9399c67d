"""Measure how often the sequential test errs, and how long it takes: ``python tests/slow/check_sprt.py [RUNS]``.

Results are made up from an expected score that the Elo difference gives, with an advantage of the first seat and some
draws, and each run goes on until it is decided.  Exit code 0 only if no rate is above the stated one by more than two
standard errors.
"""

import sys
from collections import Counter
from math import sqrt
from random import Random
from typing import NamedTuple

from muggins_tournaments import Sprt
from muggins_tournaments.sprt import SCORES, bounds, expected_score, log_ratio

RUNS = 2000
RATE = 0.05


class Case(NamedTuple):
    """A test, and the results that it meets."""

    elo0: float
    elo1: float
    draws: float  # part of all matches
    seat: float  # what the first seat adds to the expected score


CASES = [
    Case(elo0, elo1, draws, seat)
    for elo0, elo1 in ((0, 100), (0, 60), (40, 120), (-30, 30))
    for draws, seat in ((0.0, 0.0), (0.0, 0.1), (0.2, 0.05))
]


def decided(case: Case, elo: float, luck: Random) -> tuple[str, int]:
    """What is accepted of a bot whose advantage is ``elo``, and after how many pairs."""
    lower, upper = bounds(Sprt(case.elo0, case.elo1, RATE, RATE))
    counts, even = [0] * len(SCORES), expected_score(elo)
    while True:
        counts[sum(_halves(case, even + seat, luck) for seat in (case.seat, -case.seat))] += 1
        ratio = log_ratio(tuple(counts), case.elo0, case.elo1)
        if not lower < ratio < upper:
            return "elo0" if ratio <= lower else "elo1", sum(counts)


def _halves(case: Case, score: float, luck: Random) -> int:
    """The result of a match in half points."""
    chance = luck.random()
    return 2 if chance < score - case.draws / 2 else 1 if chance < score + case.draws / 2 else 0


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    allowed = RATE + 2 * sqrt(RATE * (1 - RATE) / runs)
    worst = 0.0
    print(f"{'elo0':>5} {'elo1':>5} {'draws':>5} {'seat':>5} {'truth':>6} {'errs':>7} {'pairs':>7}   of {runs} runs")
    for case in CASES:
        for elo, wrong in ((case.elo0, "elo1"), (case.elo1, "elo0")):
            luck = Random(f"{case} {elo}")
            found = [decided(case, elo, luck) for _ in range(runs)]
            rate = Counter(decision for decision, _ in found)[wrong] / runs
            pairs = sum(count for _, count in found) / runs
            worst = max(worst, rate)
            line = f"{case.elo0:5} {case.elo1:5} {case.draws:5} {case.seat:5} {elo:6} {rate:7.2%} {pairs:7.1f}"
            print(line, flush=True)
    print(f"the worst rate is {worst:.2%}; {RATE:.0%} is stated, and chance allows {allowed:.2%}")
    return int(worst > allowed)


if __name__ == "__main__":
    sys.exit(main())
