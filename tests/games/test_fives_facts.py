"""Worked examples of the rules: sums of the ends, whole rounds, draws and the opener role."""

from collections.abc import Mapping
from typing import Any

import pytest

from muggins.games.base import IllegalMove
from muggins.games.dealing import GivenDeals
from muggins.games.fives import FIVES, PARTS
from muggins.games.tiles import TILES
from tests.games.fives_table import ROUNDS, dealt, history, lay, placed, play, position

SUMS = [
    pytest.param("6-6", 12, 4, id="F4.3 the lone double counts both halves once, not 24"),
    pytest.param("4-1", 5, 1, id="F4.3 the lone tile counts both halves"),
    pytest.param("0-0", 0, 0, id="F5.1 zero is worth nothing"),
    pytest.param("6-6 6-3", 15, 8, id="F4.4 the opening double is still an end; 15 is 5 + 3"),
    pytest.param("5-6 6-6 6-3", 8, 0, id="F4.4 a double covered on both sides counts nothing"),
    pytest.param("6-6 6-4 4-4", 20, 4, id="F4.2 doubles at both ends, 12 + 8"),
    pytest.param("2-2 2-5 5-0", 4, 0, id="F4.1 4 + 0"),
    pytest.param("5-3 3-1 1-4 4-5", 10, 2, id="F4.1 plain ends, 5 + 5"),
]


@pytest.mark.parametrize(("line", "ends", "points"), SUMS)
def test_f4_sum_of_the_ends(line: str, ends: int, points: int) -> None:
    place, *rest = lay(line)
    assert (place.kind, place.total) == ("place", ends)
    assert [event.offered for event in rest if event.kind == "score"] == ([points] if points else [])


def test_f5_1_every_sum_has_its_points() -> None:
    worth = {3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4}
    possible = (*range(19), 20, 22)  # F4.6
    paid = {ends: sum(points for _, points in PARTS[ends]) for ends in possible}
    assert paid == {ends: worth.get(ends, 0) for ends in possible}


@pytest.mark.parametrize("fact", ROUNDS.values(), ids=ROUNDS)
def test_round(fact: Mapping[str, Any]) -> None:
    seats = len(fact["hands"])
    state, _ = position(fact["hands"], fact.get("before"))
    events = play(state, fact["moves"])
    assert history(events).split() == fact["moves"].split()
    assert placed(events) == list(zip(fact["offered"], fact.get("points", fact["offered"]), strict=True))
    assert state.scores == fact["after"]
    assert state.winner == fact.get("winner")
    assert [event.why for event in events if event.kind == "round_over"] == (
        [fact["end"]] if fact["end"] in ("out", "blocked") else []
    )
    assert (events[-1].kind == "game_over") == (fact["end"] == "win")
    if "next_opener" in fact:
        assert (state.deal, state.opener, state.to_act) == (2, fact["next_opener"], (fact["next_opener"],))
    if "turn" in fact:
        assert [seat for seat in range(seats) if state.moves(seat)] == [fact["turn"]]
        assert " ".join(state.moves(fact["turn"])) == fact["legal"]
        assert " ".join(state.view(None).history) == " ".join(fact["moves"].split())
    for step in fact.get("illegal", "").split():
        with pytest.raises(IllegalMove):
            play(state, step) if not step.endswith("knock") else state.play(int(step[0]), "knock")


BLOCK_AT_ONCE = {
    2: ("6-6 1-0 2-0 3-0 4-0 5-0 1-1", "2-1 3-1 4-1 5-1 2-2 3-2 4-2"),
    4: ("6-6 0-0 1-0 1-1 2-0", "2-1 2-2 3-0 3-1 3-2", "3-3 4-0 4-1 4-2 4-3", "4-4 5-0 5-1 5-2 5-3"),
}
PAIR_GOES_OUT = ROUNDS["F6.3: the bonus comes with the second partner of a pair"]


@pytest.mark.parametrize(
    ("seats", "ends", "openers"),
    [
        pytest.param(2, ["blocked", "blocked", "blocked"], [1, 0, 1, 0], id="F2.4 two seats"),
        pytest.param(4, ["out", "blocked", "blocked", "blocked"], [3, 0, 1, 2, 3], id="F2.4 four seats"),
    ],
)
def test_f2_4_openers(seats: int, ends: list[str], openers: list[int]) -> None:
    deals = {}
    for number, (end, opener) in enumerate(zip(ends, openers, strict=False), 1):
        hands = BLOCK_AT_ONCE[seats] if end == "blocked" else PAIR_GOES_OUT["hands"]
        deals[1, number] = dealt([hands[(seat - opener) % seats] for seat in range(seats)], opener)
    state, events = FIVES.start(seats, {}, GivenDeals(deals), lead=openers[0])
    told = list(events)
    for end, opener in zip(ends, openers, strict=False):
        moves = "0:6-6" if end == "blocked" else PAIR_GOES_OUT["moves"]
        turned = [f"{(int(step[0]) + opener) % seats}{step[1:]}" for step in moves.split()]
        told += play(state, " ".join(turned))
    assert [event.why for event in told if event.kind == "round_over"] == ends
    assert [event.seat for event in told if event.kind == "deal"] == openers


@pytest.mark.parametrize(
    ("seats", "rounds", "opener"),
    [
        pytest.param(2, ["4-4 6-2", "0-0 6-6"], 1, id="F2.2 two seats tie for 8 pips and draw again"),
        pytest.param(4, ["4-0 6-3 2-2 2-0"], 1, id="F2.2 of four seats, 9 pips open"),
        pytest.param(3, ["5-2 6-1 4-3", "3-1 6-1 5-3"], 2, id="F2.2 three seats tie, then 8 pips open"),
        pytest.param(4, ["5-5 6-4 6-2 4-2", "3-3 1-1"], 0, id="F2.2 only those who tie draw again"),
    ],
)
def test_f2_2_draw(seats: int, rounds: list[str], opener: int) -> None:
    drawn = {(1, number): [TILES.index(tile) for tile in tiles.split()] for number, tiles in enumerate(rounds, 1)}
    state, events = FIVES.start(seats, {}, GivenDeals({}, draws=drawn))
    draws = [event for event in events if event.kind == "draw"]
    assert [" ".join(e.pieces[0] for e in draws if e.total == number + 1) for number in range(len(rounds))] == rounds
    assert [event.seat for event in events if event.kind == "lead"] == [opener]
    assert state.to_act == (opener,)
