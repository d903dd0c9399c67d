"""``make chaos``: all floods at once, and a bot for each way to misbehave, beside eight honest bots.

    python -m tests.attack.chaos MINUTES

Exit code 0 if no honest bot was charged with a fault, the server's memory stayed under 300 MB, every flood has struck,
and the server lets a bot in afterwards.  The floods run in processes of their own, which the machine serves last:
they are to reach the server, not to take the processor from it, as strangers on other machines could not either.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.api.arena import wire_bot
from tests.attack.event import write
from tests.attack.floods import FLOODS
from tests.attack.honest import PACKAGE, Seen, honest
from tests.bench.child import Child, child
from tests.referee.scripted import Flag

HONEST = [f"bot-{number}" for number in range(8)]
RATE = 200.0  # decisions a second of the honest bots together
STRANGERS = 120
MEMORY = 300.0  # MB
WINDOW = 5.0  # seconds
HONEST_TIME = 'move = "1s"\nbank = "10s"'
FLAG_TIME = 'start_up = "1s"\nmove = "200ms"\nbank = "200ms"\nmax_wait = "5s"'
PROCESSES = (("idle_sockets", "resets", "garbage"), ("useless", "mutated", "huge"), ("unread", "calls"))


@dataclass(slots=True)
class Chaos:
    """What has been seen so far."""

    honest: Seen = field(default_factory=Seen)
    memory: list[float] = field(default_factory=list)
    files: float = 0.0
    strikes: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)  # floods that have ended by an error of their own
    alive: bool = False

    @property
    def well(self) -> bool:
        calm = not (self.honest.faults or self.honest.gone or self.broken)
        return calm and self.alive and max(self.memory) < MEMORY and self.honest.ended > 0


def flag_name(flag: Flag) -> str:
    return f"flag-{flag.replace('_', '-')}"


def attackers(stack: ExitStack, address: str, tokens: dict[str, str]) -> list[Child]:
    """All floods, in processes of their own."""
    strangers = [token for name, token in tokens.items() if name.startswith("stranger-")]
    flags = {flag: tokens[flag_name(flag)] for flag in Flag}
    started = []
    for number, names in enumerate(PROCESSES):
        started.append(stack.enter_context(child("floods", address, *names, package=PACKAGE)))
        started[-1].say(json.dumps(strangers[number :: len(PROCESSES)]))
    started.append(stack.enter_context(child("troublemaker", address, package=PACKAGE)))
    started[-1].say(json.dumps(flags))
    for process in started:
        os.setpriority(os.PRIO_PROCESS, process.pid, 10)
    return started


def look(chaos: Chaos, seen: Seen, state: dict[str, Any], floods: list[Child]) -> None:
    """Take in one window, and print it."""
    told = [flood.ask("") for flood in floods]
    chaos.honest.add(seen)
    chaos.memory.append(state["memory"])
    chaos.files = max(chaos.files, state["files"])
    chaos.strikes = sum((Counter(each["strikes"]) for each in told), Counter[str]())
    chaos.broken = [text for each in told for text in each["broken"]]
    print(
        f"  {state['live']:3} matches  {seen.rate:4.0f} decisions/s  overhead {seen.overhead(0.5):5.1f} / "
        f"{seen.overhead(0.99):6.1f} ms  {state['memory']:6.1f} MB  {state['files']} files  {seen.faults} faults  "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


async def lets_in(address: str, token: str) -> bool:
    """Whether a bot that dials now is welcome."""
    async with wire_bot(address, token) as bot:
        return bool((await bot.hello()).welcome.bot)


def attack(seconds: float, folder: Path) -> Chaos:
    chaos = Chaos()
    events = [
        write(folder / "honest.toml", HONEST, rounds=1000, time=HONEST_TIME),
        write(folder / "flags.toml", [flag_name(flag) for flag in Flag], rounds=50, time=FLAG_TIME),
    ]
    with child("serving", STRANGERS, *events, package=PACKAGE) as server, ExitStack() as stack:
        told = server.hear()
        address, tokens = told["address"], told["tokens"]
        mine = [tokens[name] for name in HONEST]
        bots = stack.enter_context(honest(address, mine, processes=1, rate=RATE, matches=4))
        bots.begin()
        floods = attackers(stack, address, tokens)
        for flood in floods:
            flood.ask("")  # which it answers once it has begun
        started = before = time.monotonic()
        while before - started < seconds:
            time.sleep(WINDOW)
            now = time.monotonic()
            look(chaos, bots.seen(now - before), server.ask(""), floods)
            before = now
        chaos.alive = asyncio.run(lets_in(address, tokens["stranger-0"]))
    return chaos


def main(minutes: float) -> int:
    with TemporaryDirectory(prefix="muggins-chaos-") as folder:
        chaos = attack(minutes * 60, Path(folder))
    seen = chaos.honest
    print(f"\n{seen.seconds / 60:.1f} minutes; what struck: {dict(chaos.strikes.most_common())}")
    print(f"  honest bots: {seen.rate:.0f} decisions/s, {seen.ended // 2} matches, {seen.faults} faults, ", end="")
    print(f"overhead {seen.overhead(0.5):.1f} ms median, {seen.overhead(0.99):.1f} ms p99")
    print(f"  the server: {max(chaos.memory):.0f} MB at most, {chaos.files:.0f} open files at most")
    for text in chaos.broken:
        print(f"  a flood broke: {text}")
    missing = len(FLOODS) + len(Flag) - len(chaos.strikes)
    return 0 if chaos.well and missing <= 0 else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
