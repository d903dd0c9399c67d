"""What the bots of a match do: improvised in a first run, written down for the runs that repeat it."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from muggins.v1 import cribbage_pb2, play_pb2

TICK = 1 / 64  # seconds; exact, and longer than a session ever holds a message back
MOST = 2  # faults that a seat has in a match which it is to survive


class Act(NamedTuple):
    """What a seat does with one turn."""

    think: int  # ticks until it answers
    move: str
    kind: str = "plain"  # or repeat, blink, illegal, malformed, silent, gone, stay


class Asked(NamedTuple):
    """A turn that was handed to a seat, and what it did with it."""

    act: Act
    together: tuple[int, int] | None  # game and deal where all seats were asked at once


class Script(Protocol):
    """``number`` counts the turns of the seat from 0."""

    def act(self, seat: int, number: int, turn: play_pb2.Turn) -> Act: ...


def is_lay_away(turn: play_pb2.Turn) -> bool:
    return turn.HasField("cribbage") and turn.cribbage.phase == cribbage_pb2.CRIBBAGE_PHASE_LAY_AWAY


MANNERS: Mapping[str, Mapping[str, float]] = {
    "clean": {"repeat": 0.05},
    "messy": {"repeat": 0.05, "blink": 0.04, "illegal": 0.04, "malformed": 0.02},
    "late": {"illegal": 0.03, "silent": 0.03},
    "doomed": {},
}


class Improvised:
    """Random legal moves after random thought, with the mishaps of a manner; each is remembered.

    ``doomed`` is a seat that errs until it is out.
    """

    def __init__(self, rng: random.Random, seats: int, manner: str, doomed: int | None = None) -> None:
        self.asked: defaultdict[int, list[Asked]] = defaultdict(list)
        self.doomed = doomed
        self._rng = rng
        self._seats = seats
        self._odds = MANNERS[manner]
        self._faults = [0] * seats

    def act(self, seat: int, number: int, turn: play_pb2.Turn) -> Act:
        # No two seats ever answer at the same moment.
        think = 1 + seat + self._seats * self._rng.randrange(4)
        view, together = turn.cribbage, is_lay_away(turn)
        act = Act(think, self._rng.choice(turn.legal_moves), self._kind(seat))
        if together and act.kind == "silent":
            act = act._replace(kind="plain")  # how long the others then wait is public, and would differ
        self.asked[seat].append(Asked(act, (view.game, view.deal) if together else None))
        return act

    def _kind(self, seat: int) -> str:
        if seat == self.doomed:
            return "illegal"
        roll = self._rng.random()
        for kind, odds in self._odds.items():
            roll -= odds
            if roll < 0:
                return self._bounded(seat, kind)
        return "plain"

    def _bounded(self, seat: int, kind: str) -> str:
        if kind in ("illegal", "malformed", "silent"):
            self._faults[seat] += 1
            if self._faults[seat] > MOST:
                return "plain"
        return kind


class Written:
    """The acts of each seat; then what its part in the ending says: ``stay`` silent, or play the ``first`` move."""

    def __init__(self, acts: Mapping[int, Sequence[Act]], then: Mapping[int, str]) -> None:
        self._acts = acts
        self._then = then

    def act(self, seat: int, number: int, turn: play_pb2.Turn) -> Act:
        acts = self._acts.get(seat, ())
        act = acts[number] if number < len(acts) else Act(1 + seat, "", self._then[seat])
        if act.move:
            return act
        return act._replace(move=turn.legal_moves[0], kind="plain" if act.kind == "first" else act.kind)
