"""How many decisions a second each kit makes against the server: one bot of it against its twin, 64 matches at once.

``python -m tests.clients.measure_kits [LANGUAGE ...]``.  The server, two bots and all else share the machine, so the
figures compare kits on one machine in one run, and no more.
"""

import argparse
import asyncio
import json
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from muggins.app import App
from muggins.cli.follow import follow
from muggins.cli.link import Server, link_to
from muggins.director.rules import read_event
from muggins.v1 import matches_pb2
from tests.clients.kits.kit import LANGUAGES, Kit, kit_of
from tests.clients.playing import Contestant, dialled_in, matches, serving

AT_ONCE: Final = 64  # matches, which is what a house bot plays
EVENT: Final = """
name = "speed"
game = "cribbage"
seats = 2
games_per_pairing = {matches}
entrants = ["{left}", "{right}"]

[time]
start_up = "60s"
move = "60s"
"""


class Speed(NamedTuple):
    """What one run came to; both bots together."""

    rate: float  # decisions a second, while all places are taken
    processor: float  # microseconds of the bots' processors for a decision, their start included


async def measure(kit: Kit, kind: str, count: int) -> Speed:
    used = processor_seconds()
    pair = [Contestant(kit, kind, twin) for twin in ("-left", "-right")]
    with TemporaryDirectory(prefix="muggins-kits-") as name:
        folder = Path(name)
        async with serving(folder) as app, dialled_in(app, pair, folder / "bots.log"), link_to(app) as server:
            await start(app, pair, count)
            rate = await matches_a_second(server, count)
            each = await decisions_a_match(server)
    return Speed(rate * each, (processor_seconds() - used) / (each * count) * 1e6)


def processor_seconds() -> float:
    """What all processes that we started and that have ended have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


async def start(app: App, pair: Sequence[Contestant], count: int) -> None:
    left, right = pair
    text = EVENT.format(matches=count, left=left.name, right=right.name)
    await app.events.create(read_event(text, "speed"), text, "speed")
    await app.events.start("speed")


async def matches_a_second(server: Server, count: int) -> float:
    """From the first ``AT_ONCE`` results to the last but as many."""
    seen: list[tuple[float, int]] = []
    async for event in follow(server, "speed"):
        if AT_ONCE <= event.played <= count - AT_ONCE:
            seen.append((time.monotonic(), event.played))
    (began, before), (ended, after) = seen[0], seen[-1]
    return (after - before) / (ended - began)


async def decisions_a_match(server: Server) -> float:
    """The mean of all matches of the event, by their logs."""
    counts: list[int] = []
    async for match in matches(server, "speed"):
        request = matches_pb2.GetMatchLogRequest(match_id=match.match_id)
        log = "".join([part.lines async for part in server.matches.GetMatchLog(request, metadata=server.who)])
        counts.append(sum(json.loads(line).get("kind") == "decision" for line in log.splitlines()))
    return sum(counts) / len(counts)


def main() -> None:
    options = argparse.ArgumentParser(description="decisions a second of each kit")
    options.add_argument("languages", nargs="*", help="all that can be built here by default")
    options.add_argument("--kind", default="random", help="of house bot")
    options.add_argument("--matches", type=int, default=512, help="in each run")
    options.add_argument("--runs", type=int, default=3, help="of each kit, in turns")
    given = options.parse_args()
    kits = [kit for kit in map(kit_of, given.languages or LANGUAGES) if not kit.missing()]
    for kit in kits:
        kit.make()
    runs: dict[str, list[Speed]] = {kit.language: [] for kit in kits}
    for _ in range(given.runs):
        for kit in kits:
            runs[kit.language].append(asyncio.run(measure(kit, given.kind, given.matches)))
    print("kit           decisions/s  (least to most)   bots' processor for each, µs")
    for language, speeds in runs.items():
        rates, used = [speed.rate for speed in speeds], median(speed.processor for speed in speeds)
        print(f"{language:12} {median(rates):12,.0f}  ({min(rates):,.0f} to {max(rates):,.0f})  {used:8,.0f}")


if __name__ == "__main__":
    main()
