"""What is measured against each other.  Opened once, a contestant plays one window after another."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Protocol

from tests.bench import engine
from tests.bench.child import Child, child

SETTLE = 0.03  # seconds for the server to finish what the window has left


@dataclass(frozen=True, slots=True)
class Sample:
    """What a window came to."""

    rate: float  # decisions (or games) a second
    round_trip: float = 0.0  # seconds from one decision of the process to its next, the median
    cpu: float = 0.0  # seconds of the server's processor time for a decision


Window = Callable[[float], Sample]


class Contestant(Protocol):
    """One side of a ratio.  ``spreads``: its matches all begin together, and must play on before they are measured."""

    spreads: ClassVar[bool]

    def open(self, stack: ExitStack) -> Window:
        """Start what is needed, to be ended with the stack.  The window takes its length in seconds."""
        ...


@dataclass(frozen=True, slots=True)
class Echo:
    """A bare echo with as many turns on their way as ``matches`` would have."""

    spreads: ClassVar[bool] = False
    matches: int
    coalescing: bool = False

    def open(self, stack: ExitStack) -> Window:
        how = ("--coalescing",) if self.coalescing else ()
        port = stack.enter_context(child("echo", *how)).hear()
        client = stack.enter_context(child("echo", *how, "--dial", port, self.matches))
        return lambda seconds: _sample(client.ask(seconds))


@dataclass(frozen=True, slots=True)
class Play:
    """The whole product: ``pairs`` of bots that play ``matches`` each pair at once, on one server."""

    spreads: ClassVar[bool] = True
    matches: int
    pairs: int = 1
    idle: int = 0  # bots that are connected and do not play
    stored: int = 0  # matches that lie in the database

    def open(self, stack: ExitStack) -> Window:
        options = ("--pairs", self.pairs, "--idle", self.idle, "--stored", self.stored)
        server = stack.enter_context(child("play_server", *options))
        told = server.hear()
        client = stack.enter_context(child("play_client", self.matches))
        client.say(json.dumps(told))
        return lambda seconds: _play(server, client, seconds)


def _play(server: Child, client: Child, seconds: float) -> Sample:
    before = server.ask("")
    result = client.ask(seconds)
    time.sleep(SETTLE)
    return _sample(result, server.ask("") - before)


def _sample(result: Any, cpu: float = 0.0) -> Sample:
    decisions = result["decisions"]
    return Sample(decisions / result["seconds"], result["round_trip"], cpu / decisions)


@dataclass(frozen=True, slots=True)
class Engine:
    """The rules alone, in this process."""

    spreads: ClassVar[bool] = False
    name: str  # "ours", "openspiel", or "loop" for the machine's own measure

    def open(self, stack: ExitStack) -> Window:
        game = engine.GAMES[self.name]()
        return lambda seconds: Sample(engine.rate(game, seconds))


LOOP = Engine("loop")


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo, from the command to its first result on the screen."""

    spreads: ClassVar[bool] = False

    def open(self, stack: ExitStack) -> Window:
        return lambda _: first_result()


def first_result() -> Sample:
    """How long it takes, as the round trip.  Raises RuntimeError where the demo ends without a result."""
    command = Path(sys.executable).with_name("muggins")
    with TemporaryDirectory(prefix="muggins-bench-") as folder:
        began = time.perf_counter()
        demo = subprocess.Popen(
            [command, "demo", "--keep", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        with demo:
            try:
                told = any("First result" in line for line in demo.stdout or ())
                seconds = time.perf_counter() - began
            finally:
                os.killpg(demo.pid, signal.SIGKILL)  # its bots too
    if not told:
        raise RuntimeError("the demo ended without a result")
    return Sample(1 / seconds, round_trip=seconds)


@contextmanager
def opened(contestants: list[Contestant]) -> Iterator[dict[Contestant, Window]]:
    """All of them at once; each decides nothing but in its windows."""
    with ExitStack() as stack:
        yield {contestant: contestant.open(stack) for contestant in dict.fromkeys(contestants)}
