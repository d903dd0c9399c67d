"""The arithmetic of the clocks: nobody is charged too much or too little, and no time is up too early.

Microseconds.  Times were rounded one by one, so sums of them may be off by some.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from muggins.referee.timing import TimeControl
from muggins.referee.verify.discrepancy import Line, found

ROUNDING: Final = 2  # of one difference
BANK_ROUNDING: Final = 200  # of all charges of a seat together
TIMEOUTS: Final = ("timeout", "disconnected")


def micros(seconds: float) -> int:
    return round(seconds * 1e6)


class Clocks:
    """The banks of a match, and when each seat was asked."""

    def __init__(self, time: TimeControl, carried: Sequence[int]) -> None:
        self.moment = 0  # of the last thing that happened
        self.pace = None if time.pace is None else micros(time.pace)
        self.free = micros(time.margin + time.move)
        self.start_up = micros(time.margin + time.start_up)
        self.banks = [micros(time.bank)] * len(carried)
        self._carried = list(carried)
        self._asked: dict[int, int] = {}

    def ask(self, seats: Iterable[int]) -> None:
        """These seats have to act; those that were not asked yet are asked now."""
        self._asked = {seat: self._asked.get(seat, self.moment) for seat in seats}

    def decision(self, seat: int, line: Line) -> None:
        """An answer that was accepted.  Raises Found."""
        self._pay(seat, line, line["read_us"])

    def fault(self, seat: int, line: Line) -> None:
        """A turn that ended with a fault.  Raises Found."""
        if line["fault"] not in TIMEOUTS:
            self._pay(seat, line, line["at_us"])
            return
        left = self._granted(seat, line) - self._elapsed(seat, line, line["at_us"])
        if left > BANK_ROUNDING:
            found("timeout", f"the time of seat {seat} was not up: it had {left} us left")
        if abs(line["charged_us"] - self.banks[seat]) > BANK_ROUNDING:
            found("charge", f"seat {seat} lost {line['charged_us']} us, where its whole bank is {self.banks[seat]}")
        self.banks[seat] = 0
        self._answered(seat)

    def before_the_deal(self, seat: int, line: Line) -> None:
        """A fault before anybody was asked.  Raises Found."""
        self._pass(line["at_us"])
        if line["fault"] in TIMEOUTS and line["at_us"] < self.start_up - ROUNDING:
            found("start_up", f"the start-up time of seat {seat} was not up after {line['at_us']} us")

    def _pay(self, seat: int, line: Line, read: int) -> None:
        due = max(0, self._elapsed(seat, line, read) - self._free(seat))
        charged = line["charged_us"]
        if abs(charged - due) > ROUNDING:
            found("charge", f"seat {seat} was charged {charged} us, where its clock gives {due}")
        if charged > self.banks[seat] + BANK_ROUNDING:
            found("bank", f"seat {seat} was charged {charged} us, and had {self.banks[seat]} left")
        self.banks[seat] = max(0, self.banks[seat] - charged)
        self._answered(seat)

    def _elapsed(self, seat: int, line: Line, read: int) -> int:
        sent: int = line["sent_us"]
        if sent < self._asked[seat] - ROUNDING:
            found("sent", f"the clock of seat {seat} started at {sent} us, before it was asked")
        if read < sent:
            found("read", f"seat {seat} was read at {read} us, before it was sent anything at {sent}")
        self._pass(read)
        return read - sent

    def _pass(self, moment: int) -> None:
        # With a pace answers take effect together, in another order than they were read in.
        if moment < self.moment and self.pace is None:
            found("time", f"this happened at {moment} us, before what stands above it, at {self.moment}")
        self.moment = max(moment, self.moment)

    def _granted(self, seat: int, line: Line) -> int:
        """What the seat had from when the turn was sent; with a pace, until the tick after it was asked."""
        if self.pace is None:
            return self._free(seat) + self.banks[seat]
        late: int = line["sent_us"] - self._asked[seat]
        return self.pace + self._carried[seat] - late

    def _free(self, seat: int) -> int:
        return self.free + self._carried[seat]

    def _answered(self, seat: int) -> None:
        self._carried[seat] = 0
        del self._asked[seat]
