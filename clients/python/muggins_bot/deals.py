"""The deals of a match as this seat saw them, and whether they are what the seed of the match deals.

The dealing is that of docs/dealing.md.  A turn costs a comparison; the deals are worked out when the match is over.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from muggins.games.cards import CARDS
from muggins.games.dealing import shuffle
from muggins.games.tiles import TILES
from muggins.v1 import cribbage_pb2, fives_pb2, play_pb2

View = cribbage_pb2.CribbageView | fives_pb2.FivesView
CARDS_EACH: Final = {2: 6, 3: 5, 4: 5}  # by the number of seats
TILES_EACH: Final = {2: 7, 3: 5, 4: 5}
NO_PIECE: Final = ("go", "knock")  # in a history


class Deal(NamedTuple):
    """What a seat saw of one deal."""

    cards: bool  # or tiles
    game: int
    number: int
    lead: int  # the dealer or the opener
    hand: tuple[str, ...]  # of the seat, when it was first asked
    starter: str  # "" where none was seen
    history: tuple[str, ...]  # "1:5H", "0:6-5:R", "0:go", "-"; as it was when the seat was last asked


class Dealt(NamedTuple):
    """What a seed deals."""

    hands: list[frozenset[str]]  # by seat
    starter: str


def dealt(seed: bytes, deal: Deal, seats: int) -> Dealt:
    """The hands and the starter of that deal: pieces go one at a time, from the dealer's left or from the opener."""
    label = f"deal/{deal.game}/{deal.number}"
    if deal.cards:
        each, first = CARDS_EACH[seats], deal.lead + 1
        to_crib = int(seats == 3)
        pieces = [CARDS[piece] for piece in shuffle(seed, label, len(CARDS), each * seats + to_crib + 1)]
    else:
        each, first = TILES_EACH[seats], deal.lead
        pieces = [TILES[piece] for piece in shuffle(seed, label, len(TILES), each * seats)]
    hands = [frozenset(pieces[(seat - first) % seats : each * seats : seats]) for seat in range(seats)]
    return Dealt(hands, pieces[-1] if deal.cards else "")


class SeenDeals:
    """What one seat saw in one match.  Games that the kit has no view for are passed over."""

    __slots__ = ("_at", "_deals", "_hand", "_last", "seat", "seats")

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats
        self._at = (0, 0)  # the game and the number of the deal that is played
        self._hand: tuple[str, ...] = ()  # when the seat was first asked in it
        self._last: View | None = None  # when it was last asked
        self._deals: list[Deal] = []  # those before

    def saw(self, turn: play_pb2.Turn) -> None:
        """Remember what a turn shows."""
        kind = turn.WhichOneof("view")
        if kind == "cribbage":
            cards = turn.cribbage
            self._look(cards, (cards.game, cards.deal))
        elif kind == "fives":
            tiles = turn.fives
            self._look(tiles, (tiles.game, tiles.round))

    def _look(self, view: View, at: tuple[int, int]) -> None:
        if at != self._at:
            self._close()
            self._at, self._hand = at, tuple(view.hand)
        self._last = view

    def _close(self) -> None:
        """The deal is over, and what was seen of it last is all that was seen."""
        view, self._last = self._last, None
        if isinstance(view, cribbage_pb2.CribbageView):
            self._deals.append(Deal(True, *self._at, view.dealer, self._hand, view.starter, tuple(view.history)))
        elif view is not None:
            self._deals.append(Deal(False, *self._at, view.opener, self._hand, "", tuple(view.history)))

    def broken(self, seed: bytes) -> Iterator[str]:
        """In words, what was seen that the seed does not deal."""
        self._close()
        for deal in self._deals:
            where = f"game {deal.game}, deal {deal.number}"
            hands, starter = dealt(seed, deal, self.seats)
            if not hands[self.seat].issuperset(deal.hand):
                yield f"{where}: our hand is not what the seed deals"
            if deal.starter not in ("", starter):
                yield f"{where}: the starter is not what the seed deals"
            for seat, piece in _played(deal):
                if piece not in hands[seat]:
                    yield f"{where}: seat {seat} played {piece}, which the seed deals to somebody else"


def _played(deal: Deal) -> Iterator[tuple[int, str]]:
    """Seats and the pieces that they played."""
    for entry in deal.history:
        seat, _, move = entry.partition(":")
        if move and move not in NO_PIECE:
            yield int(seat), move.partition(":")[0]
