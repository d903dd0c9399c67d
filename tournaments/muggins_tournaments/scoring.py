"""What one match is worth: the places of its sides, and the points that they earn."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from muggins_tournaments.definition import EventDefinition, Points
from muggins_tournaments.result import UNFINISHED, Result


@dataclass(slots=True)
class Tally:
    """How often somebody was placed before, level with and behind somebody else."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, mine: int, theirs: int) -> None:
        """Count one meeting by its two places."""
        self.won += mine < theirs
        self.drawn += mine == theirs
        self.lost += mine > theirs

    @property
    def total(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Wins, and draws by half."""
        return self.won + self.drawn / 2

    def points(self, worth: Points) -> float:
        return self.won * worth.win + self.drawn * worth.draw + self.lost * worth.loss

    def __str__(self) -> str:
        return f"{self.won}/{self.drawn}/{self.lost}"


def sides(definition: EventDefinition, result: Result) -> tuple[tuple[str, ...], ...]:
    """The units of each side: a pair, or the bots that sit there."""
    if not definition.pairs:
        return result.sides
    return tuple((definition.unit_of(bots[0]),) for bots in result.sides)


def meetings(result: Result, worth: Points) -> Iterator[tuple[int, int, int, int]]:
    """Each side, each side it met, and their places; a match that ran out of rounds or time as the event says."""
    for side, other in permutations(range(len(result.places)), 2):
        mine, theirs = result.places[side], result.places[other]
        if result.termination in UNFINISHED and worth.abandoned != "placing":
            mine, theirs = (1, 1) if worth.abandoned == "draw" else (2, 1)
        yield side, other, mine, theirs


def tallies(result: Result, worth: Points) -> list[Tally]:
    """By side, how it fared against each other side."""
    found = [Tally() for _ in result.places]
    for side, _, mine, theirs in meetings(result, worth):
        found[side].add(mine, theirs)
    return found


def shares(result: Result, worth: Points) -> list[float]:
    """By side, from 1 (before all others) to 0 (behind all)."""
    return [tally.score / tally.total for tally in tallies(result, worth)]


def earned(definition: EventDefinition, result: Result) -> dict[str, float]:
    """What the match adds to the points of each unit; nothing where it does not count."""
    if not result.counts:
        return {}
    worth = definition.points
    if worth.by == "game":
        points = [float(points) for points in result.points]
    else:
        points = [tally.points(worth) / tally.total for tally in tallies(result, worth)]
    return {unit: got for units, got in zip(sides(definition, result), points, strict=True) for unit in units}
