"""Sequential test: is A stronger than B by elo1, or no stronger than elo0?  It stops as soon as that is decided.

The unit is a pair of matches with the seats changed, which takes the advantage of a seat out and keeps what the two
matches have in common in one observation.  A pair scores 0, 1/4, 1/2, 3/4 or 1.  The statistic is the generalised log
likelihood ratio of the two expected scores, with the distribution over those five left open (as in the pentanomial
test of chess engine testers); the bounds are Wald's.  Pairs are taken in the order of their numbers, never of arrival,
for fast matches may be lost ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from typing import Final

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.definition import Sprt as Hypotheses
from muggins_tournaments.result import Key, Slot
from muggins_tournaments.schedule import Format, Results
from muggins_tournaments.scoring import shares, sides

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
PATIENCE: Final = 50  # the test is looked at anew when one more in so many matches was played

# Of the stated error rates: the ratio is an estimate, and without this a test meant to err in 5 % did in up to 5.8 %.
CAUTION: Final = 0.8

Counts = tuple[int, ...]  # of pairs by score, in the order of SCORES


@dataclass(frozen=True, slots=True)
class State:
    """Where a test stands."""

    pairs: int  # that are taken into account
    counts: Counts
    ratio: float  # the log likelihood ratio; above 0 speaks for elo1
    lower: float  # at or below it elo0 is accepted
    upper: float  # at or above it elo1 is accepted
    decision: str  # "elo0", "elo1", "undecided" (all pairs are played) or "" while it goes on
    expected_matches: float  # still to be played, if the rest is like what was seen; 0 when it is over


class SequentialTest(Format):
    """Both matches of a pair are open together, and so are all pairs, until it is decided."""

    def known(self, results: Results) -> Iterator[Slot]:
        if self.definition.gone or state(self.definition, results).decision:
            yield from (self._match(key) for key in sorted(results))
            return
        for pairing in range(self.definition.sprt.max_pairs):
            yield self._match(Key(pairing, 0))
            yield self._match(Key(pairing, 1))

    def stale(self, then: int, now: int) -> bool:
        return now > then + then // PATIENCE

    def _match(self, key: Key) -> Slot:
        return self.slot(key, key.pairing, (0, 1), key.game, key.pairing)


def state(definition: EventDefinition, results: Results) -> State:
    """The state of the test after the pairs that are whole, in the order of their numbers, up to the decision."""
    test, first = definition.sprt, definition.units[0]
    lower, upper = bounds(test)
    counts, ratio, decision = [0] * len(SCORES), 0.0, ""
    for score in _pairs(definition, results, first):
        counts[round(4 * score)] += 1
        ratio = log_ratio(tuple(counts), test.elo0, test.elo1)
        decision = "elo0" if ratio <= lower else "elo1" if ratio >= upper else ""
        if decision:
            break
    played = sum(counts)
    if not decision and played >= test.max_pairs:
        decision = "undecided"
    rest = 0.0 if decision else 2 * _expected_pairs(counts, ratio, lower, upper, test)
    return State(played, tuple(counts), ratio, lower, upper, decision, rest)


def _pairs(definition: EventDefinition, results: Results, first: str) -> Iterator[float]:
    """The scores of the first entrant in the pairs that are whole, without a gap from the first on."""
    for pairing in range(definition.sprt.max_pairs):
        both = [results.get(Key(pairing, game)) for game in (0, 1)]
        scores = [
            share
            for result in both
            if result is not None
            for (unit,), share in zip(sides(definition, result), shares(result, definition.points), strict=True)
            if unit == first
        ]
        if len(scores) < 2:
            return
        yield sum(scores) / 2


def bounds(test: Hypotheses) -> tuple[float, float]:
    """The log likelihood ratios at which elo0 and elo1 are accepted."""
    alpha, beta = CAUTION * test.alpha, CAUTION * test.beta
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def expected_score(elo: float) -> float:
    """The score from 0 to 1 that an advantage of so many Elo expects."""
    return 1 / (1 + exp(-elo * log(10) / 400))


@lru_cache(maxsize=65_536)
def log_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """The generalised log likelihood ratio of the expected score of elo1 to that of elo0.

    Scores that were never seen count as a thousandth of a pair, so that the likeliest distribution is never certain.
    """
    seen = [max(count, 0.001) for count in counts]
    total = sum(seen)
    found = [count / total for count in seen]
    at0, at1 = (_likeliest(found, expected_score(elo)) for elo in (elo0, elo1))
    return sum(count * log(p1 / p0) for count, p0, p1 in zip(seen, at0, at1, strict=True))


def _likeliest(found: Sequence[float], score: float) -> list[float]:
    """The likeliest distribution with that expected score: found / (1 + t (value - score)), with t by bisection."""
    low, high = -1 / (SCORES[-1] - score), 1 / (score - SCORES[0])
    for _ in range(60):
        t = (low + high) / 2
        excess = sum(p * (value - score) / (1 + t * (value - score)) for p, value in zip(found, SCORES, strict=True))
        low, high = (t, high) if excess > 0 else (low, t)
    return [p / (1 + t * (value - score)) for p, value in zip(found, SCORES, strict=True)]


def _expected_pairs(counts: Sequence[int], ratio: float, lower: float, upper: float, test: Hypotheses) -> float:
    """The pairs to come, for a random walk with the drift and spread that were seen; at most what the event allows."""
    seen = [count + 0.25 for count in counts]  # a little of everything, or the first pairs would have no spread
    total = sum(seen)
    mean = sum(count * value for count, value in zip(seen, SCORES, strict=True)) / total
    spread = sum(count * (value - mean) ** 2 for count, value in zip(seen, SCORES, strict=True)) / total
    s0, s1 = expected_score(test.elo0), expected_score(test.elo1)
    drift, variance = (s1 - s0) * (2 * mean - s0 - s1) / (2 * spread), (s1 - s0) ** 2 / spread
    most = float(test.max_pairs - sum(counts))
    return min(most, _exit_time(ratio, lower, upper, drift, variance))


def _exit_time(at: float, lower: float, upper: float, drift: float, variance: float) -> float:
    """The mean time until a Brownian motion leaves the bounds (A. Wald, Sequential Analysis, 1947)."""
    down, up, slope = at - lower, upper - at, 2 * drift / variance
    if abs(slope) * (down + up) < 0.001:
        return down * up / variance
    reaches_up = (1 - exp(-slope * down)) / (1 - exp(-slope * (down + up)))
    return ((down + up) * reaches_up - down) / drift
