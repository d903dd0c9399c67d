"""What an event asks to be played, and when."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from muggins_tournaments import EventDefinition, Key, Result, RoundRobin, Slot, schedule

BOTS = ("ann", "bob", "cat", "dan", "eve")


def event(seats: int = 2, entrants: tuple[str, ...] = BOTS, **keys: Any) -> EventDefinition:
    return replace(EventDefinition("cup", "cribbage", seats, entrants), **keys)


def result(slot: Slot) -> Result:
    return Result(slot.key, slot.seats, (1, 2), (1, 0), (121, 90))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_total_counts_every_slot_and_no_key_comes_twice(seats: int) -> None:
    plan = schedule(event(seats, rounds=3, games_per_pairing=2))
    slots = list(plan.open({}))
    assert plan.total == len(slots) == len({slot.key for slot in slots}) == {2: 60, 3: 60, 4: 90}[seats]
    assert {slot.key.game for slot in slots} == {0, 1}
    assert all(len(set(slot.seats)) == seats for slot in slots)


def test_a_key_finds_its_slot_again() -> None:
    plan = RoundRobin(event(3, rounds=4, games_per_pairing=2, first="assigned"))
    assert all(plan.match(slot.key) == slot for slot in plan.known({}))


def test_what_is_open_depends_on_the_results_alone_not_on_their_order() -> None:
    definition = event(rounds=2, games_per_pairing=2)
    every = list(schedule(definition).open({}))
    done = every[:7] + every[20:23]
    Random(1).shuffle(done)
    results = {slot.key: result(slot) for slot in done}
    assert list(schedule(definition).open(results)) == [slot for slot in every if slot not in done]
    assert not list(schedule(definition).open({slot.key: result(slot) for slot in every}))


def test_an_event_of_a_million_matches_starts_at_once() -> None:
    plan = schedule(event(rounds=1000, games_per_pairing=100))
    assert plan.total == 1_000_000
    assert [slot.key.pairing for slot in islice(plan.open({}), 12)] == [*range(10), 0, 1]


def test_the_games_of_a_pairing_are_a_cycle_apart_in_the_same_seats() -> None:
    slots = list(schedule(event(rounds=2, games_per_pairing=2)).open({}))
    assert [slot.key for slot in slots[:20]] == [Key(p, g) for g in (0, 1) for p in range(10)]
    assert [slot.seats for slot in slots[:10]] == [slot.seats for slot in slots[10:20]]
    assert [slot.seats[::-1] for slot in slots[:10]] == [slot.seats for slot in slots[20:30]]
    assert [slot.round for slot in slots] == [0] * 20 + [1] * 20


def test_a_drawn_lead_is_nobodys_and_an_assigned_one_is_shared() -> None:
    assert {slot.lead for slot in schedule(event()).open({})} == {None}
    for rounds, games in ((2, 1), (1, 2), (4, 3)):
        slots = list(schedule(event(first="assigned", rounds=rounds, games_per_pairing=games)).open({}))
        leads = Counter((frozenset(slot.seats), slot.seats[slot.lead or 0]) for slot in slots)
        assert len(leads) == 20
        assert set(leads.values()) == {len(slots) // 20}


def test_a_seed_shuffles_the_entrants_for_ever() -> None:
    """The order is fixed: an event that is resumed by a later version must be the same event.

    Check it with: for b in ann bob cat dan eve; do printf "muggins/entrants/spring/$b" | sha256sum; done
    """
    seeded = RoundRobin(event(seed="spring"))
    assert seeded.units == ("eve", "bob", "dan", "ann", "cat")
    assert RoundRobin(event(entrants=BOTS[::-1], seed="spring")).units == seeded.units
    assert RoundRobin(event(seed="summer")).units != seeded.units
    assert RoundRobin(event()).units == BOTS


def test_a_seed_changes_the_order_and_nothing_else() -> None:
    plain, seeded = (list(schedule(event(4, seed=seed)).open({})) for seed in (None, "spring"))
    assert [slot.seats for slot in plain] != [slot.seats for slot in seeded]

    def meetings(slots: list[Slot]) -> set[frozenset[frozenset[str]]]:
        return {frozenset((frozenset(slot.seats[::2]), frozenset(slot.seats[1::2]))) for slot in slots}

    assert meetings(plain) == meetings(seeded)
    assert len(plain) == len(seeded) == len(meetings(plain)) == 15


def test_the_first_round_of_four_bots_is_what_it_always_was() -> None:
    """Keys name matches for good: a change of this order would give stored results to other pairs."""
    slots = schedule(event(entrants=BOTS[:4], first="assigned")).open({})
    assert [(slot.key.pairing, *slot.seats, slot.lead) for slot in slots] == [
        (0, "dan", "ann", 0),
        (1, "bob", "cat", 0),
        (2, "bob", "dan", 0),
        (3, "cat", "ann", 0),
        (4, "dan", "cat", 0),
        (5, "ann", "bob", 0),
    ]
