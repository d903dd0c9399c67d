"""One thread writes.  Jobs that wait together commit together, since a commit costs far more than a job."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from muggins import crash
from muggins.store.errors import DatabaseInUse, WriterClosed

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
MOST_TOGETHER = 256
FIRST_PAUSE = 0.05  # seconds before a batch is tried again; it doubles each time
LONGEST_PAUSE = 2.0


class _Job(NamedTuple):
    run: Callable[[Connection], Any]
    future: Future[Any]


def passes(error: Exception) -> bool:
    """Whether the database is gone, full or locked, rather than the statement wrong: worth another try."""
    if isinstance(error, DatabaseInUse):
        return True  # another process took the lock of a connection that was cut
    if not isinstance(error, OperationalError):
        return isinstance(error, DBAPIError) and error.connection_invalidated
    # SQLite has one class for both; SQLITE_ERROR is what it says of a wrong statement.
    return getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


_Answer = tuple[Any, Exception | None]  # what a job returned, or why it failed


class _JobFailed(Exception):
    """One job of a batch failed, for a reason of its own."""


class Writer:
    """Takes jobs from any thread, and answers each after the commit that holds it.

    A job may be run again after a failed commit, and after one that succeeded though nobody was told: it changes
    nothing but the database, and what it did already it does not do twice.  While the database cannot be written, jobs
    wait, ``trouble`` says why, and ``on_trouble`` is called, in this thread, when that begins and when it is over.
    """

    def __init__(self, engine: Engine) -> None:
        self.trouble: str | None = None
        self.on_trouble: Callable[[str | None], None] = lambda trouble: None
        self._engine = engine
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = Event()
        self._door = Lock()
        self._thread = Thread(target=self._work, name="muggins-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue ``job(conn, ...)``.  The future has its result once that is committed.  Raises WriterClosed."""
        future: Future[T] = Future()
        with self._door:  # so that no job slips in behind the last one
            if self._closing.is_set():
                raise WriterClosed
            self._jobs.put(_Job(lambda conn: job(conn, *args, **kwargs), future))
        return future

    async def run(self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Queue ``job(conn, ...)`` and wait for its commit.  Cancelling the wait stops no job that has begun."""
        return await asyncio.wrap_future(self.submit(job, *args, **kwargs))

    def close(self) -> None:
        """Commit what waits, and stop.  Jobs that cannot be written now fail with their error."""
        with self._door:
            if not self._closing.is_set():
                self._closing.set()
                self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, last = self._gather(job)
            if batch:
                crash.point("writer.taken")
                self._write(batch)
                crash.point("writer.answered")
            if last:
                return

    def _gather(self, first: _Job) -> tuple[list[_Job], bool]:
        """The jobs that wait now, without those that nobody waits for; and whether they are the last ones."""
        jobs = [first]
        last = False
        while len(jobs) < MOST_TOGETHER and not last:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                last = True
            else:
                jobs.append(job)
        return [job for job in jobs if job.future.set_running_or_notify_cancel()], last

    def _write(self, batch: list[_Job]) -> None:
        pause = FIRST_PAUSE
        while True:
            closing = self._closing.is_set()
            try:
                answers = self._commit(batch)
                break
            except Exception as error:
                # Not only OperationalError: whatever a commit throws, each job gets an answer and the thread lives.
                if closing or not passes(error):
                    answers = [(None, error)] * len(batch)
                    break
                self._tell(_reason(error))
            self._closing.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        self._tell(None)
        for job, (result, failure) in zip(batch, answers, strict=True):
            if failure is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(failure)

    def _tell(self, trouble: str | None) -> None:
        """One line for the operator when trouble begins, and one when it is over."""
        before, self.trouble = self.trouble, trouble
        if (before is None) == (trouble is None):
            return
        if trouble is None:
            log.warning("the database can be written again: what waited is stored")
        else:
            log.error("the database cannot be written: %s; results wait, and no new matches start", trouble)
        self.on_trouble(trouble)

    def _commit(self, batch: list[_Job]) -> list[_Answer]:
        """All jobs in one transaction.  Where one fails that is none of the others' business, and each is on its own.

        That is rare, so savepoints, which cost as much as statements, are only made when it has happened.
        """
        try:
            return self._together(batch, _run)
        except _JobFailed:
            return self._together(batch, _attempt)

    def _together(self, batch: list[_Job], how: Callable[[_Job, Connection], _Answer]) -> list[_Answer]:
        with self._engine.begin() as conn:
            crash.point("writer.begun")
            answers = [how(job, conn) for job in batch]
            crash.point("writer.commit")
        crash.point("writer.committed")
        return answers


def _reason(error: Exception) -> str:
    """The first line of what the database says."""
    said = error.orig if isinstance(error, DBAPIError) else error
    return str(said).partition("\n")[0]


def _run(job: _Job, conn: Connection) -> _Answer:
    """Run a job; where it fails, so does the whole transaction."""
    try:
        result = job.run(conn)
    except Exception as error:
        if passes(error):
            raise
        raise _JobFailed from error
    crash.point("writer.job")
    return result, None


def _attempt(job: _Job, conn: Connection) -> _Answer:
    """Run a job so that it takes nothing down with it but itself."""
    savepoint = conn.begin_nested()
    try:
        result = job.run(conn)
        crash.point("writer.job")
        savepoint.commit()
    except Exception as error:
        if passes(error):
            # Not the job's fault, so the whole batch is tried again.  The savepoint may be gone: SQLite rolls all
            # back by itself where the disk is full.
            raise
        savepoint.rollback()
        return None, error
    return result, None
