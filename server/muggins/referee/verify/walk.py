"""The log, line by line: what the bots and the referee did, and whether everything else follows from it."""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from muggins.games import get
from muggins.games.base import EVERYONE, Event
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match
from muggins.referee.log import event_line
from muggins.referee.verify.clocks import Clocks
from muggins.referee.verify.discrepancy import Discrepancy, Found, Line, found
from muggins.referee.verify.ending import check_result
from muggins.referee.verify.header import Header, read_header

BEFORE_THE_DEAL: Final = ("timeout", "disconnected", "protocol", "no_show")
NOTHING: Final[Line] = {}
IN_A_TURN: Final = ("timeout", "disconnected", "illegal", "malformed")


def verify(lines: Iterable[Line]) -> None:
    """Work the log out again.  Raises Discrepancy at the first line that does not hold."""
    walk: Walk | None = None
    number = 0
    log = [*lines]
    for number, (line, following) in enumerate(zip(log, [*log[1:], NOTHING], strict=False), 1):
        try:
            if walk is None:
                walk = Walk(read_header(line))
            else:
                walk.step(line, following)
        except Found as error:
            raise Discrepancy(error.kind, number, str(error)) from None
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise Discrepancy("line", number, f"the line cannot be read: {error!r}") from None
    if walk is None or not walk.done:
        raise Discrepancy("cut", number, "the log ends without a result")


def read_lines(text: str) -> Iterator[Line]:
    """The lines of a log as it is printed.  Raises Discrepancy where one is no JSON object."""
    for number, line in enumerate(text.splitlines(), 1):
        try:
            read = json.loads(line)
        except ValueError:
            read = None
        if not isinstance(read, dict):
            raise Discrepancy("json", number, "this is no JSON object")
        yield read


class Walk:
    """A match that is played again while its log is read."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.done = False
        self.match = Match(header.rules, SeededDeals(header.seed))
        self.game = get(header.rules.game)
        self.clocks = Clocks(header.time, header.carried)
        self.begun = False
        self.strikes = [0] * header.rules.seats
        self.out: list[tuple[int, str]] = []  # seats, with the fault that put them out
        self._must_go: tuple[int, str] | None = None  # a seat that has its last strike, and the fault
        self._owed: int | None = None  # a seat that the referee has to move for, after a fault
        self._due: deque[Line] = deque()  # events that have to come next
        self._public = 0
        self._last = NOTHING

    def step(self, line: Line, following: Line) -> None:
        """Raises Found.  What follows says only whether two lines were exchanged, or one is missing."""
        if self.done:
            found("after", "something stands after the result")
        kind = line["kind"]
        if self._due:
            self._compare(line, following)
        elif kind == "result":
            self._result(line)
        elif kind == "game" and not self.begun:
            self._begin(line, following)
        else:
            self._obliged(line)
            handle = ENTRIES.get(kind) or found("extra", f"nothing leads to a {kind!r} line here")
            handle(self, line["seat"], line)
        self._last = line

    def _compare(self, line: Line, following: Line) -> None:
        due = self._due.popleft()
        if line == due:
            return
        if line == self._last:
            found("repeated", f"the {line['kind']!r} line stands here twice")
        if line["kind"] != due["kind"]:
            if following == due:
                found("early", f"the {line['kind']!r} line comes too early, before a {due['kind']!r} line")
            found("missing", f"a {due['kind']!r} line is missing here: {dict(due)}")
        key = next(key for key in (*due, *line) if due.get(key) != line.get(key))
        found(due["kind"], f"{key!r} of {due['kind']!r} is {line.get(key)!r}, where it has to be {due.get(key)!r}")

    def _follow(self, events: Iterable[Event]) -> None:
        """These events have to come next."""
        for event in events:
            self._public += event.to == EVERYONE
            self._due.append(event_line(event, self._public if event.to == EVERYONE else 0))
        self.clocks.ask(self.match.to_act)

    def _begin(self, line: Line, following: Line) -> None:
        if self._must_go:
            found("strikes", f"seat {self._must_go[0]} has its last strike, and is not put out")
        self.begun = True
        self._follow(self.match.begin())
        for seat, _ in self.out:
            self._follow(self.match.strike_out(seat))
        self._compare(line, following)

    def _obliged(self, line: Line) -> None:
        """What has to be done before anything else."""
        if line == self._last:
            found("repeated", f"the {line['kind']!r} line stands here twice")
        if self._must_go and line["kind"] != "out":
            found("strikes", f"seat {self._must_go[0]} has its last strike, and is not put out")
        waits = self._to_be_moved()
        if waits is not None and line["kind"] not in ("forced", "out"):
            found("unforced", f"the referee has to move for seat {waits} here")

    def _to_be_moved(self) -> int | None:
        """The seat that the referee has to move for now."""
        if self._owed is not None or not self.begun:
            return self._owed
        gone = {seat for seat, _ in self.out}
        return next((seat for seat in self.match.to_act if seat in gone), None)

    def _acts(self, seat: int) -> None:
        if not self.begun or seat not in self.match.to_act:
            asked = ", ".join(map(str, self.match.to_act)) if self.begun else ""
            found("seat", f"seat {seat} is not asked here; asked: {asked or 'nobody'}")

    def _decision(self, seat: int, line: Line) -> None:
        self._acts(seat)
        move = line["move"]
        if move not in self.match.moves(seat):
            found("move", f"{move!r} is not a legal move of seat {seat}")
        self.clocks.decision(seat, line)
        self._follow(self.match.play(seat, move))

    def _fault(self, seat: int, line: Line) -> None:
        kind = line["fault"]
        if kind not in (IN_A_TURN if self.begun else BEFORE_THE_DEAL):
            found("fault", f"a fault {kind!r} is not possible here")
        if not self.begun:
            self.clocks.before_the_deal(seat, line)
            if kind == "protocol" and not self.header.withheld[seat]:
                found("reveal", f"seat {seat} revealed what it had committed to, or had not committed to anything")
        else:
            self._acts(seat)
            if kind == "illegal" and self.game.canonical(line["text"]) in self.match.moves(seat):
                found("refused", f"the refused move {line['text']!r} is a legal move of seat {seat}")
            self.clocks.fault(seat, line)
        self.strikes[seat] += 1
        if kind == "no_show" or self.strikes[seat] == self.header.time.max_strikes:
            self._must_go = (seat, kind)
        elif self.begun:
            self._owed = seat

    def _forced(self, seat: int, line: Line) -> None:
        if seat != self._to_be_moved():
            found("forced", f"nothing made the referee move for seat {seat}")
        move = self.game.fallback(self.match.view(seat), self.match.moves(seat))
        if line["move"] != move:
            found("fallback", f"the referee moved {line['move']!r} for seat {seat}, where the fallback is {move!r}")
        self._owed = None
        self._follow(self.match.play(seat, move))

    def _out(self, seat: int, line: Line) -> None:
        if self._must_go is None or seat != self._must_go[0]:
            limit = self.header.time.max_strikes
            found("out", f"seat {seat} has {self.strikes[seat]} strikes, and is out only with {limit}")
        self.out.append(self._must_go)
        self._must_go = None
        if self.begun:
            self._follow(self.match.strike_out(seat))

    def _result(self, line: Line) -> None:
        self.done = True
        check_result(line, self.header, self.match if self.begun else None, self.out, self.clocks.moment)


ENTRIES: Final[Mapping[str, Callable[[Walk, int, Line], None]]] = {
    "decision": Walk._decision,
    "fault": Walk._fault,
    "forced": Walk._forced,
    "out": Walk._out,
}
