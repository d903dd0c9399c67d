"""A game from outside the tree: one entry in the registry, and it is played over the same protocol."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from muggins.games import GAMES
from muggins.games.base import Deals, Event, IllegalMove, OptionError, Seat
from tests.api.arena import CALM, Arena, honest_bots, until
from tests.referee.table import spec


class NimView(NamedTuple):
    """Everything about nim is public."""

    seat: Seat | None
    heap: int
    scores: tuple[int, ...]

    @property
    def game_name(self) -> str:
        return "nim"

    def __bytes__(self) -> bytes:
        return json.dumps({"heap": self.heap}).encode()


class NimState:
    """One heap: who takes the last stick wins."""

    def __init__(self, heap: int, lead: Seat) -> None:
        self.heap = heap
        self.to_act: tuple[Seat, ...] = (lead,)
        self.scores = [0, 0]
        self.winner: int | None = None
        self.deal = 1

    def moves(self, seat: Seat) -> tuple[str, ...]:
        return tuple(str(n) for n in range(1, min(3, self.heap) + 1)) if seat in self.to_act else ()

    def play(self, seat: Seat, move: str) -> tuple[Event, ...]:
        if move not in self.moves(seat):
            raise IllegalMove(move)
        self.heap -= int(move)
        taken = Event("take", seat, (move,), total=self.heap)
        if self.heap:
            self.to_act = (1 - seat,)
            return (taken,)
        self.to_act, self.winner, self.scores[seat] = (), seat, 1
        return taken, Event("game_over", seat, side=seat, points=1, why="last stick")

    def view(self, seat: Seat | None) -> NimView:
        return NimView(seat, self.heap, tuple(self.scores))

    def copy(self) -> "NimState":
        twin = NimState(self.heap, 0)
        twin.to_act, twin.scores, twin.winner = self.to_act, list(self.scores), self.winner
        return twin


class Nim:
    """The entry that a third game makes in the registry."""

    name = "nim"
    seats: tuple[int, ...] = (2,)
    rules_version = 1

    def options(self, given: Mapping[str, object]) -> Mapping[str, Any]:
        if unknown := set(given) - {"heap"}:
            raise OptionError(f"{min(unknown)} is unknown; allowed: heap")
        return {"heap": 21, **given}

    def start(
        self, seats: int, options: Mapping[str, Any], deals: Deals, *, game: int = 1, lead: Seat | None = None
    ) -> tuple[NimState, tuple[Event, ...]]:
        first = deals.draw(game, 1, seats, 1)[0] if lead is None else lead
        return NimState(options["heap"], first), (Event("lead", first),)

    def next_lead(self, state: Any) -> Seat | None:
        return None

    def value(self, state: Any, winner: int) -> int:
        return 1

    def fallback(self, view: Any, moves: Sequence[str]) -> str:
        return moves[0]

    def canonical(self, move: str) -> str:
        return move

    def render(self, view: Any) -> str:
        return "|" * int(view.heap)


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "nim", Nim())


@pytest.mark.usefixtures("nim")
async def test_a_game_from_outside_the_tree_is_played_over_the_protocol(arena: Arena) -> None:
    async with honest_bots(arena.address, "ann", "bob") as bots:
        arena.start(spec("nim", "ann", "bob", time=CALM, games=3))
        outcome = await arena.outcome()
        await until(lambda: all(bot.ends for bot in bots))
    assert outcome.termination == "finished"
    assert sum(outcome.points) == 3
    turns = [turn for bot in bots for response in bot.heard for turn in response.turns]
    assert {turn.WhichOneof("view") for turn in turns} == {"extension"}
    assert {turn.extension.game for turn in turns} == {"nim"}
    assert max(json.loads(turn.extension.view)["heap"] for turn in turns) == 21
