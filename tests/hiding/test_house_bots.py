"""House bots go by what their seat may know: under each re-deal of the rest they decide the same."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import pytest

from muggins.games.base import Seat
from muggins.games.match import Match, MatchRules
from muggins_bot import CribbageView, FivesView
from muggins_bot.house import HOUSE, ExpertBot, GreedyBot, RandomBot, SteadyBot
from muggins_bot.views import View
from tests.games.records import TABLES, Record, played, replay
from tests.games.redeal import Redealer

SHOWN: Final = 25  # decisions of all seats, the last of which are those looked at
ASKED: Final = 4  # turns of the seat, its last ones


class Chooser(Protocol):
    def choose(self, view: View, moves: Sequence[str]) -> str: ...


# Repeatable: the random ones with a seed, and the expert with a clock that stands still.
FRESH: Final[dict[str, Callable[[], Chooser]]] = {
    "expert": lambda: ExpertBot(7, worlds=6, clock=lambda: 0.0),
    "greedy": GreedyBot,
    "random": lambda: RandomBot(7),
    "steady": SteadyBot,
}


class Peeking:
    """What the harness has to find: it goes by how strong the next seat's hand is."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def choose(self, view: View, moves: Sequence[str]) -> str:
        hidden: Any = self.match.view((view.seat + 1) % self.match.rules.seats)
        return moves[sum(map(ord, "".join(hidden.hand))) % len(moves)]


def seen(match: Match, seat: Seat) -> View:
    view: Any = match.view(seat)
    return (CribbageView if match.rules.game == "cribbage" else FivesView)._make(view)


def decisions(record: Record, seat: Seat, sit: Callable[[Match], Chooser]) -> list[str]:
    """What a bot in that seat decides in the course of a record, wherever it had a choice."""
    asked = [at for at, (match, _) in enumerate(replay(record)) if len(match.moves(seat)) > 1][-ASKED:]
    decided: list[str] = []
    bot: Chooser | None = None
    for at, (match, _) in enumerate(replay(record)):
        bot = bot or sit(match)
        if at in asked:
            decided.append(bot.choose(seen(match, seat), match.moves(seat)))
    return decided


def differing(game: str, seats: int, sits: Sequence[Callable[[Match], Chooser]]) -> int:
    """How many re-deals make one of the bots decide otherwise; at least 10 are tried."""
    rng, tried, found = random.Random(seats), 0, 0
    for seed in range(12):
        seat = seed % seats
        record = played(MatchRules(game, seats), seed, decisions=SHOWN)
        was = [decisions(record, seat, sit) for sit in sits]
        for other in list(Redealer(record, seat).tries(rng, 6))[:2]:
            tried += 1
            found += [decisions(other, seat, sit) for sit in sits] != was
    assert tried >= 10
    return found


def test_every_house_bot_is_looked_at() -> None:
    assert FRESH.keys() == HOUSE.keys()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_house_bot_knows_what_its_seat_knows(game: str, seats: int) -> None:
    assert differing(game, seats, [lambda _, fresh=fresh: fresh() for fresh in FRESH.values()]) == 0  # type: ignore[misc]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_bot_that_peeks_is_found(game: str, seats: int) -> None:
    assert differing(game, seats, [Peeking]) > 0
