"""``make hiding``: thousands of matches in two processes, N of them, and how many re-deals changed something hidden.

It ends well only if no receiver could tell any two worlds apart, and if nearly everywhere another world was found.
"""

import logging
import os
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.games.records import TABLES
from tests.hiding.survey import ENOUGH, Count, Tally, survey

PROCESSES = 2
CHUNK = 10  # seeds that a process takes at once


def surveyed(first: int, last: int) -> dict[tuple[str, int, str], Count]:
    logging.disable()  # matches are broken on purpose
    tally: Tally = defaultdict(Count)
    for seed in range(first, last):
        survey(seed, tally)
    return dict(tally)


def report(tally: Tally) -> bool:
    """Print a line for each place.  Whether something hidden was changed nearly wherever there was something."""
    print(f"{'game':18}{'seats':>5}  {'phase or end':14}{'points':>8}{'changed':>9}{'share':>8}{'set aside':>11}")
    for (game, seats, phase), count in sorted(tally.items()):
        if count.points:
            share = count.changed / count.points
            print(f"{game:18}{seats:>5}  {phase:14}{count.points:>8}{count.changed:>9}{share:>8.1%}{count.apart:>11}")
    return all(count.changed >= ENOUGH * count.points for count in tally.values())


def main() -> int:
    wanted = int(os.environ.get("N") or 10_000)
    seeds = -(-wanted // len(TABLES))
    began = time.monotonic()
    tally: Tally = defaultdict(Count)
    with ProcessPoolExecutor(PROCESSES) as pool:
        chunks = [pool.submit(surveyed, first, min(first + CHUNK, seeds)) for first in range(0, seeds, CHUNK)]
        for number, chunk in enumerate(as_completed(chunks), 1):
            for place, count in chunk.result().items():  # raises Leak, and ends the run with what was told
                tally[place] += count
            if sys.stderr.isatty():
                print(f"\r{number * 100 // len(chunks)} %", end="", file=sys.stderr)
    took = time.monotonic() - began
    enough = report(tally)
    matches, points = seeds * len(TABLES), sum(count.points for count in tally.values())
    print(f"{matches} matches and {points} other worlds in {took:.0f} s: {matches / took:.1f} matches/s; no leak")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
