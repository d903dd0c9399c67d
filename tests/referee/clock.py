"""Time that stands still until a test moves it."""

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf

BEGINNING = 5000.0  # seconds; the numbers up to 8192 have one precision, so that small steps add up exactly


class FakeClock:
    """A referee's clock: what is due is called in its order, at its very moment."""

    def __init__(self) -> None:
        self._now = BEGINNING
        self._calls: list[tuple[float, int, Callable[[], None]]] = []
        self._cancelled: set[int] = set()
        self._count = 0

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, call: Callable[[], None]) -> Callable[[], None]:
        self._count += 1
        number = self._count
        heappush(self._calls, (when, number, call))
        return lambda: self._cancelled.add(number)

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        self.call_at(self._now + seconds, call)

    def advance(self, seconds: float) -> None:
        """Move on by so many seconds; what comes due on the way is called."""
        end = self._now + seconds
        while self.step(end):
            pass
        self._now = end

    def run(self, until: Callable[[], bool], limit: float) -> bool:
        """Go from one call to the next until that is so.  False where it is not so after ``limit`` seconds."""
        end = self._now + limit
        while not until():
            if not self.step(end):
                return False
        return True

    def step(self, end: float = inf) -> bool:
        """Go to the next call and make it.  False, and time stands still, where none is due before the end."""
        if not self._calls or self._calls[0][0] > end:
            return False
        when, number, call = heappop(self._calls)
        self._now = max(self._now, when)
        if number in self._cancelled:
            self._cancelled.discard(number)
        else:
            call()
        return True
