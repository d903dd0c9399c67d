"""A line of dominoes as its two ends, and what a placement is worth."""

from functools import cache
from operator import itemgetter
from typing import Final, NamedTuple

from muggins.games.base import side_of
from muggins.games.fives import PARTS
from muggins.games.tiles import HALVES, TILES
from muggins_bot.notation import is_double, placement
from muggins_bot.views import FivesView

WORTH: Final = tuple(sum(points for _, points in parts) for parts in PARTS)  # game points, by the sum of the ends
MOST: Final = max(WORTH) + 1  # that one placement can score, the bonus for going out included


class Layout(NamedTuple):
    """The open values, what each end adds to the sum, and the sum; -1 and 0 before the first tile."""

    left: int
    left_pips: int
    right: int
    right_pips: int
    sum: int


EMPTY: Final = Layout(-1, 0, -1, 0, 0)


def _opened(a: int, b: int) -> Layout:
    """The lone tile is both ends and counts once; a double keeps its whole weight at both."""
    return Layout(a, 2 * a, b, 2 * b, 2 * a) if a == b else Layout(a, a, b, b, a + b)


def _joined(a: int, b: int) -> dict[int, tuple[int, int]]:
    """The new open value and what it adds, by the value that the tile is laid to."""
    return {a: (b, b), b: (a, a)} if a != b else {a: (a, 2 * a)}


OPENED: Final = {tile: _opened(*halves) for tile, halves in zip(TILES, HALVES, strict=True)}
JOINED: Final = {tile: _joined(*halves) for tile, halves in zip(TILES, HALVES, strict=True)}


def layout_of(view: FivesView) -> Layout:
    """The line that the view shows."""
    if not view.line:
        return EMPTY
    left, right = (
        2 * value if is_double(tile) else value
        for value, tile in ((view.left, view.line[0]), (view.right, view.line[-1]))
    )
    return Layout(view.left, left, view.right, right, view.sum)


def after(layout: Layout, move: str) -> Layout:
    """The layout once that legal move is made."""
    tile, end = placement(move)
    if not end:
        return OPENED[tile]
    return _extended_left(layout, tile) if end == "L" else _extended_right(layout, tile)


@cache  # there are fewer than 200 layouts, 28 tiles, and MOST different rooms
def best_extension(layout: Layout, tile: str, room: int) -> tuple[int, Layout] | None:
    """The most that a tile can score for a side ``room`` (at most MOST) short of the target, and what it makes.

    None where it does not fit the line, which has begun.
    """
    joined = JOINED[tile]
    made = [_extended_left(layout, tile)] if layout.left in joined else []
    if layout.right in joined:
        made.append(_extended_right(layout, tile))
    return max([(accepted(WORTH[each.sum], room), each) for each in made], key=itemgetter(0), default=None)


def _extended_left(layout: Layout, tile: str) -> Layout:
    value, pips = JOINED[tile][layout.left]
    return Layout(value, pips, layout.right, layout.right_pips, pips + layout.right_pips)


def _extended_right(layout: Layout, tile: str) -> Layout:
    value, pips = JOINED[tile][layout.right]
    return Layout(layout.left, layout.left_pips, value, pips, layout.left_pips + pips)


def accepted(offered: int, room: int) -> int:
    """What is left of points that are offered to a side ``room`` short of the target: all, or nothing beyond it."""
    return offered if offered <= room else 0


def gain(view: FivesView, layout: Layout) -> int:
    """What the seat's side gets for making that layout with its next tile, the bonus for going out included."""
    seats = len(view.tiles_left)
    partner = view.tiles_left[view.seat ^ 2] if seats == 4 else 0
    out = len(view.hand) == 1 and not partner
    return accepted(WORTH[layout.sum] + out, view.target - view.scores[side_of(view.seat, seats)])
