"""The database is in trouble while an event runs: matches play on, none starts, nothing is invented, all is stored."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import psycopg
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from sqlalchemy import event

from muggins.app import DATABASE
from muggins.store import postgres as connections
from muggins.store import sqlite
from muggins.store.check import check
from muggins.v1 import play_pb2_grpc
from tests.api.arena import until
from tests.app.hall import PATIENCE, Hall
from tests.app.hall import hall as open_hall
from tests.postgres import Postgres

ROUNDS = 12


@pytest.fixture
async def hall(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    monkeypatch.setattr(sqlite, "BUSY_MS", 10)
    monkeypatch.setitem(connections.SERVER, "lock_timeout", "10ms")
    async with open_hall(where, tmp_path) as opened:
        yield opened


@contextmanager
def locked(where: str) -> Iterator[Callable[[], None]]:
    """An outsider who keeps the database to himself until he is told to let go."""
    if "://" in where:
        with psycopg.connect(where) as locker:
            locker.execute("LOCK TABLE matches IN EXCLUSIVE MODE")
            yield locker.rollback
        return
    outsider = sqlite3.connect(where, timeout=PATIENCE, isolation_level=None)
    outsider.execute("BEGIN IMMEDIATE")
    yield outsider.rollback
    outsider.close()


async def health(address: str, service: str) -> str:
    async with grpc.aio.insecure_channel(address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))


async def test_matches_play_on_and_none_starts_while_the_database_is_locked(hall: Hall, where: str) -> None:
    referee = hall.app.director.referee
    await hall.start_event(ROUNDS)
    await until(lambda: referee.live, PATIENCE)
    with locked(where) as let_go:
        await until(lambda: hall.app.database.writer.trouble, PATIENCE)
        await until(lambda: all(live.over for live in referee.live.values()), PATIENCE)  # they played on to their end
        begun, told = set(referee.live), set(hall.memory.ends)
        assert begun.isdisjoint(told)  # nobody is told before the commit
        assert await health(hall.app.address, DATABASE) == "NOT_SERVING"
        assert await health(hall.app.address, "") == "SERVING"
        assert set(referee.live) == begun  # none has started
        let_go()
    await hall.event_over()
    assert hall.finished == ROUNDS
    assert {hall.stored()[match_id] for match_id in begun} == {"finished"}
    assert set(hall.stored().values()) == {"finished"}  # none was void, and none invented
    await until(lambda: len(hall.memory.ends) == ROUNDS, PATIENCE)
    assert hall.app.database.read(check) == []
    assert await health(hall.app.address, DATABASE) == "SERVING"


async def test_a_commit_that_takes_long_delays_words_and_no_clock(hall: Hall) -> None:
    """It is held for as long as the test wants, as a disk might hold it for seconds."""
    referee, hold, held = hall.app.director.referee, threading.Event(), threading.Event()
    hold.set()

    def slowly(conn: object) -> None:
        held.set()
        assert hold.wait(PATIENCE)

    await hall.start_event(ROUNDS)
    await until(lambda: referee.live, PATIENCE)
    event.listen(hall.app.database._engines.writer, "commit", slowly)
    hold.clear()
    held.clear()
    await until(held.is_set, PATIENCE)
    await until(lambda: all(live.over for live in referee.live.values()), PATIENCE)
    told, over = dict(hall.memory.ends), list(referee.live.values())
    assert all(live.spec.id not in told for live in over)
    assert hall.app.database.writer.trouble is None  # slow is no trouble
    hold.set()
    await hall.event_over()
    assert hall.finished == ROUNDS
    outcomes = [live.outcome for live in over if live.outcome is not None]
    assert len(outcomes) == len(over)
    assert [seat.faults for outcome in outcomes for seat in outcome.seats if seat.faults] == []
    assert hall.app.database.read(check) == []


async def test_an_event_lives_through_a_restart_of_postgresql(
    postgres: Postgres, empty_template: str, tmp_path: Path
) -> None:
    name = postgres.create(empty_template)
    async with open_hall(postgres.url(name), tmp_path) as hall:
        await hall.start_event(ROUNDS)
        await until(lambda: hall.memory.ends, PATIENCE)
        await asyncio.to_thread(postgres.stop)
        await until(lambda: hall.app.database.writer.trouble, PATIENCE)
        await asyncio.to_thread(postgres.start)
        await hall.event_over()
        assert hall.finished == ROUNDS
        assert set(hall.stored().values()) == {"finished"}
        assert {end[0] for end in hall.memory.ends.values()} == {"finished"}
        assert hall.app.database.read(check) == []
    postgres.drop(name)


async def test_a_bot_that_dials_while_the_database_is_gone_is_told_to_come_back(
    postgres: Postgres, empty_template: str, tmp_path: Path
) -> None:
    name = postgres.create(empty_template)
    async with open_hall(postgres.url(name), tmp_path) as hall:
        await asyncio.to_thread(postgres.stop)
        async with grpc.aio.insecure_channel(hall.app.address) as channel:
            call: Any = play_pb2_grpc.PlayServiceStub(channel).Play(metadata=(("authorization", "Bearer mug_x"),))  # type: ignore[call-arg]
            assert await call.code() is grpc.StatusCode.UNAVAILABLE
            assert await call.details() == "The database cannot be reached just now; try again in a moment."
            assert dict(await call.trailing_metadata())["retry-after"] == "2.0"
        await asyncio.to_thread(postgres.start)
    postgres.drop(name)
