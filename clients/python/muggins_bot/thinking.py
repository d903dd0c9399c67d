"""The turns that a bot has been asked: those that wait, the one due first in front, and those thought about."""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable
from heapq import heappop, heappush

from muggins_bot.bot import Bot
from muggins_bot.turn import Turn

log = logging.getLogger("muggins_bot")


class Thinking:
    """Asks the bot.  A sync ``decide`` answers within ``step``, an async one in a task of its own, later."""

    __slots__ = ("_answer", "_bot", "_clock", "_due", "_on_ready", "_tasks", "_waiting")

    def __init__(
        self,
        bot: Bot,
        answer: Callable[[Turn, str], None],
        on_ready: Callable[[], None],
        clock: Callable[[], float],
    ) -> None:
        self._bot = bot
        self._answer = answer
        self._on_ready = on_ready
        self._clock = clock
        self._due: list[tuple[float, int]] = []  # a heap of deadlines and turn ids, some of them dropped since
        self._waiting: dict[int, Turn] = {}
        self._tasks: dict[int, tuple[Turn, asyncio.Task[None]]] = {}

    @property
    def waiting(self) -> bool:
        return bool(self._waiting)

    def ask(self, turn: Turn) -> None:
        """Put a turn in the queue.  One that is thought about already is not begun again."""
        if turn.id not in self._tasks:
            self._waiting[turn.id] = turn
            heappush(self._due, (self._clock() + turn.time_left, turn.id))

    def step(self) -> bool:
        """Decide the turn that is due first.  False when none was waiting."""
        while self._due:
            turn = self._waiting.pop(heappop(self._due)[1], None)
            if turn is not None:
                self._decide(turn)
                return True
        return False

    def drop(self, turn_id: int) -> None:
        """Stop caring about a turn."""
        self._waiting.pop(turn_id, None)
        if turn_id in self._tasks:
            self._tasks[turn_id][1].cancel()

    def drop_match(self, match_id: str) -> None:
        """Stop caring about the turns of a match."""
        asked = [*self._waiting.values(), *(turn for turn, _ in self._tasks.values())]
        for turn in asked:
            if turn.match_id == match_id:
                self.drop(turn.id)

    def forget_waiting(self) -> None:
        """Forget what waits; what is thought about goes on."""
        self._waiting.clear()
        self._due.clear()

    def _decide(self, turn: Turn) -> None:
        try:
            move = self._bot.decide(turn)
        except Exception:
            self._failed(turn)
            return
        if isinstance(move, str):  # asked first: to tell what can be awaited takes longer than all the rest
            self._answer(turn, move)
        elif inspect.isawaitable(move):
            self._tasks[turn.id] = turn, asyncio.ensure_future(self._decide_later(turn, move))
        else:
            self._no_move(turn, move)

    async def _decide_later(self, turn: Turn, awaited: Awaitable[str]) -> None:
        try:
            move: object = await awaited
        except Exception:
            self._failed(turn)
        else:
            if isinstance(move, str):
                self._answer(turn, move)
            else:
                self._no_move(turn, move)
        finally:
            del self._tasks[turn.id]
        self._on_ready()

    def _no_move(self, turn: Turn, move: object) -> None:
        log.error("decide returned %r, which is no move; the clock of %r runs on", move, turn)

    def _failed(self, turn: Turn) -> None:
        log.exception("decide failed; the clock of %r runs on", turn)
