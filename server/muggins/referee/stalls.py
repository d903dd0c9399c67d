"""A clock that stands still while our own event loop does, so that no bot pays for that.

A tick is due every few milliseconds.  When one comes late, nothing else ran meanwhile either: the loop was stalled, or
the whole process was stopped.  An answer that lay in a socket all that time is not late, and no deadline has passed.
"""

import asyncio
from collections.abc import Callable

TICK = 0.02  # seconds
TOLERATED = 0.05  # lateness that is no stall
LONGEST = 300.0  # of one stall, that is given back


class FairClock:
    """Monotonic seconds without the stalls of the running event loop, whoever looks first after one."""

    __slots__ = ("_due", "_loop", "_lost")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lost = 0.0
        self._due = self._loop.time()
        self._tick()

    @property
    def lost(self) -> float:
        """Seconds of all stalls so far."""
        return self._lost

    def now(self) -> float:
        real = self._loop.time()
        return real - self._lost - self._stalled(real)

    def _stalled(self, real: float) -> float:
        """Seconds by which the tick is later than we bear.  It grows from 0, so that no time is ever taken back."""
        return min(max(0.0, real - self._due - TOLERATED), LONGEST)

    def call_at(self, when: float, call: Callable[[], None]) -> Callable[[], None]:
        """Arrange the call; after a stall it comes early by this clock, so callers look at the time again."""
        return self._loop.call_at(when + self._lost, call).cancel

    def _tick(self) -> None:
        real = self._loop.time()
        self._lost += self._stalled(real)
        self._due = real + TICK
        self._loop.call_at(self._due, self._tick)
