"""Events as an organiser handles them: checked against the store, written down, and handed to the director."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Connection

from muggins import crash
from muggins.director.director import Director
from muggins.director.rules import pool_of
from muggins.store import bots, entries, tournaments
from muggins.store.bots import Bot
from muggins.store.database import Database
from muggins.store.errors import NotFound
from muggins.store.ledger import definition_of, stored_event
from muggins.store.tournaments import State, Tournament
from muggins_tournaments import EventDefinition, EventError, schedule

HOUSE_OWNER = "house"


class Events:
    """Creates events and moves them on, in the database first and then in the director."""

    def __init__(self, database: Database, director: Director) -> None:
        self._database = database
        self._director = director

    async def create(self, definition: EventDefinition, text: str, source: str) -> Tournament:
        """Write a new event down.  Raises EventError for an entrant that can't play, and NameTaken."""
        now = datetime.now(UTC)
        event = await self._database.writer.run(lambda conn: _create(conn, definition, text, source, now))
        crash.point("event.created")
        return event

    async def start(self, name: str) -> Tournament:
        """Start an event, or go on with it.  Raises NotFound or WrongState."""
        event = await self._set_state(name, State.RUNNING)
        crash.point("event.running")
        if event.name in self._director.events:
            self._director.resume(event.name)
        else:
            stored = await asyncio.to_thread(self._database.read, lambda conn: stored_event(conn, event))
            await self._director.start(stored)
        return event

    async def pause(self, name: str) -> Tournament:
        event = await self._set_state(name, State.PAUSED)
        if event.name in self._director.events:
            self._director.pause(event.name)
        return event

    async def cancel(self, name: str, *, finish: bool = False) -> Tournament:
        """End an event as it stands; ``finish`` lets its running matches be played out."""
        event = await self._set_state(name, State.CANCELLED)
        self._director.cancel(event.name, finish=finish)
        return event

    async def enter(self, name: str, bot: str) -> Tournament:
        """A bot comes late.  Raises NotFound, WrongState or CannotEnter."""
        return await self._change(lambda conn: entries.enter(conn, name, bot))

    async def withdraw(self, name: str, bot: str) -> Tournament:
        """A bot leaves an event.  Raises NotFound or WrongState."""
        return await self._change(lambda conn: entries.withdraw(conn, name, bot))

    async def retire(self, bot: str) -> Bot:
        """A bot plays no more, in no event.  Raises NotFound."""
        now = datetime.now(UTC)
        retired = await self._database.writer.run(lambda conn: bots.retire(conn, bot, now))
        names = await asyncio.to_thread(self._database.read, lambda conn: tournaments.going_on_with(conn, retired.id))
        for name in names:
            await self.withdraw(name, bot)
        return retired

    async def _change(self, job: Callable[[Connection], Tournament]) -> Tournament:
        event = await self._database.writer.run(job)
        definition = await asyncio.to_thread(self._database.read, lambda conn: definition_of(conn, event))
        self._director.change(event.name, definition)
        return event

    async def resume_all(self) -> list[str]:
        """Go on with every event that was running when the server stopped.  Returns their names."""
        running = await asyncio.to_thread(self._database.read, lambda conn: tournaments.in_state(conn, State.RUNNING))
        for event in running:
            await self.start(event.name)
        return [event.name for event in running]

    async def _set_state(self, name: str, state: State) -> Tournament:
        now = datetime.now(UTC)
        return await self._database.writer.run(lambda conn: tournaments.set_state(conn, name, state, now))


def _create(conn: Connection, definition: EventDefinition, text: str, source: str, at: datetime) -> Tournament:
    if definition.anonymous and definition.seed is None:
        raise EventError(source, "seed", "an anonymous event needs one: the order of the file could be guessed")
    entrants = tuple(_entrant(conn, definition, name, source, at) for name in definition.entrants)
    new = tournaments.NewTournament(
        name=definition.name,
        definition=text,
        format=definition.format,
        game=definition.game,
        seats=definition.seats,
        pool=pool_of(definition),
        total=schedule(definition).total or 0,
        entrants=entrants,
        rated=definition.rated,
    )
    return tournaments.create(conn, new, at)


def _entrant(conn: Connection, definition: EventDefinition, name: str, source: str, at: datetime) -> int:
    """The bot of that name; a house bot that the event asks for is registered where it is not yet."""
    try:
        bot = bots.get(conn, name)
    except NotFound:
        if name in definition.house:
            return bots.add(conn, name, HOUSE_OWNER, at, house=True)[0].id
        raise EventError(source, "entrants", f"there is no bot {name!r}; add it with: muggins bot add {name}") from None
    if bot.name != name:  # results and sessions know it by that name
        raise EventError(source, "entrants", f"the bot is called {bot.name!r}, not {name!r}")
    if bot.retired_at is not None:
        raise EventError(source, "entrants", f"the bot {name!r} was retired")
    if name in definition.house and not bot.house:
        raise EventError(source, f"house.{name}", f"{name!r} is the bot of {bot.owner!r}, and not a house bot")
    return bot.id
