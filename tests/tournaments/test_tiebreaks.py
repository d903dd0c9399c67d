"""Tie-breaks, counted by hand; points by the game; results that strengths do not explain."""

from dataclasses import replace
from itertools import count

import pytest

from muggins_tournaments import EventDefinition, Key, Points, Result, seat_records, standings, strays
from tests.tournaments.playing import chance, event, play

NUMBERS = count()


def match(
    a: str, b: str, outcome: str, points: tuple[int, int] = (1, 0), scores: tuple[int, int] = (121, 90)
) -> Result:
    """A match in which the first of the two won ("won") or drew ("drew")."""
    places = (1, 1) if outcome == "drew" else (1, 2)
    return Result(Key(next(NUMBERS), 0), (a, b), places, points, scores)


# Each of ann, bob and cat has two points: ann beat bob, bob beat cat, cat beat ann; dan lost to all but eve.
RESULTS = [
    match("ann", "bob", "won", (1, 0), (121, 119)),
    match("bob", "cat", "won", (2, 0), (121, 60)),
    match("cat", "ann", "won", (1, 0), (121, 100)),
    match("ann", "dan", "won", (1, 0), (121, 110)),
    match("bob", "eve", "won", (1, 0), (121, 20)),
    match("cat", "eve", "won", (4, 0), (121, 10)),
    match("dan", "eve", "won", (1, 0), (121, 100)),
]
FIVE = EventDefinition("cup", "cribbage", 2, ("ann", "bob", "cat", "dan", "eve"))


def order(*tie_breaks: str) -> list[tuple[int, str, tuple[float, ...]]]:
    rows = standings(replace(FIVE, tie_breaks=tie_breaks), RESULTS)
    return [(row.rank, row.entrant, row.ties) for row in rows[:3]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("head-to-head", [(1, "ann", 1), (1, "bob", 1), (1, "cat", 1)]),
        ("sonneborn-berger", [(1, "ann", 3), (2, "bob", 2), (2, "cat", 2)]),  # 2 + 1, 2 + 0, 2 + 0
        ("buchholz", [(1, "ann", 5), (2, "bob", 4), (2, "cat", 4)]),  # 2 + 2 + 1, 2 + 2 + 0, 2 + 2 + 0
        ("wins", [(1, "ann", 2), (1, "bob", 2), (1, "cat", 2)]),
        ("game-points", [(1, "cat", 3), (2, "bob", 2), (3, "ann", 1)]),  # 5 - 2, 3 - 1, 2 - 1
        ("score-difference", [(1, "bob", 160), (2, "cat", 71), (3, "ann", -8)]),
    ],
)
def test_each_tie_break_counted_by_hand(name: str, expected: list[tuple[int, str, float]]) -> None:
    assert order(name) == [(rank, entrant, (value,)) for rank, entrant, value in expected]


def test_they_are_applied_in_the_order_of_the_file() -> None:
    assert [entrant for _, entrant, _ in order("sonneborn-berger", "game-points")] == ["ann", "cat", "bob"]
    assert [entrant for _, entrant, _ in order("game-points", "sonneborn-berger")] == ["cat", "bob", "ann"]


def test_head_to_head_looks_at_those_who_are_still_level() -> None:
    """After Buchholz only bob and cat are level, and bob beat cat."""
    assert order("buchholz", "head-to-head") == [(1, "ann", (5, 0)), (2, "bob", (4, 1)), (3, "cat", (4, 0))]


def test_without_a_tie_break_equal_points_share_the_rank() -> None:
    assert [(rank, entrant) for rank, entrant, _ in order()] == [(1, "ann"), (1, "bob"), (1, "cat")]


def test_points_by_the_game_count_lurches_and_skunks() -> None:
    rows = standings(replace(FIVE, points=Points(by="game")), RESULTS)
    assert [(row.entrant, row.points) for row in rows] == [("cat", 5), ("bob", 3), ("ann", 2), ("dan", 1), ("eve", 0)]


def test_a_pair_whose_results_stray_is_found() -> None:
    """a01 lets a00 win, though it is the stronger against everybody else."""
    results = play(event(6, rounds=20), chance(3, draws=0), at_once=50)
    fixed = [
        replace(result, places=(1, 2) if result.seats[0] == "a00" else (2, 1))
        if {*result.seats} == {"a00", "a01"}
        else result
        for result in results.values()
    ]
    first, *others = strays(event(6, rounds=20), fixed)
    assert (first.unit, first.opponent, first.played, first.score) == ("a00", "a01", 20, 20)
    assert first.deviation > 3 > max(stray.deviation for stray in others)
    assert 8 < first.expected < 16
    assert len(strays(event(6, rounds=20), fixed, most=2)) == 2


def test_what_a_seat_is_worth_is_measured() -> None:
    results = [
        match("ann", "bob", "won"),
        match("bob", "ann", "won"),
        match("ann", "cat", "drew"),
        match("cat", "bob", "won"),
    ]
    assert [(seat.seat, seat.played, seat.share) for seat in seat_records(FIVE, results)] == [
        (0, 4, 0.875),
        (1, 4, 0.125),
    ]
    assert seat_records(FIVE, []) == []
