"""One battery of laws for every format and every number of seats that it is for."""

from random import Random
from typing import Any

import pytest

from muggins_tournaments import EventDefinition, Key, Knockout, Result, Sprt, Stage, schedule, standings
from tests.tournaments.playing import chance, event, open_now, play

GROUPS = Stage("groups", "round-robin", groups=2, advance=2)
SWISS = Stage("swiss", "swiss", rounds=2, advance=4)
FINAL = Stage("final", "knockout", knockout=Knockout(best_of=3))
EVENTS: dict[str, EventDefinition] = {
    "round robin, 2 seats": event(5, rounds=2),
    "round robin, 3 seats": event(5, 3),
    "round robin, 4 seats": event(5, 4),
    "round robin, pairs": event(4, paired=True, rounds=2),
    "whist": event(9, 4, format="whist", first="assigned"),
    "swiss, 2 seats": event(9, format="swiss", rounds=4, games_per_pairing=2, first="assigned"),
    "swiss, 3 seats": event(10, 3, format="swiss", rounds=4),
    "swiss, 4 seats": event(10, 4, format="swiss", rounds=5),
    "swiss, pairs": event(7, paired=True, format="swiss", rounds=3),
    "knockout, 2 seats": event(11, format="knockout", knockout=Knockout(best_of=3)),
    "knockout, 3 seats": event(13, 3, format="knockout", knockout=Knockout(best_of=3)),
    "knockout, pairs": event(6, paired=True, format="knockout"),
    "double knockout": event(11, format="knockout", knockout=Knockout(best_of=3, double=True)),
    "double knockout, pairs": event(6, paired=True, format="knockout", knockout=Knockout(double=True)),
    "gauntlet, 2 seats": event(6, format="gauntlet", champions=("a01", "a04"), rounds=2),
    "gauntlet, 3 seats": event(5, 3, format="gauntlet", champions=("a01",)),
    "gauntlet, 4 seats": event(6, 4, format="gauntlet", champions=("a00",)),
    "ladder, 2 seats": event(6, format="ladder"),
    "ladder, 3 seats": event(6, 3, format="ladder"),
    "ladder, 4 seats": event(6, 4, format="ladder"),
    "ladder, pairs": event(4, paired=True, format="ladder"),
    "sprt": event(2, format="sprt", sprt=Sprt(elo1=50, max_pairs=60)),
    "sprt, pairs": event(2, paired=True, format="sprt", sprt=Sprt(elo1=50, max_pairs=60)),
    "stages": event(9, format="stages", stages=(GROUPS, FINAL)),
    "stages, three": event(10, format="stages", stages=(GROUPS, Stage("two", "swiss", rounds=2, advance=3), FINAL)),
    "stages, pairs": event(6, paired=True, format="stages", stages=(SWISS, FINAL)),
}
ENOUGH = 150  # matches of a ladder, which has no end of its own


def whole(definition: EventDefinition, **how: Any) -> dict[Key, Result]:
    return play(definition, chance(7), most=ENOUGH if definition.format == "ladder" else 100_000, **how)


def shuffled(results: dict[Key, Result], seed: int) -> dict[Key, Result]:
    items = list(results.items())
    Random(seed).shuffle(items)
    return dict(items)


every_event = pytest.mark.parametrize("definition", EVENTS.values(), ids=EVENTS.keys())


@every_event
def test_it_is_played_to_its_end(definition: EventDefinition) -> None:
    plan = schedule(definition)
    results = whole(definition)
    assert plan.total in (None, len(results))
    assert (definition.format == "ladder") == bool(open_now(definition, results))
    played = {bot for result in results.values() for bot in result.seats}
    assert played == set(definition.entrants)
    assert all(len(set(result.seats)) == definition.seats for result in results.values())


@every_event
def test_no_key_is_known_twice_and_what_is_known_stays(definition: EventDefinition) -> None:
    results = whole(definition)
    halves = [dict(list(results.items())[:count]) for count in (0, len(results) // 3, len(results) // 2)]
    for part in halves:
        slots = open_now(definition, part)
        assert len({slot.key for slot in slots}) == len(slots)
        assert not {slot.key for slot in slots} & part.keys()
        if definition.format not in ("ladder", "sprt"):
            known = {slot.key: slot for slot in schedule(definition).known(results)}
            assert all(known[slot.key] == slot for slot in slots)


@every_event
def test_what_is_open_depends_on_the_results_alone(definition: EventDefinition) -> None:
    results = play(definition, chance(7), most=23)
    expected = open_now(definition, results)
    used = schedule(definition)
    assert list(used.open({}))[:1]  # what it was asked before does not matter
    for seed in range(3):
        assert open_now(definition, shuffled(results, seed)) == expected
    assert list(used.open(results))[:1000] == expected


@every_event
def test_standings_do_not_depend_on_the_order_of_results(definition: EventDefinition) -> None:
    results = whole(definition)
    tables = [standings(definition, shuffled(results, seed).values()) for seed in range(3)]
    assert tables[0] == tables[1] == tables[2]
    assert {row.entrant for row in tables[0]} == set(definition.units)


@every_event
def test_killed_and_resumed_it_is_the_same_event(definition: EventDefinition) -> None:
    """Results follow from the match alone, so where the order of arrival decides nothing all is as without a stop."""
    some = play(definition, chance(7), most=17, order=1)
    resumed = whole(definition, results=shuffled(some, 5), order=2)
    if definition.format in ("ladder", "sprt"):  # how many are played depends on how many were played at once
        assert set(some) <= set(resumed)
    else:
        assert resumed == whole(definition, order=3)


@every_event
def test_results_of_nobodys_choosing_end_it_too(definition: EventDefinition) -> None:
    """All matches drawn, as when nobody ever shows up."""
    drawn = play(definition, chance(7, draws=1.0), most=ENOUGH if definition.format == "ladder" else 100_000)
    if definition.format != "ladder":
        assert not open_now(definition, drawn)
