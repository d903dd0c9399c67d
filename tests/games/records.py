"""Matches as they were played: rules, deals and moves, from which everything else follows."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from muggins.games import GAMES
from muggins.games.base import Deals, Event, Seat, State
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]  # every registered game and size
LIMIT = 20_000  # decisions; random matches of a game need some hundreds


class Record(NamedTuple):
    rules: MatchRules
    deals: Deals
    moves: tuple[tuple[Seat, str], ...]


def replay(record: Record) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """The match after its beginning and after each move, with the events of that step.  It is one object throughout."""
    match = Match(record.rules, record.deals)
    yield match, match.begin()
    for seat, move in record.moves:
        yield match, match.play(seat, move)


def played(rules: MatchRules, seed: int, decisions: int = LIMIT) -> Record:
    """A match played at random to its end, or for that many decisions; the seed gives the deals and the moves."""
    rng = random.Random(seed)
    deals = SeededDeals(rng.randbytes(32))
    match = Match(rules, deals)
    match.begin()
    moves: list[tuple[Seat, str]] = []
    while match.to_act and len(moves) < decisions:
        seat = rng.choice(match.to_act)
        moves.append((seat, rng.choice(match.moves(seat))))
        match.play(*moves[-1])
    return Record(rules, deals, tuple(moves))


def snapshot(state: State) -> dict[str, str]:
    """The whole inside of a state, to compare it with itself at another time."""
    slots: Sequence[str] = type(state).__slots__  # type: ignore[attr-defined]  # every state has slots
    return {name: repr(getattr(state, name)) for name in slots}
