"""Throughput and latency as ratios: ``make bench``.

    python -m tests.bench.run [--quick] [--long] [--rows KEY,KEY] [--pairs N] [--window SECONDS] [--json]

Everything that is compared is started once, and then plays in turn, a window each, round after round: what else the
machine does falls on both sides of a ratio.  The figures are medians over the rounds.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from rich.console import Console
from rich.progress import track

from tests.bench import report
from tests.bench.contestants import LOOP, Contestant, Sample, Window, opened
from tests.bench.rows import ROWS, Figure, Row, figure


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    pairs: int  # windows of each contestant
    window: float  # seconds
    warm_up: float  # seconds in which the matches, which all begin together, spread out


FULL = Effort(pairs=20, window=0.8, warm_up=5.0)
QUICK = Effort(pairs=3, window=0.3, warm_up=1.0)


def measure(windows: dict[Contestant, Window], rounds: Iterable[int], seconds: float) -> dict[Contestant, list[Sample]]:
    """A window of each contestant in each round; every other round goes backwards."""
    samples: defaultdict[Contestant, list[Sample]] = defaultdict(list)
    order = list(windows)
    for _ in rounds:
        for contestant in order:
            samples[contestant].append(windows[contestant](seconds))
        order.reverse()
    return samples


def run(rows: Sequence[Row], effort: Effort) -> tuple[list[Figure], dict[str, object]]:
    """The figures of these rows, and what they were measured on."""
    console = Console(stderr=True)
    contestants = [side for row in rows for side in (row.ours, row.theirs)]
    with opened([*contestants, LOOP]) as windows:
        for contestant in track(windows, "warming up", console=console):
            windows[contestant](effort.warm_up if contestant.spreads else effort.window)
        rounds = track(range(effort.pairs), "measuring", console=console)
        samples = measure(windows, rounds, effort.window)
    figures = [figure(row, samples[row.ours], samples[row.theirs]) for row in rows]
    return figures, report.machine(median(sample.rate for sample in samples[LOOP]))


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.run")
    parser.add_argument("--quick", action="store_true", help="a rough look in less than a minute")
    parser.add_argument("--long", action="store_true", help="the rows too that take minutes to set up")
    parser.add_argument("--rows", help=f"only these, with commas between: {', '.join(row.key for row in ROWS)}")
    parser.add_argument("--pairs", type=int, help="how many windows of each are compared (20)")
    parser.add_argument("--window", type=float, help="seconds of each window (0.8)")
    parser.add_argument("--json", action="store_true")
    return parser


def chosen(keys: str | None, *, long: bool) -> list[Row]:
    """The rows that were asked for.  Raises SystemExit for one that does not exist."""
    if keys is None:
        return [row for row in ROWS if long or not row.long]
    by_key = {row.key: row for row in ROWS}
    unknown = [key for key in keys.split(",") if key not in by_key]
    if unknown:
        sys.exit(f"there is no row {unknown[0]!r}; there are: {', '.join(by_key)}")
    return [by_key[key] for key in keys.split(",")]


def main(arguments: Sequence[str] | None = None) -> None:
    given = options().parse_args(arguments)
    effort = QUICK if given.quick else FULL
    effort = replace(effort, pairs=given.pairs or effort.pairs, window=given.window or effort.window)
    figures, about = run(chosen(given.rows, long=given.long), effort)
    if given.json:
        print(report.as_json(figures, about, effort.pairs))
    else:
        report.as_table(figures, about, effort.pairs)


if __name__ == "__main__":
    main()
