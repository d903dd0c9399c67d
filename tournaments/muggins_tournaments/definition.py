"""The definition of an event, every default filled in: what a TOML file says, and who came late or left since."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

FORMATS: Final = ("round-robin", "whist", "swiss", "knockout", "gauntlet", "ladder", "sprt", "stages")
HOUSE_BOTS: Final = ("random", "greedy", "steady", "expert")
UNFINISHED_WORTH: Final = ("draw", "loss", "placing")
TIE_BREAKS: Final = (
    "head-to-head", "sonneborn-berger", "buchholz", "wins", "game-points", "score-difference",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchLength:
    """How long one match is: a number of games, or (where it is not None) first to so many game points."""

    games: int = 1
    first_to: int | None = None
    max_rounds: int = 400  # deals in one game; a game that needs more is abandoned


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time a bot has; all times in seconds."""

    start_up: float = 10.0
    move: float = 1.0
    bank: float = 10.0  # for the whole match, beyond the move times
    margin: float = 0.05  # of each move, given for the network
    cap: float | None = None  # for the match as a whole; None means none
    max_strikes: int = 3
    max_wait: float = 60.0  # how long an absent bot is waited for
    pace: float | None = None  # a decision shows so long after it was asked for; None means at once


@dataclass(frozen=True, slots=True)
class Points:
    """What a match is worth in the standings."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    abandoned: str = "draw"  # a match that ran out of rounds or time: one of UNFINISHED_WORTH
    by: str = "match"  # "match": win, draw and loss; "game": the game points of the match
    bye: str = "win"  # what sitting out a round of a Swiss is worth: "win", "draw" or "loss"

    @property
    def of_bye(self) -> float:
        return {"win": self.win, "draw": self.draw, "loss": self.loss}[self.bye]


@dataclass(frozen=True, slots=True)
class Knockout:
    """How a knockout goes on."""

    best_of: int = 1  # matches of a pairing, fewer where it is decided before
    double: bool = False  # out with the second defeat, not with the first


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of the first entrant against the second: is it stronger by ``elo1``, or only by ``elo0``?"""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # how often at most "stronger by elo1" is said of one that is stronger by elo0
    beta: float = 0.05  # how often at most "no more than elo0" is said of one that is stronger by elo1
    max_pairs: int = 50_000  # pairs of matches; then the test ends undecided


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of an event with a format of its own."""

    name: str
    format: str
    rounds: int = 1
    games_per_pairing: int = 1
    groups: int = 1
    advance: int = 0  # how many of each group go on to the next stage; 0 in the last
    knockout: Knockout = Knockout()


@dataclass(frozen=True, slots=True)
class EventDefinition:
    """One event.  ``options`` and the game's name are for the caller to check.

    What competes is a *unit*: a bot, or where ``pairs`` has any a pair of partners who stay together.
    """

    name: str
    game: str
    seats: int
    entrants: tuple[str, ...]  # bots, late ones at the end
    format: str = "round-robin"
    rounds: int = 1
    games_per_pairing: int = 1
    first: str = "draw"
    seed: str | None = None
    rated: bool = True
    anonymous: bool = False
    description: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    match: MatchLength = MatchLength()
    time: TimeControl = TimeControl()
    points: Points = Points()
    tie_breaks: tuple[str, ...] = ("wins", "game-points", "score-difference")
    house: Mapping[str, str] = field(default_factory=dict)  # bot name -> kind of house bot
    pairs: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # name of the pair -> its bots
    ratings: Mapping[str, float] = field(default_factory=dict)  # unit -> rating that seeds it
    knockout: Knockout = Knockout()
    champions: tuple[str, ...] = ()  # of a gauntlet: the units that meet the field
    sprt: Sprt = Sprt()
    stages: tuple[Stage, ...] = ()
    late: Mapping[str, int] = field(default_factory=dict)  # unit -> the round from which it is paired
    gone: Mapping[str, int] = field(default_factory=dict)  # unit -> the round from which it is not paired
    owners: Mapping[str, str] = field(default_factory=dict)  # bot -> owner, where it matters who owns it

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(self.pairs) or self.entrants

    @property
    def width(self) -> int:
        """How many units meet at a table."""
        return 2 if self.pairs else self.seats

    def bots(self, unit: str) -> tuple[str, ...]:
        """The bots of a unit."""
        return self.pairs.get(unit, (unit,))

    def unit_of(self, bot: str) -> str:
        """The unit that a bot plays in."""
        return next((pair for pair, bots in self.pairs.items() if bot in bots), bot)

    def only(self, units: Iterable[str]) -> "EventDefinition":
        """The same event for these units alone, in this order."""
        units = tuple(units)
        pairs = {unit: self.pairs[unit] for unit in units} if self.pairs else {}
        return replace(self, entrants=tuple(bot for unit in units for bot in self.bots(unit)), pairs=pairs)

    def joined(self, bot: str, from_round: int) -> "EventDefinition":
        """The event with a late entrant."""
        return replace(self, entrants=(*self.entrants, bot), late={**self.late, bot: from_round})

    def without(self, unit: str, from_round: int) -> "EventDefinition":
        """The event after a withdrawal: the unit stays in the standings, and plays no more."""
        return replace(self, gone={**self.gone, unit: from_round})

    def clash(self, bots: Iterable[str]) -> bool:
        """Whether these bots may not share a rated table: three or four seats, and two bots of one owner.

        Partners who entered as a pair are meant to help each other.
        """
        owners = {(owner, self.unit_of(bot)) for bot in bots if (owner := self.owners.get(bot)) is not None}
        return self.rated and self.seats > 2 and len({owner for owner, _ in owners}) < len(owners)
