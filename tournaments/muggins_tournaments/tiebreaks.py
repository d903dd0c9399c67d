"""Tie-breaks: what tells units apart who have equal points."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from muggins_tournaments.definition import Points
from muggins_tournaments.scoring import Tally

Crosstable = dict[str, dict[str, Tally]]  # unit -> opponent -> how it fared


class Line(Protocol):
    """What a tie-break may look at beside the crosstable."""

    @property
    def entrant(self) -> str: ...
    @property
    def won(self) -> int: ...
    @property
    def game_points_for(self) -> int: ...
    @property
    def game_points_against(self) -> float: ...
    @property
    def score_for(self) -> int: ...
    @property
    def score_against(self) -> float: ...


Level = Sequence[Line]  # those who are level so far
Breaker = Callable[[Level, Crosstable, Mapping[str, float], Points], dict[str, float]]


def head_to_head(level: Level, cross: Crosstable, points: Mapping[str, float], worth: Points) -> dict[str, float]:
    """Points from the meetings of those who are level."""
    names = [line.entrant for line in level]
    return {a: sum(cross[a][b].points(worth) for b in names if b != a) for a in names}


def sonneborn_berger(level: Level, cross: Crosstable, points: Mapping[str, float], worth: Points) -> dict[str, float]:
    """The points of those who were beaten, and half the points of those who were drawn with."""
    return {
        line.entrant: sum(tally.score * points[unit] for unit, tally in cross[line.entrant].items()) for line in level
    }


def buchholz(level: Level, cross: Crosstable, points: Mapping[str, float], worth: Points) -> dict[str, float]:
    """The points of all opponents, as often as they were met."""
    return {
        line.entrant: sum(tally.total * points[unit] for unit, tally in cross[line.entrant].items()) for line in level
    }


def wins(level: Level, cross: Crosstable, points: Mapping[str, float], worth: Points) -> dict[str, float]:
    """Matches won."""
    return {line.entrant: line.won for line in level}


def game_points(level: Level, cross: Crosstable, points: Mapping[str, float], worth: Points) -> dict[str, float]:
    """Game points won, less those of the opponents."""
    return {line.entrant: line.game_points_for - line.game_points_against for line in level}


def score_difference(level: Level, cross: Crosstable, points: Mapping[str, float], worth: Points) -> dict[str, float]:
    """What was scored in all games, less what the opponents scored."""
    return {line.entrant: line.score_for - line.score_against for line in level}


BREAKERS: Final[dict[str, Breaker]] = {
    "head-to-head": head_to_head,
    "sonneborn-berger": sonneborn_berger,
    "buchholz": buchholz,
    "wins": wins,
    "game-points": game_points,
    "score-difference": score_difference,
}
