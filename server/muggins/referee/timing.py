"""Time for bots: what an event grants them, and the one heap of deadlines of the process."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Protocol


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What a seat may use, in seconds."""

    start_up: float = 10.0  # from the match start to Ready; added to the first turn of a bot without that feature
    move: float = 1.0  # free for each decision
    bank: float = 10.0  # for the whole match, for what goes beyond the move time
    margin: float = 0.05  # given for the way there and back
    cap: float | None = None  # for the whole match, all seats together
    max_strikes: int = 3  # a seat with so many faults is out
    pace: float | None = None  # a decision shows so long after it was asked for, however soon it was made

    def charge(self, elapsed: float, extra: float = 0.0) -> float:
        """What an answer costs the bank; ``extra`` is what is left of the start-up budget."""
        return max(0.0, elapsed - self.margin - self.move - extra)


class Clock(Protocol):
    """Monotonic time in seconds, and a way to be called at a time.  Tests hand in a false one."""

    def now(self) -> float: ...
    def call_at(self, when: float, call: Callable[[], None]) -> Callable[[], None]:
        """Arrange the call; what comes back cancels it."""
        ...


class LoopClock:
    """The clock of the running event loop."""

    __slots__ = ("_loop", "now")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.now = self._loop.time

    def call_at(self, when: float, call: Callable[[], None]) -> Callable[[], None]:
        return self._loop.call_at(when, call).cancel


class Timed:
    """Something that can run out of time.  Subclasses say what happens then."""

    __slots__ = ("deadline", "queued_at")

    def __init__(self) -> None:
        self.deadline: float | None = None  # None while no time runs
        self.queued_at: float | None = None  # where it stands in the heap, if it does

    def expire(self) -> None:
        raise TypeError(f"{type(self).__name__} cannot expire")


class Deadlines:
    """One heap and one timer for the whole process.

    A thing is in the heap at most once: when its entry comes up and its deadline has moved on, it is put back.  A
    decision therefore costs an attribute, not a timer (17 microseconds) nor a heap entry that outlives it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heap: list[tuple[float, int, Timed]] = []
        self._tie = 0
        self._armed_for: float | None = None
        self._disarm: Callable[[], None] = lambda: None

    def set(self, timed: Timed, deadline: float) -> None:
        timed.deadline = deadline
        if timed.queued_at is None or deadline < timed.queued_at:
            self._push(timed, deadline)
            if self._armed_for is None or deadline < self._armed_for:
                self._arm(deadline)

    def _push(self, timed: Timed, at: float) -> None:
        self._tie += 1
        timed.queued_at = at
        heappush(self._heap, (at, self._tie, timed))

    def _arm(self, when: float) -> None:
        self._disarm()
        self._armed_for = when
        self._disarm = self._clock.call_at(when, self._sweep)

    def _sweep(self) -> None:
        self._armed_for = None
        try:
            self._expire(self._clock.now())
        finally:  # whatever breaks there, time goes on for the others
            if self._heap and self._armed_for is None:
                self._arm(self._heap[0][0])

    def _expire(self, now: float) -> None:
        while self._heap and self._heap[0][0] <= now:
            at, _, timed = heappop(self._heap)
            if at != timed.queued_at:
                continue  # an older entry of something that was put in again earlier
            timed.queued_at = None
            if timed.deadline is None:
                continue
            if timed.deadline > now:
                self._push(timed, timed.deadline)
            else:
                timed.deadline = None
                timed.expire()
