"""Starts the matches of all running events wherever their bots are free, and sees each result to the store."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine
from datetime import UTC, datetime
from typing import Any

from muggins import crash
from muggins.director.attendance import Attendance
from muggins.director.ports import House, Ledger, StoredEvent
from muggins.director.practice import Practice, Wish
from muggins.director.running import RunningEvent
from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.outcome import Outcome, Termination
from muggins.referee.outcome import Slot as Place
from muggins.referee.people import Channel
from muggins.referee.referee import Referee
from muggins.referee.timing import Clock
from muggins.referee.verdict import lost, outcome_of
from muggins_tournaments import EventDefinition, Key, Result, Slot

log = logging.getLogger(__name__)

TIDY = 4.0  # seconds


class Director:
    """Drives events.  Give ``ended`` and ``changed`` to the referee; ``start`` and the rest are for people."""

    def __init__(self, clock: Clock, ledger: Ledger, house: House, new_id: Callable[[], str]) -> None:
        self.referee = Referee(clock, self._ended, self.changed)
        self.events: dict[str, RunningEvent] = {}  # by name; those that run or are paused
        self._ledger = ledger
        self._house = house
        self._new_id = new_id
        self._attendance = Attendance(clock, self.referee.lobby, self.changed)
        self._owners: dict[str, tuple[RunningEvent, Key]] = {}  # by match
        self._tasks: set[asyncio.Task[None]] = set()
        self._draining = False
        self._pumping = False
        self._practice = Practice(self.referee, ledger, house, new_id, self._waiting_on)

    def changed(self) -> None:
        """Something may be startable that was not: look again, once for all that changes together."""
        if not self._pumping and not self._draining:
            self._pumping = True
            asyncio.get_running_loop().call_soon(self._pump)

    async def start(self, stored: StoredEvent) -> RunningEvent:
        """Begin, or go on with, an event that the store has as running."""
        event = RunningEvent(stored.id, stored.name, stored.definition, list(stored.results))
        self.events[event.name] = event
        crash.point("event.start")
        for name, kind in event.definition.house.items():
            await self._house.start(name, kind)
        crash.point("event.house")
        self.changed()
        if event.over:
            self._spawn(self._finish(event))
        return event

    def pause(self, name: str) -> None:
        """Start no new matches of the event; those that run are finished."""
        self.events[name].paused = True
        self.events[name].tell()

    def resume(self, name: str) -> None:
        self.events[name].paused = False
        self.events[name].tell()
        self.changed()

    def cancel(self, name: str, *, finish: bool = False) -> None:
        """The event is over as it stands; its running matches are void, or where ``finish`` says so played out."""
        event = self.events.pop(name, None)
        if event is None:
            return
        if not finish:
            self._stop(event, event.playing)
        event.tell()

    def change(self, name: str, definition: EventDefinition) -> None:
        """Somebody came late to the event, or left it: running matches of who left are void."""
        event = self.events.get(name)
        if event is None:
            return
        self._stop(event, event.change(definition))
        event.tell()
        self.changed()
        if event.over:
            self._spawn(self._finish(event))

    def _stop(self, event: RunningEvent, keys: Collection[Key]) -> None:
        """End these matches of the event without a result."""
        for match_id, (owner, key) in list(self._owners.items()):
            if owner is event and key in keys:
                self.referee.stop(match_id, Termination.CANCELLED)

    def waiting_for(self, event: RunningEvent) -> list[str]:
        """The entrants that the event's matches wait for."""
        return self._attendance.absent(event.definition)

    def practise(self, bot: str, channel: Channel, wish: Wish) -> str:
        """A bot wishes to practise.  Returns why not, in words; empty where its matches will come."""
        refusal = self._practice.ask(bot, channel, wish)
        self.changed()
        return refusal

    def _waiting_on(self, bot: str) -> list[str]:
        """The events that a bot is in."""
        return [event.name for event in self.events.values() if bot in event.definition.entrants]

    async def drain(self, seconds: float) -> None:
        """Start nothing more; give running matches so long to end, then make them void, and TIDY seconds to store."""
        self._draining = self._practice.closing = True
        deadline = asyncio.get_running_loop().time() + seconds
        while self.referee.live and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.05)
        for match_id in list(self.referee.live):
            self.referee.stop(match_id, Termination.VOID_SERVER)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=TIDY)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _pump(self) -> None:
        self._pumping = False
        for event in list(self.events.values()):
            if not event.paused:
                for slot in event.startable(self._attendance.roll(event.definition)):
                    self._reserve(slot, 1)
                    self._spawn(self._begin(event, slot))
        for work in self._practice.due():
            self._spawn(work)

    def _reserve(self, slot: Slot, places: int) -> None:
        for bot in slot.seats:
            self.referee.lobby.bot(bot).reserved += places

    async def _begin(self, event: RunningEvent, slot: Slot) -> None:
        """Write the attempt down, with its sealed seed; only then does it start."""
        spec = self._spec(event, slot)
        versions = [self.referee.lobby.bot(bot).version(spec.rules.game, spec.rules.seats) for bot in slot.seats]
        begun = False
        crash.point("begin")
        try:
            begun = await self._ledger.begin(spec, Place(event.id, *slot.key), versions)
        except Exception:
            log.exception("a match of %s could not be begun; the event is paused", event.name)
            event.paused = True
            event.again(slot.key)
        finally:
            self._reserve(slot, -1)
        crash.point("begin.stored")
        if begun:
            self._owners[spec.id] = (event, slot.key)
            event.tell()
            self.referee.start(spec, self._attendance.overdue(event.definition, slot.seats))
            crash.point("begin.started")
            if event.name not in self.events or slot.key not in event.playing:  # cancelled, or left, in the meantime
                self.referee.stop(spec.id, Termination.CANCELLED)
            elif self._draining:
                self.referee.stop(spec.id, Termination.VOID_SERVER)
        else:
            event.playing.pop(slot.key, None)

    def _spec(self, event: RunningEvent, slot: Slot) -> MatchSpec:
        definition = event.definition
        shown_as = tuple(f"seat {seat}" for seat in range(definition.seats)) if definition.anonymous else ()
        return MatchSpec(
            id=self._new_id(),
            rules=event.rules(slot),
            time=event.time,
            bots=slot.seats,
            server_seed=secrets.token_bytes(32),
            event=event.name,
            rated=definition.rated and slot.rated,
            shown_as=shown_as,
            rotating_partners=definition.width == 4,
        )

    def _ended(self, live: LiveMatch) -> None:
        crash.point("end")
        self._spawn(self._practice.store(live) if live.spec.id in self._practice.playing else self._store(live))

    async def _store(self, live: LiveMatch) -> None:
        """Store the result; the bots are told after the commit, and the event goes on."""
        event, key = self._owners.pop(live.spec.id)
        now = datetime.now(UTC)
        crash.point("end.judged")
        try:
            outcome = outcome_of(live, now)
            ratings = await self._ledger.record(outcome)
        except Exception:
            log.exception("the result of match %s could not be stored; %s is paused", live.spec.id, event.name)
            event.paused = True
            event.again(key)
            self.referee.announce(live, lost(live, now))
            return
        crash.point("end.stored")
        if outcome.termination.void:
            event.again(key)
        else:
            event.done(_result(key, live, outcome))
        crash.point("end.counted")
        self.referee.announce(live, outcome, ratings)
        crash.point("end.told")
        event.tell()
        if event.over and event.name in self.events:
            await self._finish(event)

    async def _finish(self, event: RunningEvent) -> None:
        crash.point("finish")
        await self._ledger.finish(event.name)
        crash.point("finish.stored")
        self.events.pop(event.name, None)
        event.tell()


def _result(key: Key, live: LiveMatch, outcome: Outcome) -> Result:
    return Result(
        key=key,
        seats=live.spec.bots,
        places=outcome.places,
        points=outcome.points,
        scores=outcome.scores,
        termination=outcome.termination,
        faults=tuple(sum(seat.faults.values()) for seat in outcome.seats),
    )
