"""A match that an event asks for, and how it ended."""

from dataclasses import dataclass
from typing import NamedTuple

# Why a match ended, where that changes what it is worth.  docs/events.md says how.
UNFINISHED = frozenset({"abandoned_max_rounds", "time_cap"})
VOID = frozenset({"void_server", "cancelled"})


class Key(NamedTuple):
    """Names one match of an event for good: at most one result is counted for each key."""

    pairing: int  # 0.. over the whole event
    game: int  # 0..games_per_pairing - 1


@dataclass(frozen=True, slots=True)
class Slot:
    """One match to be played."""

    key: Key
    round: int  # from 0
    seats: tuple[str, ...]  # entrants by seat
    lead: int | None  # the seat that opens or deals first; None means that it is drawn
    rated: bool = True  # False where bots of one owner had to share a table of three or four


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.  Sides are seats, or with four seats the partners {0, 2} and {1, 3}."""

    key: Key
    seats: tuple[str, ...]  # entrants by seat
    places: tuple[int, ...]  # by side: lower is better, equal drew
    points: tuple[int, ...]  # by side: game points
    scores: tuple[int, ...]  # by side: what it scored in all games together
    termination: str = "finished"
    faults: tuple[int, ...] = ()  # by seat; empty means none

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The entrants of each side."""
        if len(self.seats) == 4:
            return self.seats[::2], self.seats[1::2]
        return tuple((entrant,) for entrant in self.seats)

    @property
    def counts(self) -> bool:
        """Whether the match stands; a void or cancelled one leaves no trace in the standings."""
        return self.termination not in VOID
