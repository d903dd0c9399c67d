"""From an event's definition to the rules, the clock and the pool of its matches."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

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


class Entry(NamedTuple):
    """A bot of an event, and what the definition does not say of it."""

    bot: str
    owner: str
    house: bool
    from_round: int | None = None  # of one that came late: the round from which it is paired
    gone_round: int | None = None  # of one that left: the round from which it is not paired


def with_entries(definition: EventDefinition, entries: Iterable[Entry]) -> EventDefinition:
    """The definition with who came late and who left since, and with the owners of its bots."""
    entries = list(entries)
    for entry in entries:
        if entry.from_round is not None:
            definition = definition.joined(entry.bot, entry.from_round)
    for entry in entries:
        if entry.gone_round is not None:
            definition = definition.without(definition.unit_of(entry.bot), entry.gone_round)
    return replace(definition, owners={entry.bot: entry.owner for entry in entries if not entry.house})


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
    return TimeControl(time.start_up, time.move, time.bank, time.margin, time.cap, time.max_strikes, time.pace)


def pool_of(definition: EventDefinition) -> str:
    """The rating list that the event's matches count in."""
    return f"{definition.game}/{definition.seats}"
