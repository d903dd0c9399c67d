"""However often a result is delivered, and whatever became of the answer, it counts once."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import make_url

from muggins.referee.outcome import NewMatch, Slot
from muggins.store import attempts, bots, matches, postgres, results, tournaments
from muggins.store.check import check
from muggins.store.database import Database
from muggins.store.ledger import StoreLedger
from muggins.store.models import matches as matches_table
from muggins.store.writer import Writer
from tests.postgres import Postgres
from tests.store.cutting import Line
from tests.store.making import add_bots, add_event, at, new_match, outcome, play

WRITERS = 8
EACH = 12  # results of each writer


@pytest.fixture
def ids(database: Database) -> list[int]:
    return database.writer.submit(add_bots).result()


@pytest.fixture
def match(database: Database, ids: list[int]) -> NewMatch:
    cup = database.writer.submit(add_event, ids).result()
    return new_match(ids[:2], Slot(cup.id, 0))


def counted(database: Database) -> int:
    number = database.read(lambda conn: conn.scalar(select(func.count()).where(matches_table.c.counted)))
    assert number is not None
    return number


async def test_two_tasks_deliver_one_result(database: Database, match: NewMatch) -> None:
    database.writer.submit(attempts.begin, match).result()
    ledger = StoreLedger(database)
    first, second = await asyncio.gather(ledger.record(outcome(match)), ledger.record(outcome(match)))
    assert first == second == {"ann": (1500, 1520), "bob": (1500, 1480)}
    assert counted(database) == 1
    assert database.read(check) == []


def test_a_result_that_is_delivered_again_after_a_restart(where: str) -> None:
    with Database.open(where) as database:
        match = new_match(database.writer.submit(add_bots).result()[:2])
        first = database.writer.submit(play, match).result()
    with Database.open(where) as database:
        assert database.writer.submit(attempts.void_running, at(9)).result() == []
        again = database.writer.submit(results.record_result, outcome(match)).result()
        assert (again.fresh, again.changes) == (False, first.changes)
        assert counted(database) == 1
        assert database.read(check) == []


@pytest.fixture
def forgetful(
    backend: str, where: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Database, Callable[[], None]]]:
    """A database, and what makes it forget to say that the next commit succeeded."""
    if backend == "sqlite":
        with Database.open(where) as database:
            yield database, lambda: forget_once(database, monkeypatch)
        return
    server: Postgres = request.getfixturevalue("postgres")
    line = Line(server.folder)
    url = make_url(where).update_query_dict({"host": str(line.folder)}).render_as_string()
    with Database.open(url) as database:
        yield database, line.cut_at_next_commit
    assert line.cuts == 1
    line.close()


def forget_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    dialect = database._engines.writer.dialect
    commit = dialect.do_commit

    def forget(connection: Any) -> None:
        commit(connection)
        monkeypatch.setattr(dialect, "do_commit", commit)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(dialect, "do_commit", forget)


def test_commits_whose_answer_is_lost_count_once(forgetful: tuple[Database, Callable[[], None]]) -> None:
    database, forget = forgetful
    ids = database.writer.submit(add_bots).result()
    cup = database.writer.submit(add_event, ids).result()
    match = new_match(ids[:2], Slot(cup.id, 0))
    database.writer.submit(attempts.begin, match).result()
    forget()
    recorded = database.writer.submit(results.record_result, outcome(match)).result(20)
    assert (recorded.counted, recorded.fresh) == (True, False)  # the second try found what the first had done
    assert [(change.before, change.after) for change in recorded.changes if change] == [(1500, 1520), (1500, 1480)]
    assert database.read(tournaments.get, "The cup").played == counted(database) == 1
    assert database.read(check) == []


def test_an_attempt_whose_answer_is_lost_begins_once(forgetful: tuple[Database, Callable[[], None]]) -> None:
    database, forget = forgetful
    ids = database.writer.submit(add_bots).result()
    match = new_match(ids[:2], Slot(database.writer.submit(add_event, ids).result().id, 0))
    forget()
    assert database.writer.submit(attempts.begin, match).result(20) == 1
    assert [stored.attempt for stored in database.read(matches.page).rows] == [1]
    assert database.read(check) == []


def test_writers_at_the_same_time_give_ratings_in_the_recorded_order(postgres_url: str) -> None:
    with Database.open(postgres_url) as database:
        ids = database.writer.submit(add_bots).result()
        cup = database.writer.submit(add_event, ids).result()
    engines = [postgres.engine(make_url(postgres_url), writes=True) for _ in range(WRITERS)]
    writers = [Writer(engine) for engine in engines]
    table = [ids[:2], ids[2:4], [ids[1], ids[2]], ids[4:7]]  # of two pools

    def deliver(number: int) -> None:
        for turn in range(EACH):
            slot = Slot(cup.id, number, turn)
            match = new_match(table[turn % len(table)], slot, datetime.now(UTC))
            places = (turn % 2, 1 - turn % 2, 2)[: len(match.seats)]
            writers[number].submit(attempts.begin, match).result()
            again = writers[(number + 1) % WRITERS].submit(results.record_result, outcome(match, places))
            writers[number].submit(results.record_result, outcome(match, places)).result()
            again.result()

    threads = [threading.Thread(target=deliver, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer, engine in zip(writers, engines, strict=True):
        writer.close()
        engine.dispose()
    with Database.open(postgres_url) as database:
        assert counted(database) == WRITERS * EACH == database.read(tournaments.get, "The cup").played
        assert database.read(check) == []  # the fold over the results in the recorded order is among what it checks
        assert database.read(bots.get, "ann").matches == WRITERS * EACH // len(table)


@pytest.fixture
def postgres_url(postgres: Postgres, empty_template: str) -> Iterator[str]:
    name = postgres.create(empty_template)
    yield postgres.url(name)
    postgres.drop(name)
