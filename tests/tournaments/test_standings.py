"""What results amount to."""

from dataclasses import replace
from itertools import count, permutations
from typing import Any

import pytest

from muggins_tournaments import EventDefinition, Key, Points, Result, Row, crosstable, standings

DUEL = EventDefinition("cup", "cribbage", 2, ("ann", "bob", "cat"))
TRIO = replace(DUEL, seats=3)
PAIRINGS = count()
PARTNERS = replace(DUEL, seats=4, entrants=("ann", "bob", "cat", "dan"))


def match(seats: str, places: tuple[int, ...], points: tuple[int, ...], scores: tuple[int, ...], **more: Any) -> Result:
    return replace(Result(Key(next(PAIRINGS), 0), tuple(seats.split()), places, points, scores), **more)


def table(definition: EventDefinition, results: list[Result]) -> list[Row]:
    """The standings without the values of the tie-breaks."""
    return [replace(row, ties=()) for row in standings(definition, results)]


def by_name(rows: list[Row]) -> dict[str, Row]:
    return {row.entrant: replace(row, ties=()) for row in rows}


def test_before_the_first_result_everybody_is_first_with_nothing() -> None:
    assert table(DUEL, []) == [Row(1, name, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) for name in ("ann", "bob", "cat")]


def test_two_seats() -> None:
    results = [
        match("ann bob", (1, 2), (2, 0), (121, 50), faults=(0, 3)),
        match("cat ann", (1, 1), (1, 1), (215, 230)),
    ]
    assert table(DUEL, results) == [
        Row(1, "ann", 2, 1, 1, 0, 1.5, 3, 1, 351, 265, 0),
        Row(2, "cat", 1, 0, 1, 0, 0.5, 1, 1, 215, 230, 0),
        Row(3, "bob", 1, 0, 0, 1, 0, 0, 2, 50, 121, 3),
    ]


def test_three_sides_get_the_mean_over_their_opponents() -> None:
    rows = by_name(standings(TRIO, [match("bob ann cat", (1, 3, 2), (1, 0, 0), (121, 60, 100))]))
    assert rows["bob"] == Row(1, "bob", 1, 1, 0, 0, 1, 1, 0, 121, 80, 0)
    assert rows["cat"] == Row(2, "cat", 1, 0, 0, 1, 0.5, 0, 0.5, 100, 90.5, 0)
    assert rows["ann"] == Row(3, "ann", 1, 0, 0, 1, 0, 0, 0.5, 60, 110.5, 0)


def test_three_sides_that_share_the_first_place_drew() -> None:
    rows = by_name(standings(TRIO, [match("bob ann cat", (1, 1, 3), (1, 1, 0), (200, 200, 90))]))
    assert [(row.won, row.drawn, row.lost, row.points) for row in rows.values()] == [
        (0, 1, 0, 0.75),
        (0, 1, 0, 0.75),
        (0, 0, 1, 0),
    ]
    assert [row.rank for row in rows.values()] == [1, 1, 3]


def test_partners_share_what_their_side_gets() -> None:
    rows = by_name(standings(PARTNERS, [match("ann bob cat dan", (2, 1), (0, 1), (40, 61), faults=(0, 1, 2, 0))]))
    assert rows["bob"] == Row(1, "bob", 1, 1, 0, 0, 1, 1, 0, 61, 40, 1)
    assert rows["dan"] == Row(1, "dan", 1, 1, 0, 0, 1, 1, 0, 61, 40, 0)
    assert rows["cat"] == Row(3, "cat", 1, 0, 0, 1, 0, 0, 1, 40, 61, 2)


def test_points_of_the_event_decide() -> None:
    football = replace(DUEL, points=Points(win=3, draw=1, loss=-1))
    results = [match("ann bob", (1, 2), (1, 0), (121, 99)), match("ann cat", (1, 1), (1, 1), (9, 9))]
    assert [(row.entrant, row.points) for row in standings(football, results)] == [("ann", 4), ("cat", 1), ("bob", -1)]


