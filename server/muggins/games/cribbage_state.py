"""A game of cribbage in progress.  The numbers in comments are paragraphs of the rules: C5 is the play, C7 the show."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, Self

from muggins.games.base import NOBODY, Deals, Event, IllegalMove, Seat, Side, side_of, sides
from muggins.games.cards import CARDS, VALUE, canonical, from_pieces, in_order
from muggins.games.cribbage_score import Parts, game_value, pegging, show
from muggins.games.cribbage_view import CribbageView

DEALT: Final = {2: 6, 3: 5, 4: 5}  # cards to each seat, by the number of seats (C3.1, C3.2)
LIMIT: Final = 31
CLOCKWISE: Final = {  # by the number of seats and the seat: all seats from its left, itself last
    seats: [[(seat + step) % seats for step in range(1, seats + 1)] for seat in range(seats)] for seats in DEALT
}


@lru_cache(maxsize=1024)  # a hand is asked for its moves more than once
def lay_aways(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Every way to bring a hand as dealt down to four cards."""
    return tuple(map(",".join, combinations(hand, len(hand) - 4)))


def _since_count(history: Sequence[str]) -> Sequence[str]:
    """The lines since the last end of a count."""
    ended = max([place for place, line in enumerate(history, 1) if line == "-"], default=0)
    return history[ended:]


