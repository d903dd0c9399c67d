"""Random games of cribbage for two, deals included: our rules and OpenSpiel's, each from Python the fastest way."""

import secrets
import time
from collections.abc import Callable, Mapping
from random import random
from typing import Final

from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules

RULES = MatchRules("cribbage", 2)


def our_game() -> None:
    match = Match(RULES, SeededDeals(secrets.token_bytes(32)))
    match.begin()
    while seats := match.to_act:
        moves = match.moves(seats[0])
        match.play(seats[0], moves[int(random() * len(moves))])


def openspiel_game() -> Callable[[], None]:
    """A function that plays one game.  Raises ImportError where OpenSpiel is not installed."""
    import pyspiel  # an extra of its own, which nothing but this row needs

    game = pyspiel.load_game("cribbage(players=2)")

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()  # where cards are dealt too: there all are equally likely
            state.apply_action(actions[int(random() * len(actions))])

    return play


def count_up() -> None:
    """The machine's measure: a loop of pure Python."""
    total = 0
    for number in range(10_000):
        total += number


GAMES: Final[Mapping[str, Callable[[], Callable[[], None]]]] = {
    "ours": lambda: our_game,
    "openspiel": openspiel_game,
    "loop": lambda: count_up,
}


def rate(play: Callable[[], None], seconds: float) -> float:
    """How often a second it can be called."""
    began = now = time.perf_counter()
    played = 0
    while now - began < seconds:
        play()
        played += 1
        now = time.perf_counter()
    return played / (now - began)
