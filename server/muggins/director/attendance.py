"""Who can play now, who is waited for, and who has been waited for long enough."""

from collections.abc import Callable, Sequence

from muggins.referee.lobby import Lobby
from muggins.referee.timing import Clock
from muggins_tournaments import EventDefinition, Slot


class Attendance:
    """Looks at the lobby on behalf of events.  An absent bot's matches wait; after ``max_wait`` it is a no-show."""

    def __init__(self, clock: Clock, lobby: Lobby, look_again: Callable[[], None]) -> None:
        self._clock = clock
        self._lobby = lobby
        self._look_again = look_again
        self._due: dict[tuple[str, str], float] = {}  # by event and bot, when the absent one has been waited for

    def asks(self, definition: EventDefinition) -> Callable[[Slot], bool]:
        """A test of whether a slot of the event can start now."""
        for event, bot in list(self._due):
            if event == definition.name and self._here(definition, bot):
                del self._due[event, bot]  # should it go again, that is another absence

        def can_start(slot: Slot) -> bool:
            return all(self._free(definition, bot) or self._overdue(definition, bot) for bot in slot.seats)

        return can_start

    def absent(self, definition: EventDefinition) -> list[str]:
        """The entrants that matches wait for; one that left is missed by nobody."""
        return [
            bot
            for bot in definition.entrants
            if definition.unit_of(bot) not in definition.gone and not self._here(definition, bot)
        ]

    def overdue(self, definition: EventDefinition, bots: Sequence[str]) -> list[int]:
        """The seats of bots that do not show up."""
        return [seat for seat, bot in enumerate(bots) if self._overdue(definition, bot)]

    def _here(self, definition: EventDefinition, bot: str) -> bool:
        return self._lobby.bot(bot).plays(definition.game, definition.seats)

    def _free(self, definition: EventDefinition, bot: str) -> bool:
        return self._lobby.bot(bot).free() > 0 and self._here(definition, bot)

    def _overdue(self, definition: EventDefinition, bot: str) -> bool:
        if self._here(definition, bot):
            return False
        now, key = self._clock.now(), (definition.name, bot)
        if key not in self._due:
            self._due[key] = now + definition.time.max_wait
            self._alarm(self._due[key])
        return now >= self._due[key]

    def _alarm(self, due: float) -> None:
        self._clock.call_at(due, lambda: self._wake(due))

    def _wake(self, due: float) -> None:
        """The clock may call early, by as much as it stood still."""
        if self._clock.now() < due:
            self._alarm(due)
        else:
            self._look_again()
