"""One pairing of a knockout: as many matches as it takes until somebody is ahead."""

from collections.abc import Callable
from typing import Final, NamedTuple

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Result, Slot
from muggins_tournaments.scoring import shares, sides

EXTRA: Final = 10  # matches that are played one by one where all have not decided it; then the better seed goes on


class Contest(NamedTuple):
    """What is known of a pairing: its matches so far, and who goes on once that is decided."""

    slots: list[Slot]
    winner: str | None


def contest(
    definition: EventDefinition,
    units: tuple[str, ...],  # the better seed first
    match: Callable[[int], Slot],  # the match of that number
    settled: Callable[[Slot], Result | None],
) -> Contest:
    """All matches that must be played whatever the others bring are known at once; the rest when they are needed."""
    best_of = definition.knockout.best_of
    points = dict.fromkeys(units, 0.0)
    slots: list[Slot] = []
    played = 0
    while _needed(_lead(points), played, len(slots), best_of):
        slots.append(match(len(slots)))
        if (result := settled(slots[-1])) is not None:
            played += 1
            for (unit,), share in zip(sides(definition, result), shares(result, definition.points), strict=True):
                points[unit] += share
    over = played == len(slots)
    return Contest(slots, max(units, key=lambda unit: points[unit]) if over else None)


def _lead(points: dict[str, float]) -> float:
    best, second, *_ = sorted(points.values(), reverse=True)
    return best - second


def _needed(lead: float, played: int, known: int, best_of: int) -> bool:
    """Whether one more match must be played even if the leader wins all that are being played."""
    open_now = known - played
    if known < best_of:
        return lead + open_now <= best_of - known
    return open_now == 0 and lead == 0 and known < best_of + EXTRA
