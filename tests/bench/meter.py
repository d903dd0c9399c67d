"""Counts decisions in windows that another process opens; between them no decision is made.

Each line on standard input is the length of a window in seconds, which begins with its first decision.  When it is
over, one line of JSON says what it came to.  Whoever decides asks first, and waits where no window is open;
connections live on meanwhile.  So of many contestants only one plays at a time, and none has to be started again.
"""

import asyncio
import json
import os
import sys
import time
from itertools import pairwise
from statistics import median
from threading import Thread


class Meter:
    """Shared by everything in the process that decides.  Needs a running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._gate = asyncio.Event()
        self._allowed = 0.0  # seconds of a window that begins with the next decision
        self._opened = 0.0
        self._until = 0.0
        self._decided: list[float] = []  # when, in this window
        Thread(target=self._listen, daemon=True).start()

    def tick(self) -> bool:
        """Count a decision that is about to be made; false where it has to wait for ``opened``, and ask again."""
        now = time.perf_counter()
        if self._allowed:
            self._opened, self._until, self._allowed = now, now + self._allowed, 0.0
        if now < self._until:
            self._decided.append(now)
            return True
        if self._decided:
            self._close(now)
        return False

    async def opened(self) -> None:
        await self._gate.wait()

    def _listen(self) -> None:
        for line in sys.stdin:
            self._loop.call_soon_threadsafe(self._open, float(line))
        os._exit(0)  # whoever measures has gone, and no stream is worth a goodbye

    def _open(self, seconds: float) -> None:
        self._allowed = seconds
        self._gate.set()

    def _close(self, now: float) -> None:
        times, self._decided = self._decided, []
        self._gate.clear()
        gaps = [after - before for before, after in pairwise(times)]
        result = {
            "decisions": len(times),
            "seconds": now - self._opened,
            "round_trip": median(gaps) if gaps else now - self._opened,
        }
        print(json.dumps(result), flush=True)
