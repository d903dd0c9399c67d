"""What may be played now: each format is a pure function of the definition and the results so far."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Protocol

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Key, Result, Slot
from muggins_tournaments.roundrobin import Seating, rotated
from muggins_tournaments.walkover import walkover

Results = Mapping[Key, Result]


class Schedule(Protocol):
    """What a format asks to be played.  It remembers nothing, so that a server that was killed asks it again.

    Results may come in any order; the same results give the same answers.
    """

    annuls: bool  # whether the results of a unit that leaves before half of its matches are annulled
    takes_late: bool  # whether somebody may enter when the event has begun

    @property
    def total(self) -> int | None:
        """The number of matches in the whole event; None where the results decide it."""
        ...

    def known(self, results: Results) -> Iterator[Slot]:
        """Every match that the results allow to be known, those included that have a result or never get one."""
        ...

    def open(self, results: Results) -> Iterator[Slot]:
        """Every match without a result that may be started now, most urgent first.

        When nothing is open and nothing is running, the event is over.
        """
        ...

    def stale(self, then: int, now: int) -> bool:
        """Whether what was open with ``then`` results must be asked again now that there are ``now``.

        It is asked in any case when nothing is left of what was open.
        """
        ...

    def next_round(self, results: Results) -> int:
        """The first round that is not paired yet: from there on somebody may come or go."""
        ...

    def progress(self, results: Results) -> Mapping[str, float]:
        """What ranks the units before their points do, the larger the better; empty where nothing does."""
        ...

    def byes(self, results: Results) -> Mapping[str, int]:
        """How many rounds each unit sat out, where that earns points."""
        ...


class Format(ABC):
    """What formats have in common.  Units are known by their numbers, in the order of ``units``."""

    annuls = False
    takes_late = False

    def __init__(self, definition: EventDefinition) -> None:
        self.definition = definition
        self.units = ordered(definition)

    @property
    def total(self) -> int | None:
        return None

    @abstractmethod
    def known(self, results: Results) -> Iterator[Slot]: ...

    def open(self, results: Results) -> Iterator[Slot]:
        slots = (slot for slot in self.known(results) if slot.key not in results)
        if not self.definition.gone:
            return slots
        return (slot for slot in slots if walkover(self.definition, slot) is None)

    def stale(self, then: int, now: int) -> bool:
        return now > then

    def next_round(self, results: Results) -> int:
        return 0

    def progress(self, results: Results) -> Mapping[str, float]:
        return {}

    def byes(self, results: Results) -> Mapping[str, int]:
        return {}

    def settled(self, slot: Slot, results: Results) -> Result | None:
        """The result of the match, or what a withdrawal makes of it; None while it is open."""
        return results.get(slot.key) or walkover(self.definition, slot)

    def seat(self, table: Seating, turn: int) -> tuple[str, ...]:
        """The bots by seat, after so many turns of the table."""
        bots = [self.definition.bots(self.units[unit]) for unit in table]
        return rotated(tuple(bot for around in zip(*bots, strict=True) for bot in around), turn)

    def slot(self, key: Key, round: int, table: Seating, turn: int, lead: int) -> Slot:
        """The match at that table; ``lead`` is the seat that leads where the event assigns it."""
        seats = self.seat(table, turn)
        assigned = lead % len(seats) if self.definition.first == "assigned" else None
        return Slot(key, round, seats, assigned, rated=not self.definition.clash(seats))


def ordered(definition: EventDefinition) -> tuple[str, ...]:
    """The units in the order that numbers them: as in the file, shuffled by the seed, then by ratings; late ones last.

    Sorting by a hash makes the order the same for ever, in any language and whatever order the file lists them in.
    """
    units = [unit for unit in definition.units if unit not in definition.late]
    if definition.seed is not None:
        units.sort(key=lambda unit: sha256(f"muggins/entrants/{definition.seed}/{unit}".encode()).digest())
    if definition.ratings:
        units.sort(key=lambda unit: -definition.ratings.get(unit, 0.0))
    return (*units, *definition.late)
