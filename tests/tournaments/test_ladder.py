"""Ladders: on until stopped, near by rating, nobody left behind."""

from collections import Counter
from itertools import combinations
from math import comb

from muggins_tournaments import Key, Result, balance, schedule, standings
from muggins_tournaments.ladder import REACH
from tests.tournaments.playing import chance, event, first_wins, open_now, play

LADDER = event(12, format="ladder")


def test_it_never_ends_and_nobody_is_left_behind() -> None:
    results = play(LADDER, chance(1), most=600, at_once=4)
    played = Counter(bot for result in results.values() for bot in result.seats)
    assert open_now(LADDER, results)
    assert min(played.values()) >= 80
    assert max(played.values()) <= 130


def test_ratings_rank_it_and_neighbours_meet() -> None:
    results = play(LADDER, first_wins, most=600)
    rows = standings(LADDER, results.values())
    places = [int(row.entrant[1:]) for row in rows]
    assert max(abs(place - rank) for rank, place in enumerate(places)) <= 1
    late = [result for key, result in results.items() if key.game >= 2]
    gaps = [abs(int(a[1:]) - int(b[1:])) for result in late for a, b in combinations(result.seats, 2)]
    assert max(gaps) <= REACH + 2
    assert sum(gaps) / len(gaps) < 4


def test_pairings_keep_their_numbers_when_somebody_enters() -> None:
    results = play(LADDER, chance(1), most=30)
    later = LADDER.joined("late", schedule(LADDER).next_round(results))
    known = {slot.key: slot.seats for slot in schedule(later).known(results)}
    assert all(known[key] == result.seats for key, result in results.items())
    assert open_now(later, results)[0].seats.count("late") == 1  # it has played least
    assert "late" in {bot for result in play(later, results=results, most=12).values() for bot in result.seats}


def test_whoever_leaves_is_met_no_more() -> None:
    results = play(LADDER, chance(1), most=30)
    gone = LADDER.without("a03", 0)
    assert "a03" not in {bot for slot in open_now(gone, results) for bot in slot.seats}
    assert len(standings(gone, results.values())) == 12


def test_bots_of_one_owner_do_not_meet_at_rated_tables_of_three() -> None:
    owners = {f"a{n:02}": f"owner {n % 4}" for n in range(8)}
    results = play(event(8, 3, format="ladder", owners=owners), chance(2), most=80)
    assert all(len({owners[bot] for bot in result.seats}) == 3 for result in results.values())


def test_the_matches_of_a_pairing_share_the_seats() -> None:
    definition = event(4, 4, format="ladder")
    results: dict[Key, Result] = play(definition, chance(2), most=24, at_once=1)
    assert {key.pairing for key in results} == {comb(4, 4) - 1}
    slots = [slot for slot in schedule(definition).known(results) if slot.key in results]
    assert all(spread.even for spread in balance(definition, slots))
