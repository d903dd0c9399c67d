"""Stages: each a format of its own for those who came through the one before, as groups and then a knockout."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Key, Result, Slot
from muggins_tournaments.rows import ranks
from muggins_tournaments.schedule import Format, Results, Schedule

# Where the pairings of a stage, and of a group in it, begin.  A group has at most a million pairings.
OF_STAGE: Final = 2**26
OF_GROUP: Final = 2**20
OF_ROUND: Final = 10_000  # a moment of the event: the stage times this, and the round in it


class Group(NamedTuple):
    """A stage, or one group of it, as an event of its own."""

    first: int  # what its pairings are numbered from
    definition: EventDefinition
    schedule: Schedule
    results: dict[Key, Result]  # by its own numbers

    def known(self) -> Iterator[Slot]:
        for slot in self.schedule.known(self.results):
            yield replace(slot, key=Key(slot.key.pairing + self.first, slot.key.game))


class Stages(Format):
    """A stage begins when the one before is over.  ``make`` gives the schedule of an event in another format."""

    def __init__(self, definition: EventDefinition, make: Callable[[EventDefinition], Schedule]) -> None:
        super().__init__(definition)
        self._make = make

    def known(self, results: Results) -> Iterator[Slot]:
        for groups in self.walk(results):
            for group in groups:
                yield from group.known()

    def progress(self, results: Results) -> Mapping[str, float]:
        """How many stages a unit reached, and then its rank in the last of them."""
        reached = dict.fromkeys(self.units, 0.0)
        for number, groups in enumerate(self.walk(results), 1):
            for group in groups:
                for unit, rank in self._ranks(group).items():
                    reached[unit] = number - rank / (len(self.units) + 1)
        return reached

    def walk(self, results: Results) -> Iterator[list[Group]]:
        """The groups of each stage that has begun."""
        units = self.units
        for number, stage in enumerate(self.definition.stages):
            groups = [
                self._group(number, group, members, results)
                for group, members in enumerate(_dealt(units, stage.groups))
            ]
            yield groups
            if any(self.settled(slot, results) is None for group in groups for slot in group.known()):
                return
            orders = [self._order(group, number + 1) for group in groups]
            units = tuple(order[place] for place in range(stage.advance) for order in orders)

    def next_round(self, results: Results) -> int:
        """The stage that is played, and the next round in it."""
        *before, groups = self.walk(results)
        return len(before) * OF_ROUND + max(group.schedule.next_round(group.results) for group in groups)

    def _group(self, number: int, group: int, units: tuple[str, ...], results: Results) -> Group:
        stage, first = self.definition.stages[number], number * OF_STAGE + group * OF_GROUP
        definition = replace(
            self.definition.only(units),
            format=stage.format,
            rounds=stage.rounds,
            games_per_pairing=stage.games_per_pairing,
            knockout=stage.knockout,
            seed=None,
            ratings={},
            stages=(),
            gone=self._gone(number, units),
        )
        last = first + OF_GROUP
        own = {
            Key(key.pairing - first, key.game): result for key, result in results.items() if first <= key.pairing < last
        }
        return Group(first, definition, self._make(definition), own)

    def _gone(self, number: int, units: tuple[str, ...]) -> dict[str, int]:
        """Who is gone in that stage, and from which round of it on."""
        moments = {unit: divmod(when, OF_ROUND) for unit, when in self.definition.gone.items() if unit in units}
        return {unit: round if stage == number else 0 for unit, (stage, round) in moments.items() if stage <= number}

    def _order(self, group: Group, following: int) -> list[str]:
        """The units of the group as they go on; those who left before the following stage come last."""
        gone = self._gone(following - 1, self.units)
        return sorted(self._ranks(group), key=lambda unit: unit in gone)

    def _ranks(self, group: Group) -> dict[str, int]:
        """The units of the group in their order, with their ranks in it."""
        return ranks(group.definition, group.schedule, group.results)


def _dealt(units: tuple[str, ...], groups: int) -> list[tuple[str, ...]]:
    """The units dealt to groups to and fro, so that each group gets as many strong ones as the others."""
    hands: list[list[str]] = [[] for _ in range(groups)]
    for place, unit in enumerate(units):
        row, column = divmod(place, groups)
        hands[groups - 1 - column if row % 2 else column].append(unit)
    return [tuple(hand) for hand in hands]
