"""What the seats of a match were asked and what they answered, worked out again from the lines of its log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from muggins.games.base import EVERYONE, Event, Seat, State
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match
from muggins.referee.log import Line, rules_of
from muggins.referee.seats import Happening


@dataclass(frozen=True, slots=True)
class ClockThen:
    """A seat's time when a turn was sent, in microseconds, as the turn said it."""

    move_left_us: int
    bank_left_us: int
    last_answer_us: int
    last_charge_us: int
    strikes: int
    last_fault: str


@dataclass(slots=True)
class Asked:
    """One turn of one seat."""

    number: int  # of the seat's turns in the match, from 1
    seat: Seat
    view: Any  # all that the seat could know
    moves: tuple[str, ...]
    events: tuple[Happening, ...]  # since the last turn that it answered
    clock: ClockThen
    state: State  # the whole game at that moment: more than the seat could know
    deal_scores: tuple[int, ...]  # by side, when this deal or round began
    ended: Line | None = None  # its decision, or its fault; None where the match ended first
    forced: str = ""  # what the referee played in its place


@dataclass(slots=True)
class _Clock:
    """What is kept of a seat's time and faults."""

    move: int
    carried: int
    bank: int
    last_answer: int = 0
    last_charge: int = 0
    strikes: int = 0
    last_fault: str = ""

    def now(self) -> ClockThen:
        free, self.carried = self.move + self.carried, 0
        return ClockThen(free, self.bank, self.last_answer, self.last_charge, self.strikes, self.last_fault)

    def pay(self, line: Line) -> None:
        """The turn ended with that line, a decision or a fault."""
        self.bank = max(0, self.bank - line["charged_us"])
        self.last_charge = line["charged_us"]
        if line.get("fault") != "disconnected":
            self.last_answer = line.get("read_us", line.get("at_us")) - line["sent_us"]


def asked(log: Iterable[Line]) -> list[Asked]:
    """Every turn of the match, in the order in which they were asked.

    Raises IllegalMove or KeyError for lines that are no log of a match.
    """
    header, *lines = log
    walk = _Walk(header)
    for line in lines:
        walk.step(line)
    return walk.asked


class _Walk:
    """The match, played again while its log is read."""

    def __init__(self, header: Line) -> None:
        rules, time = rules_of(header), header["time"]
        move, bank = (round(time[key] * 1e6) for key in ("move", "bank"))
        self.asked: list[Asked] = []
        self._match = Match(rules, SeededDeals(bytes.fromhex(header["match_seed"])))
        self._clocks = [_Clock(move, carried, bank) for carried in header["carried_us"]]
        self._begun = False
        self._happened: list[Happening] = []
        self._public = 0
        self._seen = [0] * rules.seats  # events that were there when the seat last answered
        self._turns = [0] * rules.seats
        self._open: dict[Seat, Asked] = {}
        self._faulted: dict[Seat, Asked] = {}
        self._out: list[Seat] = []
        self._deal = (0, 0)
        self._deal_scores: tuple[int, ...] = ()

    def step(self, line: Line) -> None:
        kind = line["kind"]
        if kind == "game" and not self._begun:
            self._begun = True
            self._follow(self._match.begin())
            for seat in self._out:
                self._follow(self._match.strike_out(seat))
        elif kind == "decision":
            self._decision(line["seat"], line)
        elif kind == "fault":
            self._fault(line["seat"], line)
        elif kind == "forced":
            self._forced(line["seat"], line["move"])
        elif kind == "out":
            self._out.append(line["seat"])
            self._follow(self._match.strike_out(line["seat"]) if self._begun else ())

    def _decision(self, seat: Seat, line: Line) -> None:
        self._open.pop(seat).ended = line
        self._clocks[seat].pay(line)
        self._clocks[seat].last_fault = ""
        self._seen[seat] = len(self._happened)
        self._follow(self._match.play(seat, line["move"]))

    def _fault(self, seat: Seat, line: Line) -> None:
        clock = self._clocks[seat]
        clock.strikes += 1
        if seat not in self._open:  # before the first deal
            return
        turn = self._faulted[seat] = self._open.pop(seat)
        turn.ended = line
        clock.pay(line)
        illegal = line["fault"] == "illegal"
        clock.last_fault = f"{line['text']!r} is not a legal move" if illegal else line["text"]

    def _forced(self, seat: Seat, move: str) -> None:
        turn = self._faulted.pop(seat, None)
        if turn is not None:
            turn.forced = move
        self._open.pop(seat, None)
        self._follow(self._match.play(seat, move))

    def _follow(self, events: Sequence[Event]) -> None:
        for event in events:
            self._public += event.to == EVERYONE
            self._happened.append(Happening(self._public if event.to == EVERYONE else 0, event))
        if not self._begun or self._match.over:
            return
        state = self._match.state
        if self._deal != (self._match.number, state.deal):
            self._deal, self._deal_scores = (self._match.number, state.deal), tuple(state.scores)
        for seat in self._match.to_act:
            if seat not in self._open and seat not in self._faulted and seat not in self._out:
                self._ask(seat)

    def _ask(self, seat: Seat) -> None:
        self._turns[seat] += 1
        match = self._match
        turn = Asked(
            self._turns[seat],
            seat,
            match.view(seat),
            match.moves(seat),
            tuple([h for h in self._happened[self._seen[seat] :] if h.event.seen_by(seat)]),
            self._clocks[seat].now(),
            match.state.copy(),
            self._deal_scores,
        )
        self._open[seat] = turn
        self.asked.append(turn)
