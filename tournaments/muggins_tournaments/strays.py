"""Results that strengths do not explain, and what a seat is worth: two looks at an event as a whole."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Result
from muggins_tournaments.scoring import shares
from muggins_tournaments.standings import crosstable
from muggins_tournaments.strength import strengths
from muggins_tournaments.tiebreaks import Crosstable


@dataclass(frozen=True, slots=True)
class Stray:
    """Two units whose results against each other are not what their results against all others suggest."""

    unit: str
    opponent: str
    played: int
    score: float  # wins, and draws by half
    expected: float  # by the strengths of the two
    deviation: float  # in standard deviations; above 0 the unit did better than expected


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """How whoever sat in a seat fared."""

    seat: int
    played: int
    share: float  # of the points that could be won, from 0 to 1; level play gives 0.5


def strays(definition: EventDefinition, results: Iterable[Result], most: int = 10) -> list[Stray]:
    """The pairs that stray furthest, the furthest first.  Each is told once, from the side of who did too well.

    Among many pairs some stray by two or three deviations; a list that starts with more asks for a look at the logs.
    """
    cross = crosstable(definition, results)
    fitted = strengths(cross)
    found = (
        _stray(cross, fitted, unit, opponent)
        for unit, row in cross.items()
        for opponent, tally in row.items()
        if tally.total
    )
    return sorted((stray for stray in found if stray.deviation > 0), key=lambda stray: -stray.deviation)[:most]


def _stray(cross: Crosstable, fitted: Mapping[str, float], unit: str, opponent: str) -> Stray:
    tally = cross[unit][opponent]
    chance = fitted[unit] / (fitted[unit] + fitted[opponent])
    deviation = (tally.score - tally.total * chance) / sqrt(tally.total * chance * (1 - chance))
    return Stray(unit, opponent, tally.total, tally.score, tally.total * chance, deviation)


def seat_records(definition: EventDefinition, results: Iterable[Result]) -> list[SeatRecord]:
    """What each seat was worth, by seat; partners share their side's result."""
    gained, played = defaultdict[int, float](float), defaultdict[int, int](int)
    for result in (result for result in results if result.counts and result.termination != "withdrawn"):
        share = shares(result, definition.points)
        for seat in range(definition.seats):
            gained[seat] += share[seat % len(share)]
            played[seat] += 1
    return [SeatRecord(seat, played[seat], gained[seat] / played[seat]) for seat in sorted(played)]
