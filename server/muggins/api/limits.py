"""How much a session may say that moves nothing, how often a bot may open one, and how many may watch."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

USELESS_BURST, USELESS_RATE = 500, 50.0  # decisions without effect: at once, and a second
TALK_BURST, TALK_RATE = 4096, 256.0  # readies, reveals, and messages without a decision: at once, and a second
MAX_WATCHERS = 500  # streams of one kind; calls are left for the bots, however many people watch


class TooMany(Exception):
    """There is no room for another one; the text says of what."""


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


class Patience:
    """What one session may say, beyond the decisions that its turns ask for."""

    __slots__ = ("_talk", "_useless")

    def __init__(self, now: Callable[[], float]) -> None:
        self._useless = TokenBucket(USELESS_BURST, USELESS_RATE, now)
        self._talk = TokenBucket(TALK_BURST, TALK_RATE, now)

    def useless_decision(self) -> None:
        """Raises TooMany where there were too many."""
        if not self._useless.take():
            raise TooMany("too many decisions that answer nothing")

    def talk(self, count: int) -> None:
        """Raises TooMany where there was too much of it."""
        if not self._talk.take(count):
            raise TooMany("too many messages without a decision")


class Places:
    """So many at a time."""

    def __init__(self, most: int, doing: str = "watching") -> None:
        self._most = most
        self._doing = doing
        self._taken = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """A place for the time of the block.  Raises TooMany where all are taken."""
        if self._taken >= self._most:
            raise TooMany(f"{self._most} are {self._doing} already, and there is no room for more")
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1
