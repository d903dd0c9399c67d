"""Counts decisions in windows that another process opens; between them the process that decides stands still.

Each line on standard input is the length of a window in seconds.  When the window is over, one line of JSON says what
it came to, and the next decision waits for the next line.  So of many contestants only one plays at a time, and none
has to be started again.
"""

import json
import os
import sys
import time
from itertools import pairwise
from statistics import median


class Meter:
    """Shared by everything in the process that decides."""

    def __init__(self) -> None:
        self._opened = 0.0
        self._until = 0.0
        self._decided: list[float] = []  # when, in this window

    def tick(self) -> None:
        """A decision is about to be made; waits while no window is open."""
        now = time.perf_counter()
        if now >= self._until:
            if self._decided:
                self._report(now)
            now = self._wait()
        self._decided.append(now)

    def _report(self, now: float) -> None:
        times = self._decided
        gaps = [after - before for before, after in pairwise(times)]
        result = {
            "decisions": len(times),
            "seconds": now - self._opened,
            "round_trip": median(gaps) if gaps else now - self._opened,
        }
        print(json.dumps(result), flush=True)

    def _wait(self) -> float:
        """Block, the event loop with us, until a window is opened."""
        line = sys.stdin.readline()
        if not line:
            os._exit(0)  # whoever measures has gone, and no stream is worth a goodbye
        self._decided = []
        self._opened = time.perf_counter()
        self._until = self._opened + float(line)
        return self._opened
