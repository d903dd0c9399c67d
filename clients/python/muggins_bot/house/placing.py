"""Dominoes, one placement ahead: what a tile scores now, what it lets the others score, and what it leaves for us.

The weights were tuned against the greedy bot; whoever follows is taken to lay what scores most.
"""

from collections.abc import Sequence
from math import inf
from typing import Final

from muggins.games.base import side_of
from muggins_bot.house.guesses import guess
from muggins_bot.house.layout import MOST, Layout, after, best_extension, gain, layout_of
from muggins_bot.notation import placement
from muggins_bot.views import FivesView

SECOND: Final = 0.5  # a point of the seat after the next
OURS: Final = 0.7  # a point that our next tile could score
FITTING: Final = 0.1  # a tile of ours that fits the line


class Placing:
    """Weighs the placements of one turn."""

    def __init__(self, view: FivesView) -> None:
        self._view = view
        self._layout = layout_of(view)
        seats = len(view.tiles_left)
        side = side_of(view.seat, seats)
        self._room = view.target - view.scores[side]
        clockwise = [(view.seat + step) % seats for step in range(1, seats)]
        self._others = [
            (1 if side_of(seat, seats) == side else -1, guess(view, seat))
            for seat in clockwise
            if view.tiles_left[seat]
        ][:2]

    def worth(self, move: str) -> float:
        """The worth of a legal move, in points."""
        made = after(self._layout, move)
        own = gain(self._view, made)
        if own == self._room:
            return inf
        rest = Rest([tile for tile in self._view.hand if tile != placement(move)[0]], min(self._room - own, MOST))
        worth = own + FITTING * rest.fitting(made)
        nobody = 1.0
        for sign, next_seat in self._others[:1]:
            for reply in next_seat.replies(made):
                nobody -= reply.chance
                worth += reply.chance * (sign * reply.points + self._later(reply.layout, rest, reply.tile))
        return worth + nobody * self._later(made, rest)

    def _later(self, layout: Layout, rest: "Rest", gone: str = "") -> float:
        """What a layout is worth when the next seat is through with it, having laid ``gone``."""
        worth = OURS * rest.best(layout)
        for sign, second_seat in self._others[1:]:
            worth += SECOND * sign * second_seat.expected_best(layout, gone=gone)
        return worth


class Rest:
    """The tiles that we shall still have, and how many points we shall then be short of the target."""

    __slots__ = ("room", "tiles")

    def __init__(self, tiles: Sequence[str], room: int) -> None:
        self.tiles = tiles
        self.room = room

    def best(self, layout: Layout) -> int:
        """The most that one of them could score."""
        return max([best[0] for tile in self.tiles if (best := best_extension(layout, tile, self.room))], default=0)

    def fitting(self, layout: Layout) -> int:
        """How many of them fit."""
        return sum([best_extension(layout, tile, self.room) is not None for tile in self.tiles])
