"""What a seat at the dominoes table may guess of the other hands."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Final, NamedTuple

from muggins.games.base import side_of
from muggins.games.tiles import HALVES, TILES, canonical
from muggins_bot.house.layout import EMPTY, MOST, Layout, after, best_extension
from muggins_bot.views import FivesView

WON: Final = 15  # points that the game itself is reckoned at


class Reply(NamedTuple):
    """What a seat may lay next: how likely, what it is worth to it, and what it makes of the line."""

    chance: float
    points: int  # WON where it wins the game
    layout: Layout
    tile: str


class Guess(NamedTuple):
    """Another seat's hand: the tiles it may hold, and how likely it holds each of them."""

    tiles: tuple[str, ...]
    chance: float
    room: int  # points that its side is short of the target, at most MOST

    def replies(self, layout: Layout, *, gone: str = "") -> Iterator[Reply]:
        """What it lays if it takes the most points that it can, the highest first; ``gone`` is laid by then.

        The chances are those of holding that tile and none of the better ones; what they lack of 1 is the chance that
        the seat cannot lay anything.
        """
        tiles = [tile for tile in self.tiles if tile != gone]
        found = [(*best, tile) for tile in tiles if (best := best_extension(layout, tile, self.room))]
        found.sort(key=itemgetter(0), reverse=True)
        nothing_better = 1.0
        for points, made, tile in found:
            worth = WON if points == self.room else points
            yield Reply(nothing_better * self.chance, worth, made, tile)
            nothing_better *= 1 - self.chance

    def expected_best(self, layout: Layout, *, gone: str = "") -> float:
        """The mean of the most that it can score."""
        mean = 0.0
        for reply in self.replies(layout, gone=gone):
            if not reply.points:
                break
            mean += reply.chance * reply.points
        return mean


def guess(view: FivesView, seat: int) -> Guess:
    """What the view tells of a seat: it holds none of the tiles that are seen, nor any value that it knocked at."""
    seen = {*view.hand, *map(canonical, view.line)}
    lacking = _lacking(view, seat)
    held = zip(TILES, HALVES, strict=True)
    tiles = tuple([tile for tile, halves in held if tile not in seen and lacking.isdisjoint(halves)])
    room = view.target - view.scores[side_of(seat, len(view.tiles_left))]
    return Guess(tiles, min(1.0, view.tiles_left[seat] / max(1, len(tiles))), min(room, MOST))


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
