"""Attempts and results: once, whole, or not at all."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from muggins.referee.outcome import NewMatch, SeatOutcome, Slot, Termination, Verdict
from muggins.store import attempts, bots, matches, results, seeds, tournaments
from muggins.store.check import check
from muggins.store.counted import counted
from muggins.store.database import Database
from muggins.store.errors import AlreadyCounted, NotFound
from muggins.store.models import logs, rating_changes
from muggins.store.models import matches as matches_table
from tests.store.making import NAMES, add_bots, add_event, at, new_match, outcome, play


@pytest.fixture
def ids(database: Database) -> list[int]:
    return database.writer.submit(add_bots).result()


@pytest.fixture
def slot(database: Database, ids: list[int]) -> Slot:
    return Slot(database.writer.submit(add_event, ids).result().id, pairing=3, game_index=1)


def begin(database: Database, match: NewMatch) -> int:
    return database.writer.submit(attempts.begin, match).result()


def test_an_attempt_runs_with_its_seed_sealed(database: Database, ids: list[int], slot: Slot) -> None:
    match = new_match(ids[:2], slot)
    assert begin(database, match) == 1
    stored = database.read(matches.get, match.id)
    assert (stored.state, stored.termination, stored.ended_at) == ("running", None, None)
    assert (stored.event, stored.pairing, stored.game_index, stored.attempt) == ("The cup", 3, 1, 1)
    assert (stored.options, stored.commitment) == ({"target": 121, "value": "skunk"}, match.commitment)
    assert [seat.bot for seat in stored.seats] == list(NAMES[:2])
    assert [seat.place for seat in stored.seats] == [None, None]
    assert database.read(seeds.opened, match.id) is None
    assert database.read(matches.log, match.id) is None


def test_a_result_is_stored_whole(database: Database, ids: list[int], slot: Slot) -> None:
    version = database.writer.submit(bots.record_version, ids[0], "1.2", at(0)).result()
    match = new_match(ids[:2], slot)
    match = replace(match, seats=(replace(match.seats[0], version_id=version), match.seats[1]))
    begin(database, match)
    ended = replace(outcome(match, (1, 0)), seats=(SeatOutcome({"timeout": 2}), SeatOutcome()))
    recorded = database.writer.submit(results.record_result, ended).result()
    assert (recorded.match_id, recorded.counted, recorded.fresh) == (match.id, True, True)
    assert [(c.before, c.after, c.k) for c in recorded.changes if c] == [(1500, 1480, 40), (1500, 1520, 40)]
    stored = database.read(matches.get, match.id)
    assert (stored.state, stored.termination, stored.ended_at) == ("finished", "finished", at(1))
    first, second = stored.seats
    assert (first.version, first.points, first.place, first.score, first.faults) == ("1.2", 1, 1, 111, {"timeout": 2})
    assert (first.rating_before, first.rating_after) == (1500, 1480)
    assert (second.version, second.points, second.place, second.rating_after) == ("", 2, 0, 1520)
    assert database.read(matches.log, match.id) == ended.log
    assert database.read(seeds.opened, match.id) == match.server_seed
    assert database.read(tournaments.get, "the cup").played == 1
    assert [database.read(bots.get, n).matches for n in NAMES[:3]] == [1, 1, 0]
    assert database.read(check) == []


def test_a_second_delivery_changes_nothing_and_says_what_is_stored(
    database: Database, ids: list[int], slot: Slot
) -> None:
    match = new_match(ids[:2], slot)
    first = database.writer.submit(play, match).result()
    other = replace(outcome(match, (1, 0)), termination=Termination.TIME_CAP, ended_at=at(99))
    before = database.read(matches.get, match.id)
    again = database.writer.submit(results.record_result, other).result()
    assert again == replace(first, fresh=False)
    assert database.read(matches.get, match.id) == before
    assert database.read(tournaments.get, "The cup").played == 1
    assert database.read(check) == []


def test_deliveries_that_commit_together_count_once(database: Database, ids: list[int], slot: Slot) -> None:
    match = new_match(ids[:2], slot)
    begin(database, match)
    futures = [database.writer.submit(results.record_result, outcome(match)) for _ in range(20)]
    assert sum(future.result().fresh for future in futures) == 1
    assert database.read(check) == []


def test_the_attempt_that_comes_second_to_its_pairing_is_void(database: Database, ids: list[int], slot: Slot) -> None:
    first, second = new_match(ids[:2], slot), new_match(ids[:2], slot, at(5))
    assert [begin(database, first), begin(database, second)] == [1, 2]
    counting = database.writer.submit(results.record_result, outcome(second)).result()
    late = database.writer.submit(results.record_result, outcome(first, (1, 0))).result()
    assert late == replace(counting, fresh=False)
    stored = database.read(matches.get, first.id)
    assert (stored.state, stored.termination) == ("void", "void_server")
    assert database.read(matches.log, first.id) == outcome(first).log
    assert database.read(seeds.opened, first.id) == first.server_seed
    with pytest.raises(AlreadyCounted, match="Pairing 3, match 1"):
        begin(database, new_match(ids[:2], slot))
    assert database.read(check) == []


def test_the_database_itself_counts_a_pairing_once(database: Database, ids: list[int], slot: Slot) -> None:
    first, second = new_match(ids[:2], slot), new_match(ids[2:4], slot)
    begin(database, second)
    database.writer.submit(play, first).result()
    by_force = matches_table.update().where(matches_table.c.id == second.id).values(counted=True)
    with pytest.raises(IntegrityError):
        database.writer.submit(lambda conn: conn.execute(by_force)).result()


def test_what_a_dead_process_left_running_is_void_with_open_seeds(
    database: Database, ids: list[int], slot: Slot
) -> None:
    finished, left = new_match(ids[:2]), [new_match(ids[:2], slot), new_match(ids[2:4])]
    database.writer.submit(play, finished).result()
    for match in left:
        begin(database, match)
    voided = database.writer.submit(attempts.void_running, at(9)).result()
    assert sorted(voided) == sorted(match.id for match in left)
    assert database.writer.submit(attempts.void_running, at(10)).result() == []
    for match in left:
        stored = database.read(matches.get, match.id)
        assert (stored.state, stored.termination, stored.ended_at) == ("void", "void_server", at(9))
        assert database.read(seeds.opened, match.id) == match.server_seed
    assert begin(database, new_match(ids[:2], slot)) == 2
    assert database.read(check) == []


def test_a_result_that_comes_after_its_attempt_was_voided_is_not_counted(
    database: Database, ids: list[int], slot: Slot
) -> None:
    match = new_match(ids[:2], slot)
    begin(database, match)
    database.writer.submit(attempts.void_running, at(9)).result()
    late = database.writer.submit(results.record_result, outcome(match)).result()
    assert late == results.Recorded(match.id, counted=False, fresh=False)
    assert database.read(tournaments.get, "The cup").played == 0
    assert database.read(check) == []


def test_a_cancelled_match_has_no_result_and_keeps_its_log(database: Database, ids: list[int], slot: Slot) -> None:
    match = new_match(ids[:2], slot)
    begin(database, match)
    cancelled = replace(outcome(match), termination=Termination.CANCELLED)
    recorded = database.writer.submit(results.record_result, cancelled).result()
    assert recorded == results.Recorded(match.id, counted=False, fresh=True)
    assert database.read(matches.get, match.id).state == "void"
    assert database.read(matches.log, match.id) == cancelled.log
    assert database.read(lambda conn: conn.scalar(select(func.count()).select_from(rating_changes))) == 0
    assert database.read(check) == []


@pytest.mark.parametrize(("match_rated", "end_rated"), [(False, True), (True, False)])
def test_an_unrated_match_moves_no_rating(
    database: Database, ids: list[int], slot: Slot, match_rated: bool, end_rated: bool
) -> None:
    match = replace(new_match(ids[:2], slot), rated=match_rated)
    begin(database, match)
    ended = replace(outcome(match), rated=end_rated)
    recorded = database.writer.submit(results.record_result, ended).result()
    assert (recorded.counted, recorded.changes) == (True, ())
    assert not database.read(matches.get, match.id).rated
    assert database.read(check) == []


def test_a_forfeit_among_partners_costs_the_offender_alone(database: Database, ids: list[int]) -> None:
    match = new_match(ids[:4])
    begin(database, match)
    kept = SeatOutcome(verdict=Verdict.KEPT)
    out = SeatOutcome({"illegal": 3}, struck_out=True, verdict=Verdict.LOSS)
    ended = replace(outcome(match, (0, 1)), termination=Termination.FORFEIT_ILLEGAL, seats=(kept, out, kept, kept))
    recorded = database.writer.submit(results.record_result, ended).result()
    assert [c and (c.before, c.after) for c in recorded.changes] == [None, (1500, 1480), None, None]
    again = database.writer.submit(results.record_result, ended).result()
    assert again.changes == recorded.changes
    stored = database.read(matches.get, match.id)
    assert [seat.struck_out for seat in stored.seats] == [False, True, False, False]
    assert [seat.side for seat in stored.seats] == [0, 1, 0, 1]
    assert database.read(check) == []


def test_a_result_that_does_not_fit_leaves_nothing_behind(database: Database, ids: list[int], slot: Slot) -> None:
    match = new_match(ids[:2], slot)
    begin(database, match)
    three = replace(outcome(match), seats=(SeatOutcome(),) * 3)
    with pytest.raises(ValueError, match="longer"):
        database.writer.submit(results.record_result, three).result()
    assert database.read(matches.get, match.id).state == "running"
    assert database.read(lambda conn: conn.scalar(select(func.count()).select_from(logs))) == 0
    assert database.read(check) == []


def test_no_bot_sits_twice_at_one_table(database: Database, ids: list[int]) -> None:
    with pytest.raises(IntegrityError):
        begin(database, new_match([ids[0], ids[0]]))
    assert database.read(matches.page).rows == []


def test_matches_that_nobody_knows(database: Database) -> None:
    ghost = new_match([1, 2])
    for read in (matches.get, matches.log):
        with pytest.raises(NotFound, match="There is no match"):
            database.read(read, ghost.id)
    with pytest.raises(NotFound):
        database.writer.submit(results.record_result, outcome(ghost)).result()
    with pytest.raises(NotFound):
        database.writer.submit(attempts.void, ghost.id, Termination.CANCELLED, at(1)).result()


def test_the_counted_results_of_an_event_and_no_others(database: Database, ids: list[int], slot: Slot) -> None:
    earlier = replace(slot, pairing=0)
    for match in (new_match(ids[:2], slot), new_match(ids[2:4], earlier), new_match(ids[:2])):
        database.writer.submit(play, match, (1, 0)).result()
    begin(database, new_match(ids[:2], replace(slot, pairing=4)))
    found = database.read(counted, slot.tournament_id)
    assert [(r.pairing, r.game_index, r.bots) for r in found] == [(0, 1, ("cyd", "dee")), (3, 1, ("ann", "bob"))]
    assert (found[1].places, found[1].points, found[1].scores, found[1].faults) == ((1, 0), (1, 2), (111, 121), (0, 0))


def test_an_id_counts_nothing(database: Database) -> None:
    def made(conn: Connection) -> set[str]:
        return {attempts.new_id() for _ in range(1000)}

    assert len(database.read(made)) == 1000
    assert {len(match_id) for match_id in database.read(made)} == {16}
