"""A real server in a process of its own, that dies when it is told to."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from muggins import crash
from muggins.cli import main


def serve(words: Sequence[str], environment: Mapping[str, str], at: str, log: Path) -> None:
    """What the process does: ``muggins serve``, with its own log and process group."""
    os.setsid()
    for descriptor in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), descriptor)
    os.environ.update(environment)
    crash.arm(at)
    main(["serve", *words])


class Life:
    """One life of the server."""

    def __init__(self, process: ForkServerProcess) -> None:
        self.started = time.monotonic()
        self.died = 0.0
        self._process = process

    @property
    def code(self) -> int | None:
        return self._process.exitcode

    async def death(self, patience: float) -> bool:
        """Wait for it.  False where it lives on."""
        dead = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(self._process.sentinel, dead.set)
        try:
            async with asyncio.timeout(patience):
                await dead.wait()
        except TimeoutError:
            return False
        finally:
            loop.remove_reader(self._process.sentinel)
        self._process.join()
        self.died = time.monotonic()
        return True

    def signal(self, number: signal.Signals) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def sweep(self) -> None:
        """End what it left behind: house bots, which would wait for it to come back."""
        assert self._process.pid is not None
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


@contextmanager
def life(words: Sequence[str], environment: Mapping[str, str], log: Path, at: str = "") -> Iterator[Life]:
    """A server for the time of the block, at most.  Its modules are imported once for all lives."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    process = context.Process(target=serve, args=(words, environment, at, log))
    process.start()
    running = Life(process)
    try:
        yield running
    finally:
        running.sweep()
        process.join()
