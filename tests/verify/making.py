"""Logs of matches that were really refereed, under a false clock, by bots with the kit's own part of a fair deal."""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from muggins.games.base import side_of, sides
from muggins.ratings.elo import Rating, changes, forfeit_changes
from muggins.referee.live import MatchSpec
from muggins.referee.log import lines
from muggins.referee.outcome import Outcome, Verdict
from muggins.referee.people import Ability
from muggins.v1 import play_pb2
from muggins_bot import Bot, Player, Turn
from tests.referee.scripted import THINKS, choice
from tests.referee.table import TIME, FakeChannel, Table, spec

Log = list[dict[str, Any]]
FAIR = Ability(version="1", max_matches=8, ready=True, entropy=True)
LATE = 10.0  # seconds: beyond all that a seat has
SLOW = 1.5  # seconds: some of the bank


NEVER: Mapping[int, float] = {}


class Sitter(Bot):
    """Plays the middle move; at the turns in ``illegal``, by number from 1, what is none."""

    def __init__(self, illegal: Collection[int] = ()) -> None:
        self.asked = 0
        self._illegal = illegal

    def decide(self, turn: Turn) -> str:
        self.asked += 1
        return "nothing" if self.asked in self._illegal else choice(list(turn.legal_moves))


class KitBot:
    """A bot of the kit at a false table.  At the turns in ``late``, by number, it takes so many seconds."""

    def __init__(self, table: Table, name: str, bot: Sitter | None = None, late: Mapping[int, float] = NEVER) -> None:
        self.table = table
        self.name = name
        self.bot = bot or Sitter()
        self.player = Player(self.bot, entropy=lambda size: sha256(name.encode()).digest()[:size])
        self.ends: list[play_pb2.MatchEnd] = []
        self._late = late
        self._channel: FakeChannel = table.connect(name, FAIR, self.hear)

    def hear(self, response: play_pb2.PlayResponse) -> None:
        self.ends += response.ends
        request = self.player.feed(response)
        after = self._late.get(self.bot.asked, THINKS) if response.turns else THINKS
        self.table.clock.call_later(after, lambda: self.send(request))

    def send(self, request: play_pb2.PlayRequest) -> None:
        referee, presence = self.table.referee, self.table.referee.lobby.bot(self.name)
        for ready in request.ready:
            referee.ready(presence, ready.match_id, ready.entropy_commitment)
        for reveal in request.reveals:
            referee.reveal(presence, reveal.match_id, reveal.entropy)
        for decision in request.decisions:
            self.table.decide(self.name, self._channel, decision.turn_id, decision.move)


def names(seats: int) -> list[str]:
    return ["ann", "bob", "cyd", "dee"][:seats]


def logged(table: Table, match: MatchSpec, absent: Collection[int] = ()) -> Log:
    """Play the match, and give its log as JSON reads it, with what it does to fresh ratings."""
    table.start(match, absent)
    (ended,) = table.play(match.id)
    log: Log = json.loads(json.dumps(list(lines(ended.document))))
    if match.event and ended.outcome.rated:
        log[-1]["ratings"] = ratings(ended.outcome)
    return log


def ratings(outcome: Outcome) -> Sequence[dict[str, float]]:
    """By seat, where all were new in the pool."""
    seats = len(outcome.seats)
    tables = [[s for s in range(seats) if side_of(s, seats) == side] for side in range(sides(seats))]
    fresh = [[Rating() for _ in table] for table in tables]
    guilty = [
        (i, j)
        for i, table in enumerate(tables)
        for j, seat in enumerate(table)
        if outcome.seats[seat].verdict == Verdict.LOSS
    ]
    moved = forfeit_changes(fresh, guilty) if guilty else changes(fresh, outcome.places)
    by_seat = {seat: moved[i][j] for i, table in enumerate(tables) for j, seat in enumerate(table)}
    return [{"before": 1500.0, "after": 1500.0 + by_seat[seat], "k": 40.0} for seat in range(seats)]


@cache
def _played(game: str, seats: int) -> str:
    """A match with everything in it: a late answer within the bank, faults, forced moves, and a seat that goes out."""
    table = Table()
    bots = names(seats)
    for name in bots[:-1]:
        KitBot(table, name)
    KitBot(table, bots[-1], Sitter(illegal=(2,)), late={3: SLOW, 4: LATE, 6: LATE})
    match = spec(game, *bots, match_id="m", seed=b"\x07" * 32)
    return json.dumps(logged(table, _rated(match)))


def _rated(match: MatchSpec) -> MatchSpec:
    """The match as one of an event that counts for ratings."""
    return MatchSpec(match.id, match.rules, TIME, match.bots, match.server_seed, event="The cup", rated=True)


def played(game: str, seats: int) -> Log:
    """A fresh copy of that log."""
    log: Log = json.loads(_played(game, seats))
    return log
