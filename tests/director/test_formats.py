"""Events of every format under the director: to their end, killed and resumed, with bots that come and go."""

from dataclasses import replace
from itertools import chain

import pytest

from muggins.director.ports import StoredEvent
from muggins.director.rules import read_event
from muggins_tournaments import schedule, standings
from tests.director.evening import Evening

NAMES = ("ann", "bob", "cyd", "dee", "eve", "fay", "gus", "hal")
PAIRS = '[pairs]\nnorth = ["ann", "bob"]\nsouth = ["cyd", "dee"]\neast = ["eve", "fay"]\n'
STAGES = '[stages.groups]\ngroups = 2\nadvance = 1\n[stages.final]\nformat = "knockout"\nfrom = "groups"\n'


def event(kind: str, entrants: int = 5, seats: int = 2, more: str = "", **keys: object) -> str:
    lines = ['name = "cup"', 'game = "fives-and-threes"', f"seats = {seats}", f'format = "{kind}"']
    lines += [] if "[pairs]" in more else [f"entrants = {list(NAMES[:entrants])}".replace("'", '"')]
    return "\n".join([*lines, *(f"{key} = {value}" for key, value in keys.items()), more])


EVENTS = {
    "swiss, 2 seats": (event("swiss", rounds=3), 6),
    "swiss, 3 seats": (event("swiss", 6, 3, rounds=2), 4),
    "swiss, 4 seats": (event("swiss", 5, 4, rounds=3), 3),
    "swiss, pairs": (event("swiss", 0, 4, PAIRS, rounds=2), 2),
    "knockout": (event("knockout"), 4),
    "knockout, 3 seats": (event("knockout", 7, 3), 3),
    "knockout, pairs": (event("knockout", 0, 4, PAIRS), 2),
    "whist": (event("whist", 5, 4), 5),
    "gauntlet": (event("gauntlet", more='[gauntlet]\nchampions = ["bob"]\n', rounds=2), 8),
    "stages": (event("stages", 6, more=STAGES), 7),
    "sprt": (event("sprt", 2, more="[sprt]\nmax_pairs = 3\n"), 6),
}


async def until_over(evening: Evening) -> None:
    await evening.go_on(lambda: evening.ledger.finished, limit=3600)


@pytest.mark.parametrize(("text", "matches"), EVENTS.values(), ids=EVENTS.keys())
async def test_it_is_played_to_its_end(evening: Evening, text: str, matches: int) -> None:
    evening.bots(*NAMES)
    running = await evening.start(text)
    await until_over(evening)
    assert len(running.results) == len(evening.ledger.counted) == running.total == matches


