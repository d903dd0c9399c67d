"""Looking ahead: whole states of the rules' engine that a view could be a view of, hidden pieces dealt at random.

``imagine(turn.view, rng)`` is a state of ``muggins.games``: ``copy`` it, ``play`` moves for every seat, read
``scores``, ``deal`` and ``winner``.  What the view proves is kept: pieces that were seen, hands that had to knock or
say go.  The deal after the present one is always the same and means nothing, so a search ends with the deal.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Final

from muggins.games import cribbage_view, fives_view
from muggins.games.cards import CARDS, VALUE
from muggins.games.cribbage_state import DEALT, LIMIT, CribbageState
from muggins.games.fives import FivesState
from muggins.games.positions import HiddenCards, cribbage_at, fives_at
from muggins.games.tiles import HALVES, TILES, canonical
from muggins_bot.views import CribbageView, FivesView, View

State = CribbageState | FivesState

# Of a seat, what it holds, what it laid away and too_low's bound: what it would have laid away of these.
LaysAway = Callable[[int, Sequence[str], Sequence[str], int], tuple[str, ...]]

TRIES: Final = 200  # deals of tiles that are tried; about one in two fits even where much is known


def imagine(view: View, rng: Random) -> State:
    """A state that shows the seat just this view.  Raises ValueError for a game that the kit has no view for."""
    if isinstance(view, CribbageView):
        return imagine_cribbage(view, rng)
    if isinstance(view, FivesView):
        return imagine_fives(view, rng)
    raise ValueError(f"the kit knows no rules of {view.game}")


def imagine_fives(view: FivesView, rng: Random) -> FivesState:
    """Tiles that were not seen, in hands that lack what they knocked at.

    Deals tiles at random to the hands with the least choice first, which is nearly uniform over what is possible.
    Raises ValueError where nothing is possible, which no real view brings about.
    """
    seen = {*view.hand, *map(canonical, view.line)}
    unseen = [tile for tile in TILES if tile not in seen]
    others = [seat for seat, held in enumerate(view.tiles_left) if held and seat != view.seat]
    may = {seat: _holdable(unseen, lacking(view, seat)) for seat in others}
    others.sort(key=lambda seat: len(may[seat]) - view.tiles_left[seat])
    for _ in range(TRIES):
        hands: list[Sequence[str]] = [()] * len(view.tiles_left)
        hands[view.seat] = view.hand
        if all(_deal_tiles(hands, seat, may[seat], view.tiles_left[seat], rng) for seat in others):
            return fives_at(fives_view.FivesView._make(view), hands)
    raise ValueError("no deal fits this view")


def _holdable(tiles: Sequence[str], values: Collection[int]) -> frozenset[str]:
    return frozenset(tile for tile in tiles if not {int(tile[0]), int(tile[2])} & {*values})


def _deal_tiles(hands: list[Sequence[str]], seat: int, may: Collection[str], held: int, rng: Random) -> bool:
    """Deal a hand from the tiles that are left; false where there are too few."""
    taken = {tile for hand in hands for tile in hand}
    left = sorted([tile for tile in may if tile not in taken])
    if len(left) < held:
        return False
    hands[seat] = rng.sample(left, held)
    return True


def lacking(view: FivesView, seat: int) -> set[int]:
    """The values that were open whenever the seat knocked in this round."""
    ends: tuple[int, int] = (-1, -1)
    found: set[int] = set()
    for line in view.history:
        who, _, move = line.partition(":")
        if move != "knock":
            ends = _ends_after(ends, move)
        elif int(who) == seat:
            found |= {*ends}
    return found


def _ends_after(ends: tuple[int, int], move: str) -> tuple[int, int]:
    tile, _, end = move.partition(":")
    high, low = HALVES[TILES.index(tile)]
    left, right = ends
    if not end:
        return high, low
    return (high + low - left, right) if end == "L" else (left, high + low - right)


def imagine_cribbage(view: CribbageView, rng: Random, lays: LaysAway | None = None) -> CribbageState:
    """Cards that were not seen, in hands that lack what would have fitted when they said go.

    Any cards may lie in the crib, unless ``lays`` says which a seat lays away.
    """
    seats = len(view.cards_left)
    cards = unseen(view)
    rng.shuffle(cards)
    hands, laid = [view.hand] * seats, [view.laid_away] * seats
    aside = (cards.pop(),) if seats == 3 else ()
    starter = view.starter or cards.pop()
    above = too_low(view)
    for seat in sorted([seat for seat in range(seats) if seat != view.seat], key=lambda seat: -above[seat]):
        fitting = [card for card in cards if VALUE[card] > above[seat]]
        hands[seat] = tuple(fitting[: view.cards_left[seat]])
        cards = [card for card in cards if card not in hands[seat]]
    for seat in range(seats):
        if view.starter and seat != view.seat:
            laid[seat] = tuple([cards.pop() for _ in range(DEALT[seats] - 4)])
            if lays and hands[seat]:
                whole = (*hands[seat], *laid[seat])
                laid[seat] = lays(seat, hands[seat], laid[seat], above[seat])
                hands[seat] = tuple([card for card in whole if card not in laid[seat]])
    return cribbage_at(cribbage_view.CribbageView._make(view), HiddenCards(hands, laid, aside, starter))


def unseen(view: CribbageView) -> list[str]:
    """The cards that the seat has not seen in this deal, in the order of the pack."""
    seen = {*view.hand, *view.laid_away, view.starter, *(line.partition(":")[2] for line in view.history)}
    return [card for card in CARDS if card not in seen]


def too_low(view: CribbageView) -> list[int]:
    """By seat the greatest value of a card that it cannot hold, since it would have fitted where it played none."""
    above = [0] * len(view.cards_left)
    for seat, room in _passes(view):
        above[seat] = max(above[seat], room)
    return above


def _passes(view: CribbageView) -> Iterator[tuple[int, int]]:
    """Each seat that could not play, and what there was room for: at a go, and for all where a count ended."""
    count = 0
    for line in view.history:
        who, _, what = line.partition(":")
        if line == "-":
            yield from ((seat, LIMIT - count) for seat in range(len(view.cards_left)))
            count = 0
        elif what == "go":
            yield int(who), LIMIT - count
        else:
            count += VALUE[what]
