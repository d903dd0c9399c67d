"""How evenly events share things out: whist tournaments exactly, the others as the numbers allow."""

import pytest

from muggins_tournaments import EventDefinition, balance, schedule, whist
from tests.tournaments.playing import event, play


def spreads(definition: EventDefinition) -> dict[str, tuple[int, int]]:
    slots = schedule(definition).known(play(definition, at_once=50))
    return {spread.what: (spread.least, spread.most) for spread in balance(definition, slots)}


@pytest.mark.parametrize("entrants", whist.SIZES)
def test_whist_everybody_partners_everybody_once_and_opposes_everybody_twice(entrants: int) -> None:
    found = spreads(event(entrants, 4, format="whist"))
    assert found["partners"] == (1, 1)
    assert found["meetings"] == (2, 2)
    assert found["matches"] == (entrants - 1,) * 2
    least, most = found["seats"]
    assert least == most if entrants % 4 else most - least <= 3


@pytest.mark.parametrize("entrants", whist.SIZES)
def test_whist_each_round_seats_all_but_at_most_one(entrants: int) -> None:
    tables, at_once = whist.cycle(entrants), entrants // 4
    rounds = [tables[first : first + at_once] for first in range(0, len(tables), at_once)]
    assert all(len({player for table in tables for player in table}) == 4 * at_once for tables in rounds)
    assert len(rounds) == entrants - 1 + entrants % 4


def test_whist_is_even_in_seats_and_leads_after_four_rounds() -> None:
    found = spreads(event(9, 4, format="whist", rounds=4, first="assigned"))
    assert found == {"matches": (32, 32), "meetings": (8, 8), "partners": (4, 4), "seats": (8, 8), "leads": (8, 8)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_robin_of_as_many_rounds_as_seats_is_exact(seats: int) -> None:
    found = spreads(event(5, seats, rounds=seats, first="assigned"))
    assert all(least == most for least, most in found.values())
    assert set(found) == {"matches", "meetings", "seats", "leads"} | ({"partners"} if seats == 4 else set())


def test_a_gauntlet_of_two_rounds_is_even_for_the_field() -> None:
    definition = event(6, format="gauntlet", champions=("a00",), rounds=2)
    slots = list(schedule(definition).known({}))
    assert all("a00" in slot.seats for slot in slots)
    field = {spread.what: spread for spread in balance(definition.only(definition.units[1:]), slots)}
    assert (field["matches"].least, field["matches"].even, field["seats"].even) == (2, True, True)
    assert [slot.seats[0] for slot in slots].count("a00") == 5


def test_what_cannot_be_even_is_told() -> None:
    found = spreads(event(4, 2))
    assert found["meetings"] == (1, 1)
    assert found["seats"] == (1, 2)
    assert "leads" not in found


def test_fixed_pairs_are_counted_as_pairs_and_their_bots_by_seat() -> None:
    found = spreads(event(4, paired=True, rounds=4, first="assigned"))
    assert found == {"matches": (12, 12), "meetings": (4, 4), "seats": (3, 3), "leads": (3, 3)}


def test_tables_of_one_owner_are_left_out_and_the_balance_says_so() -> None:
    owners = {"a00": "one", "a01": "one"}
    definition = event(5, 3, owners=owners)
    slots = list(schedule(definition).known({}))
    assert schedule(definition).total == len(slots) == 7  # of 10, the two met at 3
    assert not any({"a00", "a01"} <= set(slot.seats) for slot in slots)
    meetings = next(spread for spread in balance(definition, slots) if spread.what == "meetings")
    assert (meetings.least, meetings.most, meetings.even) == (0, 3, False)
    assert schedule(event(5, 3, owners=owners, rated=False)).total == 10
    assert schedule(event(5, 2, owners=owners)).total == 10
