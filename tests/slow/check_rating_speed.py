"""How long ratings with their intervals take, and how much memory: ``make ratings``, some minutes.

Each line is a process of its own, on one core.  Times are of its processor, so that a busy machine changes little.
"""

import resource
import subprocess
import sys
from time import perf_counter, process_time
from typing import Final

import numpy as np

from muggins.ratings.batch import rate
from muggins.ratings.table import Results
from tests.ratings.field import places, results

SIZES: Final = ((10, 1_000), (100, 10_000), (100, 1_000_000), (1_000, 100_000), (1_000, 300_000), (1_000, 1_000_000))


def field(bots: int, matches: int, seats: int) -> Results:
    """Everybody against anybody."""
    random = np.random.default_rng(1)
    strengths = random.normal(size=bots)
    table = np.stack([(first := random.integers(bots, size=matches))] + [first] * (seats - 1), axis=1)
    table[:, 1:] += np.cumsum(random.integers(1, bots // seats, size=(matches, seats - 1)), axis=1)
    table %= bots
    return results(table, places(table, strengths, "gumbel", random))


def measure(bots: int, matches: int, seats: int) -> None:
    played = field(bots, matches, seats)
    wall, processor = perf_counter(), process_time()
    rate(played, bots)
    wall, processor = perf_counter() - wall, process_time() - processor
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{seats:5}{bots:7,}{matches:12,}{processor:10.1f} s{wall:10.1f} s{memory:10.0f} MB", flush=True)


def main() -> int:
    if len(sys.argv) > 1:
        measure(*map(int, sys.argv[1:]))
        return 0
    print(f"{'seats':>5}{'bots':>7}{'matches':>12}{'processor':>12}{'clock':>12}{'memory':>13}")
    for seats in (2, 3, 4):
        for size in SIZES:
            subprocess.run([sys.executable, "-m", __spec__.name, *map(str, (*size, seats))], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
