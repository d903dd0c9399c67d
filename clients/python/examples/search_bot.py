"""Looks ahead with the rules of the game: in worlds that its view allows, each move is played on at random.

muggins play --game fives search_bot.py:SearchBot greedy --matches 10
"""

import random
import time

from muggins.games.base import side_of
from muggins_bot import Bot, Turn, main
from muggins_bot.lookahead import State, imagine


class SearchBot(Bot):
    games = ("cribbage", "fives-and-threes")
    max_matches = 4  # turns that come at the same time wait for each other
    worlds = 100  # at most, where the clock leaves time for them
    rng = random.Random()

    def decide(self, turn: Turn) -> str:
        until = time.monotonic() + 0.2 * turn.clock.move_left_us / 1e6
        totals = dict.fromkeys(turn.legal_moves, 0)
        for _ in range(self.worlds):
            world = imagine(turn.view, self.rng)
            for move in totals:
                totals[move] += self.outcome(world, turn.seat, move)
            if time.monotonic() > until:
                break
        return max(totals, key=totals.__getitem__)

    def outcome(self, world: State, seat: int, move: str) -> int:
        """By how much the seat's side is in front when this deal is over."""
        future = world.copy()
        future.play(seat, move)
        while future.deal == world.deal and future.winner is None:
            playing = future.to_act[0]
            future.play(playing, self.rng.choice(future.moves(playing)))
        side = side_of(seat, future.seats)
        return future.scores[side] - max(score for other, score in enumerate(future.scores) if other != side)


if __name__ == "__main__":
    main(SearchBot)
