"""One scripted bot that misbehaves as its flag says, and otherwise plays properly."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from muggins.referee.people import Ability
from muggins.v1 import cribbage_pb2, play_pb2
from tests.referee.table import MANY, TIME, FakeChannel, Table


class Flag(StrEnum):
    """What the bot does at the turns that it misbehaves at."""

    HONEST = "honest"
    SLOW = "slow"  # with the last of its free time
    SILENT = "silent"
    LATE = "late"
    TWICE = "twice"
    OTHER = "other"  # another answer the second time
    ILLEGAL = "illegal"
    NONSENSE = "nonsense"
    FOREIGN = "foreign"  # the turn of another bot, in another match
    FUTURE = "future"  # a turn that has not been asked
    FLOOD = "flood"
    LEAVES = "leaves"  # on turn, until its time is up
    LEAVES_OFF_TURN = "leaves_off_turn"  # right after its answer, and is back for the next
    BLINKS = "blinks"  # on turn, and is back in time
    FLAPS = "flaps"  # twenty times in two seconds
    SECOND = "second"  # a second process takes over, and the first one still answers


FAULTS = {
    Flag.SILENT: "timeout",
    Flag.LATE: "timeout",
    Flag.ILLEGAL: "illegal",
    Flag.NONSENSE: "malformed",
    Flag.LEAVES: "disconnected",
}
THINKS = 1 / 64  # seconds that a decision takes where nothing is wrong; a binary number adds up exactly
NEVER_LEGAL = ("0-0:L", "6-6:L", "6-6:R", "AS", "KD", "AS,KD")


class Answer(NamedTuple):
    """A decision that is sent so many seconds after the turn came."""

    after: float
    turn_id: int
    move: str


def choice(moves: Sequence[str]) -> str:
    """What a well-behaved bot plays: seldom what the referee would play for it."""
    return moves[len(moves) // 2]


def too_late(turn: play_pb2.Turn) -> float:
    """Seconds from a turn's coming until half a second after its time is up."""
    return (turn.clock.move_left_us + turn.clock.bank_left_us) / 1e6 + TIME.margin + 0.5


def answers(flag: Flag, turn: play_pb2.Turn, foreign: int = 1) -> list[Answer]:
    """What is sent for a turn; ``foreign`` is the id of a turn that waits for somebody else."""
    moves = turn.legal_moves
    good = Answer(THINKS, turn.turn_id, choice(moves))
    illegal = next(move for move in NEVER_LEGAL if move not in moves)
    if flag == Flag.FLOOD:
        return [*(good._replace(turn_id=turn.turn_id ^ number) for number in range(1, 300)), good]
    strange: dict[Flag, list[Answer]] = {
        Flag.SLOW: [good._replace(after=TIME.move + TIME.margin - 0.01)],
        Flag.SILENT: [],
        Flag.LEAVES: [],
        Flag.LATE: [good._replace(after=too_late(turn))],
        Flag.TWICE: [good, good],
        Flag.OTHER: [good, good._replace(move=moves[0])],
        Flag.ILLEGAL: [good._replace(move=illegal), good],
        Flag.NONSENSE: [good._replace(move="\x00" + "x" * 100), good],
        Flag.FOREIGN: [good._replace(turn_id=foreign), good],
        Flag.FUTURE: [good._replace(turn_id=turn.turn_id ^ 1), good],
    }
    return strange.get(flag, [good])


def phase_of(turn: play_pb2.Turn) -> str:
    if turn.HasField("cribbage"):
        return "lay-away" if turn.cribbage.phase == cribbage_pb2.CRIBBAGE_PHASE_LAY_AWAY else "play"
    return "middle" if turn.fives.line else "opening"


class ScriptedBot:
    """Plays every match that it is asked to.  In ``match_id`` it misbehaves: ``times`` times in that phase."""

    def __init__(
        self, table: Table, name: str, flag: Flag = Flag.HONEST, match_id: str = "", phase: str = "", times: int = 0
    ) -> None:
        self.table = table
        self.name = name
        self.left = times
        self.foreign: Callable[[], int] = lambda: 1
        self.ability: Ability = MANY
        self._flag = flag
        self._where = (match_id, phase)
        self._misbehaved: set[int] = set()  # the turns at which it did; sent again, they find it honest
        self.channel = self._connect()
        self.channels = [self.channel]

    def _connect(self) -> FakeChannel:
        return self.table.connect(self.name, self.ability, self.hear)

    def come_back(self) -> None:
        self.channel = self._connect()
        self.channels.append(self.channel)

    def go(self) -> None:
        self.table.disconnect(self.name, self.channel)

    def hear(self, response: play_pb2.PlayResponse) -> None:
        for turn in response.turns:
            flag = self._flag_at(turn)
            for answer in answers(flag, turn, self.foreign()):
                self._send(self.channel, answer)
            self._move_about(flag, turn)

    def _flag_at(self, turn: play_pb2.Turn) -> Flag:
        here = (turn.match_id, phase_of(turn)) == self._where
        if not here or not self.left or turn.turn_id in self._misbehaved:
            return Flag.HONEST
        self.left -= 1
        self._misbehaved.add(turn.turn_id)
        return self._flag

    def _send(self, channel: FakeChannel, answer: Answer) -> None:
        def send() -> None:
            self.table.decide(self.name, channel, answer.turn_id, answer.move)

        self.table.clock.call_later(answer.after, send)

    def _move_about(self, flag: Flag, turn: play_pb2.Turn) -> None:
        """What is done to the connection, beside the answers."""
        if flag == Flag.LEAVES:
            self._blink(THINKS / 2, back=too_late(turn))
        elif flag == Flag.LEAVES_OFF_TURN:
            self._blink(THINKS * 3 / 2, back=THINKS * 2)
        elif flag == Flag.BLINKS:
            self._blink(THINKS / 2, back=0.3)
        elif flag == Flag.FLAPS:
            for number in range(20):
                self._blink(THINKS / 2 + number * 0.1, back=0.05 + number * 0.1)
        elif flag == Flag.SECOND:
            self.table.clock.call_later(THINKS / 2, self.come_back)

    def _blink(self, gone: float, back: float) -> None:
        self.table.clock.call_later(gone, self.go)
        self.table.clock.call_later(back, self.come_back)


class Puppet(ScriptedBot):
    """Makes the moves that it was given, and then none."""

    def __init__(self, table: Table, name: str, moves: Iterable[str]) -> None:
        self._moves = iter(moves)
        super().__init__(table, name)

    def hear(self, response: play_pb2.PlayResponse) -> None:
        for turn in response.turns:
            for move in islice(self._moves, 1):
                self._send(self.channel, Answer(THINKS, turn.turn_id, move))
