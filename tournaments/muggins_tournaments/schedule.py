"""What may be played now: each format is a pure function of the definition and the results so far."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Protocol

from muggins_tournaments import roundrobin
from muggins_tournaments.event import EventDefinition
from muggins_tournaments.result import Key, Result, Slot


class Schedule(Protocol):
    """What a format asks to be played.  It remembers nothing, so that a server that was killed asks it again."""

    @property
    def total(self) -> int | None:
        """The number of matches in the whole event; None where the results decide it."""
        ...

    def open(self, results: Mapping[Key, Result]) -> Iterator[Slot]:
        """Every match without a result that may be started now, most urgent first; the same for the same results.

        Results may come in any order.  When nothing is open and nothing is running, the event is over.
        """
        ...


class RoundRobin:
    """Every match is open from the start, in an order that keeps partial standings fair."""

    def __init__(self, definition: EventDefinition) -> None:
        self.definition = definition
        self.entrants = ordered(definition)
        self.tables = roundrobin.cycle(len(self.entrants), definition.seats)

    @property
    def total(self) -> int:
        return len(self.tables) * self.definition.rounds * self.definition.games_per_pairing

    def open(self, results: Mapping[Key, Result]) -> Iterator[Slot]:
        return (slot for slot in self.slots() if slot.key not in results)

    def slots(self) -> Iterator[Slot]:
        """Every match of the event.  The games of a pairing are played a cycle apart, not one after the other."""
        for cycle in range(self.definition.rounds):
            for game in range(self.definition.games_per_pairing):
                for number in range(len(self.tables)):
                    yield self.slot(Key(cycle * len(self.tables) + number, game))

    def slot(self, key: Key) -> Slot:
        """The match of that key."""
        cycle, number = divmod(key.pairing, len(self.tables))
        table = roundrobin.rotated(self.tables[number], cycle)
        assigned = self.definition.first == "assigned"
        lead = roundrobin.leader(len(table), cycle, key.game) if assigned else None
        return Slot(key, cycle, tuple(self.entrants[player] for player in table), lead)


def ordered(definition: EventDefinition) -> tuple[str, ...]:
    """The entrants in the order that numbers them: as in the file, or shuffled by the event's seed.

    Sorting by a hash makes the order the same for ever, in any language and whatever order the file lists them in.
    """
    if definition.seed is None:
        return definition.entrants

    def rank(entrant: str) -> bytes:
        return sha256(f"muggins/entrants/{definition.seed}/{entrant}".encode()).digest()

    return tuple(sorted(definition.entrants, key=rank))


_FORMATS = {"round-robin": RoundRobin}


def schedule(definition: EventDefinition) -> Schedule:
    """The schedule of an event in its format."""
    return _FORMATS[definition.format](definition)
