"""Who comes late to a round robin, and who leaves it."""

from collections import Counter

import pytest

from muggins_tournaments import Key, Result, crosstable, schedule, standings
from tests.tournaments.playing import chance, event, first_wins, open_now, play

CUP = event(5, rounds=2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_late_entrant_meets_all_as_often_as_they_meet_each_other(seats: int) -> None:
    cup = event(5, seats, rounds=2)
    some = play(cup, chance(1), most=6)
    later = cup.joined("late", 0).joined("later", 0)
    results = play(later, chance(1), results=some)
    whole = event(7, seats, rounds=2)
    assert len(results) == schedule(later).total == schedule(whole).total
    assert all(results[key] == result for key, result in some.items())
    assert len(set(Counter(bot for result in results.values() for bot in result.seats).values())) == 1


def test_late_entrants_come_first_since_they_have_played_least() -> None:
    assert "late" in open_now(CUP.joined("late", 0), {})[0].seats


def test_a_late_entrant_changes_no_pairing_of_the_others() -> None:
    before = {slot.key: slot for slot in open_now(CUP, {})}
    after = {slot.key: slot for slot in open_now(CUP.joined("late", 0), {})}
    assert all(after[key] == slot for key, slot in before.items())
    twice = {slot.key: slot for slot in open_now(CUP.joined("late", 0).joined("later", 0), {})}
    assert all(twice[key] == slot for key, slot in after.items())


def played_by(bot: str, count: int) -> dict[Key, Result]:
    """The results of its first matches, and of all matches of the others."""
    slots = open_now(CUP, {})
    own = [slot for slot in slots if bot in slot.seats][:count]
    return {slot.key: first_wins(slot) for slot in slots if slot in own or bot not in slot.seats}


def test_who_leaves_before_half_leaves_no_trace() -> None:
    results = played_by("a00", 3)  # of 8
    gone = CUP.without("a00", 0)
    assert not open_now(gone, results)
    rows = {row.entrant: row for row in standings(gone, results.values())}
    assert (rows["a00"].withdrawn, rows["a00"].played, rows["a00"].points) == (True, 0, 0)
    assert {row.played for name, row in rows.items() if name != "a00"} == {6}
    assert crosstable(gone, results.values())["a01"]["a00"].total == 0


def test_who_leaves_after_half_keeps_results_and_loses_the_rest() -> None:
    results = played_by("a00", 4)
    gone = CUP.without("a00", 0)
    assert not open_now(gone, results)
    rows = {row.entrant: row for row in standings(gone, results.values())}
    assert (rows["a00"].played, rows["a00"].won, rows["a00"].lost) == (8, 4, 4)
    assert {row.played for row in rows.values()} == {8}
    assert rows["a00"].game_points_against == 4 + 4  # a game at value 1 for each match that was not played


def test_at_a_table_of_three_the_others_share_the_first_place() -> None:
    cup = event(4, 3)
    slots = open_now(cup, {})
    results = {slot.key: first_wins(slot) for slot in slots[:2]}
    gone = cup.without("a03", 0)
    rows = {row.entrant: row for row in standings(gone, results.values())}
    left = [slot for slot in slots[2:] if "a03" in slot.seats]
    assert len(left) in (1, 2)
    assert all(slot.key not in {other.key for other in open_now(gone, results)} for slot in left)
    assert rows["a03"].withdrawn


def test_a_partner_by_rotation_does_not_lose_by_who_left() -> None:
    cup = event(5, 4)
    half = {slot.key: first_wins(slot) for slot in open_now(cup, {})[:12]}
    gone = cup.without("a04", 0)
    results = play(gone, results=half)
    rows = {row.entrant: row for row in standings(gone, results.values())}
    assert sum(row.played for row in rows.values()) == 4 * len(results)  # nothing is given away


def test_a_pair_leaves_as_a_whole() -> None:
    cup = event(4, paired=True)
    gone = cup.without(cup.unit_of("a01y"), 0)
    assert {bot for slot in open_now(gone, {}) for bot in slot.seats}.isdisjoint({"a01x", "a01y"})
    assert [row.entrant for row in standings(gone, []) if row.withdrawn] == ["pair01"]
