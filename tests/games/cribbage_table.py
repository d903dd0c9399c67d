"""A cribbage table with given hands, for tests: set it up, play cards by "seat:card", read what happened."""

from collections.abc import Sequence

from muggins.games.base import Event
from muggins.games.cards import INDEX
from muggins.games.cribbage import CRIBBAGE, CribbageState
from muggins.games.dealing import GivenDeals


def pieces(hands: Sequence[str], dealer: int, starter: str, crib_card: str = "") -> list[int]:
    """A deal in the order in which it is dealt: one card at a time from the left of the dealer (C3.3)."""
    dealt = [hand.split() for hand in hands]
    order = [(dealer + step) % len(hands) for step in range(1, len(hands) + 1)]
    cards = [dealt[seat][turn] for turn in range(len(dealt[0])) for seat in order]
    return [INDEX[card] for card in (*cards, *crib_card.split(), starter)]


class Table:
    """One game whose first deal is given; ``events`` holds everything that happened so far."""

    def __init__(
        self,
        hands: Sequence[str],
        laid_away: Sequence[str],
        starter: str,
        *,
        dealer: int = 0,
        crib_card: str = "",
        scores: Sequence[int] | None = None,
        target: int = 121,
    ) -> None:
        options = CRIBBAGE.options({"target": target})
        deals = GivenDeals({(1, 1): pieces(hands, dealer, starter, crib_card)})
        self._told = 0
        self.state: CribbageState
        self.state, events = CRIBBAGE.start(len(hands), options, deals, lead=dealer, scores=scores)
        self.events = list(events)
        for seat, laid in enumerate(laid_away):
            self.events += self.state.play(seat, ",".join(laid.split()))

    def play(self, plays: str) -> "Table":
        """Play "1:KC 0:TD"; a card that was played unasked must be the one that is written there."""
        for text in plays.split():
            seat, card = text.split(":")
            if len(self.played()) == self._told:
                self.events += self.state.play(int(seat), card)
            assert self.played()[self._told] == text
            self._told += 1
        return self

    def first_deal(self) -> list[Event]:
        """The events up to the second deal."""
        later = [n for n, event in enumerate(self.events) if event.kind == "deal"][1:]
        return self.events[: later[0]] if later else self.events

    def played(self) -> list[str]:
        return [f"{event.seat}:{event.pieces[0]}" for event in self.first_deal() if event.kind == "play"]

    def goes(self) -> list[str]:
        """Who said go, and after how many cards."""
        found, cards = [], 0
        for event in self.first_deal():
            cards += event.kind == "play"
            if event.kind == "go":
                found.append(f"seat {event.seat} after {cards} cards")
        return found

    def awards(self) -> list[str]:
        return [award(event) for event in self.first_deal() if event.kind == "score"]

    def last(self, kind: str) -> Event:
        return [event for event in self.events if event.kind == kind][-1]


def award(event: Event) -> str:
    cut = f" of {event.offered}" if event.points != event.offered else ""
    return f"seat {event.seat} {event.why} {event.points}{cut}"
