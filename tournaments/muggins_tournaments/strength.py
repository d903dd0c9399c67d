"""How strong each unit is, by all results together: Bradley and Terry's model (Biometrika 39, 1952).

The chance of A against B is a / (a + b).  The strengths are the likeliest, found by Zermelo's iteration, with one drawn
meeting against a unit of strength 1 added for each, so that one that won or lost all has a strength too.
"""

from collections.abc import Mapping
from math import log10
from typing import Final

from muggins_tournaments.tiebreaks import Crosstable

ROUNDS: Final = 200  # at most
SETTLED: Final = 1e-3  # relative change in a round that is small enough; about half an Elo
PRIOR: Final = 1.0  # drawn meetings


def strengths(cross: Crosstable) -> dict[str, float]:
    """The strength of each unit, around 1."""
    scores = {unit: PRIOR / 2 + sum(tally.score for tally in row.values()) for unit, row in cross.items()}
    met = {unit: [(other, tally.total) for other, tally in row.items() if tally.total] for unit, row in cross.items()}
    found = dict.fromkeys(cross, 1.0)
    for _ in range(ROUNDS):
        before, found = found, {unit: score / _expected(found, unit, met[unit]) for unit, score in scores.items()}
        if all(abs(found[unit] - strength) < SETTLED * strength for unit, strength in before.items()):
            break
    return found


def _expected(strengths: Mapping[str, float], unit: str, met: list[tuple[str, int]]) -> float:
    """The score that is expected of the unit, for each part of its strength."""
    mine = strengths[unit]
    return PRIOR / (mine + 1) + sum(total / (mine + strengths[other]) for other, total in met)


def elo(strength: float) -> float:
    """The strength on the scale of Elo, where 1 is 1500 and ten times as strong is 400 more."""
    return 1500 + 400 * log10(strength)
