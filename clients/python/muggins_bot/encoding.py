"""Views and moves as numbers, for policies that learn: needs numpy, which the extra ``pettingzoo`` brings.

A vector holds what the view says, seats counted from one's own clockwise, every number between 0 and 1.  Only the order
of the cards before the present count, and of the tiles on the line, is left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from muggins.games.base import sides
from muggins.games.cards import CARDS
from muggins.games.tiles import LEFT, RIGHT, TILES, canonical
from muggins_bot.lookahead import lacking
from muggins_bot.notation import RANKS, is_double
from muggins_bot.views import CribbageView, FivesView, View

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]

RECENT: Final = 8  # cards of the present count, the last first
PAIRS: Final = tuple(map(",".join, combinations(CARDS, 2)))


def actions(game: str, seats: int) -> tuple[str, ...]:
    """Every move that the game has, in the order of the action numbers.

    Dominoes: 28 openings, 28 placements to the left, 28 to the right.  Cribbage: 52 cards, and with two seats the 1,326
    pairs to lay away.
    """
    if game == "cribbage":
        return CARDS + PAIRS if seats == 2 else CARDS
    return TILES + LEFT + RIGHT


class Encoding:
    """The numbers of one game at one number of seats."""

    def __init__(self, game: str, seats: int) -> None:
        self.moves = actions(game, seats)
        self._numbers = {move: number for number, move in enumerate(self.moves)}
        self.size = _size(game, seats)

    def action(self, move: str) -> int:
        """The number of a move in its written form.  Raises KeyError for a text that is none."""
        return self._numbers[move]

    def mask(self, legal: Iterable[str]) -> Mask:
        """1 at each legal move, 0 elsewhere."""
        mask = np.zeros(len(self.moves), np.int8)
        for move in legal:
            mask[self._numbers[move]] = 1
        return mask

    def observation(self, view: View) -> Vector:
        """The view as a vector of ``size`` numbers.  Raises ValueError for a view that the kit has no type for."""
        if isinstance(view, CribbageView):
            parts = _cribbage(view)
        elif isinstance(view, FivesView):
            parts = _fives(view)
        else:
            raise ValueError(f"the kit has no numbers for {view.game}")
        return np.fromiter((number for part in parts for number in part), np.float32)


def _size(game: str, seats: int) -> int:
    """The length of what ``_cribbage`` or ``_fives`` makes."""
    if game == "cribbage":
        return 1 + 3 * 52 + 1 + RECENT * 13 + seats * (1 + 1 + 52 + 1) + sides(seats) + 1
    return 2 * 28 + 2 * 7 + 2 + 1 + seats * (1 + 1 + 28 + 7) + sides(seats)


def _cribbage(view: CribbageView) -> Iterator[Sequence[float]]:
    around = _around(view.seat, len(view.cards_left))
    yield (float(view.phase == "play"),)
    for cards in (view.hand, view.laid_away, (view.starter,)):
        yield _among(CARDS, cards)
    yield (view.count / 31,)
    recent = view.pile[: -RECENT - 1 : -1]
    for place in range(RECENT):
        yield _among(RANKS, [card[0] for card in recent[place : place + 1]])
    now = view.history[_ended(view.history) :]
    for seat in around:
        mine = f"{seat}:"
        yield (float(seat == view.dealer), view.cards_left[seat] / 6, float(f"{mine}go" in now))
        yield _among(CARDS, [line[2:] for line in view.history if line.startswith(mine)])
    yield _scores(view.seat, view.scores, view.target)
    yield (view.target / 121,)


def _fives(view: FivesView) -> Iterator[Sequence[float]]:
    yield _among(TILES, view.hand)
    yield _among(TILES, map(canonical, view.line))
    for value in (view.left, view.right):
        yield [float(value == pips) for pips in range(7)]
    yield [float(is_double(tile)) for tile in (view.line[0], view.line[-1])] if view.line else (0.0, 0.0)
    yield (view.sum / 24,)
    for seat in _around(view.seat, len(view.tiles_left)):
        placed = [line[2:5] for line in view.history if line.startswith(f"{seat}:")]
        yield (float(seat == view.opener), view.tiles_left[seat] / 7)
        yield _among(TILES, placed)
        lacks = lacking(view, seat)
        yield [float(value in lacks) for value in range(7)]
    yield _scores(view.seat, view.scores, view.target)


def _around(seat: int, seats: int) -> list[int]:
    """The seats clockwise from one's own."""
    return [(seat + step) % seats for step in range(seats)]


def _scores(seat: int, scores: Sequence[int], target: int) -> list[float]:
    """The sides' scores, one's own first, as shares of the target."""
    return [scores[(seat + step) % len(scores)] / target for step in range(len(scores))]


def _among(whole: Sequence[str], some: Iterable[str]) -> list[float]:
    """1 at each piece that is among them."""
    found = {*some}
    return [float(piece in found) for piece in whole]


def _ended(history: Sequence[str]) -> int:
    """The place after the last end of a count."""
    return max([place for place, line in enumerate(history, 1) if line == "-"], default=0)
