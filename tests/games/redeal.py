"""Other deals that could lie behind what a seat was shown: the means to see that nothing hidden leaks.

What a viewer (a seat, or None for a spectator) knows of a deal is its own hand and the pieces that lie open on the
table.  All else may lie elsewhere, as long as the same public moves are still possible and the same seats must knock,
say go, or be asked.  If the viewer is then shown anything else, what it is shown depends on what it may not know.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from muggins.games import GAMES
from muggins.games.base import Deals, Event, IllegalMove, Seat
from muggins.games.cards import CARDS
from muggins.games.dealing import GivenDeals
from muggins.games.match import Match
from muggins.games.tiles import TILES
from tests.games.records import Record, replay

SETS: Mapping[str, Sequence[str]] = {"fives-and-threes": TILES, "cribbage": CARDS}
OPEN = ("place", "play", "starter", "show")  # kinds of event that show a piece and whose it is
MIXED = ("crib",)  # that show pieces, but not where each came from
FORCED = ("knock", "go", "count", "round_over")  # that follow from hidden pieces by the rules, and are public

Key = tuple[int, int]  # number of the game, number of the deal


class Noted:
    """A deal source that remembers what came from it."""

    def __init__(self, source: Deals) -> None:
        self.source = source
        self.deals: dict[Key, list[int]] = {}
        self.draws: dict[Key, list[int]] = {}

    def deal(self, game: int, number: int, size: int, count: int) -> list[int]:
        self.deals[game, number] = list(self.source.deal(game, number, size, count))
        return self.deals[game, number]

    def draw(self, game: int, round: int, size: int, count: int) -> list[int]:
        self.draws[game, round] = list(self.source.draw(game, round, size, count))
        return self.draws[game, round]


class Known(NamedTuple):
    """What a viewer knows of one deal."""

    placed: set[str]  # pieces whose place it knows
    mixed: set[str]  # pieces that it saw without knowing whose they were


class Redealer:
    """The consistent re-deals of one record for one viewer."""

    def __init__(self, record: Record, viewer: Seat | None) -> None:
        self.record = record
        self.pieces = SETS[record.rules.game]
        self.noted = Noted(record.deals)
        self.keys: list[Key] = []  # of the deal in which each move was made
        self.known: dict[Key, Known] = {}
        self.told: list[tuple[Event, ...]] = []  # at each step, to anybody
        self.course: list[object] = []
        key = (0, 0)
        for match, events in replay(record._replace(deals=self.noted)):
            for event in events:
                key = _next_key(key, event)
                self._learn(self.known.setdefault(key, Known(set(), set())), event, viewer)
            self.keys.append(key)
            self.told.append(events)
            self.course.append(_course(match, events))

    @staticmethod
    def _learn(known: Known, event: Event, viewer: Seat | None) -> None:
        if event.kind in OPEN or (event.kind == "hand" and event.seat == viewer):
            known.placed.update(piece.split(":")[0] for piece in event.pieces)
        elif event.kind in MIXED:
            known.mixed.update(event.pieces)

    def tries(self, rng: random.Random, attempts: int) -> Iterator[Record]:
        """Of that many random re-deals, those that agree with all that is public and change something hidden."""
        uncertain = [key for key in self.noted.deals if self._uncertain(key)]
        for _ in range(attempts if uncertain else 0):
            record = self._redealt(rng.choice([uncertain[-1], rng.choice(uncertain)]), rng)
            if self._possible(record) and [events for _, events in replay(record)] != self.told:
                yield record

    def _uncertain(self, key: Key) -> bool:
        """Whether the viewer does not know the place of every piece that was dealt."""
        return not {self.pieces[piece] for piece in self.noted.deals[key]} <= self.known[key].placed

    def hides(self) -> bool:
        """Whether there is a deal in which a piece that the viewer never saw lies where another could, or pieces that
        it saw came from several hands.
        """
        return any(self._hides(key) for key in self.noted.deals)

    def _hides(self, key: Key) -> bool:
        known, dealt = self.known[key], self.noted.deals[key]
        seen = known.placed | known.mixed
        if any(self.pieces[piece] not in seen for piece in dealt):
            return True
        seats = self.record.rules.seats
        mixed = [place % seats for place, piece in enumerate(dealt) if self.pieces[piece] in known.mixed - known.placed]
        return len(set(mixed)) > 1

    def _redealt(self, key: Key, rng: random.Random) -> Record:
        """The record with some of the hidden pieces of a deal exchanged, and the hidden moves with them."""
        before = self.noted.deals[key]
        pieces = before + [piece for piece in range(len(self.pieces)) if piece not in before]
        known = self.known[key]
        mixed = known.mixed - known.placed
        seen = known.mixed | known.placed
        _exchange(pieces, [i for i, piece in enumerate(pieces) if self.pieces[piece] not in seen], rng)
        _exchange(pieces, [i for i, piece in enumerate(pieces) if self.pieces[piece] in mixed], rng)
        after = pieces[: len(before)]
        renamed = {self.pieces[old]: self.pieces[new] for old, new in zip(before, after, strict=True)}
        self._stir(after, rng)
        deals = GivenDeals({**self.noted.deals, key: after}, draws=self.noted.draws)
        moves = [
            (seat, self._renamed(move, renamed) if at == key else move)
            for at, (seat, move) in zip(self.keys, self.record.moves, strict=False)
        ]
        return Record(self.record.rules, deals, tuple(moves))

    def _stir(self, dealt: list[int], rng: random.Random) -> None:
        """Deal each hand in another order.  What goes beyond whole hands lies elsewhere."""
        seats = self.record.rules.seats
        whole = len(dealt) - len(dealt) % seats
        for first in range(seats):
            hand = dealt[first:whole:seats]
            dealt[first:whole:seats] = rng.sample(hand, len(hand))

    def _renamed(self, move: str, renamed: Mapping[str, str]) -> str:
        return GAMES[self.record.rules.game].canonical(",".join(renamed.get(part, part) for part in move.split(",")))

    def _possible(self, record: Record) -> bool:
        """Whether the same seats are asked, and nothing else that is public by the rules comes out differently."""
        try:
            steps = zip(replay(record), self.course, strict=True)
            return all(_course(match, events) == course for (match, events), course in steps)
        except IllegalMove:
            return False


def shown(record: Record, viewer: Seat | None) -> Iterator[bytes]:
    """All that a viewer is shown, step by step."""
    for match, events in replay(record):
        seen = [event for event in events if event.seen_by(viewer)]
        moves = () if viewer is None else match.moves(viewer)
        yield repr((seen, match.view(viewer), moves, match.points, match.scores)).encode()


def _next_key(key: Key, event: Event) -> Key:
    if event.kind == "game":
        return (event.total or 0, 0)
    return (key[0], event.total or 0) if event.kind == "deal" else key


def _course(match: Match, events: Sequence[Event]) -> object:
    """What is public by the rules of a step and depends on hidden pieces; a last card may be played unasked."""
    forced = [(event.kind, event.seat, set(event.pieces)) for event in events if event.kind in FORCED + OPEN]
    return match.number, match.state.deal, match.to_act, forced


def _exchange(pieces: list[int], places: Sequence[int], rng: random.Random) -> None:
    """Shuffle the pieces of some of the places among themselves."""
    if len(places) > 1:
        chosen = rng.sample(places, rng.randint(2, len(places)))
        for place, piece in zip(chosen, rng.sample([pieces[place] for place in chosen], len(chosen)), strict=True):
            pieces[place] = piece
