"""Formats in which everything is fixed before the first match: round robin, whist tournament, gauntlet."""

from collections.abc import Iterator

from muggins_tournaments import roundrobin, whist
from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Key, Slot
from muggins_tournaments.roundrobin import Seating
from muggins_tournaments.schedule import Format, Results


class RoundRobin(Format):
    """Every match is open from the start, in an order that keeps partial standings fair.

    Late entrants meet all who were there before; their tables are numbered after all others, and come first.
    """

    annuls = True
    takes_late = True

    def __init__(self, definition: EventDefinition) -> None:
        super().__init__(definition)
        first = len(self.units) - len(definition.late)
        self.tables = self._cycle(first)
        newcomers = range(first, len(self.units))
        self.joining = [table for newcomer in newcomers for table in self._joining(newcomer)]

    def _cycle(self, units: int) -> list[Seating]:
        return roundrobin.cycle(units, self.definition.width)

    def _joining(self, newcomer: int) -> list[Seating]:
        return roundrobin.joining(newcomer, self.definition.width)

    @property
    def total(self) -> int:
        barred = sum(self.definition.clash(self.seat(table, 0)) for table in (*self.tables, *self.joining))
        tables = len(self.tables) + len(self.joining) - barred
        return tables * self.definition.rounds * self.definition.games_per_pairing

    def known(self, results: Results) -> Iterator[Slot]:
        """Every match of the event.  The games of a pairing are played a cycle apart, not one after the other.

        Tables that bots of one owner may not share are left out.
        """
        first, rounds = len(self.tables), self.definition.rounds
        for cycle in range(rounds):
            for game in range(self.definition.games_per_pairing):
                late = (first * rounds + number * rounds + cycle for number in range(len(self.joining)))
                for pairing in (*late, *range(cycle * first, (cycle + 1) * first)):
                    slot = self.match(Key(pairing, game))
                    if slot.rated:
                        yield slot

    def match(self, key: Key) -> Slot:
        """The match of that key."""
        late = key.pairing - len(self.tables) * self.definition.rounds
        if late < 0:
            cycle, number = divmod(key.pairing, len(self.tables))
            table = self.tables[number]
        else:
            number, cycle = divmod(late, self.definition.rounds)
            table = self.joining[number]
        return self.slot(key, cycle, table, cycle, roundrobin.leader(self.definition.seats, cycle, key.game))

    def stale(self, then: int, now: int) -> bool:
        return False


class Gauntlet(RoundRobin):
    """One or some champions against the field: the tables of a round robin that have exactly one champion."""

    def _cycle(self, units: int) -> list[Seating]:
        return [table for table in super()._cycle(units) if self._has_one_champion(table)]

    def _joining(self, newcomer: int) -> list[Seating]:
        return [table for table in super()._joining(newcomer) if self._has_one_champion(table)]

    def _has_one_champion(self, table: Seating) -> bool:
        return sum(self.units[unit] in self.definition.champions for unit in table) == 1


class Whist(RoundRobin):
    """Four at a table: everybody partners everybody once in a round, and opposes everybody twice."""

    takes_late = False

    def _cycle(self, units: int) -> list[Seating]:
        return whist.cycle(units)
