"""Swiss: who meets whom, who sits out, who comes late."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muggins_tournaments import EventDefinition, Key, Points, Result, Slot, balance, schedule, standings
from muggins_tournaments.swiss import Swiss
from muggins_tournaments.swissround import Position, paired
from tests.tournaments.playing import chance, event, first_wins, open_now, play


def meetings(slots: Iterable[Slot | Result]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for slot in slots for pair in combinations(slot.seats, 2))


def after(rounds: int, definition: EventDefinition) -> dict[Key, Result]:
    """The results of so many rounds."""
    results: dict[Key, Result] = {}
    for _ in range(rounds):
        results |= {slot.key: first_wins(slot) for slot in open_now(definition, results)}
    return results


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 30), st.integers(0, 10**6), st.sampled_from([0.0, 0.3, 1.0]))
def test_nobody_meets_anybody_twice_in_the_first_half_of_the_field(units: int, seed: int, draws: float) -> None:
    definition = event(units, format="swiss", rounds=max(1, units // 2))
    results = play(definition, chance(seed, draws), at_once=20)
    assert max(meetings(results.values()).values()) == 1


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 25), st.integers(2, 4), st.integers(1, 9), st.integers(0, 10**6))
def test_byes_differ_by_at_most_one(units: int, seats: int, rounds: int, seed: int) -> None:
    definition = event(max(units, seats), seats, format="swiss", rounds=rounds)
    results = play(definition, chance(seed), at_once=20)
    played = Counter(bot for result in results.values() for bot in result.seats)
    byes = schedule(definition).byes(results)
    assert all(played[unit] + byes.get(unit, 0) == rounds for unit in definition.units)
    assert max(played.values()) - min(played.values()) <= 1


def test_the_upper_half_meets_the_lower_and_then_equals_meet() -> None:
    definition = event(8, format="swiss", rounds=3)
    first = [set(slot.seats) for slot in open_now(definition, {})]
    assert first == [{f"a0{n}", f"a0{n + 4}"} for n in range(4)]
    second = [set(slot.seats) for slot in open_now(definition, after(1, definition))]
    assert second == [{"a00", "a02"}, {"a01", "a03"}, {"a04", "a06"}, {"a05", "a07"}]
    third = [set(slot.seats) for slot in open_now(definition, after(2, definition))]
    assert third[0] == {"a00", "a01"}


def test_a_round_waits_for_the_last_match_of_the_one_before() -> None:
    definition = event(8, format="swiss", rounds=3)
    slots = open_now(definition, {})
    results = {slot.key: first_wins(slot) for slot in slots[:3]}
    assert open_now(definition, results) == slots[3:]
    results[slots[3].key] = first_wins(slots[3])
    assert {slot.round for slot in open_now(definition, results)} == {1}


def test_the_best_is_first_after_enough_rounds() -> None:
    definition = event(16, format="swiss", rounds=4, seed="any")
    rows = standings(definition, play(definition).values())
    assert [row.entrant for row in rows[:1]] == ["a00"]
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@pytest.mark.parametrize(("bye", "worth"), [("win", 2.0), ("draw", 1.0), ("loss", 0.0)])
def test_who_sits_out_gets_what_the_event_says(bye: str, worth: float) -> None:
    definition = event(3, format="swiss", rounds=1, points=Points(win=2, draw=1, loss=0, bye=bye))
    rows = {row.entrant: row for row in standings(definition, play(definition).values())}
    assert (rows["a02"].points, rows["a02"].byes, rows["a02"].played) == (worth, 1, 0)
    assert (rows["a00"].points, rows["a00"].byes) == (2.0, 0)


def test_both_matches_of_a_pairing_share_seats_and_leads() -> None:
    definition = event(8, format="swiss", rounds=3, games_per_pairing=2, first="assigned")
    results = play(definition, chance(3))
    slots = list(schedule(definition).known(results))
    spreads = {spread.what: (spread.least, spread.most) for spread in balance(definition, slots)}
    assert (spreads["seats"], spreads["leads"], spreads["matches"]) == ((3, 3), (3, 3), (6, 6))


@pytest.mark.parametrize(("seats", "most"), [(2, 3), (3, 2), (4, 2)])
def test_seats_are_shared_as_nearly_as_can_be(seats: int, most: int) -> None:
    definition = event(24, seats, format="swiss", rounds=2 * seats, first="assigned")
    slots = list(schedule(definition).known(play(definition, chance(5))))
    spreads = {spread.what: (spread.least, spread.most) for spread in balance(definition, slots)}
    assert spreads["seats"][1] - spreads["seats"][0] <= most
    assert spreads["leads"][1] - spreads["leads"][0] <= 2


def test_partners_change_while_they_can() -> None:
    definition = event(12, 4, format="swiss", rounds=5)
    slots = list(schedule(definition).known(play(definition, chance(5))))
    partners = Counter(frozenset(side) for slot in slots for side in (slot.seats[::2], slot.seats[1::2]))
    assert max(partners.values()) == 1


def test_a_late_entrant_is_paired_from_the_next_round_and_changes_nothing_before() -> None:
    definition = event(8, format="swiss", rounds=4)
    results = after(1, definition) | {
        slot.key: first_wins(slot) for slot in open_now(definition, after(1, definition))[:2]
    }
    due = open_now(definition, results)
    moment = schedule(definition).next_round(results)
    later = definition.joined("late", moment).joined("later", moment)
    assert (moment, open_now(later, results)) == (2, due)
    results |= {slot.key: first_wins(slot) for slot in due}
    seated = [bot for slot in open_now(later, results) for bot in slot.seats]
    assert sorted(seated) == sorted(later.units)
    end = play(later, results=results)
    assert {row.entrant: row.played for row in standings(later, end.values())} == {
        unit: 2 if "late" in unit else 4 for unit in later.units
    }


def test_who_leaves_loses_the_match_that_is_due_and_is_paired_no_more() -> None:
    definition = event(7, format="swiss", rounds=3)
    results = after(1, definition)
    gone = definition.without("a01", schedule(definition).next_round(results))
    assert "a01" not in {bot for slot in open_now(gone, results) for bot in slot.seats}
    end = play(gone, results=results)
    rows = {row.entrant: row for row in standings(gone, end.values())}
    assert (rows["a01"].withdrawn, rows["a01"].won, rows["a01"].lost) == (True, 1, 1)
    assert sum(row.played + row.byes for row in rows.values()) == 7 + 7 + 6


def test_bots_of_one_owner_do_not_meet_at_rated_tables_of_three() -> None:
    owners = {f"a{n:02}": f"owner {n // 2}" for n in range(12)}
    definition = event(12, 3, format="swiss", rounds=5, owners=owners)
    slots = list(schedule(definition).known(play(definition, chance(1))))
    assert all(slot.rated for slot in slots)
    assert all(len({owners[bot] for bot in slot.seats}) == 3 for slot in slots)
    alone = event(3, 3, format="swiss", rounds=1, owners=dict.fromkeys(("a00", "a01"), "one"))
    assert [slot.rated for slot in open_now(alone, {})] == [False]  # it cannot be helped, so it is not rated


def test_sixty_four_are_paired_at_once_and_asked_again_for_little() -> None:
    definition = event(64, format="swiss", rounds=7)
    swiss = Swiss(definition)
    results = play(definition, chance(1), at_once=32)
    paired.cache_clear()
    assert sum(1 for _ in swiss.rounds(results)) == 7
    before = paired.cache_info().misses
    assert sum(1 for _ in swiss.rounds(results)) == 7
    assert paired.cache_info().misses == before == 7


def test_a_pairing_is_what_it_always_was() -> None:
    """Stored results belong to these pairings: another answer would give them to other pairs."""
    position = Position(2, (0, 1, 2, 3, 4), (1, 0, 1, 0, 1), ((0, 1), (2, 3)), (4,))
    assert paired(position) == (((0, 2), (1, 4)), (3,))