@pytest.mark.parametrize(
    ("results", "order"),
    [
        # cat drew twice, ann won and lost: one point each, and ann has the win
        ([("ann bob", 1, 2, 1, 0), ("bob ann", 1, 2, 1, 0), ("cat bob", 1, 1, 0, 0), ("bob cat", 1, 1, 0, 0)], "bac"),
        # a win each, ann's by a skunk
        ([("ann cat", 1, 2, 4, 0), ("bob cat", 1, 2, 1, 0)], "abc"),
        ([("ann cat", 1, 2, 1, 0), ("bob cat", 1, 2, 4, 0)], "bac"),
    ],
)
def test_ties_are_broken_by_wins_then_game_points(results: list[tuple[str, int, int, int, int]], order: str) -> None:
    rows = standings(DUEL, [match(seats, (a, b), (c, d), (9, 9)) for seats, a, b, c, d in results])
    assert "".join(row.entrant[0] for row in rows) == order
    assert [row.rank for row in rows] == [1, 2, 3]


def test_then_by_score_and_then_the_rank_is_shared() -> None:
    results = [match("ann cat", (1, 2), (1, 0), (121, 90)), match("bob cat", (1, 2), (1, 0), (121, 80))]
    assert [(row.rank, row.entrant) for row in standings(DUEL, results)] == [(1, "bob"), (2, "ann"), (3, "cat")]
    level = [match("bob cat", (1, 2), (1, 0), (121, 90)), match("ann cat", (1, 2), (1, 0), (121, 90))]
    assert [(row.rank, row.entrant) for row in standings(DUEL, level)] == [(1, "ann"), (1, "bob"), (3, "cat")]


@pytest.mark.parametrize("termination", ["abandoned_max_rounds", "time_cap"])
@pytest.mark.parametrize(
    ("worth", "points", "tally"),
    [("draw", [0.5, 0.5], "0/1/0"), ("loss", [0, 0], "0/0/1"), ("placing", [1, 0], "1/0/0")],
)
def test_an_unfinished_match_is_worth_what_the_event_says(
    termination: str, worth: str, points: list[float], tally: str
) -> None:
    definition = replace(DUEL, points=Points(abandoned=worth))
    results = [match("ann bob", (1, 2), (0, 0), (60, 31), termination=termination)]
    rows = by_name(standings(definition, results))
    assert [rows["ann"].points, rows["bob"].points] == points
    assert str(crosstable(definition, results)["ann"]["bob"]) == tally


@pytest.mark.parametrize("termination", ["void_server", "cancelled"])
def test_a_void_match_leaves_no_trace(termination: str) -> None:
    void = match("ann bob", (1, 2), (1, 0), (121, 90), termination=termination, faults=(1, 1))
    assert standings(DUEL, [void]) == standings(DUEL, [])
    assert crosstable(DUEL, [void]) == crosstable(DUEL, [])


def test_a_forfeit_counts_like_any_result() -> None:
    rows = standings(DUEL, [match("ann bob", (2, 1), (0, 1), (60, 31), termination="forfeit_timeout", faults=(3, 0))])
    assert [(row.entrant, row.points, row.faults) for row in rows] == [("bob", 1, 0), ("cat", 0, 0), ("ann", 0, 3)]


def test_the_order_of_results_does_not_matter() -> None:
    tenths = replace(TRIO, points=Points(win=0.3, draw=0.2, loss=0.1))
    results = [
        match("ann bob cat", (1, 2, 2), (1, 0, 0), (121, 80, 90)),
        match("bob cat ann", (1, 1, 1), (0, 0, 0), (9, 9, 9)),
        match("cat bob ann", (3, 1, 2), (0, 1, 0), (50, 121, 90)),
        match("cat ann bob", (1, 2, 3), (1, 0, 0), (121, 100, 90)),
    ]
    tables = [standings(tenths, order) for order in permutations(results)]
    assert all(table == tables[0] for table in tables)


def test_the_crosstable_counts_each_meeting_from_both_sides() -> None:
    table = crosstable(TRIO, [match("bob ann cat", (1, 3, 2), (1, 0, 0), (121, 60, 100)) for _ in range(2)])
    assert {a: {b: str(tally) for b, tally in row.items()} for a, row in table.items()} == {
        "ann": {"bob": "0/0/2", "cat": "0/0/2"},
        "bob": {"ann": "2/0/0", "cat": "2/0/0"},
        "cat": {"ann": "2/0/0", "bob": "0/0/2"},
    }


def test_partners_are_no_opponents_in_the_crosstable() -> None:
    row = crosstable(PARTNERS, [match("ann bob cat dan", (1, 2), (1, 0), (61, 40))])["ann"]
    assert {opponent: str(tally) for opponent, tally in row.items()} == {"bob": "1/0/0", "cat": "0/0/0", "dan": "1/0/0"}
