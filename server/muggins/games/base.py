"""What a game is to the rest of the system: events, moves in text, views, and a source of deals.

Everything in this package is pure: no time, no IO, and no randomness but the deal source that is handed in.
A third game is one module that offers a :class:`Game`, and its line in the registry.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, Self

Seat = int  # 0..n-1, clockwise
Side = int  # what owns a score: a seat, or the partners {0, 2} = side 0 and {1, 3} = side 1

EVERYONE: Final = -1
NOBODY: Final = -2


class IllegalMove(ValueError):
    """The move is not one of the seat's legal moves."""


class OptionError(ValueError):
    """An option of a game is unknown or has an impossible value."""


class Event(NamedTuple):
    """One thing that happened, in the same shape for the wire, the log, the pages and the tests.

    ``kind`` says which of the other fields mean something; docs/log.md lists the kinds.  ``to`` says who may see the
    event: EVERYONE, NOBODY (the record alone), or one seat.
    """

    kind: str
    seat: Seat | None = None
    pieces: tuple[str, ...] = ()
    side: Side | None = None
    points: int = 0  # points that the side really gained
    offered: int = 0  # points that were earned, before a rule voided or cut them
    why: str = ""
    parts: tuple[tuple[str, int], ...] = ()  # what makes up ``offered``, where it is made of several things
    total: int | None = None  # the side's score after a score; the count or sum of ends after a move; a number
    to: int = EVERYONE

    def seen_by(self, seat: Seat | None) -> bool:
        """Whether that seat (or, for None, any spectator) may see this event."""
        return self.to == EVERYONE or (seat is not None and self.to == seat)


class Deals(Protocol):
    """Where shuffled pieces come from.  Pieces are indices into the game's set in its written order."""

    def deal(self, game: int, number: int, size: int, count: int) -> Sequence[int]:
        """The first ``count`` pieces of deal ``number`` (from 1) of game ``game`` (from 1), out of ``size``."""
        ...

    def draw(self, game: int, round: int, size: int, count: int) -> Sequence[int]:
        """One piece for each of ``count`` contenders, in seat order, in draw round ``round`` (from 1)."""
        ...


class View(Protocol):
    """What one seat (or, with seat None, a spectator) may know now.  Each game has a frozen type of its own."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def scores(self) -> tuple[int, ...]: ...


class State(Protocol):
    """One game in progress: small, mutable, with slots."""

    to_act: tuple[Seat, ...]  # the seats that are asked now; empty when the game is over
    scores: Any  # by side
    winner: Side | None
    deal: int  # number of the current deal, from 1

    def moves(self, seat: Seat) -> tuple[str, ...]:
        """The legal moves in their written form; empty unless the seat is to act."""
        ...

    def play(self, seat: Seat, move: str) -> tuple[Event, ...]:
        """Make a move.  Raises IllegalMove before anything has changed."""
        ...

    def view(self, seat: Seat | None) -> View: ...

    def copy(self) -> Self: ...


class Game(Protocol):
    """One game's entry in the registry."""

    name: str  # as on the wire, in pools and in files: "cribbage"
    seats: tuple[int, ...]
    rules_version: int  # changes when the code changes what it decides

    def options(self, given: Mapping[str, object]) -> Mapping[str, Any]:
        """All options with their defaults filled in.  Raises OptionError, naming the key and what is allowed."""
        ...

    def start(
        self, seats: int, options: Mapping[str, Any], deals: Deals, *, game: int = 1, lead: Seat | None = None
    ) -> tuple[State, tuple[Event, ...]]:
        """Start game number ``game`` of a match; ``lead`` opens or deals first, None means that it is drawn."""
        ...

    def next_lead(self, state: Any) -> Seat | None:
        """Who leads the next game of the match after this finished one; None means that it is drawn."""
        ...

    def value(self, state: Any, winner: Side) -> int:
        """How many game points the finished game is worth to that winner."""
        ...

    def fallback(self, view: Any, moves: Sequence[str]) -> str:
        """The move the referee plays for a seat that did not: a documented function of the seat's own view."""
        ...

    def canonical(self, move: str) -> str:
        """The one written form of a move; a text that is no move comes back as it is."""
        ...

    def render(self, view: Any) -> str:
        """The view as lines of text for a terminal."""
        ...


def side_of(seat: Seat, seats: int) -> Side:
    """The side a seat plays for (RULES F1.2, C1.2)."""
    return seat % 2 if seats == 4 else seat


def sides(seats: int) -> int:
    return 2 if seats == 4 else seats
