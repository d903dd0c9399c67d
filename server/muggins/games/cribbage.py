"""Cribbage for two, three or four seats."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from muggins.games import cards
from muggins.games.base import Deals, Event, OptionError, Seat, Side, side_of
from muggins.games.cards import CARDS, RANK
from muggins.games.cribbage_score import game_value
from muggins.games.cribbage_state import CribbageState
from muggins.games.cribbage_view import CribbageView, render
from muggins.games.drawing import draw_lead

__all__ = ["CRIBBAGE", "Cribbage", "CribbageState", "CribbageView"]

ALLOWED: Final[Mapping[str, tuple[int | str, ...]]] = {"target": (121, 61), "value": ("lurch", "none", "skunk")}
LOWNESS: Final = tuple(-RANK[card] for card in CARDS)  # the lowest rank deals (C2.1)


class Cribbage:
    """The game's entry in the registry."""

    name = "cribbage"
    seats: tuple[int, ...] = (2, 3, 4)
    rules_version = 1

    def options(self, given: Mapping[str, object]) -> Mapping[str, Any]:
        """``target`` 121 or 61 and ``value`` "lurch", "none" or "skunk"; the first of each is the default.

        Raises OptionError, naming the key and what is allowed.
        """
        for key, chosen in given.items():
            if key not in ALLOWED:
                raise OptionError(f"cribbage has no option {key!r}; it has: {', '.join(ALLOWED)}")
            allowed = ALLOWED[key]
            if chosen not in allowed or type(chosen) is not type(allowed[0]):
                raise OptionError(f"cribbage option {key} is {chosen!r}; allowed: {', '.join(map(repr, allowed))}")
        return {key: given.get(key, allowed[0]) for key, allowed in ALLOWED.items()}

    def start(
        self,
        seats: int,
        options: Mapping[str, Any],
        deals: Deals,
        *,
        game: int = 1,
        lead: Seat | None = None,
        scores: Sequence[int] | None = None,
    ) -> tuple[CribbageState, tuple[Event, ...]]:
        """Start game number ``game`` of a match; ``lead`` deals first, None means that it is drawn.

        ``scores`` (by side, each below the target) starts from a given position.
        """
        drawn: list[Event] = []
        if lead is None:
            lead, drawn = draw_lead(deals, game, seats, CARDS, LOWNESS)
        state = CribbageState(seats, options, deals, game, lead, scores)
        return state, (*drawn, Event("lead", lead), *state.open())

    def next_lead(self, state: CribbageState) -> Seat:
        """C2.3, C2.4: the lowest loser deals; of several the one met first clockwise from the last dealer."""
        seats = state.seats
        losing = [side for side in range(len(state.scores)) if side != state.winner]
        lowest = min(losing, key=state.scores.__getitem__)
        losers = [side for side in losing if state.scores[side] == state.scores[lowest]]
        clockwise = ((state.dealer + step) % seats for step in range(1, seats + 1))
        return next(seat for seat in clockwise if side_of(seat, seats) in losers)

    def value(self, state: CribbageState, winner: Side) -> int:
        """C10: 1, or more when the best placed loser is far behind."""
        return game_value(state.value, state.target, state.best_loser(winner))

    def fallback(self, view: CribbageView, moves: Sequence[str]) -> str:
        """Lay away the last choice in the list; play the card of the lowest rank, of equals the first in the list."""
        return moves[-1] if view.phase == "lay-away" else min(moves, key=RANK.__getitem__)

    def canonical(self, move: str) -> str:
        """``5H,QD`` as ``QD,5H``, the order of the pack; a text that is no move comes back as it is."""
        return cards.canonical(move)

    def render(self, view: CribbageView) -> str:
        """The view as a few lines of text."""
        return render(view)


CRIBBAGE: Final = Cribbage()
