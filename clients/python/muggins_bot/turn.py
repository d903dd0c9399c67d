"""A turn: a question to a seat, complete in itself."""

from typing import NamedTuple

from muggins.v1 import play_pb2
from muggins_bot.messages import Event, event_of
from muggins_bot.views import View, view_of


class Clock(NamedTuple):
    """The seat's time when the turn was sent, in microseconds."""

    move_left_us: int  # until the bank begins
    bank_left_us: int
    last_answer_us: int  # what the server measured for your last answer in this match
    last_charge_us: int  # what the bank paid for it
    strikes: int
    last_fault: str  # in words, when your last answer was late or refused; else empty


class Turn:
    """What ``decide`` is asked.  It cannot be changed, and its parts are read from the message when they are used."""

    __slots__ = ("_message", "_view")

    def __init__(self, message: play_pb2.Turn) -> None:
        self._message = message
        self._view: View | None = None

    @property
    def id(self) -> int:
        """Names the turn; it counts nothing."""
        return self._message.turn_id

    @property
    def match_id(self) -> str:
        return self._message.match_id

    @property
    def seat(self) -> int:
        """Your seat, 0..n-1 clockwise."""
        return self._message.seat

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move, in the game's notation."""
        return tuple(self._message.legal_moves)

    @property
    def view(self) -> View:
        """What you may know.  Raises ValueError for a game that needs a newer kit."""
        if self._view is None:
            self._view = view_of(self._message)
        return self._view

    @property
    def clock(self) -> Clock:
        clock = self._message.clock
        return Clock(
            clock.move_left_us,
            clock.bank_left_us,
            clock.last_answer_us,
            clock.last_charge_us,
            clock.strikes,
            clock.last_fault,
        )

    @property
    def time_left(self) -> float:
        """Seconds until the turn is lost, from when it was sent: the move time and the whole bank."""
        clock = self._message.clock
        return (clock.move_left_us + clock.bank_left_us) / 1e6

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened since the last turn that you answered."""
        return tuple(event_of(event) for event in self._message.events)

    def __repr__(self) -> str:
        return f"Turn(id={self.id:016x}, match_id={self.match_id!r}, seat={self.seat}, view={self.view!r})"