@pytest.mark.parametrize(("text", "matches"), EVENTS.values(), ids=EVENTS.keys())
async def test_killed_in_the_middle_it_goes_on_where_it_was(text: str, matches: int) -> None:
    first, second = Evening(), Evening()
    first.bots(*NAMES)
    running = await first.start(text)
    await first.go_on(lambda: len(first.ledger.counted) >= matches // 2)
    stored = list(running.results.values())
    second.bots(*NAMES)
    resumed = await second.start(text, stored)
    await until_over(second)
    assert all(resumed.results[result.key] == result for result in stored)
    assert len(second.ledger.counted) == matches - len(stored)
    assert len(standings(resumed.definition, resumed.results.values())) == len(resumed.definition.units)


async def test_a_double_knockout_ends_with_one_who_lost_less_than_twice(evening: Evening) -> None:
    evening.bots(*NAMES)
    running = await evening.start(event("knockout", 6, more="[knockout]\ndouble = true\n"))
    await until_over(evening)
    assert len(running.results) in (10, 11)


async def test_a_ladder_goes_on_until_it_is_stopped(evening: Evening) -> None:
    evening.bots(*NAMES)
    await evening.start(event("ladder", 4))
    await evening.go_on(lambda: len(evening.ledger.counted) >= 15, limit=3600)
    evening.director.cancel("cup", finish=True)
    playing = len(evening.director.referee.live)
    assert playing > 0
    await evening.pass_time(600)
    assert not evening.director.referee.live
    assert {outcome.termination for outcome in evening.ledger.outcomes.values()} == {"finished"}
    assert evening.ledger.finished == []


async def test_an_absent_bot_holds_up_its_own_table_only(evening: Evening) -> None:
    evening.bots("ann", "bob", "cyd", "eve", "fay", "gus", "hal")  # dee is to meet eve
    wait = '[time]\nmax_wait = "1h"\n'
    running = await evening.start(event("knockout", 8, more=wait))
    await evening.go_on(lambda: len(running.results) == 4)
    await evening.pass_time(60)
    assert evening.director.waiting_for(running) == ["dee"]
    assert {result.key.pairing for result in running.results.values()} == {0, 1, 2, 5}  # and the semi-final of two


async def test_a_late_entrant_is_paired_in_the_next_round(evening: Evening) -> None:
    evening.bots(*NAMES)
    running = await evening.start(event("swiss", 4, rounds=3))
    await evening.go_on(lambda: running.results)
    moment = schedule(running.definition).next_round(running.results)
    evening.director.change("cup", running.definition.joined("eve", moment))
    await until_over(evening)
    rows = {row.entrant: row for row in standings(running.definition, running.results.values())}
    assert rows["eve"].played + rows["eve"].byes == 3 - moment
    assert {row.played + row.byes for name, row in rows.items() if name != "eve"} == {3}


async def test_a_late_entrant_of_a_round_robin_meets_everybody(evening: Evening) -> None:
    evening.bots(*NAMES)
    running = await evening.start(event("round-robin", 3, rounds=2))
    await evening.go_on(lambda: running.results)
    evening.director.change("cup", running.definition.joined("eve", 0))
    await until_over(evening)
    assert len(running.results) == 12


async def test_who_leaves_plays_no_more_and_nobody_waits_for_it(evening: Evening) -> None:
    ann, *_ = evening.bots(*NAMES)
    running = await evening.start(event("round-robin", 4, rounds=6))
    await evening.go_on(lambda: len(running.results) > 4)
    evening.director.change("cup", running.definition.without("ann", 0))
    assert not any("ann" in slot.seats for slot in running.playing.values())
    ann.go()
    assert evening.director.waiting_for(running) == []
    begun = len(evening.ledger.begun)
    await until_over(evening)
    later = list(evening.ledger.begun.values())[begun:]
    assert not any("ann" in spec.bots for spec, _, _ in later)
    assert {outcome.termination for outcome in evening.ledger.outcomes.values()} == {"finished", "cancelled"}
    seats = list(chain.from_iterable(result.seats for result in running.results.values() if "ann" not in result.seats))
    assert [seats.count(bot) for bot in ("bob", "cyd", "dee")] == [12, 12, 12]


async def test_who_leaves_while_its_match_is_being_written_down_does_not_play_it(evening: Evening) -> None:
    evening.bots(*NAMES)
    evening.ledger.hold.clear()
    running = await evening.start(event("round-robin", 3))
    await evening.settle()
    evening.director.change("cup", running.definition.without("ann", 0))
    evening.ledger.hold.set()
    await until_over(evening)
    assert [result.seats for result in running.results.values()] == [("bob", "cyd")]


async def test_the_last_to_leave_ends_the_event(evening: Evening) -> None:
    evening.bots("ann", "bob")
    running = await evening.start(event("sprt", 2))
    await evening.go_on(lambda: running.results)
    evening.director.change("cup", running.definition.without("ann", 0))
    await until_over(evening)


async def test_bots_of_one_owner_are_not_rated_where_they_cannot_be_kept_apart(evening: Evening) -> None:
    evening.bots("ann", "bob", "cyd")
    definition = read_event(event("swiss", 3, 3, rounds=1), "cup.toml")
    owned = replace(definition, owners={"ann": "one", "bob": "one", "cyd": "two"})
    running = await evening.director.start(StoredEvent(1, "cup", owned, ()))
    await until_over(evening)
    assert len(running.results) == 1
    assert not any(spec.rated for spec, _, _ in evening.ledger.begun.values())
