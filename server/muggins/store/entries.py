"""Bots that come to an event late, or leave it."""

from sqlalchemy import Connection

from muggins.store import bots, tournaments
from muggins.store.bots import Bot
from muggins.store.errors import CannotEnter, WrongState
from muggins.store.ledger import definition_of, results_of
from muggins.store.tournaments import OVER, State, Tournament
from muggins_tournaments import EventDefinition, schedule
from muggins_tournaments.limits import problem_of


def enter(conn: Connection, name: str, bot: str) -> Tournament:
    """A bot enters an event that was created.  Raises NotFound, WrongState or CannotEnter."""
    event, newcomer = _unfinished(conn, name, "entered"), bots.get(conn, bot)
    definition = definition_of(conn, event)
    from_round = _next_round(conn, event, definition)
    changed = definition.joined(newcomer.name, from_round)
    if reason := _why_not(definition, newcomer, from_round) or problem_of(changed)[1]:
        raise CannotEnter(bot=newcomer.name, name=event.name, reason=reason)
    tournaments.enter(conn, event, newcomer.id, from_round, schedule(changed).total or 0)
    return tournaments.get(conn, event.name)


def _why_not(definition: EventDefinition, bot: Bot, from_round: int) -> str:
    """What keeps the bot from entering now; empty where nothing does."""
    if bot.name in definition.entrants:
        return "it is there, or was"
    if bot.retired_at is not None:
        return "it was retired"
    if definition.pairs or not schedule(definition).takes_late:
        return "who meets whom there is drawn at the start"
    return "the last round is paired" if from_round >= definition.rounds else ""


def withdraw(conn: Connection, name: str, bot: str) -> Tournament:
    """A bot leaves an event.  Raises NotFound or WrongState."""
    event, leaver = _unfinished(conn, name, "left"), bots.get(conn, bot)
    tournaments.withdraw(conn, event, leaver.id, _next_round(conn, event, definition_of(conn, event)))
    return tournaments.get(conn, event.name)


def _next_round(conn: Connection, event: Tournament, definition: EventDefinition) -> int:
    """The first round of the event that is not paired yet."""
    if event.state == State.CREATED:
        return 0
    return schedule(definition).next_round({result.key: result for result in results_of(conn, event.id)})


def _unfinished(conn: Connection, name: str, wanted: str) -> Tournament:
    event = tournaments.get(conn, name)
    if event.state in OVER:
        raise WrongState(name=event.name, state=event.state, wanted=wanted)
    return event
