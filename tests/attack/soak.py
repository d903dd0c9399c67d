"""``make soak``: 200 bots in four processes, 1,000 matches at once, 500 decisions a second, for some minutes.

    python -m tests.attack.soak MINUTES

Exit code 0 if no bot was charged with a fault, the overhead of 99 answers in 100 is at most 50 ms, and the server's
memory stays where it is.  The overhead is what the server measured for an answer without what the bot spent on it.
"""

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from tests.attack.event import write
from tests.attack.honest import PACKAGE, Honest, Seen, honest
from tests.bench.child import Child, child

WINDOW = 15.0  # seconds
FLAT = 0.05  # by which memory may differ between the second quarter and the last; allocators do not give all back
P99 = 50.0  # ms
FULL_SPEED = 20_000.0  # decisions a second, which nobody reaches
TIME = 'start_up = "60s"\nmove = "10s"\nbank = "10s"\nmax_wait = "10m"'


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is to endure."""

    bots: int = 200
    processes: int = 4
    matches: int = 11  # of each bot at once; who has met all that are free waits, so ten would be 950
    at_once: int = 1000  # of all of them
    rate: float = 500.0
    patience: float = 300.0  # seconds to begin in


def windows(server: Child, bots: Honest, minutes: float) -> Iterator[tuple[Seen, dict[str, Any]]]:
    """What each window came to."""
    before = time.monotonic()
    for number in range(max(1, round(minutes * 60 / WINDOW))):
        time.sleep(WINDOW)
        now = time.monotonic()
        seen, state = bots.seen(now - before), server.ask("")
        before = now
        print(
            f"{(number + 1) * WINDOW:6.0f} s  {state['live']:5} matches  {seen.rate:5.0f} decisions/s  overhead "
            f"{seen.overhead(0.5):5.1f} / {seen.overhead(0.99):6.1f} ms  {state['memory']:6.1f} MB  "
            f"{seen.faults} faults  load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        yield seen, state


def growth(memory: list[float]) -> float:
    """The last quarter against the second: how much more memory, as a share."""
    quarter = max(1, len(memory) // 4)
    return mean(memory[-quarter:]) / mean(memory[quarter : 2 * quarter] or memory[:1]) - 1


def settle(bots: Honest, size: Size) -> None:
    """Play at full speed until as many matches have ended as run at once: from then on they are of every age."""
    started, ended = time.monotonic(), 0
    while ended < 2 * size.at_once and time.monotonic() - started < size.patience:
        time.sleep(1.0)
        ended += bots.seen(1.0, rate=FULL_SPEED).ended
    bots.seen(1.0, rate=size.rate)
    time.sleep(2.0)  # for what was asked at that speed
    bots.seen(2.0)
    print(f"{ended // 2} matches have ended in {time.monotonic() - started:.0f} s at full speed", flush=True)


def judge(seen: Seen, states: list[dict[str, Any]], size: Size) -> bool:
    """Print what it came to; whether all is well."""
    memory, cpu = [state["memory"] for state in states], [state["cpu"] for state in states]
    used = [after - before for before, after in pairwise(cpu)] or [0.0]
    print(f"\n{seen.seconds / 60:.1f} minutes, {len(seen.overheads):,} decisions, {seen.rate:.0f} a second")
    print(f"  matches at once         {min(state['live'] for state in states)} at least, {seen.ended // 2} ended")
    print(f"  faults                  {seen.faults}; {seen.gone} bots gone")
    print(f"  overhead                {seen.overhead(0.5):.1f} ms median, {seen.overhead(0.99):.1f} ms p99")
    print(f"  the server's memory     {memory[-1]:.0f} MB, {growth(memory):+.1%}")
    print(f"  the server's processor  {mean(used) / WINDOW:.0%} of a core")
    steady = growth(memory) <= FLAT and min(state["live"] for state in states) >= size.at_once
    return steady and not seen.faults and not seen.gone and seen.overhead(0.99) <= P99


def main(minutes: float, size: Size) -> int:
    names = [f"bot-{number:03}" for number in range(size.bots)]
    total, states = Seen(), []
    with TemporaryDirectory(prefix="muggins-soak-") as folder:
        event = write(Path(folder) / "soak.toml", names, rounds=4, time=TIME)
        with child("serving", 0, event, package=PACKAGE) as server:
            told = server.hear()
            tokens = list(told["tokens"].values())
            amount = {"processes": size.processes, "rate": size.rate, "matches": size.matches}
            with honest(told["address"], tokens, **amount) as bots:  # type: ignore[arg-type]
                settle(bots, size)
                for seen, state in windows(server, bots, minutes):
                    total.add(seen)
                    states.append(state)
    return 0 if judge(total, states, size) else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), Size()))
