"""Writes turns of both games, and what Python's greedy bot answers, for the kits in other languages to repeat.

``python -m tests.clients.record_turns FILE``; a line is the move, a space, and the serialised Turn in hexadecimal.
"""

import random
import sys
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Final

from muggins.games import GAMES
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules
from muggins.v1 import play_pb2
from muggins_bot import Turn
from muggins_bot.house import GreedyBot
from tests.clients.asking import ask

A_POOL: Final = 200  # turns of each game and number of seats


def pool(game: str, seats: int) -> Iterator[tuple[play_pb2.Turn, str]]:
    """Endless turns with greedy's answers; half the moves are random, so that odd positions come up too."""
    greedy, chance = GreedyBot(), random.Random(f"{game}/{seats}")
    while True:
        match = Match(MatchRules(game, seats), SeededDeals(chance.randbytes(32)))
        match.begin()
        while match.to_act:
            seat = match.to_act[0]
            turn = ask(match, seat)
            move = greedy.decide(Turn(turn))
            yield turn, move
            match.play(seat, move if chance.random() < 0.5 else chance.choice(match.moves(seat)))


def lines() -> Iterator[str]:
    """The file, line by line; a turn without a choice teaches nothing and is left out."""
    for game, seats in product(sorted(GAMES), (2, 3, 4)):
        real = ((turn, move) for turn, move in pool(game, seats) if len(turn.legal_moves) > 1)
        for number, (turn, move) in enumerate(islice(real, A_POOL), 1):
            turn.turn_id = number
            turn.match_id = f"{game}/{seats}"
            yield f"{move} {turn.SerializeToString(deterministic=True).hex()}"


def write(path: Path) -> None:
    path.write_text("".join(f"{line}\n" for line in lines()), "ascii")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
