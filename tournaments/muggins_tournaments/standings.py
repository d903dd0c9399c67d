"""Standings and crosstable: what the results of an event amount to, whatever order they came in."""

from collections.abc import Iterable

from muggins_tournaments.counting import counting
from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.formats import schedule
from muggins_tournaments.result import Result
from muggins_tournaments.rows import Row, crosstable_of, table
from muggins_tournaments.tiebreaks import Crosstable


def standings(definition: EventDefinition, results: Iterable[Result]) -> list[Row]:
    """The rows, best first.  What ranks them: the format where it has an order of its own (how far one came in a
    knockout, the rating of a ladder), then points, then the event's tie-breaks; who is level is listed by name."""
    return table(definition, schedule(definition), {result.key: result for result in results})


def crosstable(definition: EventDefinition, results: Iterable[Result]) -> Crosstable:
    """How each unit did against each other: ``crosstable(...)["ann"]["bob"].won``.  Partners are no opponents."""
    by_key = {result.key: result for result in results}
    return crosstable_of(definition, counting(definition, schedule(definition), by_key))
