"""What a seat at the dominoes table may guess of the other hands."""

from typing import NamedTuple

from muggins.games.base import side_of
from muggins.games.tiles import HALVES, TILES, canonical
from muggins_bot.house.layout import EMPTY, WORTH, Layout, accepted, after, extensions
from muggins_bot.views import FivesView


class Guess(NamedTuple):
    """Another seat's hand: the tiles it may hold, and how likely it holds each of them."""

    tiles: tuple[str, ...]
    chance: float
    room: int  # points that its side is short of the target

    def expected_best(self, layout: Layout) -> float:
        """The mean of the most that this seat can score with its next tile."""
        worths = sorted([_best_worth(layout, tile, self.room) for tile in self.tiles], reverse=True)
        mean, nothing = 0.0, 1.0
        for worth in worths:
            if not worth:
                break
            mean += nothing * self.chance * worth
            nothing *= 1 - self.chance
        return mean


def _best_worth(layout: Layout, tile: str, room: int) -> int:
    return max([accepted(WORTH[each.sum], room) for each in extensions(layout, tile)], default=0)


def guess(view: FivesView, seat: int) -> Guess:
    """What the view tells of a seat: it holds none of the tiles that are seen, nor any value that it knocked at."""
    seen = {*view.hand, *map(canonical, view.line)}
    lacking = _lacking(view, seat)
    tiles = tuple(
        tile for tile, halves in zip(TILES, HALVES, strict=True) if tile not in seen and lacking.isdisjoint(halves)
    )
    room = view.target - view.scores[side_of(seat, len(view.tiles_left))]
    return Guess(tiles, min(1.0, view.tiles_left[seat] / max(1, len(tiles))), room)


def _lacking(view: FivesView, seat: int) -> set[int]:
    """The values that were open whenever the seat knocked in this round."""
    layout, lacking = EMPTY, set[int]()
    for line in view.history:
        who, _, move = line.partition(":")
        if move != "knock":
            layout = after(layout, move)
        elif int(who) == seat:
            lacking |= {layout.left, layout.right}
    return lacking
