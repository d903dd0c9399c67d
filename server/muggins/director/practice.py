"""Practice: unrated matches at once, for bots that no event waits for."""

import logging
import secrets
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from muggins.director.ports import House, Ledger
from muggins.games.base import OptionError
from muggins.games.match import MatchRules
from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.outcome import Termination
from muggins.referee.people import Channel
from muggins.referee.referee import Referee
from muggins.referee.timing import TimeControl
from muggins.referee.verdict import lost, outcome_of
from muggins_tournaments import HOUSE_BOTS

log = logging.getLogger(__name__)

LIMITS: Final = TimeControl()
MOST: Final = 1000  # matches that one wish may ask for


@dataclass(frozen=True, slots=True)
class Wish:
    """So many matches, against house bots of a kind, or where that is empty against whoever else practises."""

    game: str
    seats: int
    house: str = ""
    matches: int = 1


@dataclass(frozen=True, slots=True)
class _Waiting:
    """What is left of a bot's wish, and the session that has it."""

    wish: Wish
    channel: Channel


class Practice:
    """Starts the matches that bots wish for.  ``waited_for`` has the events that wait for a bot."""

    def __init__(
        self,
        referee: Referee,
        ledger: Ledger,
        house: House,
        new_id: Callable[[], str],
        waited_for: Callable[[str], Collection[str]],
    ) -> None:
        self.playing: set[str] = set()  # the ids of its matches
        self.closing = False  # nothing begins any more
        self._referee = referee
        self._ledger = ledger
        self._house = house
        self._new_id = new_id
        self._waited_for = waited_for
        self._waiting: dict[str, _Waiting] = {}  # by bot, in the order in which they came
        self._starting: set[str] = set()  # house bots that are being started
        self._started = 0

    def ask(self, bot: str, channel: Channel, wish: Wish) -> str:
        """A bot wishes to practise.  Returns why not, in words; empty where its matches will come."""
        refusal = self._refusal(bot, wish)
        if not refusal:
            self._waiting[bot] = _Waiting(replace(wish, matches=max(1, min(wish.matches, MOST))), channel)
        return refusal

    def _refusal(self, bot: str, wish: Wish) -> str:
        if events := self._waited_for(bot):
            return f"the event {', '.join(map(repr, events))} waits for you"
        try:
            MatchRules(wish.game, wish.seats)
        except OptionError as error:
            return str(error)
        if wish.house and wish.house not in HOUSE_BOTS:
            return f"house is {wish.house!r}; allowed: {', '.join(HOUSE_BOTS)}, or nothing"
        return ""

    def due(self) -> list[Coroutine[Any, Any, None]]:
        """The work that can begin now: matches, whose places are reserved, and house bots to start."""
        work: list[Coroutine[Any, Any, None]] = []
        for bot, waiting in list(self._waiting.items()):
            if waiting.channel not in self._referee.lobby.bot(bot).channels or self._waited_for(bot):
                del self._waiting[bot]
                continue
            missing = self._missing(waiting.wish)
            self._starting.update(missing)
            work += [self._start_house(name, waiting.wish.house) for name in missing]
            while bot in self._waiting and (table := self._table(bot, self._waiting[bot].wish)):
                work.append(self._begin(self._seat(table, waiting.wish)))
        return work

    def _missing(self, wish: Wish) -> list[str]:
        """The house bots that the wish needs, and that are not here."""
        lobby = self._referee.lobby
        return [n for n in house_names(wish) if n not in self._starting and not lobby.bot(n).channels]

    async def _start_house(self, name: str, kind: str) -> None:
        try:
            await self._house.start(name, kind)
        except Exception:
            log.exception("the house bot %s could not be started", name)
        finally:
            self._starting.discard(name)

    def _table(self, bot: str, wish: Wish) -> list[str]:
        """The bots of a match that can begin now; none where somebody is missing."""
        if wish.house:
            bots = [bot, *house_names(wish)]
        else:
            same = (wish.game, wish.seats, "")
            others = [n for n, w in self._waiting.items() if (w.wish.game, w.wish.seats, w.wish.house) == same]
            bots = [bot, *(other for other in others if other != bot and self._free(other, wish))][: wish.seats]
        return bots if len(bots) == wish.seats and all(self._free(name, wish) for name in bots) else []

    def _free(self, bot: str, wish: Wish) -> bool:
        presence = self._referee.lobby.bot(bot)
        return presence.free() > 0 and presence.plays(wish.game, wish.seats)

    def _seat(self, bots: list[str], wish: Wish) -> MatchSpec:
        """The match, everybody a seat further than the time before.  It takes a place, and a match of each wish."""
        turn = self._started % wish.seats
        self._started += 1
        for bot in bots:
            self._referee.lobby.bot(bot).reserved += 1
            if waiting := self._waiting.get(bot):
                left = waiting.wish.matches - 1
                self._waiting[bot] = replace(waiting, wish=replace(waiting.wish, matches=left))
                if not left:
                    del self._waiting[bot]
        rules = MatchRules(wish.game, wish.seats)
        seated = (*bots[turn:], *bots[:turn])
        return MatchSpec(self._new_id(), rules, LIMITS, seated, secrets.token_bytes(32), rated=False)

    async def _begin(self, spec: MatchSpec) -> None:
        """Write the match down, with its sealed seed; only then does it start."""
        lobby, rules = self._referee.lobby, spec.rules
        versions = [lobby.bot(bot).version(rules.game, rules.seats) for bot in spec.bots]
        try:
            await self._ledger.begin(spec, None, versions)
        except Exception:
            log.exception("practice match %s could not be begun", spec.id)
            return
        finally:
            for bot in spec.bots:
                lobby.bot(bot).reserved -= 1
        self.playing.add(spec.id)
        self._referee.start(spec)
        if self.closing:
            self._referee.stop(spec.id, Termination.VOID_SERVER)

    async def store(self, live: LiveMatch) -> None:
        """Store how a match ended; then its bots are told."""
        self.playing.discard(live.spec.id)
        now = datetime.now(UTC)
        try:
            outcome = outcome_of(live, now)
            await self._ledger.record(outcome)
        except Exception:
            log.exception("the result of practice match %s could not be stored", live.spec.id)
            outcome = lost(live, now)
        self._referee.announce(live, outcome)


def house_names(wish: Wish) -> list[str]:
    """What the house bots are called that take all seats but one."""
    if not wish.house:
        return []
    return [f"practice-{wish.house}" + (f"-{number}" if number > 1 else "") for number in range(1, wish.seats)]
