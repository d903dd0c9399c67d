"""What all house bots share: which question is asked, and the questions with no choice in them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from muggins_bot.bot import Bot
from muggins_bot.turn import Turn
from muggins_bot.views import CribbageView, FivesView, View


class HouseBot(Bot, ABC):
    """Plays both games with any number of seats.  It knows what its view says and nothing else."""

    games: ClassVar[tuple[str, ...]] = ("cribbage", "fives-and-threes")
    max_matches: ClassVar[int] = 64

    def decide(self, turn: Turn) -> str:
        return self.choose(turn.view, turn.legal_moves)

    def choose(self, view: View, moves: Sequence[str]) -> str:
        """One of the moves, of which there is at least one."""
        if len(moves) == 1:
            return moves[0]
        if isinstance(view, FivesView):
            return self.place(view, moves)
        if isinstance(view, CribbageView):
            return self.lay_away(view, moves) if view.phase == "lay-away" else self.peg(view, moves)
        raise ValueError(f"{type(self).__name__} does not play {view.game}")

    @abstractmethod
    def place(self, view: FivesView, moves: Sequence[str]) -> str:
        """A placement of dominoes."""

    @abstractmethod
    def lay_away(self, view: CribbageView, moves: Sequence[str]) -> str:
        """What goes into the crib."""

    @abstractmethod
    def peg(self, view: CribbageView, moves: Sequence[str]) -> str:
        """A card of the play."""
