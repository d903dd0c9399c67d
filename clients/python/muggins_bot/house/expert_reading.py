"""What the moves of the others tell of their hands: whoever passes points by has not got the piece that makes them."""

from collections.abc import Callable, Iterator, Mapping
from math import exp
from random import Random
from typing import Final, TypeVar

from muggins.games.cards import VALUE
from muggins.games.cribbage_state import LIMIT, CribbageState
from muggins.games.fives import FivesState
from muggins.games.tiles import TILES, canonical
from muggins_bot.house.layout import EMPTY, MOST, OPENED, WORTH, Layout, after, best_extension
from muggins_bot.house.pegs import pegged
from muggins_bot.lookahead import unseen
from muggins_bot.views import CribbageView, FivesView

DOUBT: Final = 0.7  # a world in which a seat passed a point by is exp(-DOUBT) times as likely
TRIES: Final = 12  # worlds that are looked at for one that is believed

Passed = Mapping[str, int]  # by piece: the points that it would have made beyond those that were made
S = TypeVar("S", CribbageState, FivesState)


def believed(imagine: Callable[[], S], doubt: Callable[[S], int], rng: Random) -> S:
    """A world, each as likely to be taken as it is believed; the least doubtful where none is."""
    least, doubts = imagine(), -1
    for number in range(TRIES):
        world = least if not number else imagine()
        points = doubt(world)
        if not points or rng.random() < exp(-DOUBT * points):
            return world
        if doubts < 0 or points < doubts:
            least, doubts = world, points
    return least


class FivesReading:
    """The points that the others passed by in a round if they had the tiles of a world."""

    def __init__(self, view: FivesView) -> None:
        self._levels = [(seat, _levels(passed)) for seat, passed in _passed_tiles(view) if passed]

    def __call__(self, world: FivesState) -> int:
        hands, doubt = world.hands, 0
        for seat, levels in self._levels:
            hand = hands[seat]
            for points, tiles in levels:
                if hand & tiles:
                    doubt += points
                    break
        return doubt


class CribbageReading:
    """The points that the others passed by in the play if they had the cards of a world."""

    def __init__(self, view: CribbageView) -> None:
        self._passed = [(seat, passed) for seat, passed in _passed_cards(view) if passed]

    def __call__(self, world: CribbageState) -> int:
        return sum(
            [max([passed.get(card, 0) for card in world.hands[seat]], default=0) for seat, passed in self._passed]
        )


def _levels(passed: Passed) -> list[tuple[int, int]]:
    """The points, the most first, each with the mask of its tiles."""
    return [
        (points, sum([1 << TILES.index(tile) for tile, missed in passed.items() if missed == points]))
        for points in sorted({*passed.values()}, reverse=True)
    ]


def _passed_tiles(view: FivesView) -> Iterator[tuple[int, Passed]]:
    seen = {*view.hand, *map(canonical, view.line)}
    layout = EMPTY
    for line in view.history:
        who, _, move = line.partition(":")
        if move == "knock":
            continue
        made = after(layout, move)
        if int(who) != view.seat:
            offers = {tile: _offer(layout, tile) for tile in TILES if tile not in seen}
            yield int(who), {tile: offer - WORTH[made.sum] for tile, offer in offers.items() if offer > WORTH[made.sum]}
        layout = made


def _offer(layout: Layout, tile: str) -> int:
    """The points that a tile would have made."""
    if layout == EMPTY:
        return WORTH[OPENED[tile].sum]
    best = best_extension(layout, tile, MOST)
    return best[0] if best else 0


def _passed_cards(view: CribbageView) -> Iterator[tuple[int, Passed]]:
    pile: tuple[str, ...] = ()
    count, hidden = 0, unseen(view)
    for line in view.history:
        who, _, card = line.partition(":")
        if line == "-":
            pile, count = (), 0
        elif card != "go":
            if int(who) != view.seat:
                made = pegged(pile, count, card)
                fitting = [other for other in hidden if count + VALUE[other] <= LIMIT]
                points = {other: pegged(pile, count, other) - made for other in fitting}
                yield int(who), {other: missed for other, missed in points.items() if missed > 0}
            pile, count = (*pile, card), count + VALUE[card]
