"""Positions of Fives and Threes written by hand: "6-6 5-4" is a hand, "0:6-6 1:knock" what the seats did."""

import tomllib
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from muggins.games.base import Event
from muggins.games.dealing import GivenDeals
from muggins.games.fives import FIVES, FivesState
from muggins.games.tiles import TILES, canonical

ROUNDS: dict[str, dict[str, Any]] = {
    fact["name"]: fact for fact in tomllib.loads((Path(__file__).parent / "fives_rounds.toml").read_text())["round"]
}


def dealt(hands: Sequence[str], opener: int = 0) -> list[int]:
    """The deal that gives the seats these hands, one tile at a time from the opener."""
    tiles = [[TILES.index(canonical(tile)) for tile in hand.split()] for hand in hands]
    return list(chain.from_iterable(zip(*tiles[opener:], *tiles[:opener], strict=True)))


def position(
    hands: Sequence[str], scores: Sequence[int] | None = None, opener: int = 0
) -> tuple[FivesState, tuple[Event, ...]]:
    """The first round of a game with these hands; later rounds follow from a fixed seed."""
    deals = GivenDeals({(1, 1): dealt(hands, opener)})
    return FIVES.start(len(hands), {}, deals, lead=opener, scores=scores)


def play(state: FivesState, history: str) -> list[Event]:
    """Make the placements of a history; the events of all of them.  Knocks in it are for the reader."""
    events: list[Event] = []
    for step in history.split():
        seat, move = step.split(":", 1)
        if move != "knock":
            events += state.play(int(seat), move)
    return events


def history(events: Sequence[Event]) -> str:
    """What the seats did until the end of the round."""
    steps = []
    for event in events:
        if event.kind == "round_over":
            break
        if event.kind in ("place", "knock"):
            steps.append(f"{event.seat}:{event.pieces[0] if event.pieces else 'knock'}")
    return " ".join(steps)


def placed(events: Sequence[Event]) -> list[tuple[int, int]]:
    """Points offered and really added for each placement."""
    points: list[tuple[int, int]] = []
    for event in events:
        if event.kind == "place":
            points.append((0, 0))
        elif event.kind == "score":
            points[-1] = (event.offered, event.points)
    return points


def lay(line: str) -> list[Event]:
    """Lay a line, "6-6 6-3", from its left tile on by two seats in turn; the events of the last placement."""
    tiles = [canonical(tile) for tile in line.split()]
    mirrored = tiles[0] != line.split()[0]  # the opening tile lies higher half first; else build the mirror image
    state, _ = position([_filled(tiles[0::2], tiles, TILES), _filled(tiles[1::2], tiles, TILES[::-1])])
    events: Sequence[Event] = ()
    for number, tile in enumerate(tiles):
        events = state.play(number % 2, f"{tile}:{'L' if mirrored else 'R'}" if number else tile)
    return list(events)


def _filled(hand: Sequence[str], taken: Sequence[str], spare: Sequence[str]) -> str:
    """The hand, filled up to seven tiles."""
    return " ".join([*hand, *(tile for tile in spare if tile not in taken)][:7])