class CribbageState:
    """One game between 2, 3 or 4 seats; ``play`` returns everything that a move leads to, next deals included."""

    __slots__ = (
        "_clockwise",
        "_crib_card",
        "_deals",
        "_dealt",
        "_events",
        "_gone",
        "_kept",
        "_next_starter",
        "_sides",
        "count",
        "deal",
        "dealer",
        "first_dealer",
        "game",
        "hands",
        "history",
        "laid_away",
        "phase",
        "pile",
        "scores",
        "starter",
        "target",
        "to_act",
        "value",
        "winner",
    )

    _gone: tuple[Seat, ...]  # that said go since the last end of a count
    _kept: tuple[tuple[str, ...], ...]  # the hands that will be shown
    history: tuple[str, ...]
    laid_away: list[tuple[str, ...]]
    pile: tuple[str, ...]

    def __init__(
        self,
        seats: int,
        options: Mapping[str, Any],
        deals: Deals,
        game: int,
        dealer: Seat,
        scores: Sequence[int] | None,
    ) -> None:
        self.game, self.target, self.value = game, int(options["target"]), str(options["value"])
        self.scores = list(scores) if scores else [0] * sides(seats)
        self.winner: Side | None = None
        self.deal = 0
        self.first_dealer = dealer
        self._deals = deals
        self._sides = tuple(side_of(seat, seats) for seat in range(seats))
        self._clockwise = CLOCKWISE[seats]
        self._dealt = (DEALT[seats],) * seats
        self._events: list[Event] = []

    @property
    def seats(self) -> int:
        return len(self._sides)

    def open(self) -> tuple[Event, ...]:
        """Deal the first hands of the game; called once."""
        self._next_deal()
        return tuple(self._events)

    def moves(self, seat: Seat) -> tuple[str, ...]:
        """``5H`` in the play; ``5H``, or with two seats ``QD,5H``, to lay away."""
        if seat not in self.to_act:
            return ()
        hand = self.hands[seat]
        if self.phase == "lay-away":
            return lay_aways(hand)
        room = LIMIT - self.count
        return hand if room >= 10 else tuple([card for card in hand if VALUE[card] <= room])

    def play(self, seat: Seat, move: str) -> tuple[Event, ...]:
        """Lay away or play a card.  Raises IllegalMove before anything has changed."""
        legal = self.moves(seat)
        if move not in legal:
            move = canonical(move)
            if move not in legal:
                raise IllegalMove(f"seat {seat} cannot play {move!r} now")
        self._events = []
        if self.phase == "lay-away":
            self._lay_away(seat, move)
        else:
            self._play_on(seat, move)
        return tuple(self._events)

    def view(self, seat: Seat | None) -> CribbageView:
        return CribbageView(
            seat,
            self.game,
            self.deal,
            self.phase,
            self.dealer,
            () if seat is None else self.hands[seat],
            () if seat is None else self.laid_away[seat],
            self.starter,
            self.count,
            self.pile,
            self.history,
            tuple(map(len, self.hands)) if self.starter else self._dealt,
            tuple(self.scores),
            self.target,
            self.value,
        )

    def copy(self) -> Self:
        """A state that goes its own way from here; it shares the deal source."""
        other = object.__new__(type(self))
        for name in CribbageState.__slots__:
            setattr(other, name, getattr(self, name))
        other.scores, other.hands, other.laid_away = self.scores.copy(), self.hands.copy(), self.laid_away.copy()
        return other

    def resume(
        self,
        view: CribbageView,
        hands: Sequence[Iterable[str]],
        laid_away: Sequence[Iterable[str]],
        aside: tuple[str, ...],
        starter: str,
    ) -> None:
        """Stand where the view stands, with these cards behind it; instead of :meth:`open`."""
        self.dealer, self.deal, self.phase, self.starter = view.dealer, view.deal, view.phase, view.starter
        self.hands, self.laid_away = list(map(in_order, hands)), list(map(in_order, laid_away))
        self._crib_card, self._next_starter = aside, starter
        self.count, self.pile, self.history = view.count, view.pile, view.history
        told = [(int(who), what) for who, colon, what in (line.partition(":") for line in view.history) if colon]
        self._kept = tuple(
            in_order([*hand, *[card for who, card in told if who == seat and card != "go"]])
            for seat, hand in enumerate(self.hands)
        )
        self._gone = tuple([int(line[0]) for line in _since_count(view.history) if line.endswith("go")])
        seats = len(self.hands)
        self.to_act = tuple(range(seats)) if view.phase == "lay-away" or view.seat is None else (view.seat,)

    # C2.2, C3: the deal passes to the left; cards go one at a time from the left of the dealer.

    def _next_deal(self) -> None:
        seats, size = len(self._dealt), self._dealt[0]
        aside = 1 if seats == 3 else 0
        self.dealer = (self.first_dealer + self.deal) % seats
        self.deal += 1
        dealt = seats * size
        pieces = self._deals.deal(self.game, self.deal, len(CARDS), dealt + aside + 1)
        self.hands = [from_pieces(pieces[(seat - self.dealer - 1) % seats : dealt : seats]) for seat in range(seats)]
        self._crib_card = from_pieces(pieces[dealt : dealt + aside])
        self._next_starter = CARDS[pieces[dealt + aside]]
        self.laid_away = [()] * seats
        self._kept = ()
        self.phase, self.starter = "lay-away", ""
        self.history = ()
        self._fresh_count()
        self.to_act = tuple(range(seats))
        self._tell_deal()

    def _tell_deal(self) -> None:
        self._events.append(Event("deal", self.dealer, total=self.deal))
        self._events += [Event("hand", seat, hand, to=seat) for seat, hand in enumerate(self.hands)]
        if self._crib_card:
            self._events.append(Event("aside", pieces=self._crib_card, why="crib", to=NOBODY))

    def _fresh_count(self) -> None:
        self.count = 0
        self.pile = ()
        self._gone = ()

    def _lay_away(self, seat: Seat, move: str) -> None:
        laid = tuple(move.split(","))
        self.laid_away[seat] = laid
        self.hands[seat] = tuple([card for card in self.hands[seat] if card not in laid])
        self._events.append(Event("lay_away", seat, laid, to=seat))
        self.to_act = tuple([other for other in self.to_act if other != seat])
        if not self.to_act:
            self._turn_starter()

    def _turn_starter(self) -> None:
        """C4: turn the starter; the dealer scores for a jack before any card is played."""
        self._kept = tuple(self.hands)
        self.starter, self.phase = self._next_starter, "play"
        self._events.append(Event("starter", pieces=(self.starter,)))
        if self.starter[0] == "J" and self._score(self.dealer, 2, "heels"):
            return
        self.to_act = (self._clockwise[self.dealer][0],)

    # C5: the play.

    def _play_on(self, seat: Seat, card: str) -> None:
        """Play a card and what follows unasked: goes, the end of a count, a seat's last card where it fits."""
        self.to_act = ()
        while not self._lay(seat, card):
            following = self._next_player(seat)
            if following is None:
                return
            seat = following
            if len(self.hands[seat]) > 1:
                self.to_act = (seat,)
                return
            card = self.hands[seat][0]

    def _lay(self, seat: Seat, card: str) -> bool:
        """Put a card on the pile and score it (C6); true if that ended the game."""
        self.hands[seat] = tuple([other for other in self.hands[seat] if other != card])
        self.pile += (card,)
        self.count += VALUE[card]
        self.history += (f"{seat}:{card}",)
        self._events.append(Event("play", seat, (card,), total=self.count))
        for why, points in pegging(self.pile, self.count):
            if self._score(seat, points, why):
                break
        return self.winner is not None

    def _next_player(self, last: Seat) -> Seat | None:
        """Who plays after the seat that laid the last card, or None when the deal or the game is over."""
        room = LIMIT - self.count
        if not room:
            return self._end_count(last)
        for seat in self._clockwise[last]:
            for card in self.hands[seat]:
                if VALUE[card] <= room:
                    return seat
            if self.hands[seat] and seat != last and seat not in self._gone:  # C5.2
                self._say_go(seat)
        return self._end_count(last)

    def _say_go(self, seat: Seat) -> None:
        self._gone += (seat,)
        self.history += (f"{seat}:go",)
        self._events.append(Event("go", seat))

    def _end_count(self, last: Seat) -> Seat | None:
        """C5.4, C5.5: one point for the last card unless it made 31, then the next holder to the left leads from 0."""
        leader = next((seat for seat in self._clockwise[last] if self.hands[seat]), None)
        why = "31" if self.count == LIMIT else "last" if leader is None else "go"
        if why != "31" and self._score(last, 1, why):
            return None
        self._events.append(Event("count", why=why))
        self.history += ("-",)
        self._fresh_count()
        if leader is None:
            self._show_all()
        return leader

    # C7: the show, from the left of the dealer; the dealer's hand is last, then the crib.

    def _show_all(self) -> None:
        for seat in self._clockwise[self.dealer]:
            if self._show(seat, self._kept[seat], "hand"):
                return
        crib = in_order(sum(self.laid_away, self._crib_card))
        if not self._show(self.dealer, crib, "crib"):
            self._next_deal()

    def _show(self, seat: Seat, cards: tuple[str, ...], why: str) -> bool:
        """Count four cards with the starter; true if that ended the game."""
        self._events.append(Event("crib" if why == "crib" else "show", seat, cards))
        points, parts = show(cards, self.starter, crib=why == "crib")
        return self._score(seat, points, why, parts)

    def _score(self, seat: Seat, points: int, why: str, parts: Parts = ()) -> bool:
        """C1.3, C8: the one place where points are given; the game ends the moment the target is met."""
        side = self._sides[seat]
        gained = min(points, self.target - self.scores[side])
        self.scores[side] += gained
        total = self.scores[side]
        self._events.append(Event("score", seat, (), side, gained, points, why, parts, total))
        if total < self.target:
            return False
        self.winner, self.phase, self.to_act = side, "over", ()
        worth = game_value(self.value, self.target, self.best_loser(side))
        self._events.append(Event("game_over", seat, side=side, points=worth, why="target"))
        return True

    def best_loser(self, winner: Side) -> int:
        """The score of the best placed side but the winner (C10.4)."""
        return max(score for side, score in enumerate(self.scores) if side != winner)
