"""How long to wait before dialling again: exponential, with full jitter."""

import random
from collections.abc import Callable


class Backoff:
    """Pauses between attempts: each is drawn from 0 to a ceiling, which doubles from ``first`` to ``most`` seconds.

    Full jitter keeps bots that lost one server from all coming back in the same instant.
    """

    def __init__(
        self,
        first: float = 0.2,
        most: float = 20.0,
        stable: float = 5.0,
        uniform: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self.first = first
        self.most = most
        self.stable = stable
        self._uniform = uniform
        self._ceiling = first

    def pause(self) -> float:
        """Seconds to wait before the next attempt."""
        ceiling = self._ceiling
        self._ceiling = min(2 * ceiling, self.most)
        return self._uniform(0, ceiling)

    def lasted(self, seconds: float) -> None:
        """Tell how long a session lasted: one of ``stable`` seconds or more starts the pauses again from the first."""
        if seconds >= self.stable:
            self._ceiling = self.first
