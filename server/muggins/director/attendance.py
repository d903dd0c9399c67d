"""Who can play now, who is waited for, and who has been waited for long enough."""

from collections.abc import Callable, Sequence

from muggins.referee.lobby import Lobby
from muggins.referee.timing import Clock
from muggins_tournaments import EventDefinition, Slot

LOST_AT_ONCE = 16  # matches of one who does not show up: thousands would hold up the store for everybody else


class Roll:
    """Who can play now, looked up once for each bot.  A slot that is taken takes a place of each of its bots."""

    def __init__(self, spare: int, places_of: Callable[[str], int]) -> None:
        self._spare = spare  # entrants that may be busy while there are enough left for a match
        self._places_of = places_of
        self._places: dict[str, int] = {}
        self._busy: set[str] = set()

    @property
    def exhausted(self) -> bool:
        """Whether too few are left for any match."""
        return len(self._busy) > self._spare

    def take(self, slot: Slot) -> bool:
        """Whether the match can begin now; if so, its bots are that much busier."""
        if min([self._left(bot) for bot in slot.seats]) <= 0:
            return False
        for bot in slot.seats:
            self._set(bot, self._places[bot] - 1)
        return True

    def _left(self, bot: str) -> int:
        if bot not in self._places:
            self._set(bot, self._places_of(bot))
        return self._places[bot]

    def _set(self, bot: str, places: int) -> None:
        self._places[bot] = places
        if places <= 0:
            self._busy.add(bot)


class Attendance:
    """Looks at the lobby on behalf of events.  An absent bot's matches wait; after ``max_wait`` it is a no-show."""

    def __init__(self, clock: Clock, lobby: Lobby, look_again: Callable[[], None]) -> None:
        self._clock = clock
        self._lobby = lobby
        self._look_again = look_again
        self._begun: set[str] = set()  # events that were looked at
        self._due: dict[tuple[str, str], float] = {}  # by event and bot, when the absent one has been waited for

    def roll(self, definition: EventDefinition) -> "Roll":
        """Who of the event can play now."""
        for event, bot in list(self._due):
            if event == definition.name and self._here(definition, bot):
                del self._due[event, bot]  # should it go again, that is another absence
        if definition.name not in self._begun:
            self._begun.add(definition.name)
            for bot in definition.entrants:
                self._overdue(definition, bot)  # everybody's wait begins with the event
        return Roll(len(definition.entrants) - definition.seats, lambda bot: self._places(definition, bot))

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

    def _places(self, definition: EventDefinition, bot: str) -> int:
        """How many matches more the bot can begin now; somebody who does not show up can lose some at a time."""
        presence = self._lobby.bot(bot)
        if self._here(definition, bot):
            return presence.free()
        return LOST_AT_ONCE - len(presence.playing) - presence.reserved if self._overdue(definition, bot) else 0

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
