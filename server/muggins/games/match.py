"""A match: one game, or several with game points, as one pure object for the referee, verification and local play."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from muggins.games import GAMES
from muggins.games.base import (
    NOBODY,
    Deals,
    Event,
    Game,
    IllegalMove,
    OptionError,
    Seat,
    Side,
    State,
    View,
    side_of,
    sides,
)

FIRST: Final = ("draw", "assigned")


@dataclass(frozen=True, slots=True)
class MatchRules:
    """What a match is.  Raises OptionError, naming the key and what is allowed, for anything impossible."""

    game: str  # its name in the registry
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)  # of the game; defaults are filled in
    games: int = 1  # that are played, unless first_to says otherwise
    first_to: int | None = None  # the game points that end the match
    first: Literal["draw", "assigned"] = "draw"  # how the leader of the first game is found
    lead: Seat | None = None  # that leader, when assigned
    max_rounds: int = 400  # deals in one game; the match is abandoned where one more would be needed (F8)

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise OptionError(f"game is {self.game!r}; allowed: {', '.join(sorted(GAMES))}")
        game = GAMES[self.game]
        if self.seats not in game.seats:
            raise OptionError(f"seats is {self.seats!r}; {game.name} allows: {', '.join(map(str, game.seats))}")
        object.__setattr__(self, "options", game.options(self.options))
        _check_whole("games", self.games, 1)
        _check_whole("max_rounds", self.max_rounds, 1)
        if self.first_to is not None:
            _check_whole("first_to", self.first_to, 1)
            if self.games != 1:
                raise OptionError(f"games is {self.games} and first_to is {self.first_to}; only one of them is allowed")
        self._check_lead()

    def _check_lead(self) -> None:
        if self.first not in FIRST:
            raise OptionError(f"first is {self.first!r}; allowed: {', '.join(FIRST)}")
        if self.first == "draw" and self.lead is not None:
            raise OptionError("lead is given; allowed only with first = assigned")
        if self.first == "assigned":
            _check_whole("lead", self.lead, 0, self.seats - 1)


def _check_whole(key: str, number: object, low: int, high: int | None = None) -> None:
    """Raises OptionError unless the number is whole and between the bounds."""
    if type(number) is not int or number < low or (high is not None and number > high):
        allowed = f"at least {low}" if high is None else f"{low} to {high}"
        raise OptionError(f"{key} is {number!r}; allowed: a whole number, {allowed}")


class MatchResult(NamedTuple):
    """How a match ended, or how it stands; every tuple but ``struck_out`` is by side."""

    points: tuple[int, ...]  # game points
    places: tuple[int, ...]  # from 0, equal ones tie; one place for all sides is a draw
    scores: tuple[int, ...]  # summed over the games
    struck_out: tuple[Seat, ...]


class Match:
    """A match in progress; call :meth:`begin` first.

    Beside the events of its games a match has: ``game`` (total: its number) before each game; ``struck_out`` (seat);
    ``award`` (side, points, total: game points after it) for games that were not played out; ``abandoned``.
    """

    __slots__ = ("_banked", "_deals", "_game", "abandoned", "number", "over", "points", "rules", "state", "struck_out")

    state: State  # of the game that is played now, or was last

    def __init__(self, rules: MatchRules, deals: Deals) -> None:
        self.rules = rules
        self._deals = deals
        self._game: Game = GAMES[rules.game]
        self.number = 0  # of the game
        self.points = [0] * sides(rules.seats)
        self._banked = [0] * sides(rules.seats)  # scores of the games before this one
        self.struck_out: tuple[Seat, ...] = ()
        self.over = False
        self.abandoned = False

    def begin(self) -> tuple[Event, ...]:
        """Start the first game; called once."""
        return self._start_game(self.rules.lead)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that are asked now; empty when the match is over."""
        return () if self.over else self.state.to_act

    @property
    def scores(self) -> list[int]:
        """By side, summed over the games so far."""
        return [before + now for before, now in zip(self._banked, self.state.scores, strict=True)]

    def moves(self, seat: Seat) -> tuple[str, ...]:
        return () if self.over else self.state.moves(seat)

    def view(self, seat: Seat | None) -> View:
        return self.state.view(seat)

    def play(self, seat: Seat, move: str) -> tuple[Event, ...]:
        """Make a move; a next game's first events follow.  Raises IllegalMove before anything has changed."""
        if self.over:
            raise IllegalMove("the match is over")
        events = self.state.play(seat, move)
        if not self.state.to_act:
            return self._end_game(events)
        if self.state.deal > self.rules.max_rounds:
            return self._abandon(events)
        return events

    def _start_game(self, lead: Seat | None) -> tuple[Event, ...]:
        self.number += 1
        rules = self.rules
        self.state, events = self._game.start(rules.seats, rules.options, self._deals, game=self.number, lead=lead)
        return (Event("game", total=self.number), *events)

    def _end_game(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Count the game; the last of its events, ``game_over``, says who gets the points."""
        *told, ending = events
        winners = self._winners()
        value = self._game.value(self.state, winners[0])
        for side in winners:
            self.points[side] += value
        if self.state.winner not in winners:
            told += [ending._replace(seat=None, side=side, points=value, why="struck_out") for side in winners]
        else:
            told.append(ending)
        self.over = self._decided()
        return tuple(told) if self.over else (*told, *self._next_game())

    def _next_game(self) -> tuple[Event, ...]:
        self._banked = self.scores
        return self._start_game(self._game.next_lead(self.state))

    def _winners(self) -> list[Side]:
        """The winner; where that side is struck out, the best of the others, or all who are equally best."""
        winner, lost = self.state.winner, self._lost()
        if winner is not None and winner not in lost:
            return [winner]
        scores = self.state.scores
        playing = [side for side in range(len(scores)) if side not in lost]
        best = max(scores[side] for side in playing)
        return [side for side in playing if scores[side] == best]

    def _decided(self) -> bool:
        """Whether the match has had its games, or a side its game points."""
        if self.rules.first_to is not None:
            return max(self.points) >= self.rules.first_to
        return self.number == self.rules.games

    def _abandon(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """End the match before the deal that would be one too many: its events never happened."""
        self.over = self.abandoned = True
        cut = next(i for i, event in enumerate(events) if event.kind == "deal")
        return (*events[:cut], Event("abandoned", why="max_rounds"))

    def _lost(self) -> set[Side]:
        """The sides with a seat that is struck out."""
        return {side_of(seat, self.rules.seats) for seat in self.struck_out}

    def strike_out(self, seat: Seat) -> tuple[Event, ...]:
        """Take a seat out for good.

        With two sides its side loses this and each remaining game at value 1, and the match is over.  With three
        sides it is placed last and cannot win, and play goes on with moves that the caller makes for it; when only
        one side is left, that one wins what remains.  A match that is over, or a seat that is out, does not change.
        """
        if self.over or seat in self.struck_out:
            return ()
        self.struck_out += (seat,)
        told = Event("struck_out", seat, to=NOBODY)  # whose fault it was shows after the match
        playing = [side for side in range(len(self.points)) if side not in self._lost()]
        return (told,) if len(playing) > 1 else (told, self._award_rest(playing[0]))

    def _award_rest(self, side: Side) -> Event:
        """Give a side this game and the remaining ones, or the game points that it needs."""
        self.over = True
        if self.rules.first_to is not None:
            rest = self.rules.first_to - self.points[side]
        else:
            rest = self.rules.games - self.number + 1
        self.points[side] += rest
        return Event("award", side=side, points=rest, total=self.points[side], why="struck_out")

    def result(self) -> MatchResult:
        """Two sides are placed by game points; three by game points, then by score, those struck out last."""
        scores, lost = self.scores, self._lost()
        if len(self.points) == 2:
            strength = [(1, points, 0) for points in self.points]
        else:
            both = enumerate(zip(self.points, scores, strict=True))
            strength = [(0, 0, 0) if side in lost else (1, points, score) for side, (points, score) in both]
        places = tuple([sum(other > mine for other in strength) for mine in strength])
        return MatchResult(tuple(self.points), places, tuple(scores), self.struck_out)

    def copy(self) -> "Match":
        """An independent match; the rules and the deal source are shared."""
        twin = Match.__new__(Match)
        for name in Match.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.state = self.state.copy()
        twin.points = self.points.copy()
        return twin
