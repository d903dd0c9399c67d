"""A database that this process owns: opened, brought up to date, read by many threads and written by one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from muggins.store import schema, sqlite
from muggins.store.engines import Engines, own, reader
from muggins.store.errors import HalfMigrated, NewerDatabase, OlderDatabase, OpenError, Unreachable
from muggins.store.writer import Writer, passes

LAST_LOOKS = 5.0  # seconds for which closing waits for readers

P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """An open database.  ``read`` may be called from any thread; all writing goes through ``writer``."""

    def __init__(self, engines: Engines) -> None:
        self.name = engines.name
        self.writer = Writer(engines.writer)
        self._engines = engines
        self._readers = 0  # looks that are going on
        self._looked = Condition()

    @classmethod
    def open(cls, where: str | Path, *, upgrade: bool = True) -> Self:
        """Open the database at a path or URL, and create it where there is none.

        Raises OpenError, or the kind of it that fits: NotOurDatabase, NewerDatabase, HalfMigrated, DatabaseInUse;
        OlderDatabase where ``upgrade`` is false and it needs one.
        """
        return cls(_owned(where, lambda conn, name: _bring_up(conn, name, upgrade)))

    def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``query(conn, ...)`` finds in one consistent, read-only look.  It blocks: in a coroutine, call it by
        ``asyncio.to_thread``.  Raises Unreachable while the database does not answer.
        """
        try:
            with self._looking(), self._engines.readers.connect() as conn, conn.begin():
                return query(conn, *args, **kwargs)
        except DBAPIError as error:
            if passes(error):
                raise Unreachable from error
            raise

    @contextmanager
    def _looking(self) -> Iterator[None]:
        with self._looked:
            self._readers += 1
        try:
            yield
        finally:
            with self._looked:
                self._readers -= 1
                self._looked.notify_all()

    def announce(self, address: str) -> None:
        """Tell those who find the database in use where to ask instead."""
        self._engines.lease.announce(address)

    def close(self) -> None:
        """Write what waits, then let go.

        Looks that are still going on, of callers who have gone, are waited for: their connections would come back to
        a pool that nobody has any more, and stay open.
        """
        self.writer.close()
        with self._looked:
            self._looked.wait_for(lambda: not self._readers, LAST_LOOKS)
        self._engines.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def make(where: str | Path, fill: Callable[[Connection, str], T]) -> T:
    """Let ``fill(conn, name)`` make a database, in one transaction that makes all of it or nothing.

    Raises OpenError, NotOurDatabase or DatabaseInUse.
    """
    made: list[T] = []
    _owned(where, lambda conn, name: made.append(fill(conn, name))).dispose()
    return made[0]


def look(where: str | Path, query: Callable[[Connection], T]) -> T:
    """What ``query(conn)`` finds in one consistent look, beside the process that owns the database, if one does.

    Raises OpenError, or the kind of it that fits, where the database is not at the revision that this program knows.
    """
    name, engine = reader(where)
    try:
        with engine.connect() as conn, conn.begin():
            _check_revision(conn, name)
            return query(conn)
    except DBAPIError as error:
        raise OpenError(database=name, reason=_first_line(error)) from None
    finally:
        engine.dispose()


def _owned(where: str | Path, prepare: Callable[[Connection, str], object]) -> Engines:
    """Own the database once ``prepare(conn, name)`` is committed.  Nothing is left open where it raises."""
    engines = own(where)
    try:
        with engines.migrations.begin() as conn:
            prepare(conn, engines.name)
    except BaseException as error:
        engines.dispose()
        if isinstance(error, DBAPIError):
            raise OpenError(database=engines.name, reason=_first_line(error)) from None
        raise
    engines.migrations.dispose()
    return engines


def _bring_up(conn: Connection, name: str, upgrade: bool) -> None:
    revision = _revision(conn, name)
    if revision != schema.known()[0] and (upgrade or not revision):
        mark_ours(conn)
        schema.upgrade(conn)
    _check_revision(conn, name)


def mark_ours(conn: Connection) -> None:
    """So that a file shows whose it is."""
    if conn.dialect.name == "sqlite":
        sqlite.mark_ours(conn)


def _check_revision(conn: Connection, name: str) -> None:
    """Raises NewerDatabase, OlderDatabase or HalfMigrated unless the database is what this program knows."""
    revision, head = _revision(conn, name), schema.known()[0]
    if revision != head:
        raise OlderDatabase(database=name, revision=revision or "none")
    if missing := schema.missing(conn):
        raise HalfMigrated(database=name, what=f"it lacks {missing[0]}, which revision {head} has")


def _revision(conn: Connection, name: str) -> str:
    """The revision of the database, one that this program knows; empty before the first."""
    revisions, known = schema.revisions(conn), schema.known()
    if len(revisions) > 1:
        raise HalfMigrated(database=name, what=f"it has revisions {' and '.join(sorted(revisions))} at once")
    if revisions and revisions[0] not in known:
        raise NewerDatabase(database=name, revision=revisions[0], head=known[0])
    return revisions[0] if revisions else ""


def _first_line(error: DBAPIError) -> str:
    return str(error.orig).partition("\n")[0]
