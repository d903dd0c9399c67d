"""How much of what has no effect a session may say, and how often a bot may open one."""

from collections.abc import Callable


class TokenBucket:
    """So many at once, refilled at a rate per second."""

    __slots__ = ("_burst", "_now", "_rate", "_then", "_tokens")

    def __init__(self, burst: float, rate: float, now: Callable[[], float]) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._tokens = burst
        self._then = now()

    def take(self, count: int = 1) -> bool:
        """Use up ``count``; false where there are not so many."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < count:
            return False
        self._tokens -= count
        return True

    def wait(self) -> float:
        """Seconds until there is one."""
        return max(0.0, (1 - self._tokens) / self._rate)
