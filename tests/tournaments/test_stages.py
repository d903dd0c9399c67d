"""Stages: groups, and what follows them."""

from muggins_tournaments import EventDefinition, Key, Knockout, Result, Stage, schedule, standings
from muggins_tournaments.stages import OF_GROUP, OF_ROUND, OF_STAGE
from tests.tournaments.playing import event, first_wins, open_now, play

CUP = event(
    8,
    format="stages",
    stages=(
        Stage("groups", "round-robin", groups=2, advance=2),
        Stage("final", "knockout", knockout=Knockout(best_of=3)),
    ),
)


def groups_played(definition: EventDefinition = CUP) -> dict[Key, Result]:
    return play(definition, first_wins, most=12)


def test_entrants_are_dealt_to_and_fro() -> None:
    slots = open_now(CUP, {})
    groups = [{bot for slot in slots if slot.key.pairing // OF_GROUP == n for bot in slot.seats} for n in (0, 1)]
    assert groups == [{"a00", "a03", "a04", "a07"}, {"a01", "a02", "a05", "a06"}]
    assert len(slots) == 12


def test_the_best_of_each_group_meet_crosswise() -> None:
    slots = open_now(CUP, groups_played())
    assert {slot.key.pairing // OF_STAGE for slot in slots} == {1}
    assert {frozenset(slot.seats) for slot in slots} == {frozenset(("a00", "a02")), frozenset(("a01", "a03"))}


def test_the_next_stage_waits_for_every_group() -> None:
    *most, last = groups_played().items()
    (slot,) = open_now(CUP, dict(most))
    assert slot.key == last[0]


def test_the_standings_rank_by_the_stage_that_was_reached() -> None:
    rows = standings(CUP, play(CUP).values())
    assert [row.entrant for row in rows[:4]] == ["a00", "a01", "a02", "a03"]
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 5, 7, 7]
    assert {row.entrant for row in rows[4:6]} == {"a04", "a05"}


def test_who_leaves_in_the_groups_does_not_go_on() -> None:
    results = play(CUP, first_wins, most=11)
    moment = schedule(CUP).next_round(results)
    gone = CUP.without("a00", moment)
    end = play(gone, results=results)
    assert moment == 0
    assert "a00" not in {bot for key, result in end.items() if key.pairing >= OF_STAGE for bot in result.seats}
    assert standings(gone, end.values())[0].entrant == "a01"


def test_who_leaves_in_the_final_changes_nothing_before_it() -> None:
    results = groups_played()
    moment = schedule(CUP).next_round(results)
    gone = CUP.without("a00", moment)
    assert moment == OF_ROUND
    assert {frozenset(slot.seats) for slot in open_now(gone, results)} == {frozenset(("a01", "a03"))}
    rows = standings(gone, play(gone, results=results).values())
    assert [row.entrant for row in rows[:2]] == ["a01", "a02"]
