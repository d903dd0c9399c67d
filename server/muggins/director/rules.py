"""From an event's definition to the rules, the clock and the pool of its matches."""

from muggins.games.base import OptionError
from muggins.games.match import MatchRules
from muggins.referee.timing import TimeControl
from muggins_tournaments import EventDefinition, EventError, parse


def read_event(text: str | bytes, source: str) -> EventDefinition:
    """Read an event file, and check what only somebody who knows the games can.  Raises EventError."""
    definition = parse(text, source)
    try:
        match_rules(definition, 0 if definition.first == "assigned" else None)
    except OptionError as error:
        raise EventError(source, "", str(error)) from None
    return definition


def match_rules(definition: EventDefinition, lead: int | None) -> MatchRules:
    """The rules of a match of the event; ``lead`` is the seat that leads where the event assigns it."""
    length = definition.match
    return MatchRules(
        game=definition.game,
        seats=definition.seats,
        options=definition.options,
        games=length.games,
        first_to=length.first_to,
        first="draw" if lead is None else "assigned",
        lead=lead,
        max_rounds=length.max_rounds,
    )


def time_control(definition: EventDefinition) -> TimeControl:
    time = definition.time
    return TimeControl(time.start_up, time.move, time.bank, time.margin, time.cap, time.max_strikes)


def pool_of(definition: EventDefinition) -> str:
    """The rating list that the event's matches count in."""
    return f"{definition.game}/{definition.seats}"
