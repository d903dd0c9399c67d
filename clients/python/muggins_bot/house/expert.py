"""Searches over the deals that its view allows, for a share of its move time."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement
from math import inf
from typing import ClassVar, Final, TypeVar

from muggins.games.base import side_of
from muggins.games.cards import RANKS
from muggins.games.cribbage_state import CribbageState
from muggins.games.fives import FivesState
from muggins_bot.house.base import HouseBot
from muggins_bot.house.expert_players import Keeper, crib_sign, play_hand, play_round
from muggins_bot.house.expert_reading import CribbageReading, FivesReading, believed
from muggins_bot.house.expert_search import CRIBBAGE_PULL, FIVES_PULL, Limits, search, standing
from muggins_bot.house.hands import expected_crib, expected_hand, kept
from muggins_bot.house.pegs import Pegging
from muggins_bot.house.placing import Placing
from muggins_bot.lookahead import imagine_cribbage, imagine_fives
from muggins_bot.messages import MatchStart
from muggins_bot.notation import cards
from muggins_bot.turn import Turn
from muggins_bot.views import CribbageView, FivesView

LIKELY: Final = 4  # lay-aways that are searched: the best by steady's reckoning
TRUST: Final = 30.0  # worlds that steady's estimate counts as much as
TRUST_LAY_AWAY: Final = 300.0  # steady averages over every starter; the luck of a few hundred would hide what is better

S = TypeVar("S", CribbageState, FivesState)


class ExpertBot(HouseBot):
    """Starts from what steady thinks, and plays on in worlds that its view allows.

    A search takes ``share`` of the move time that is left, at most ``longest`` seconds, and ends after ``worlds``
    worlds.  A ``seed``, or one of the module random, repeats it as far as the clock does not end a search.
    """

    max_matches: ClassVar[int] = 4  # four turns that wait for each other are still within four fifths of the move time

    def __init__(
        self,
        seed: int | None = None,
        *,
        share: float = 0.2,
        longest: float = 0.25,
        worlds: int = 400,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._random = random.Random(random.getrandbits(64) if seed is None else seed)
        self._share = share
        self._longest = longest
        self._worlds = worlds
        self._clock = clock
        self._until = inf

    def match_started(self, start: MatchStart) -> None:
        """Work out what cribs are worth in the start-up time: it would cost the first turn a quarter of a second."""
        if start.game == "cribbage":
            for one, other in combinations_with_replacement(RANKS, 2):
                expected_crib([one + "C"])
                expected_crib([one + "C", other + "D"])

    def decide(self, turn: Turn) -> str:
        self._until = self._clock() + min(self._longest, self._share * turn.clock.move_left_us / 1e6)
        return super().decide(turn)

    def place(self, view: FivesView, moves: Sequence[str]) -> str:
        placing = Placing(view)
        worth = {move: placing.worth(move) for move in moves}
        return self._search(view, worth, self._tiles(view), play_round)

    def lay_away(self, view: CribbageView, moves: Sequence[str]) -> str:
        sign = crib_sign(view.dealer, view.seat, len(view.cards_left))
        worth = {
            move: expected_hand(view.hand, kept(view.hand, move)) + sign * expected_crib(cards(move)) for move in moves
        }
        likely = sorted(moves, key=worth.__getitem__, reverse=True)[:LIKELY]
        return self._search(view, {move: worth[move] for move in likely}, self._cards(view), play_hand, TRUST_LAY_AWAY)

    def peg(self, view: CribbageView, moves: Sequence[str]) -> str:
        pegging = Pegging(view)
        return self._search(view, {card: pegging.worth(card) for card in moves}, self._cards(view), play_hand)

    def _tiles(self, view: FivesView) -> Callable[[], FivesState]:
        imagine = partial(imagine_fives, view, self._random)
        return partial(believed, imagine, FivesReading(view), self._random)

    def _cards(self, view: CribbageView) -> Callable[[], CribbageState]:
        imagine = partial(imagine_cribbage, view, self._random, Keeper(view))
        return partial(believed, imagine, CribbageReading(view), self._random)

    def _search(
        self,
        view: CribbageView | FivesView,
        worth: Mapping[str, float],
        imagine: Callable[[], S],
        rollout: Callable[[S, int], None],
        trust: float = TRUST,
    ) -> str:
        """Search, with what steady thinks of each move, in points, for a start."""
        side = side_of(view.seat, len(view.tiles_left if isinstance(view, FivesView) else view.cards_left))
        pull = FIVES_PULL if isinstance(view, FivesView) else CRIBBAGE_PULL

        def hope(points: float) -> float:
            scores = [score + points if other == side else score for other, score in enumerate(view.scores)]
            return standing(scores, side, view.target, pull)

        hopes = {move: hope(points) for move, points in worth.items()}
        limits = Limits(self._worlds, self._until, self._clock)
        return search(view.seat, hopes, imagine, rollout, limits, trust)
