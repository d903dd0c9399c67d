"""Ladder: open, on until it is stopped; whoever has played least meets those whose rating is nearest."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from math import comb
from typing import Final

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Key, Slot
from muggins_tournaments.roundrobin import Seating, partnerships
from muggins_tournaments.rows import crosstable_of
from muggins_tournaments.schedule import Format, Results
from muggins_tournaments.scoring import sides
from muggins_tournaments.strength import elo, strengths

REACH: Final = 5  # the nearest by rating, from whom a unit's opponents come
PATIENCE: Final = 50  # the ladder is looked at anew when one more in so many matches was played


class Standing:
    """Rating and matches of each unit, and how often each table met, from all results whatever order they came in."""

    def __init__(self, definition: EventDefinition, results: Results) -> None:
        cross = crosstable_of(definition, results.values())
        self.ratings = {unit: elo(strength) for unit, strength in strengths(cross).items()}
        self.played = Counter(unit for r in results.values() for side in sides(definition, r) for unit in side)
        self.met: dict[int, int] = {}  # pairing -> its first match without a result
        for pairing, game in sorted(results):
            if self.met.get(pairing, 0) == game:
                self.met[pairing] = game + 1


class Ladder(Format):
    """A table's pairing is its place among all tables of its size, so it keeps it whoever comes later."""

    takes_late = True

    def known(self, results: Results) -> Iterator[Slot]:
        """The matches to play next, and then all that were played."""
        standing = Standing(self.definition, results)
        seen = set[int]()
        for table in self._tables(standing):
            pairing = _rank(table)
            if pairing not in seen:
                seen.add(pairing)
                first = standing.met.get(pairing, 0)
                games = (game for game in range(first, first + len(results) + 1) if Key(pairing, game) not in results)
                yield from (self._match(pairing, game, table) for game in islice(games, 1 + len(results) // PATIENCE))
        for key, result in sorted(results.items()):
            units = {self.units.index(self.definition.unit_of(bot)) for bot in result.seats}
            yield self._match(key.pairing, key.game, tuple(sorted(units)))

    def stale(self, then: int, now: int) -> bool:
        return now > then + then // PATIENCE

    def progress(self, results: Results) -> Mapping[str, float]:
        return Standing(self.definition, results).ratings

    def _tables(self, standing: Standing) -> Iterator[Seating]:
        """The tables worth playing, most urgent first; as groups of units in ascending order."""
        here = [number for number, unit in enumerate(self.units) if unit not in self.definition.gone]
        here.sort(key=lambda unit: (-standing.ratings[self.units[unit]], unit))
        place = {unit: place for place, unit in enumerate(here)}
        for unit in sorted(here, key=lambda unit: (standing.played[self.units[unit]], place[unit])):
            around = here[max(0, place[unit] - REACH) : place[unit] + REACH + 1]
            near = sorted(around, key=lambda other: abs(place[other] - place[unit]))[1 : REACH + 1]
            groups = [tuple(sorted((unit, *others))) for others in combinations(near, self.definition.width - 1)]
            free = (group for group in groups if not self.definition.clash(self.seat(group, 0)))
            yield from sorted(free, key=lambda group: standing.met.get(_rank(group), 0))

    def _match(self, pairing: int, game: int, group: Seating) -> Slot:
        tables = partnerships(group)
        turn, arrangement = divmod(game, len(tables))
        return self.slot(Key(pairing, game), game, tables[arrangement], turn, turn // self.definition.seats)


def _rank(group: Seating) -> int:
    """The place of an ascending group among all groups of its size, which those with later numbers leave as it is."""
    return sum(comb(unit, place) for place, unit in enumerate(group, 1))
