"""What a check found, in words."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from muggins.referee.asked import Asked
from muggins.workshop.situations import phase

SHOWN = 3  # faults that are told in full


class Verdict(StrEnum):
    """What a finding means for an event."""

    OK = "ok"
    ADVICE = "advice"  # an event takes the bot all the same
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    verdict: Verdict
    text: str


@dataclass(frozen=True, slots=True)
class Latency:
    """How long answers of one kind took, in seconds, as the referee's clock has it."""

    what: str
    seconds: Sequence[float]


@dataclass(slots=True)
class Report:
    """Everything that was found so far."""

    findings: list[Finding] = field(default_factory=list)
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    @property
    def accepted(self) -> bool:
        """Whether an event would take the bot."""
        return bool(self.findings) and all(finding.verdict != Verdict.FAILED for finding in self.findings)

    @property
    def latencies(self) -> list[Latency]:
        return [Latency(what, seconds) for what, seconds in sorted(self.seconds.items())]

    def add(self, what: str, verdict: Verdict, text: str) -> None:
        self.findings.append(Finding(what, verdict, text))

    def time(self, game: str, turns: Iterable[Asked]) -> None:
        """Note how long the turns took that were answered."""
        for turn in turns:
            if turn.ended is not None and turn.ended["kind"] == "decision":
                took = (turn.ended["read_us"] - turn.ended["sent_us"]) / 1e6
                self.seconds[f"{game}, {phase(turn)}"].append(took)


def faults_in_words(turns: Sequence[Asked]) -> list[str]:
    """The first faults among the turns, each with what was asked."""
    faulty = [turn for turn in turns if turn.ended is not None and turn.ended["kind"] == "fault"]
    told = [_fault_in_words(turn) for turn in faulty[:SHOWN]]
    return [*told, f"and {len(faulty) - SHOWN} faults more"] if len(faulty) > SHOWN else told


def _fault_in_words(turn: Asked) -> str:
    assert turn.ended is not None
    fault, text = turn.ended["fault"], turn.ended["text"]
    where = f"turn {turn.number} ({phase(turn)}, legal: {' '.join(turn.moves)})"
    if fault == "illegal":
        return f"{where}: it answered {text!r}"
    return f"{where}: {fault}, {text}"
