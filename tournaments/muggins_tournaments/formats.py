"""The formats of events, by name."""

from collections.abc import Callable
from typing import Final

from muggins_tournaments.cycles import Gauntlet, RoundRobin, Whist
from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.double import Double
from muggins_tournaments.knockout import SingleKnockout
from muggins_tournaments.ladder import Ladder
from muggins_tournaments.schedule import Schedule
from muggins_tournaments.sprt import SequentialTest
from muggins_tournaments.stages import Stages
from muggins_tournaments.swiss import Swiss


def schedule(definition: EventDefinition) -> Schedule:
    """The schedule of an event in its format."""
    return FORMATS[definition.format](definition)


def _knockout(definition: EventDefinition) -> Schedule:
    return (Double if definition.knockout.double else SingleKnockout)(definition)


def _stages(definition: EventDefinition) -> Schedule:
    return Stages(definition, schedule)


FORMATS: Final[dict[str, Callable[[EventDefinition], Schedule]]] = {
    "round-robin": RoundRobin,
    "whist": Whist,
    "swiss": Swiss,
    "knockout": _knockout,
    "gauntlet": Gauntlet,
    "ladder": Ladder,
    "sprt": SequentialTest,
    "stages": _stages,
}
