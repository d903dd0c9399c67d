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
        self._absent_since: dict[tuple[str, str, int], float] = {}

    def asks(self, definition: EventDefinition) -> Callable[[Slot], bool]:
        """A test of whether a slot of the event can start now."""

        def can_start(slot: Slot) -> bool:
            return all(self._free(definition, bot) or self._overdue(definition, bot) for bot in slot.seats)

        return can_start

    def absent(self, definition: EventDefinition) -> list[str]:
        return [bot for bot in definition.entrants if not self._here(definition, bot)]

    def overdue(self, definition: EventDefinition, bots: Sequence[str]) -> list[int]:
        """The seats of bots that do not show up."""
        return [seat for seat, bot in enumerate(bots) if self._overdue(definition, bot)]

    def _here(self, definition: EventDefinition, bot: str) -> bool:
        return self._lobby.bot(bot).plays(definition.game, definition.seats)

    def _free(self, definition: EventDefinition, bot: str) -> bool:
        return self._lobby.bot(bot).free() > 0 and self._here(definition, bot)

    def _overdue(self, definition: EventDefinition, bot: str) -> bool:
        key = (bot, definition.game, definition.seats)
        if self._here(definition, bot):
            self._absent_since.pop(key, None)
            return False
        now = self._clock.now()
        if key not in self._absent_since:
            self._absent_since[key] = now
            self._clock.call_at(now + definition.time.max_wait, self._look_again)
        return now - self._absent_since[key] >= definition.time.max_wait
