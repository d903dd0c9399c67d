"""One thread writes; what waits together commits together; nothing is answered before its commit."""

import asyncio
import sqlite3
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, OperationalError

from muggins.store import bots, sqlite
from muggins.store.database import Database
from muggins.store.errors import NameTaken, WriterClosed
from muggins.store.writer import Writer
from tests.store.making import NOON, add_bots


class Gate:
    """A job that holds the writer up until it is let go, and so makes others wait together."""

    def __init__(self, database: Database) -> None:
        self.begun, self.open = threading.Event(), threading.Event()
        database.writer.submit(self.hold)
        assert self.begun.wait(10)

    def hold(self, conn: Connection) -> None:
        self.begun.set()
        assert self.open.wait(10)


def commits(database: Database) -> list[Connection]:
    """A list that grows with each commit of the writer."""
    seen: list[Connection] = []
    event.listen(database._engines.writer, "commit", seen.append)
    return seen


def add(conn: Connection, name: str) -> str:
    return bots.add(conn, name, "owner", NOON)[0].name


def test_jobs_that_wait_together_commit_together_and_in_order(database: Database) -> None:
    gate, seen = Gate(database), commits(database)
    futures = [database.writer.submit(add, f"bot {n:02}") for n in range(50)]
    gate.open.set()
    assert [future.result(10) for future in futures] == [f"bot {n:02}" for n in range(50)]
    assert len(seen) == 2  # the gate's own, and theirs
    assert [bot.id for bot in database.read(bots.page).rows] == list(range(1, 51))


def test_a_job_that_fails_takes_no_other_down_and_leaves_nothing(database: Database) -> None:
    def half(conn: Connection) -> None:
        add(conn, "half")
        raise KeyError("no more")

    gate, seen = Gate(database), commits(database)
    futures = [database.writer.submit(job) for job in (lambda c: add(c, "ann"), half, lambda c: add(c, "bob"))]
    twice = database.writer.submit(add, "ann")
    gate.open.set()
    assert [futures[0].result(10), futures[2].result(10)] == ["ann", "bob"]
    with pytest.raises(KeyError, match="no more"):
        futures[1].result(10)
    with pytest.raises(NameTaken):
        twice.result(10)
    assert len(seen) == 2
    assert [bot.name for bot in database.read(bots.page).rows] == ["ann", "bob"]


def test_an_answer_comes_after_its_commit(database: Database) -> None:
    for n in range(20):
        name = f"bot {n}"
        database.writer.submit(add, name).result(10)
        assert database.read(bots.get, name).name == name  # over another connection


def test_a_wrong_statement_fails_at_once(database: Database) -> None:
    with pytest.raises(DBAPIError, match="nowhere"):
        database.writer.submit(Connection.exec_driver_sql, "INSERT INTO nowhere VALUES (1)").result(10)
    assert database.writer.trouble is None


async def test_a_coroutine_waits_for_the_commit(database: Database) -> None:
    names = [f"bot {n}" for n in range(30)]
    assert await asyncio.gather(*(database.writer.run(add, name) for name in names)) == names
    with pytest.raises(NameTaken):
        await database.writer.run(add, "bot 1")


async def test_a_job_that_nobody_waits_for_any_more_is_dropped_if_it_has_not_begun(database: Database) -> None:
    gate = Gate(database)
    gone = asyncio.create_task(database.writer.run(add, "gone"))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    gate.open.set()
    assert await database.writer.run(add, "here") == "here"
    assert [bot.name for bot in database.read(bots.page).rows] == ["here"]


def trouble(database: Database, future: Future[Any]) -> str:
    """What the writer complains of, once it does; the job waits."""
    for _ in range(1000):
        with pytest.raises(TimeoutError):
            future.result(0.02)
        if database.writer.trouble:
            return database.writer.trouble
    raise AssertionError("it never complained")


def lock(path: Path) -> sqlite3.Connection:
    """What an outside tool might do: hold the file for itself."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("BEGIN IMMEDIATE")
    return conn


def test_a_locked_database_delays_and_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 10)
    with Database.open(path) as database:
        outsider = lock(path)
        future = database.writer.submit(add, "ann")
        assert trouble(database, future) == "database is locked"
        assert database.read(bots.page).rows == []
        outsider.close()
        assert future.result(10) == "ann"
        assert database.writer.submit(add, "bob").result(10) == "bob"
        assert database.writer.trouble is None


def test_a_full_disk_delays_and_loses_nothing(on_sqlite: Database) -> None:
    def limit(conn: Connection, pages: int) -> None:
        conn.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    def fill(conn: Connection) -> list[int]:
        return add_bots(conn, [f"{'x' * 28}{n:04}" for n in range(1000)])

    on_sqlite.writer.submit(limit, 1).result(10)  # no less than it has now
    gate = Gate(on_sqlite)
    before, future = on_sqlite.writer.submit(add, "ann"), on_sqlite.writer.submit(fill)
    gate.open.set()
    assert trouble(on_sqlite, future) == "database or disk is full"
    assert not before.done()  # it shares the transaction
    assert on_sqlite.read(bots.page).rows == []
    more_room(on_sqlite)
    assert (before.result(10), len(future.result(10))) == ("ann", 1000)
    assert on_sqlite.read(bots.get, "ann").name == "ann"


def more_room(database: Database) -> None:
    """Give the writer's connection its pages back, as someone does who deletes other files."""

    def give(conn: Connection) -> None:
        conn.exec_driver_sql("PRAGMA max_page_count = 100000")

    event.listen(database._engines.writer, "begin", give)


def test_a_job_has_the_database_to_itself_from_its_first_look(on_sqlite: Database) -> None:
    def look(conn: Connection) -> None:
        bots.page(conn)
        outsider = sqlite3.connect(on_sqlite.name, timeout=0, isolation_level=None)
        try:
            outsider.execute("BEGIN IMMEDIATE")
        finally:
            outsider.close()

    with pytest.raises(sqlite3.OperationalError, match="locked"):
        on_sqlite.writer.submit(look).result(10)


def test_closing_writes_what_waits_and_takes_no_more(path: Path) -> None:
    database = Database.open(path)
    gate = Gate(database)
    futures = [database.writer.submit(add, f"bot {n}") for n in range(10)]
    gate.open.set()
    database.close()
    assert [future.result(0) for future in futures] == [f"bot {n}" for n in range(10)]
    with pytest.raises(WriterClosed):
        database.writer.submit(add, "late")
    with Database.open(path) as again:
        assert len(again.read(bots.page).rows) == 10


def test_closing_does_not_wait_for_a_database_that_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Database.open(path).close()
    monkeypatch.setattr(sqlite, "BUSY_MS", 10)
    engine = sqlite.engine(path, writes=True)
    outsider = lock(path)
    writer = Writer(engine)
    future = writer.submit(add, "ann")
    writer.close()
    writer.close()  # once is enough
    with pytest.raises(OperationalError, match="locked"):
        future.result(0)
    outsider.close()
    engine.dispose()
