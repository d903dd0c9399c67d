"""Plays any legal move."""

import random
from collections.abc import Sequence

from muggins_bot.bot import Bot
from muggins_bot.turn import Turn
from muggins_bot.views import View


class RandomBot(Bot):
    """Plays any legal move of any game, each equally likely; a ``seed``, or one of the module random, repeats it."""

    max_matches = 64

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(random.getrandbits(64) if seed is None else seed)

    def decide(self, turn: Turn) -> str:
        return self.choose(turn.view, turn.legal_moves)

    def choose(self, view: View, moves: Sequence[str]) -> str:
        return self._random.choice(moves)
