"""Which results count in the end: those that stand, without the ones that a withdrawal annuls, with what it gives away.

A unit that leaves where everything is fixed beforehand, and has played less than half of its matches, leaves no trace.
Otherwise its results stand and its other matches are lost.
"""

from collections import Counter
from collections.abc import Iterable

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Result, Slot
from muggins_tournaments.schedule import Results, Schedule
from muggins_tournaments.walkover import walkover


def counting(definition: EventDefinition, schedule: Schedule, results: Results) -> list[Result]:
    """The results that count, by key, so that their order of arrival changes nothing."""
    found = [results[key] for key in sorted(results)]
    if definition.gone:
        slots = list(schedule.known(results))
        annulled = _annulled(definition, slots, results) if schedule.annuls else set[str]()
        given = (walkover(definition, slot) for slot in slots if slot.key not in results)
        found = [
            result
            for result in (*found, *(result for result in given if result is not None))
            if annulled.isdisjoint(definition.unit_of(bot) for bot in result.seats)
        ]
    return [result for result in found if result.counts]


def _annulled(definition: EventDefinition, slots: Iterable[Slot], results: Results) -> set[str]:
    all_of, played = Counter[str](), Counter[str]()
    for slot in slots:
        units = {definition.unit_of(bot) for bot in slot.seats} & definition.gone.keys()
        all_of.update(units)
        played.update(units if slot.key in results else ())
    return {unit for unit in definition.gone if 2 * played[unit] < all_of[unit]}
