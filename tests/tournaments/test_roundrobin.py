"""The balance of a round robin, counted."""

from collections import Counter
from itertools import combinations, pairwise, permutations
from math import comb

import pytest

from muggins_tournaments.roundrobin import Seating, count, cycle, leader, rotated

ALL = [(entrants, seats) for seats in (2, 3, 4) for entrants in range(seats, 10)]


def cycles(entrants: int, seats: int, number: int) -> list[Seating]:
    return [rotated(table, k) for k in range(number) for table in cycle(entrants, seats)]


def seat_spread(tables: list[Seating], entrants: int) -> int:
    """The largest difference between how often one entrant sat in one seat and in another."""
    sat = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    counts = [[sat[player, seat] for seat in range(len(tables[0]))] for player in range(entrants)]
    return max(max(row) - min(row) for row in counts)


@pytest.mark.parametrize(("entrants", "seats"), ALL)
def test_one_cycle_has_every_meeting_once(entrants: int, seats: int) -> None:
    tables = cycle(entrants, seats)
    meetings = Counter(frozenset(table) for table in tables)
    assert meetings == Counter({frozenset(g): 3 if seats == 4 else 1 for g in combinations(range(entrants), seats)})
    assert len(tables) == count(entrants, seats)


@pytest.mark.parametrize("entrants", range(4, 10))
def test_one_cycle_of_four_seats_has_every_partnership_once(entrants: int) -> None:
    meetings = Counter(frozenset((frozenset(table[::2]), frozenset(table[1::2]))) for table in cycle(entrants, 4))
    assert set(meetings.values()) == {1}
    partners = Counter(frozenset(side) for table in cycle(entrants, 4) for side in (table[::2], table[1::2]))
    assert partners == Counter({frozenset(p): comb(entrants - 2, 2) for p in combinations(range(entrants), 2)})


@pytest.mark.parametrize(("entrants", "seats"), ALL)
def test_everybody_sits_in_each_seat_equally_often(entrants: int, seats: int) -> None:
    assert seat_spread(cycles(entrants, seats, seats), entrants) == 0
    one = seat_spread(cycle(entrants, seats), entrants)
    if entrants % seats and (seats != 4 or entrants % 2):
        assert one == 0
    else:
        assert one <= (3 if seats == 4 else 1)


@pytest.mark.parametrize("entrants", range(2, 10))
def test_two_seats_double_each_pair_meets_once_in_each_seat(entrants: int) -> None:
    assert Counter(cycles(entrants, 2, 2)) == Counter(permutations(range(entrants), 2))


@pytest.mark.parametrize("entrants", range(3, 10))
def test_three_seats_sixfold_every_order_of_every_three_is_played(entrants: int) -> None:
    assert Counter(cycles(entrants, 3, 6)) == Counter(permutations(range(entrants), 3))


@pytest.mark.parametrize("entrants", range(4, 10))
def test_four_seats_eightfold_every_order_of_every_four_is_played(entrants: int) -> None:
    assert Counter(cycles(entrants, 4, 8)) == Counter(permutations(range(entrants), 4))


@pytest.mark.parametrize(("entrants", "seats"), ALL)
def test_the_lead_is_shared(entrants: int, seats: int) -> None:
    for number, games in ((seats, 1), (1, seats), (2 * seats, 3)):
        leads = Counter(
            (frozenset((frozenset(table[::2]), frozenset(table[1::2]))) if seats == 4 else frozenset(table), table[led])
            for k in range(number)
            for game in range(games)
            for table in [rotated(t, k) for t in cycle(entrants, seats)]
            for led in [leader(seats, k, game)]
        )
        assert set(leads.values()) == {number * games // seats}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_the_end_everybody_leads_from_each_seat(seats: int) -> None:
    start = tuple(range(seats))
    led = Counter((rotated(start, k).index(0), leader(seats, k, 0)) for k in range(seats * seats))
    assert led == Counter({(own, lead): 1 for own in range(seats) for lead in range(seats)})


@pytest.mark.parametrize(("entrants", "seats"), ALL)
def test_nobody_runs_ahead(entrants: int, seats: int) -> None:
    played = [0] * entrants
    ahead = 0
    for table in cycles(entrants, seats, 2):
        for player in table:
            played[player] += 1
        ahead = max(ahead, max(played) - min(played))
    assert ahead <= (1 if seats == 2 and entrants % 2 == 0 else 2)


def test_a_round_of_two_seats_leaves_nobody_out() -> None:
    rounds = [cycle(8, 2)[start : start + 4] for start in range(0, 28, 4)]
    assert all(sorted(player for table in tables for player in table) == list(range(8)) for tables in rounds)


def test_with_an_odd_number_everybody_has_one_bye() -> None:
    rounds = [cycle(7, 2)[start : start + 3] for start in range(0, 21, 3)]
    byes = [set(range(7)) - {player for table in tables for player in table} for tables in rounds]
    assert sorted(player for bye in byes for player in bye) == list(range(7))


def test_rotation_moves_everybody_by_one_seat() -> None:
    for before, after in pairwise(rotated((0, 1, 2, 3), k) for k in range(4)):
        assert after == (*before[1:], before[0])
    assert rotated((0, 1, 2, 3), 4) == (0, 3, 2, 1)
    assert rotated((5, 9), 3) == (9, 5)
