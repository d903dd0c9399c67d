"""One event that is being played: what is done, what is being played, and what may be played next."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator

from muggins.director.attendance import Roll
from muggins.director.rules import match_rules, time_control
from muggins.games.match import MatchRules
from muggins.referee.timing import TimeControl
from muggins_tournaments import EventDefinition, Key, Result, Schedule, Slot, schedule

log = logging.getLogger(__name__)

PATIENCE = 5  # void attempts of one match, before its event is paused
WINDOW = 1000  # slots that are looked at together for one whose bots are free


class RunningEvent:
    """Slots come from the schedule in its order; those whose bots are busy wait, and nobody waits for them."""

    def __init__(self, number: int, name: str, definition: EventDefinition, results: list[Result]) -> None:
        self.id = number
        self.name = name
        self.definition = definition
        self.time: TimeControl = time_control(definition)
        self.results: dict[Key, Result] = {result.key: result for result in results}
        self.playing: dict[Key, Slot] = {}
        self.paused = False
        self.watchers: set[Callable[[], None]] = set()  # called when something changed
        self._failures: Counter[Key] = Counter()
        self._rules: dict[int | None, MatchRules] = {}
        self._schedule: Schedule = schedule(definition)
        self._ask()

    @property
    def total(self) -> int:
        """The matches of the whole event; so far as is known."""
        return self._schedule.total or len(self.results) + len(self.playing) + len(self._waiting)

    @property
    def over(self) -> bool:
        """Whether everything is played.  Asks the schedule again, since results may have opened more."""
        if self.playing or self._waiting:
            return False
        self._ask()
        return self._peek() is None

    def _ask(self) -> None:
        """Take from the schedule what is open with the results as they are now."""
        self._asked_with = len(self.results)
        self._waiting: list[Slot] = []
        self._source = (slot for slot in self._schedule.open(self.results) if slot.key not in self.playing)

    def change(self, definition: EventDefinition) -> list[Key]:
        """Somebody came or left.  Returns the matches that are being played by those who left; none is played again."""
        self.definition = definition
        self._schedule = schedule(definition)
        gone = [
            key
            for key, slot in self.playing.items()
            if any(definition.unit_of(bot) in definition.gone for bot in slot.seats)
        ]
        for key in gone:
            del self.playing[key]
        self._ask()
        return gone

    def rules(self, slot: Slot) -> MatchRules:
        if slot.lead not in self._rules:
            self._rules[slot.lead] = match_rules(self.definition, slot.lead)
        return self._rules[slot.lead]

    def startable(self, roll: Roll) -> Iterator[Slot]:
        """Take the slots, most urgent first, whose bots are all free; the caller starts each."""
        if self._schedule.stale(self._asked_with, len(self.results)):
            self._ask()
        waiting, self._waiting = self._waiting, []
        for place, slot in enumerate(waiting):
            if roll.exhausted:
                self._waiting += waiting[place:]
                return
            yield from self._begin_or_wait(slot, roll)
        while not roll.exhausted and len(self._waiting) < WINDOW and (fresh := next(self._source, None)) is not None:
            yield from self._begin_or_wait(fresh, roll)

    def _begin_or_wait(self, slot: Slot, roll: Roll) -> Iterator[Slot]:
        if roll.take(slot):
            self.playing[slot.key] = slot
            yield slot
        else:
            self._waiting.append(slot)

    def again(self, key: Key) -> None:
        """The attempt came to nothing: the slot is played again, before anything else.

        What comes to nothing over and over will do so again: then the event waits for the operator.
        """
        self._failures[key] += 1
        if self._failures[key] % PATIENCE == 0:
            log.error(
                "%s is paused: match %d of pairing %d was void %d times", self.name, key.game, key.pairing, PATIENCE
            )
            self.paused = True
        slot = self.playing.pop(key, None)
        if slot is not None:
            self._waiting.insert(0, slot)

    def done(self, result: Result) -> None:
        self.playing.pop(result.key, None)
        self.results[result.key] = result

    def tell(self) -> None:
        """Let those who watch look again."""
        for wake in list(self.watchers):
            wake()

    def _peek(self) -> Slot | None:
        slot = next(self._source, None)
        if slot is not None:
            self._waiting.append(slot)
        return slot
