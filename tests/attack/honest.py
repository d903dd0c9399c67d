"""Processes of honest bots, and what they have seen, put together."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain

from tests.bench.child import Child, child

PACKAGE = "tests.attack"
PATIENCE = 60.0  # seconds for bots to begin
PAUSE = 0.2  # seconds between two looks


@dataclass(slots=True)
class Seen:
    """What bots saw in some time."""

    seconds: float = 0.0
    overheads: list[float] = field(default_factory=list)  # ms, one for nearly every decision
    faults: int = 0  # that the server charged them with
    ended: int = 0  # matches, each counted by both its bots
    gone: int = 0  # bots that have stopped for good

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return len(self.overheads) / self.seconds

    def overhead(self, share: float) -> float:
        """Milliseconds that so large a share of the answers did not exceed."""
        ordered = sorted(self.overheads)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def add(self, other: "Seen") -> None:
        self.seconds += other.seconds
        self.overheads += other.overheads
        self.faults += other.faults
        self.ended += other.ended
        self.gone = max(self.gone, other.gone)


class Honest:
    """Bots in some processes."""

    def __init__(self, processes: Sequence[Child], rate: float) -> None:
        self._processes = processes
        self._rate = rate

    def seen(self, seconds: float, rate: float = 0.0) -> Seen:
        """What they saw in the last ``seconds``, in which they were not asked; a new ``rate`` holds from now on."""
        self._rate = rate or self._rate
        told = [process.ask(self._rate / len(self._processes)) for process in self._processes]
        return Seen(
            seconds,
            list(chain.from_iterable(each["overheads"] for each in told)),
            *(sum(each[what] for each in told) for what in ("faults", "ended", "gone")),
        )

    def begin(self) -> None:
        """Wait until they play.  Raises TimeoutError where they don't."""
        until = time.monotonic() + PATIENCE
        while not self.seen(PAUSE).overheads:
            if time.monotonic() > until:
                raise TimeoutError("the honest bots do not play")
            time.sleep(PAUSE)


@contextmanager
def honest(address: str, tokens: Sequence[str], *, processes: int, rate: float, matches: int) -> Iterator[Honest]:
    """Bots with these tokens that decide ``rate`` times a second together, each in ``matches`` matches at once."""
    with ExitStack() as stack:
        started = [
            stack.enter_context(child("players", rate / processes, matches, package=PACKAGE)) for _ in range(processes)
        ]
        for number, process in enumerate(started):
            process.say(json.dumps({"address": address, "tokens": tokens[number::processes]}))
        yield Honest(started, rate)
