"""Fives and Threes: the dominoes game in which the sum of the two ends scores, and exactly 61 wins."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from muggins.games.base import NOBODY, Deals, Event, IllegalMove, OptionError, Seat, Side, State, side_of, sides
from muggins.games.drawing import draw_lead
from muggins.games.fives_view import FivesView, render
from muggins.games.tiles import FITS, HALVES, LEFT, MOVES, PIPS, RIGHT, TILES, canonical, written

TARGET: Final = 61  # F1.3
HAND: Final = {2: 7, 3: 5, 4: 5}  # tiles dealt to each seat, by number of seats (F2.1)
OUT: Final = (("out", 1),)


def _parts(ends: int) -> tuple[tuple[str, int], ...]:
    """What a sum of the ends is worth: a point for each three and for each five that go into it exactly (F5.1)."""
    worth = (("threes", 0 if ends % 3 else ends // 3), ("fives", 0 if ends % 5 else ends // 5))
    return tuple(part for part in worth if part[1])


PARTS: Final = tuple(_parts(ends) for ends in range(23))  # F4.6: no sum is above 22


class FivesState:
    """One game to exactly 61.

    A placement is followed, in the same tuple of events, by whatever follows from it: its score, the knocks of the
    seats that the turn then reaches and that cannot place, or the end of the round and the next deal.
    """

    __slots__ = (
        "_deals", "across", "deal", "game", "hands", "history", "left", "left_pips", "line", "opener", "right",
        "right_pips", "scores", "seats", "sum", "to_act", "winner",
    )  # fmt: skip

    def __init__(self, seats: int, deals: Deals, game: int, opener: Seat, scores: Sequence[int]) -> None:
        self._deals = deals
        self.seats = seats
        self.across = 2 if seats == 4 else 0  # seat ^ across is the partner, or without partners the seat itself
        self.game = game
        self.deal = 0  # number of the round
        self.opener = opener
        self.hands = [0] * seats  # masks
        self.scores = list(scores)
        self.winner: Side | None = None
        self.to_act: tuple[Seat, ...] = ()
        self._clear()

    def _clear(self) -> None:
        """Empty the table."""
        self.line: tuple[str, ...] = ()  # tiles as they lie, from left to right
        self.left = self.right = -1  # open values
        self.left_pips = self.right_pips = 0  # what each end contributes to the sum (F4.1, F4.2)
        self.sum = 0
        self.history: tuple[str, ...] = ()

    def deal_round(self) -> list[Event]:
        """Deal the next round, one tile at a time from the opener, and ask the opener."""
        self._clear()
        self.deal += 1
        count = self.seats * HAND[self.seats]
        hands = [0] * self.seats
        for i, tile in enumerate(self._deals.deal(self.game, self.deal, len(TILES), count)):
            hands[(self.opener + i) % self.seats] |= 1 << tile
        self.hands = hands
        self.to_act = (self.opener,)
        aside = (1 << len(TILES)) - 1 - sum(hands)
        return [
            Event("deal", self.opener, total=self.deal),
            *(Event("hand", seat, written(hand), to=seat) for seat, hand in enumerate(hands)),
            Event("aside", pieces=written(aside), why="out of play", to=NOBODY),
        ]

    def moves(self, seat: Seat) -> tuple[str, ...]:
        """In the order of the set, the left end first: "6-4" to open, later "6-4:L" and "6-4:R" (F2.3, F3.3)."""
        if seat not in self.to_act:
            return ()
        hand = self.hands[seat]
        if not self.line:
            return written(hand)
        left, right = FITS[self.left], FITS[self.right]
        hand &= left | right
        moves = []
        while hand:
            lowest = hand & -hand
            tile = lowest.bit_length() - 1
            if lowest & left:
                moves.append(LEFT[tile])
            if lowest & right:
                moves.append(RIGHT[tile])
            hand ^= lowest
        return tuple(moves)

    def play(self, seat: Seat, move: str) -> tuple[Event, ...]:
        """Place a tile.  Raises IllegalMove before anything has changed."""
        tile, end = self._legal(seat, move)
        self._lay(tile, end)
        self.hands[seat] ^= 1 << tile
        text = canonical(move)
        self.history = (*self.history, f"{seat}:{text}")
        events = [Event("place", seat, (text,), total=self.sum)]
        out = not (self.hands[seat] | self.hands[seat ^ self.across])  # F6.2, F6.3
        self._score(seat, out, events)
        if self.winner is None and (out or not self._pass_turn(seat, events)):
            self._end_round("out" if out else "blocked", events)
        return tuple(events)

    def _legal(self, seat: Seat, move: str) -> tuple[int, str]:
        """The tile and the end, "" for the opening.  Raises IllegalMove."""
        parsed = MOVES.get(move)
        if parsed and seat in self.to_act and self.hands[seat] >> parsed[0] & 1 and self._fits(*parsed):
            return parsed
        raise IllegalMove(f"{move!r} is not a legal move of seat {seat}")

    def _fits(self, tile: int, end: str) -> bool:
        """The opening tile goes anywhere, and only it names no end (F2.3, F3.2)."""
        if not self.line or not end:
            return not self.line and not end
        return bool(FITS[self.left if end == "L" else self.right] >> tile & 1)

    def _lay(self, tile: int, end: str) -> None:
        """Put the tile on the line and work out the sum of the ends (F3, F4)."""
        if not end:
            self.line = (TILES[tile],)
            self.left, self.right = HALVES[tile]
            double = self.left == self.right
            self.left_pips, self.right_pips = (PIPS[tile], PIPS[tile]) if double else HALVES[tile]
            self.sum = PIPS[tile]  # F4.3: the lone tile is both ends and counts once
            return
        if end == "L":
            other = PIPS[tile] - self.left
            self.line = (f"{other}-{self.left}", *self.line)
            self.left_pips = PIPS[tile] if other == self.left else other
            self.left = other
        else:
            other = PIPS[tile] - self.right
            self.line = (*self.line, f"{self.right}-{other}")
            self.right_pips = PIPS[tile] if other == self.right else other
            self.right = other
        self.sum = self.left_pips + self.right_pips  # F4.4

    def _score(self, seat: Seat, out: bool, events: list[Event]) -> None:
        """Score a placement, bonus included, as one event: voided whole where it would pass 61 (F5, F7)."""
        parts = PARTS[self.sum] + OUT if out else PARTS[self.sum]
        if not parts:
            return
        side = side_of(seat, self.seats)
        offered = sum([points for _, points in parts])
        void = self.scores[side] + offered > TARGET
        self.scores[side] += 0 if void else offered
        total = self.scores[side]
        events.append(
            Event("score", seat, (), side, 0 if void else offered, offered, "void" if void else "place", parts, total)
        )
        if total == TARGET:
            self.winner = side
            self.to_act = ()
            events.append(Event("game_over", seat, side=side, points=1, why="target"))

    def _pass_turn(self, seat: Seat, events: list[Event]) -> bool:
        """Ask the next seat that can place; those before it knock, and seats without tiles are passed over.

        False when nobody can place: the round is blocked, at once and without knocks (F6.4).
        """
        fits = FITS[self.left] | FITS[self.right]
        knocks: list[Seat] = []
        for step in range(1, self.seats + 1):
            following = (seat + step) % self.seats
            hand = self.hands[following]
            if hand & fits:
                self.to_act = (following,)
                events.extend([Event("knock", knocking) for knocking in knocks])
                self.history += tuple([f"{knocking}:knock" for knocking in knocks])
                return True
            if hand:
                knocks.append(following)
        return False

    def _end_round(self, why: str, events: list[Event]) -> None:
        """Nothing is counted for the tiles that remain (F6.5); the opener role moves one seat to the left (F2.4)."""
        events.append(Event("round_over", why=why))
        self.opener = (self.opener + 1) % self.seats
        events.extend(self.deal_round())

    def view(self, seat: Seat | None) -> FivesView:
        return FivesView(
            seat,
            self.game,
            self.deal,
            self.opener,
            () if seat is None else written(self.hands[seat]),
            self.line,
            self.left,
            self.right,
            self.sum,
            self.history,
            tuple([hand.bit_count() for hand in self.hands]),
            tuple(self.scores),
            TARGET,
        )

    def copy(self) -> "FivesState":
        """An independent state; the deal source, which never changes, is shared."""
        twin = FivesState.__new__(FivesState)
        for name in FivesState.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.hands = self.hands.copy()
        twin.scores = self.scores.copy()
        return twin


class FivesAndThrees:
    """The game's entry in the registry."""

    name = "fives-and-threes"
    seats: tuple[int, ...] = (2, 3, 4)
    rules_version = 1

    def options(self, given: Mapping[str, object]) -> Mapping[str, Any]:
        """There are none: the target is fixed (F1.3).  Raises OptionError for any key."""
        for key in given:
            raise OptionError(f"{self.name} has no option {key!r}; it has none at all")
        return {}

    def start(
        self,
        seats: int,
        options: Mapping[str, Any],
        deals: Deals,
        *,
        game: int = 1,
        lead: Seat | None = None,
        scores: Sequence[int] | None = None,
    ) -> tuple[FivesState, tuple[Event, ...]]:
        """Start a game, with ``lead`` to open the first round or a draw for it, from 0 : 0 or the given scores."""
        events: list[Event] = []
        if lead is None:
            lead, events = draw_lead(deals, game, seats, TILES, PIPS)  # F2.2; most pips opens
        state = FivesState(seats, deals, game, lead, scores or [0] * sides(seats))
        return state, (*events, Event("lead", lead), *state.deal_round())

    def next_lead(self, state: State) -> Seat | None:
        """A later game starts with a new draw (F2.6)."""
        return None

    def value(self, state: State, winner: Side) -> int:
        return 1

    def fallback(self, view: FivesView, moves: Sequence[str]) -> str:
        """The first legal move in listed order: the lowest tile in the order of the set, the left end first."""
        return moves[0]

    def canonical(self, move: str) -> str:
        return canonical(move)

    def render(self, view: FivesView) -> str:
        return render(view)


FIVES: Final = FivesAndThrees()
