"""``make fuzz``: frames that were messages once, and frames that never were, in process and on the wire.

    python -m tests.attack.fuzz IN_PROCESS ON_WIRE [SEED]

Exit code 0 if nothing broke, memory stayed where it was, and the matches of other bots went on without a fault.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.event import write
from tests.attack.honest import PACKAGE, Seen, honest
from tests.attack.inside import Arena, fuzz
from tests.attack.watching import memory
from tests.bench.child import child

STRANGERS = 400  # a bot may open one session a second
GROWTH = 20.0  # MB that a server on the wire may grow by after the first third, with the matches meanwhile
PART = 50_000  # frames between two looks at our own memory
PART_GROWTH = 20.0  # MB from the second look to the last, of a million frames; allocators do not give all back


def report(arena: Arena) -> bool:
    """Print what broke in a part; whether nothing did."""
    fine = not (arena.harmed or arena.errors.texts or "void_server" in arena.terminations["fuzzed"])
    if not (fine and list(arena.terminations["beside"]) == ["finished"]):
        print(f"  harmed {arena.harmed}, broke {arena.errors.texts[:3]}, {arena.terminations}")
        return False
    return True


def in_process(frames: int, seed: int) -> bool:
    """Whether all is well after so many frames."""
    weighed, fine, beside, codes = [], True, 0, 0
    started = time.monotonic()
    for number in range(max(1, frames // PART)):
        arena, stream = asyncio.run(fuzz(min(frames, PART), seed + number))
        fine &= report(arena)
        beside += arena.terminations["beside"].total()
        codes += stream.codes.total()
        weighed.append(memory())
    grown = weighed[-1] - weighed[min(1, len(weighed) - 1)]
    seconds = time.monotonic() - started
    print(f"in process: {frames:,} frames in {seconds:.0f} s, {codes:,} sessions ended; beside them {beside:,} matches")
    print(f"  memory {weighed[-1]:.0f} MB, {grown:+.1f} MB", flush=True)
    return fine and grown <= PART_GROWTH


def sent(address: str, tokens: list[str], frames: int, seed: int) -> Counter[str]:
    """Send so many frames from a process that is served last, and ends; returns how often what was answered."""
    with child("outside", frames, seed, package=PACKAGE) as sender:
        os.setpriority(os.PRIO_PROCESS, sender.pid, 10)
        return Counter(sender.ask(json.dumps({"address": address, "tokens": tokens})))


def on_wire(frames: int, seed: int) -> bool:
    """The same against a server in a process of its own, beside eight bots that play."""
    names = [f"bot-{number}" for number in range(8)]
    with TemporaryDirectory(prefix="muggins-fuzz-") as folder:
        event = write(Path(folder) / "honest.toml", names, rounds=1000, time='move = "1s"\nbank = "10s"')
        with child("serving", STRANGERS, event, package=PACKAGE) as server:
            told = server.hear()
            tokens, strangers = ([told["tokens"].pop(name) for name in names], list(told["tokens"].values()))
            with honest(told["address"], tokens, processes=1, rate=200, matches=2) as bots:
                sent(told["address"], strangers, frames // 3, seed)
                before, started = server.ask("")["memory"], time.monotonic()
                bots.seen(1.0)
                codes = sent(told["address"], strangers, frames - frames // 3, seed + 1)
                seen, state = bots.seen(time.monotonic() - started), server.ask("")
    print(f"on the wire: {frames:,} frames, the last two thirds in {seen.seconds:.0f} s")
    print(f"  {dict(codes.most_common())}")
    return unharmed(seen, codes, state["memory"], state["memory"] - before)


def unharmed(seen: Seen, codes: Counter[str], memory: float, grown: float) -> bool:
    """Print what became of the server and of those who played; whether all is well."""
    print(f"  beside them {seen.rate:.0f} decisions/s, {seen.ended // 2} matches ended, {seen.faults} faults")
    print(f"  memory {memory:.0f} MB, {grown:+.1f} MB")
    unexpected = codes["INTERNAL"] + codes["UNKNOWN"] + codes["DEADLINE_EXCEEDED"]
    return grown <= GROWTH and not seen.faults and not seen.gone and not unexpected and seen.rate > 0


def main(inside: int, outside: int, seed: int) -> int:
    fine = in_process(inside, seed)
    return 0 if on_wire(outside, seed) and fine else 1


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(numbers[0], numbers[1], numbers[2] if numbers[2:] else time.time_ns()))
