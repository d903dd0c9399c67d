"""The stage of a check: the bot as a process, the door that it comes through, and a referee with house bots."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from muggins.games.match import MatchRules
from muggins.referee.asked import Asked, asked
from muggins.referee.live import MatchSpec
from muggins.referee.lobby import Presence
from muggins.referee.log import lines
from muggins.referee.outcome import Outcome, Termination
from muggins.referee.people import Ability
from muggins.referee.record import unpack
from muggins.referee.referee import Referee
from muggins.referee.timing import TimeControl
from muggins.workshop.door import Door
from muggins.workshop.process import BotProcess
from muggins.workshop.table import LocalTable
from muggins_bot.house import RandomBot

NAME: Final = "your bot"
OTHERS: Final = ("house-1", "house-2", "house-3")
COMES: Final = 15.0  # seconds for a bot to dial in, or to come back
LOOK: Final = 0.02  # seconds between two looks at something that is waited for
SETTLED: Final = 6  # events after which a match is well on its way
SHORT: Final = {"cribbage": {"target": 61}}  # options that make a match short


class Pool(NamedTuple):
    """A game with a number of seats."""

    game: str
    seats: int

    def __str__(self) -> str:
        return f"{self.game}/{self.seats}"


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over, as the bot saw it."""

    pool: Pool
    outcome: Outcome
    turns: Sequence[Asked]  # the bot's own
    faults: int

    @property
    def clean(self) -> bool:
        return not self.faults and not self.outcome.termination.void


class Stage:
    """Plays matches with the bot.  ``said`` is the file that takes what the bot writes."""

    def __init__(self, command: Sequence[str], said: Path, time: TimeControl) -> None:
        self.time = time
        self.said = said
        token = secrets.token_hex(16)
        self.door = Door({token: NAME})
        self.table = _table()
        self._command = command
        self._token = token
        self._matches = 0
        self.process: BotProcess

    async def open(self) -> None:
        """Let the bot in.  Raises OSError where there is no such command."""
        await self.door.open(self.table.referee)
        self.process = BotProcess(self._command, self.door.address, self._token, self.said)
        try:
            await self.process.start()
        except OSError:
            await self.door.shut()
            raise

    async def close(self) -> None:
        await self.process.stop()
        await self.door.shut()

    async def restart_server(self) -> None:
        """The server goes away and comes back at the same address, and knows nothing of former matches."""
        self.door.play.send_away("the server stops", 0.5)
        await asyncio.sleep(10 * LOOK)
        await self.door.shut()
        self.table = _table()
        await self.door.open(self.table.referee)

    @property
    def presence(self) -> Presence:
        return self.table.referee.lobby.bot(NAME)

    @property
    def ability(self) -> Ability | None:
        """What the bot said of itself; None while it is not here."""
        channels = self.presence.channels
        return channels[-1].ability if channels else None

    async def here(self) -> bool:
        """Whether the bot is connected, or is soon; one that has ended is started anew."""
        if not self.process.alive:
            await self.process.start()
        return await self.until(lambda: self.ability or not self.process.alive) and self.ability is not None

    def absence(self) -> str:
        """That the bot is not here, in words."""
        if self.process.alive:
            return "it did not come back; an event would wait for it, and then let it lose"
        words = " | ".join(self.process.last_words(2)) or "nothing"
        return f"it ended with code {self.process.code}, having written: {words}"

    async def until(self, so: Callable[[], object], patience: float = COMES) -> bool:
        """Whether that becomes true in time."""
        try:
            async with asyncio.timeout(patience):
                while not so():
                    await asyncio.sleep(LOOK)
        except TimeoutError:
            return False
        return True

    async def play(self, pool: Pool, in_the_middle: Callable[[], object] | None = None) -> Played:
        """Play a match of the pool to its end; the bot moves one seat to the left from match to match.

        ``in_the_middle`` is called once, when the match is well on its way.
        """
        seat = self._matches % pool.seats
        self._matches += 1
        others = OTHERS[: pool.seats - 1]
        bots = (*others[:seat], NAME, *others[seat:])
        rules = MatchRules(pool.game, pool.seats, SHORT.get(pool.game, {}))
        seed = secrets.token_bytes(32)
        spec = MatchSpec(f"check-{self._matches}", rules, self.time, bots, seed, event="check", rated=False)
        playing = asyncio.ensure_future(self.table.play(spec))
        if in_the_middle is not None:
            await asyncio.sleep(0)  # it has begun
            self._arrange(spec.id, in_the_middle)
        while not (await asyncio.wait({playing}, timeout=5 * LOOK))[0]:
            if not self.process.alive:  # nobody will answer any more
                self.table.referee.stop(spec.id, Termination.CANCELLED)
        _, outcome = await playing
        log = list(lines(unpack(outcome.log)))
        turns = [turn for turn in asked(log) if turn.seat == seat]
        return Played(pool, outcome, turns, sum(outcome.seats[seat].faults.values()))

    def _arrange(self, match_id: str, call: Callable[[], object]) -> None:
        live, waiting = self.table.referee.live[match_id], [call]

        def look() -> None:
            if waiting and len(live.events) >= SETTLED:
                asyncio.get_running_loop().call_soon(waiting.pop())

        live.watchers.add(look)


def _table() -> LocalTable:
    return LocalTable({name: RandomBot(number) for number, name in enumerate(OTHERS)}, Referee)
