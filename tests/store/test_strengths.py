"""Lists by all results together: what they are computed from, kept, and asked for; and the history of a bot."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, update

from muggins.referee.outcome import SeatOutcome, Slot, Verdict
from muggins.store import attempts, results, strengths, tournaments
from muggins.store.commission import Commission, answer, read_answer
from muggins.store.database import Database
from muggins.store.models import matches
from muggins.store.reckoning import compute
from muggins.store.strengths import Computed, Scope
from muggins.store.tournaments import State
from tests.store.making import NAMES, NOON, add_bots, add_event, at, new_match, outcome, play

POOL = Scope(pool="cribbage/2")


@pytest.fixture
def ids(database: Database) -> list[int]:
    return database.writer.submit(add_bots).result()


def reckon(database: Database, scope: Scope = POOL, **anchors: float) -> Computed:
    return database.read(compute, Commission("", scope, anchors))


def keep(database: Database, computed: Computed, scope: Scope = POOL, **anchors: float) -> None:
    database.writer.submit(strengths.save, scope, computed, anchors).result()


def wins(database: Database, winner: int, loser: int, times: int = 1, hour: float = 0) -> None:
    for _ in range(times):
        database.writer.submit(play, new_match([winner, loser], started=at(3600 * hour))).result()


def test_a_list_has_all_rated_results_of_its_pool_and_no_others(database: Database, ids: list[int]) -> None:
    wins(database, ids[0], ids[1], 3)
    wins(database, ids[1], ids[2], 3)
    database.writer.submit(play, new_match([ids[3], ids[4]]), rated=False).result()
    database.writer.submit(play, new_match(ids[4:7]), (0, 1, 2)).result()
    found = reckon(database)
    assert [(row.bot_id, row.blocks) for row in found.rows] == [(ids[0], 3), (ids[1], 6), (ids[2], 3)]
    assert (found.results, dict(found.names)) == (6, dict(zip(ids[:3], NAMES, strict=False)))
    three = reckon(database, Scope(pool="cribbage/3"))
    assert [row.bot_id for row in three.rows] == ids[4:7]
    assert reckon(database, Scope(pool="chess/2")).rows == []


def test_four_seats_are_two_sides(database: Database, ids: list[int]) -> None:
    for _ in range(4):
        database.writer.submit(play, new_match(ids[:4]), (0, 1)).result()
    found = reckon(database, Scope(pool="cribbage/4"))
    assert {row.bot_id for row in found.rows[:2]} == {ids[0], ids[2]}
    assert found.rows[0].rating == pytest.approx(found.rows[1].rating, abs=1e-4)


def test_a_forfeit_lowers_the_offender_alone(database: Database, ids: list[int]) -> None:
    wins(database, ids[0], ids[1], 2)
    wins(database, ids[1], ids[0], 2)
    match = new_match([ids[0], ids[1]])

    def forfeit(conn: Connection) -> None:
        attempts.begin(conn, match)
        seats = (SeatOutcome(verdict=Verdict.KEPT), SeatOutcome(verdict=Verdict.LOSS))
        results.record_result(conn, replace(outcome(match), seats=seats))

    before = {row.bot_id: row.rating for row in reckon(database).rows}
    database.writer.submit(forfeit).result()
    after = {row.bot_id: row for row in reckon(database).rows}
    assert after[ids[1]].rating < before[ids[1]] - 10
    assert [after[bot].blocks for bot in ids[:2]] == [4, 5]


def test_since_takes_the_matches_that_began_then_or_later(database: Database, ids: list[int]) -> None:
    wins(database, ids[0], ids[1], 2)
    wins(database, ids[1], ids[0], 3, hour=1)
    found = reckon(database, replace(POOL, since=NOON + timedelta(hours=1)))
    assert (found.results, found.rows[0].bot_id) == (3, ids[1])
    assert reckon(database, replace(POOL, since=NOON + timedelta(hours=2))).rows == []


@pytest.mark.parametrize("anonymous", [False, True])
def test_an_event_has_its_own_results_and_an_anonymous_one_at_its_end(
    database: Database, ids: list[int], anonymous: bool
) -> None:
    event = database.writer.submit(add_event, ids[:2]).result()
    database.writer.submit(tournaments.set_state, event.name, State.RUNNING, NOON).result()
    for number in range(3):
        database.writer.submit(play, new_match(ids[:2], Slot(event.id, number)), rated=False).result()
    wins(database, ids[2], ids[3])
    database.writer.submit(
        lambda conn: conn.execute(
            update(matches).where(matches.c.tournament_id == event.id).values(anonymous=anonymous)
        )
    ).result()
    scope = Scope(tournament_id=event.id)
    assert len(reckon(database, scope).rows) == (0 if anonymous else 2)
    database.writer.submit(tournaments.set_state, event.name, State.FINISHED, NOON).result()
    assert [row.bot_id for row in reckon(database, scope).rows] == ids[:2]


def test_anchors_are_found_by_name(database: Database, ids: list[int]) -> None:
    wins(database, ids[0], ids[1])
    wins(database, ids[1], ids[0])
    assert [row.rating for row in reckon(database, bob=1700, nobody=3).rows] == pytest.approx([1700, 1700], abs=1e-3)


def test_a_list_is_kept_whole_and_in_place_of_the_one_before(database: Database, ids: list[int]) -> None:
    assert database.read(strengths.get, POOL) is None
    for _ in range(2):
        wins(database, ids[0], ids[1])
        found = reckon(database)
        keep(database, found)
        assert database.read(strengths.get, POOL) == found


def test_a_list_is_due_after_new_results_or_with_other_anchors(database: Database, ids: list[int]) -> None:
    wins(database, ids[0], ids[1])
    assert database.read(strengths.due, {}) == [POOL]
    keep(database, reckon(database))
    assert database.read(strengths.due, {}) == []
    assert database.read(strengths.due, {"bob": 1500.0}) == [POOL]
    wins(database, ids[1], ids[0])
    assert database.read(strengths.due, {}) == [POOL]
    assert not database.read(strengths.is_due, Scope(pool="chess/2"), {})


def test_the_history_has_one_point_an_hour_in_which_the_bot_had_played(database: Database, ids: list[int]) -> None:
    def noted(minutes: float) -> None:
        keep(database, replace(reckon(database), computed_at=NOON + timedelta(minutes=minutes)))

    wins(database, ids[0], ids[1])
    noted(1)
    wins(database, ids[0], ids[1])
    noted(59)
    wins(database, ids[2], ids[1])
    noted(61)
    points = database.read(strengths.history, "cribbage/2", ids[0])
    assert [(point.hour, point.matches, point.strength.blocks) for point in points] == [(NOON, 2, 2)]
    assert points[0].rating > 1530
    assert points[0].strength.low < points[0].strength.rating < points[0].strength.high
    both = database.read(strengths.history, "cribbage/2", ids[1])
    assert [(point.hour, point.matches) for point in both] == [(NOON, 2), (NOON + timedelta(hours=1), 3)]


def test_what_goes_to_the_process_and_back_is_what_arrives(database: Database, ids: list[int]) -> None:
    wins(database, ids[0], ids[1])
    for scope in (POOL, replace(POOL, since=NOON), Scope(tournament_id=3)):
        commission = Commission("a path", scope, {"ann": 1500.5})
        assert Commission.of(commission.text()) == commission
    found = reckon(database)
    assert read_answer(answer(found)) == found
