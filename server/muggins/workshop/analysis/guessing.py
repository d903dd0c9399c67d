"""Games as they could stand for all that a seat knows: the hidden cards or tiles are dealt out anew.

A guess is a deal that is played again from its beginning, move by move as its history has it.  What could not have
been played so, because somebody would have had a card that fits, is no guess.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from muggins.games.base import IllegalMove, Seat, State
from muggins.games.cards import CARDS, INDEX, VALUE
from muggins.games.cribbage import CRIBBAGE
from muggins.games.cribbage_state import DEALT, LIMIT
from muggins.games.cribbage_view import CribbageView
from muggins.games.dealing import GivenDeals
from muggins.games.fives import FIVES, HAND
from muggins.games.fives_view import FivesView
from muggins.games.tiles import TILES
from muggins.referee.asked import Asked
from muggins_bot import views
from muggins_bot.house.guesses import guess


class Need(NamedTuple):
    """The number of hidden pieces that a seat has, and what they may be."""

    seat: Seat
    number: int
    allowed: frozenset[str]


def guessed(turn: Asked, options: Mapping[str, Any], random: Random) -> State | None:
    """The game with hidden pieces dealt anew; None where what was drawn could not have been played so.

    Raises ValueError for a game that has no guesses.
    """
    if isinstance(turn.view, CribbageView):
        return _cribbage(turn, turn.view, options, random)
    if isinstance(turn.view, FivesView):
        return _fives(turn, turn.view, random)
    raise ValueError("nobody knows how to guess at this game")


def _cribbage(turn: Asked, view: CribbageView, options: Mapping[str, Any], random: Random) -> State | None:
    seats, seat = len(view.cards_left), turn.seat
    size, aside = DEALT[seats], 1 if seats == 3 else 0
    played = _placed(view.history, seats)
    mine = [*view.hand, *view.laid_away, *played[seat]]
    unseen = frozenset(CARDS) - {view.starter, *mine, *(card for cards in played for card in cards)}
    others = [other for other in range(seats) if other != seat]
    held = _dealt_out([Need(s, view.cards_left[s], _above(unseen, _room(view.history, s))) for s in others], random)
    if held is None:
        return None
    rest = random.sample(sorted(unseen.difference(*held.values())), (size - 4) * len(others) + aside)
    laid = {other: [rest.pop() for _ in range(size - 4)] for other in others}
    hands = {other: [*played[other], *held[other], *laid[other]] for other in others} | {seat: mine}
    pieces = [INDEX[hands[(view.dealer + 1 + i) % seats][i // seats]] for i in range(seats * size)]
    pieces += [INDEX[card] for card in (*rest, view.starter)]
    state, _ = CRIBBAGE.start(seats, options, GivenDeals({(1, 1): pieces}), lead=view.dealer, scores=turn.deal_scores)
    for who, cards in {**laid, seat: view.laid_away}.items():
        state.play(who, ",".join(cards))
    return _again(state, view.history)


def _fives(turn: Asked, view: FivesView, random: Random) -> State | None:
    seats, seat = len(view.tiles_left), turn.seat
    placed = _placed(view.history, seats)
    known = views.FivesView(*view)  # type: ignore[arg-type]  # the fields are the same, and the seat is one
    others = [other for other in range(seats) if other != seat]
    needs = [Need(other, view.tiles_left[other], frozenset(guess(known, other).tiles)) for other in others]
    held = _dealt_out(needs, random)
    if held is None:
        return None
    hands = {other: [*placed[other], *held[other]] for other in others} | {seat: [*view.hand, *placed[seat]]}
    count = seats * HAND[seats]
    pieces = [TILES.index(hands[(view.opener + i) % seats][i // seats]) for i in range(count)]
    state, _ = FIVES.start(seats, {}, GivenDeals({(1, 1): pieces}), lead=view.opener, scores=turn.deal_scores)
    return _again(state, view.history)


def _placed(history: Iterable[str], seats: int) -> list[list[str]]:
    """The cards or tiles that each seat has played in this deal."""
    placed: list[list[str]] = [[] for _ in range(seats)]
    for entry in history:
        who, _, move = entry.partition(":")
        if move not in ("", "go", "knock"):
            placed[int(who)].append(move.partition(":")[0])
    return placed


def _room(history: Iterable[str], seat: Seat) -> int:
    """The largest value that the seat cannot hold, since it said go; 0 where it may hold any."""
    count = room = 0
    for entry in history:
        who, _, move = entry.partition(":")
        if entry == "-":
            count = 0
        elif move != "go":
            count += VALUE[move]
        elif int(who) == seat:
            room = max(room, LIMIT - count)
    return room


def _above(cards: Collection[str], room: int) -> frozenset[str]:
    return frozenset(card for card in cards if VALUE[card] > room)


def _dealt_out(needs: Sequence[Need], random: Random) -> dict[Seat, list[str]] | None:
    """Pieces for every seat, those with the least choice first; None where they do not go round."""
    held: dict[Seat, list[str]] = {}
    for need in sorted(needs, key=lambda need: len(need.allowed)):
        free = sorted(need.allowed.difference(*held.values()))
        if len(free) < need.number:
            return None
        held[need.seat] = random.sample(free, need.number)
    return held


def _again(state: Any, history: Sequence[str]) -> State | None:
    """Play the deal again as its history has it; None where the pieces would have led elsewhere."""
    while len(state.history) < len(history):
        who, _, move = history[len(state.history)].partition(":")
        try:
            state.play(int(who), move)
        except (IllegalMove, ValueError):
            return None
        if tuple(history[: len(state.history)]) != state.history or state.deal != 1:
            return None
    found: State = state
    return found
