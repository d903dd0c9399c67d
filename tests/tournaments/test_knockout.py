"""Knockouts: brackets of any size, best of n, second chances."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muggins_tournaments import Knockout, Result, Slot, bracket, schedule, standings
from tests.tournaments.playing import chance, event, first_wins, open_now, placed, play


@given(st.integers(2, 300))
def test_a_round_of_two_at_a_table_leaves_a_power_of_two(players: int) -> None:
    left = bracket.survivors(players, 2)
    tables = bracket.tables(players, 2)
    assert left & (left - 1) == 0
    assert left < players <= 2 * left
    assert len(tables) == players - left
    assert all(sum(table) == 2 * left - 1 for table in tables)  # the best meets the last


@given(st.integers(1, 150), st.sampled_from([2, 3]))
def test_everybody_stays_or_sits_at_one_table(half: int, width: int) -> None:
    players = half * (width - 1) + 1
    left = bracket.survivors(players, width)
    tables = bracket.tables(players, width)
    seated = [place for table in tables for place in table]
    assert len(seated) == len(set(seated))
    assert set(seated) | set(range(left - len(tables))) == set(range(players))
    assert [table[0] for table in tables] == list(range(left - len(tables), left))
    assert left == players - len(tables) * (width - 1)


def test_eight_meet_as_on_every_bracket() -> None:
    assert bracket.tables(8, 2) == [(0, 7), (1, 6), (2, 5), (3, 4)]
    assert bracket.tables(5, 2) == [(3, 4)]
    assert bracket.tables(9, 3) == [(0, 5, 6), (1, 4, 7), (2, 3, 8)]


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 40), st.booleans(), st.sampled_from([1, 3]))
def test_the_strongest_wins_and_the_number_of_pairings_is_known(units: int, double: bool, best_of: int) -> None:
    definition = event(units, format="knockout", knockout=Knockout(best_of, double))
    results = play(definition, first_wins, order=units)
    rows = standings(definition, results.values())
    assert [row.entrant for row in rows[:2]] == ["a00", "a01"]
    pairings = {key.pairing for key in results}
    assert len(pairings) == (2 * units - 2 if double else units - 1)
    assert len(results) == len(pairings) * (best_of // 2 + 1)  # nobody ever loses to a weaker one


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 33), st.integers(0, 10**6))
def test_in_a_double_knockout_all_but_one_lose_two_pairings(units: int, seed: int) -> None:
    definition = event(units, format="knockout", knockout=Knockout(double=True))
    results = play(definition, chance(seed, draws=0))
    lost = {row.entrant: row.lost for row in standings(definition, results.values())}
    champion = standings(definition, results.values())[0].entrant
    assert lost.pop(champion) <= 1
    assert set(lost.values()) == {2}
    assert len(results) in (2 * units - 2, 2 * units - 1)


def test_a_table_waits_for_its_own_players_only() -> None:
    definition = event(8, format="knockout")
    first = open_now(definition, {})
    assert [slot.seats for slot in first] == [("a00", "a07"), ("a01", "a06"), ("a02", "a05"), ("a03", "a04")]
    results = {slot.key: first_wins(slot) for slot in (first[0], first[3])}
    assert [slot.seats for slot in open_now(definition, results)] == [first[1].seats, first[2].seats, ("a00", "a03")]


def test_matches_that_nobody_needs_are_not_played() -> None:
    definition = event(2, format="knockout", knockout=Knockout(best_of=5))
    assert [slot.key.game for slot in open_now(definition, {})] == [0, 1, 2]  # at least three, whatever they bring
    results = {slot.key: first_wins(slot) for slot in open_now(definition, {})[1:]}
    assert [slot.key.game for slot in open_now(definition, results)] == [0]
    slot = open_now(definition, results)[0]
    assert not open_now(definition, results | {slot.key: first_wins(slot)})
    upset = placed(slot, (1, 2) if slot.seats[0] == "a01" else (2, 1))
    assert [slot.key.game for slot in open_now(definition, results | {slot.key: upset})] == [3]


def test_level_pairings_go_on_one_by_one_until_the_better_seed_goes_through() -> None:
    definition = event(2, format="knockout", knockout=Knockout(best_of=3))
    results = play(definition, chance(1, draws=1.0), most=3)
    for _ in range(10):
        (slot,) = open_now(definition, results)
        results[slot.key] = placed(slot, (1, 1))
    assert len(results) == 13
    assert not open_now(definition, results)
    assert standings(definition, results.values())[0].entrant == "a00"
    seats = {slot.seats[0] for slot in schedule(definition).known(results)}
    assert seats == {"a00", "a01"}


def test_in_a_double_knockout_the_unbeaten_gets_a_second_final() -> None:
    definition = event(4, format="knockout", knockout=Knockout(double=True))

    def final_upset(slot: Slot) -> Result:
        return placed(slot, (2, 1) if slot.seats[0] == "a00" else (1, 2)) if slot.key.pairing == 5 else first_wins(slot)

    results = play(definition, final_upset)
    assert max(key.pairing for key in results) == 6
    assert standings(definition, results.values())[0].entrant == "a00"


def test_ratings_seed_it_and_the_late_rounds_rank_it() -> None:
    definition = event(4, format="knockout", ratings={"a03": 1900, "a02": 1800, "a01": 1700, "a00": 1600})
    assert {slot.seats for slot in open_now(definition, {})} == {("a03", "a00"), ("a02", "a01")}
    rows = standings(definition, play(definition).values())
    assert [(row.rank, row.entrant) for row in rows] == [(1, "a00"), (2, "a01"), (3, "a02"), (3, "a03")]


def test_whoever_leaves_sends_the_other_on() -> None:
    definition = event(4, format="knockout").without("a00", 0)
    assert [slot.seats for slot in open_now(definition, {})] == [("a01", "a02")]
    rows = standings(definition, play(definition).values())
    assert [(row.entrant, row.won, row.lost) for row in rows] == [
        ("a01", 2, 0),
        ("a03", 1, 1),
        ("a00", 0, 1),
        ("a02", 0, 1),
    ]


@pytest.mark.parametrize("both", [True, False])
def test_three_seats_send_one_on(both: bool) -> None:
    definition = event(9, 3, format="knockout", knockout=Knockout(3))
    results = play(definition, first_wins if both else chance(4))
    assert len({key.pairing for key in results}) == 4
    finalists = {bot for key, result in results.items() if key.pairing == 3 for bot in result.seats}
    assert len(finalists) == 3
