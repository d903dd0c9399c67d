"""``make crash``: N kills at every point and at random, and a report.  Exit code 0 only if nothing is wrong."""

import asyncio
import logging
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.crash import points
from tests.crash.storm import Kill, Storm, storm
from tests.postgres import Postgres

RANDOM_EVERY: Final = 4  # kills
ONCE_EVERY: Final = 2  # rounds: a server that has just started has little to lose


def schedule(kills: int) -> list[str]:
    """Every point in turn, in rounds of a random order, with a kill at a random moment now and then."""
    order: list[str] = []
    while len(order) < kills:
        number = len(order)
        some = [
            name
            for name, rate in points.POINTS.items()
            if rate != points.ONCE or number // len(points.POINTS) % ONCE_EVERY == 0
        ]
        for name in random.sample(some, len(some)):
            order.append(name)
            if len(order) % RANDOM_EVERY == 0:
                order.append(points.RANDOM)
    return order[:kills]


@contextmanager
def place(kind: str, folder: Path) -> Iterator[str]:
    """A database of that kind, for the time of the block."""
    if kind == "sqlite":
        yield str(folder / "muggins.db")
        return
    server = Postgres()
    server.start()
    try:
        yield server.url(server.create())
    finally:
        server.remove()


def report(seen: Storm, seconds: float) -> bool:
    """Print what happened.  Whether all is well."""
    verdict = seen.verdict
    assert verdict is not None
    by_point: defaultdict[str, list[Kill]] = defaultdict(list)
    for kill in seen.kills:
        by_point[kill.point].append(kill)
    print(f"\n{'point':<18}{'kills':>6}{'in flight':>11}")
    for point in (*points.POINTS, points.RANDOM):
        if kills := by_point[point]:
            print(f"{point:<18}{len(kills):>6}{sum(kill.in_flight for kill in kills) / len(kills):>11.0%}")
    long = seen.share(lambda kill: kill.played >= 2 * verdict.match_seconds)
    median, most = seen.recovery
    print(f"\n{len(seen.kills)} kills in {seconds:.0f} s, at {sum(map(bool, by_point.values()))} points")
    print(f"  with a match or a commit in flight         {seen.share(lambda kill: kill.in_flight):.0%}")
    print(f"  two match lengths ({2 * verdict.match_seconds:.2f} s) or more of play   {long:.0%}")
    print(f"  from start to the first turn               {median:.2f} s in the median, {most:.2f} s at most")
    print(f"{verdict.results} results, {seen.acknowledged} matches acknowledged, {verdict.void} void attempts")
    print(f"{len(verdict.lost)} lost, {len(verdict.doubled)} counted twice, {len(verdict.wrong)} other things wrong")
    for line in [*verdict.lost, *verdict.doubled, *verdict.wrong][:20]:
        print("  " + line)
    return not (verdict.lost or verdict.doubled or verdict.wrong)


def main(kills: int, kind: str) -> int:
    logging.getLogger("muggins_bot").setLevel(logging.ERROR)  # each bot tells of each death otherwise
    started = time.monotonic()
    done: list[Kill] = []

    def tell(kill: Kill) -> None:
        done.append(kill)
        if sys.stderr.isatty() or len(done) % 100 == 0:
            print(f"\r{len(done)} of {kills} kills", end="", file=sys.stderr, flush=True)

    with TemporaryDirectory(prefix="muggins-crash-") as name, place(kind, Path(name)) as where:
        seen = asyncio.run(storm(where, Path(name), schedule(kills), tell))
    return 0 if report(seen, time.monotonic() - started) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2]))
