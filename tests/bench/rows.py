"""The rows of the table: who is measured against whom, in what, and what we aim for."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Final

from tests.bench.contestants import LOOP, Contestant, Demo, Echo, Engine, Play, Sample

Measure = Callable[[Sample, Sample], float]


def faster(ours: Sample, theirs: Sample) -> float:
    return ours.rate / theirs.rate


def longer(ours: Sample, theirs: Sample) -> float:
    return ours.round_trip / theirs.round_trip


def costlier(ours: Sample, theirs: Sample) -> float:
    return ours.cpu / theirs.cpu


def cpu_us(ours: Sample, _: Sample) -> float:
    return ours.cpu * 1e6


def seconds(ours: Sample, _: Sample) -> float:
    return ours.round_trip


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.  ``sign`` is the direction of the goal."""

    key: str
    what: str
    ours: Contestant
    theirs: Contestant
    measure: Measure
    sign: str = ">="
    goal: float | None = None
    unit: str = ""
    long: bool = False  # only when asked for: it takes minutes to set up

    @property
    def absolute(self) -> bool:
        """Whether it is no ratio, and says something only beside the machine's own measure."""
        return bool(self.unit)

    def reached(self, value: float) -> bool | None:
        if self.goal is None:
            return None
        return value >= self.goal if self.sign == ">=" else value <= self.goal


ROWS: Final = (
    Row("one", "decisions/s, 1 match / echo, 1 stream", Play(1), Echo(1), faster),
    Row("64", "decisions/s, 64 matches of two bots / echo, 64 streams", Play(64), Echo(64), faster, ">=", 5),
    Row("256", "decisions/s, 256 matches of two bots / echo, 256 streams", Play(256), Echo(256), faster, ">=", 6),
    Row("16-bots", "decisions/s, 64 matches of 16 bots / echo, 64 streams", Play(8, 8), Echo(64), faster, ">=", 1.5),
    Row("batch-64", "decisions/s, 64 matches / coalescing echo", Play(64), Echo(64, True), faster, ">=", 0.4),
    Row("batch-256", "decisions/s, 256 matches / coalescing echo", Play(256), Echo(256, True), faster, ">=", 0.35),
    Row("lone", "round trip, a lone match / echo", Play(1), Echo(1), longer, "<=", 1.25),
    Row("cpu", "server CPU for a decision, 256 matches", Play(256), LOOP, cpu_us, "<=", 20, " µs"),
    Row("engine", "random games/s of cribbage / OpenSpiel", Engine("ours"), Engine("openspiel"), faster, ">=", 1.3),
    Row("demo", "the demo, until its first result", Demo(), LOOP, seconds, "<=", 3, " s"),
    Row(
        "stored",
        "server CPU for a decision, a million matches stored / none",
        Play(64, stored=1_000_000),
        Play(64),
        costlier,
        "<=",
        1.1,
        long=True,
    ),
    Row(
        "sessions",
        "server CPU for a decision, 500 sessions / 5",
        Play(64, idle=498),
        Play(64, idle=3),
        costlier,
        "<=",
        1.1,
        long=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """What a row came to: the middle of all pairs, and the two quartiles."""

    row: Row
    low: float
    middle: float
    high: float
    ours: float  # a second
    theirs: float


def figure(row: Row, ours: list[Sample], theirs: list[Sample]) -> Figure:
    """Each pair stands for itself: its two windows lie close together, and share what else the machine did."""
    values = [row.measure(left, right) for left, right in zip(ours, theirs, strict=True)]
    low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    return Figure(row, low, middle, high, median(s.rate for s in ours), median(s.rate for s in theirs))
