"""How the expert takes everybody to play on: quickly, for points now and against the next seat's."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import inf
from typing import Final, NamedTuple

from muggins.games.base import side_of
from muggins.games.cards import RANK, RANKS, VALUE
from muggins.games.cribbage_state import LIMIT, CribbageState
from muggins.games.fives import TARGET, FivesState
from muggins.games.tiles import FITS, TILES
from muggins_bot.house.hands import expected_crib, seen_worth
from muggins_bot.house.layout import JOINED, WORTH
from muggins_bot.house.pegs import pegged
from muggins_bot.views import CribbageView

REPLY: Final = 0.6  # what a point is worth that the next seat may make of ours
HELD: Final = 0.25  # the chance that the next seat holds a given tile, or a card of a given rank
TAIL: Final = 3  # cards of the pile that a reply is taken to depend on, beside the last


class Way(NamedTuple):
    """A tile laid to a line: its bit, the points of the ends, and the new ends."""

    bit: int
    points: int
    ends: tuple[int, int, int, int]  # as in ``placements``


def play_round(state: FivesState, round: int) -> None:
    """Play until that round is over, if it is not yet: of the state only the scores and the winner are kept up.

    Several times as quick as the state's own ``play``, which tells what happens.
    """
    if state.deal != round or state.winner is not None:
        return
    seats, across, hands, scores = state.seats, state.across, state.hands, state.scores
    ends, seat, passed = (state.left, state.left_pips, state.right, state.right_pips), state.to_act[0], 0
    while passed < seats:
        hand = hands[seat]
        fitting, ways = placements(*ends)
        if not hand & fitting:
            seat, passed = (seat + 1) % seats, passed + 1
            continue
        side = seat & 1 if across else seat
        out = not (hand & (hand - 1) or (across and hands[seat ^ across]))
        bit, points, ends = _best(ways, hand, TARGET - scores[side] - out)
        hands[seat] = hand ^ bit
        points += out
        if scores[side] + points <= TARGET:
            scores[side] += points
            if scores[side] == TARGET:
                state.winner = side
                return
        if out:
            return
        seat, passed = (seat + 1) % seats, 0


def _best(ways: Sequence[Way], hand: int, room: int) -> Way:
    """The first way that a hand has and that is not void, or else the first it has."""
    able = [way for way in ways if hand & way.bit]
    return next((way for way in able if way.points <= room), able[0])


@cache  # there are fewer than 200 lines by their ends
def placements(left: int, left_pips: int, right: int, right_pips: int) -> tuple[int, tuple[Way, ...]]:
    """The mask of the tiles that fit a line that has begun, and all ways to lay one.

    First comes what scores most, what the next seat may then score taken off.
    """
    ways = _ways(left, left_pips, right, right_pips)
    ordered = sorted(ways, key=lambda way: way.points - REPLY * _reply(way.ends), reverse=True)
    return FITS[left] | FITS[right], tuple(ordered)


@cache
def _ways(left: int, left_pips: int, right: int, right_pips: int) -> tuple[Way, ...]:
    """All ways to lay a tile to such a line, whatever lies in it."""
    ways = []
    for tile, text in enumerate(TILES):
        joined = JOINED[text]
        made = []
        if left in joined:
            made.append((*joined[left], right, right_pips))
        if right in joined:
            made.append((left, left_pips, *joined[right]))
        # F4.6: a double that would make more than 22 lies at the other end already.
        ways += [Way(1 << tile, WORTH[ends[1] + ends[3]], ends) for ends in made if ends[1] + ends[3] < len(WORTH)]
    return tuple(ways)


def _reply(ends: tuple[int, int, int, int]) -> float:
    """The mean of the most that a hand of unknown tiles makes of a line."""
    best: dict[int, int] = {}
    for way in _ways(*ends):
        best[way.bit] = max(best.get(way.bit, 0), way.points)
    return expected_best(best.values())


def expected_best(points: Iterable[int]) -> float:
    """The mean of the most of those points, each of which is to be had with the chance HELD."""
    mean, nothing_better = 0.0, 1.0
    for each in sorted(points, reverse=True):
        mean += nothing_better * HELD * each
        nothing_better *= 1 - HELD
    return mean


def play_hand(state: CribbageState, deal: int) -> None:
    """Lay away and play until that deal has been shown, if it has not yet."""
    while state.deal == deal and state.winner is None:
        seat = state.to_act[0]
        state.play(seat, best_card(state, seat) if state.starter else best_lay_away(state, seat))


def best_card(state: CribbageState, seat: int) -> str:
    """What pegs most, what the next seat may then peg taken off; of equals the highest."""
    pile, count = state.pile, state.count
    tail = "".join([card[0] for card in pile[-TAIL:]])
    best, chosen = -inf, ""
    for card in state.hands[seat]:
        after = count + VALUE[card]
        if after <= LIMIT:
            worth = pegged(pile, count, card) - REPLY * _pegged_next(tail + card[0], after) + RANK[card] / 100
            if worth > best:
                best, chosen = worth, card
    return chosen


@cache
def _pegged_next(tail: str, count: int) -> float:
    """The mean of the most that a hand of unknown cards pegs on a pile that ends in those ranks."""
    pile = [rank + "C" for rank in tail]
    cards = [rank + "C" for rank in RANKS if tail.count(rank) < 4]
    return expected_best([pegged(pile, count, card) for card in cards if count + VALUE[card] <= LIMIT])


def best_lay_away(state: CribbageState, seat: int) -> str:
    """What leaves most in the hand, the crib reckoned with."""
    hand = state.hands[seat]
    sign = crib_sign(state.dealer, seat, state.seats)
    away = max(combinations(hand, len(hand) - 4), key=lambda away: keeping(hand, away, sign))
    return ",".join(away)


def crib_sign(dealer: int, seat: int, seats: int) -> int:
    """1 where the crib is the seat's side's, -1 where it is another's."""
    return 1 if side_of(dealer, seats) == side_of(seat, seats) else -1


def keeping(hand: tuple[str, ...], away: tuple[str, ...], sign: int) -> float:
    """The worth of what stays, before any starter, and of the crib."""
    return seen_worth([card for card in hand if card not in away]) + sign * expected_crib(away)


class Keeper:
    """How the others are taken to have laid away: as :func:`best_lay_away` does, with what they have played kept."""

    def __init__(self, view: CribbageView) -> None:
        seats = len(view.cards_left)
        self._played = [played(view, seat) for seat in range(seats)]
        self._signs = [crib_sign(view.dealer, seat, seats) for seat in range(seats)]

    def __call__(self, seat: int, held: Sequence[str], laid: Sequence[str], above: int) -> tuple[str, ...]:
        """Of the cards that a seat has not shown those that it laid away; it holds none of a value up to ``above``."""
        pool = (*held, *laid)
        hand = (*self._played[seat], *pool)
        allowed = [
            away for away in combinations(pool, len(laid)) if all(VALUE[card] > above or card in away for card in pool)
        ]
        return max(allowed, key=lambda away: keeping(hand, away, self._signs[seat]))


def played(view: CribbageView, seat: int) -> tuple[str, ...]:
    """The cards that a seat has played in this deal."""
    mine = f"{seat}:"
    return tuple([line[2:] for line in view.history if line.startswith(mine) and not line.endswith("go")])
