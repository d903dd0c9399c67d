"""A database that is locked, full, cut off or gone: jobs wait, the operator is told once, and it goes on by itself."""

import logging
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection

from muggins.referee.outcome import NewMatch
from muggins.store import bots, sqlite
from muggins.store import postgres as connections
from muggins.store.check import check
from muggins.store.database import Database
from muggins.store.errors import Unreachable
from muggins.store.lease import ADVISORY_KEY
from muggins.store.results import Recorded
from tests.postgres import Postgres
from tests.store.making import add_bots, at, new_match, play

PATIENCE = 30.0


class Watch:
    """What the writer said, in the order in which it did."""

    def __init__(self, database: Database) -> None:
        self.said: list[str | None] = []
        self._more = threading.Condition()
        database.writer.on_trouble = self._hear

    def _hear(self, trouble: str | None) -> None:
        with self._more:
            self.said.append(trouble)
            self._more.notify_all()

    def trouble(self) -> str:
        """Wait for the first."""
        with self._more:
            assert self._more.wait_for(lambda: self.said, PATIENCE)
            return self.said[0] or ""


def goes_through(database: Database, trouble: Callable[[], object], relief: Callable[[], object]) -> str:
    """Results wait while there is trouble, and are stored whole after it.  Returns what the writer said."""
    ids = database.writer.submit(add_bots).result()
    watch = Watch(database)
    trouble()
    futures = [database.writer.submit(play, new_match(ids[:2], None, at(number))) for number in range(5)]
    said = watch.trouble()
    assert not any(future.done() for future in futures)
    assert database.writer.trouble is not None
    relief()
    assert all(future.result(PATIENCE).counted for future in futures)
    assert watch.said == [said, None]
    assert database.writer.trouble is None
    assert database.read(bots.get, "ann").matches == 5
    assert database.read(check) == []
    return said


@pytest.fixture
def name(postgres: Postgres, empty_template: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A database on the server whose connections do not wait long for locks."""
    monkeypatch.setitem(connections.SERVER, "lock_timeout", "50ms")
    name = postgres.create(empty_template)
    yield name
    postgres.drop(name)


@pytest.fixture
def on_server(postgres: Postgres, name: str) -> Iterator[Database]:
    with Database.open(postgres.url(name)) as database:
        yield database


def test_sqlite_is_locked(path: Path, empty_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 10)
    path.write_bytes(empty_file.read_bytes())
    engine = sqlite.engine(path, writes=True)
    outsider = engine.connect()
    with Database.open(path) as database:
        said = goes_through(database, outsider.begin, outsider.rollback)
    outsider.close()
    engine.dispose()
    assert said == "database is locked"


def test_postgresql_is_locked(postgres: Postgres, on_server: Database, name: str) -> None:
    outsider = psycopg.connect(postgres.url(name))

    def lock() -> None:
        outsider.execute("LOCK TABLE matches IN EXCLUSIVE MODE")

    said = goes_through(on_server, lock, outsider.rollback)
    outsider.close()
    assert said == "canceling statement due to lock timeout"


def test_the_disk_of_sqlite_is_full(on_sqlite: Database) -> None:
    """The kernel refuses to make a file longer, as it does on a full disk.  Python ignores the signal."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    log = Path(on_sqlite.name + "-wal")

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))

    try:
        said = goes_through(on_sqlite, full, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, before))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert said in ("database or disk is full", "disk I/O error")


def test_the_disk_of_postgresql_is_full(postgres: Postgres, on_server: Database, name: str) -> None:
    def full() -> None:
        postgres.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$",
            name,
        )
        postgres.execute("CREATE TRIGGER full_disk BEFORE INSERT ON logs EXECUTE FUNCTION full_disk()", name)

    said = goes_through(on_server, full, lambda: postgres.execute("DROP FUNCTION full_disk CASCADE", name))
    assert said == "could not extend file: No space left on device"


def test_a_connection_that_is_cut_in_the_middle_of_a_transaction_costs_nothing(
    postgres: Postgres, on_server: Database, name: str
) -> None:
    ids = on_server.writer.submit(add_bots).result()
    cuts: list[object] = []

    def play_and_be_cut_off_once(conn: Connection, match: NewMatch) -> Recorded:
        if not cuts:
            cuts.extend(postgres.execute(f"SELECT pg_terminate_backend(pid) {_BACKENDS}", name))
        return play(conn, match)

    futures = [on_server.writer.submit(play, new_match(ids[:2], None, at(number))) for number in range(3)]
    futures.append(on_server.writer.submit(play_and_be_cut_off_once, new_match(ids[:2])))
    assert all(future.result(PATIENCE).counted for future in futures)
    assert cuts
    assert on_server.read(bots.get, "ann").matches == 4
    assert on_server.read(check) == []


_BACKENDS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def test_the_server_is_restarted(postgres: Postgres, on_server: Database) -> None:
    said = goes_through(on_server, lambda: postgres.stop(signal.SIGQUIT), postgres.start)
    assert "\n" not in said
    assert said


def test_who_reads_meanwhile_is_told_to_try_again(postgres: Postgres, on_server: Database) -> None:
    on_server.read(bots.page)
    postgres.stop()
    with pytest.raises(Unreachable, match="try again in a moment"):
        on_server.read(bots.page)
    postgres.start()
    assert on_server.read(bots.page).rows == []


def test_a_process_that_lost_the_lock_to_another_writes_nothing(
    postgres: Postgres, on_server: Database, name: str
) -> None:
    other = psycopg.connect(postgres.url(name), autocommit=True, application_name="process 7 at 10.0.0.7:7411")

    def take_over() -> None:
        postgres.execute(f"SELECT pg_terminate_backend(pid) {_BACKENDS} AND application_name NOT LIKE '%7411'", name)
        other.execute("SELECT pg_advisory_lock(%s)", (ADVISORY_KEY,))

    said = goes_through(on_server, take_over, other.close)
    assert said.endswith("is in use by process 7 at 10.0.0.7:7411.")


def test_the_operator_gets_one_line_when_it_begins_and_one_when_it_is_over(
    postgres: Postgres, on_server: Database, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    outsider = psycopg.connect(postgres.url(name))
    with caplog.at_level(logging.INFO, "muggins.store"):
        goes_through(on_server, lambda: outsider.execute("LOCK TABLE matches IN EXCLUSIVE MODE"), outsider.rollback)
    outsider.close()
    assert [(line.levelname, line.getMessage()) for line in caplog.records] == [
        (
            "ERROR",
            "the database cannot be written: canceling statement due to lock timeout;"
            " results wait, and no new matches start",
        ),
        ("WARNING", "the database can be written again: what waited is stored"),
    ]
