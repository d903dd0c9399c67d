"""How evenly an event shares out what it can share: opponents, partners, seats, and who leads."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Slot


@dataclass(frozen=True, slots=True)
class Spread:
    """How often the same thing falls to those who should get it equally often."""

    what: str  # "matches", "meetings", "partners", "seats" or "leads"
    least: int
    most: int

    @property
    def even(self) -> bool:
        return self.least == self.most


def balance(definition: EventDefinition, slots: Iterable[Slot]) -> list[Spread]:
    """The spread of each thing over these matches: all of an event, or those that are known so far.

    Matches of each unit; meetings of each two units as opponents, and as partners where partners change; how often each
    bot sat in each seat; how often each bot led, where that is assigned.
    """
    slots = list(slots)
    units = definition.units
    teams = [_teams(definition, slot) for slot in slots]
    pairs = [frozenset(pair) for pair in combinations(units, 2)]
    found = [_spread("matches", units, (unit for sides in teams for side in sides for unit in side))]
    found.append(_spread("meetings", pairs, (pair for sides in teams for pair in _opponents(sides))))
    if definition.width == 4:
        found.append(_spread("partners", pairs, (frozenset(side) for sides in teams for side in sides)))
    places = list(product(definition.entrants, range(definition.seats)))
    found.append(_spread("seats", places, ((bot, seat) for slot in slots for seat, bot in enumerate(slot.seats))))
    if definition.first == "assigned":
        leads = (slot.seats[slot.lead] for slot in slots if slot.lead is not None)
        found.append(_spread("leads", definition.entrants, leads))
    return found


def _teams(definition: EventDefinition, slot: Slot) -> list[tuple[str, ...]]:
    """The units of each side."""
    if definition.seats < 4:
        return [(bot,) for bot in slot.seats]
    sides = (slot.seats[::2], slot.seats[1::2])
    return [(definition.unit_of(side[0]),) if definition.pairs else side for side in sides]


def _opponents(sides: Sequence[tuple[str, ...]]) -> Iterator[frozenset[str]]:
    for a, b in combinations(sides, 2):
        yield from (frozenset(pair) for pair in product(a, b))


def _spread(what: str, all_of_them: Sequence[object], seen: Iterable[object]) -> Spread:
    counts = Counter(seen)
    return Spread(what, *_ends([counts[one] for one in all_of_them]))


def _ends(counts: Sequence[int]) -> tuple[int, int]:
    return min(counts), max(counts)
