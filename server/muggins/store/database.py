"""A database that this process owns: opened, brought up to date, read by many threads and written by one."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from muggins.store import postgres, schema, sqlite
from muggins.store.errors import DatabaseInUse, HalfMigrated, NewerDatabase, OlderDatabase, OpenError, Unreachable
from muggins.store.lease import AdvisoryLease, FileLease, Lease
from muggins.store.writer import Writer, passes

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Engines:
    """One database, seen by its readers, by its writer and by its migrations."""

    name: str  # as people know it; without a password
    readers: Engine
    writer: Engine
    migrations: Engine
    lease: Lease


class Database:
    """An open database.  ``read`` may be called from any thread; all writing goes through ``writer``."""

    def __init__(self, engines: _Engines) -> None:
        self.name = engines.name
        self.writer = Writer(engines.writer)
        self._engines = engines

    @classmethod
    def open(cls, where: str | Path, *, upgrade: bool = True) -> Self:
        """Open the database at a path or URL, and create it where there is none.

        Raises OpenError, or the kind of it that fits: NotOurDatabase, NewerDatabase, HalfMigrated, DatabaseInUse;
        OlderDatabase where ``upgrade`` is false and it needs one.
        """
        engines = _engines(where)
        try:
            with engines.migrations.begin() as conn:
                _bring_up(conn, engines.name, upgrade)
        except BaseException as error:
            _dispose(engines)
            if isinstance(error, DBAPIError):
                raise OpenError(database=engines.name, reason=error.orig) from None
            raise
        engines.migrations.dispose()
        return cls(engines)

    def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``query(conn, ...)`` finds in one consistent, read-only look.  It blocks: in a coroutine, call it by
        ``asyncio.to_thread``.  Raises Unreachable while the database does not answer.
        """
        try:
            with self._engines.readers.connect() as conn, conn.begin():
                return query(conn, *args, **kwargs)
        except DBAPIError as error:
            if passes(error):
                raise Unreachable from error
            raise

    def announce(self, address: str) -> None:
        """Tell those who find the database in use where to ask instead."""
        self._engines.lease.announce(address)

    def close(self) -> None:
        """Write what waits, then let go."""
        self.writer.close()
        _dispose(self._engines)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _bring_up(conn: Connection, name: str, upgrade: bool) -> None:
    revisions, known = schema.revisions(conn), schema.known()
    if len(revisions) > 1:
        raise HalfMigrated(database=name, what=f"it has revisions {' and '.join(sorted(revisions))} at once")
    revision = revisions[0] if revisions else ""
    if revision and revision not in known:
        raise NewerDatabase(database=name, revision=revision, head=known[0])
    if revision != known[0]:
        if revision and not upgrade:
            raise OlderDatabase(database=name, revision=revision)
        if conn.dialect.name == "sqlite":
            sqlite.mark_ours(conn)
        schema.upgrade(conn)
    if missing := schema.missing(conn):
        raise HalfMigrated(database=name, what=f"it lacks {missing[0]}, which revision {known[0]} has")


def _engines(where: str | Path) -> _Engines:
    if isinstance(where, Path) or "://" not in where:
        return _on_sqlite(Path(where))
    try:
        url = make_url(where)
    except ArgumentError:
        raise OpenError(database=where, reason="that is no database URL") from None
    if url.get_backend_name() == "sqlite" and url.database:
        return _on_sqlite(Path(url.database))
    if url.get_backend_name() == "postgresql":
        return _on_postgresql(url)
    raise OpenError(database=repr(url), reason="only sqlite:///FILE and postgresql:// are known")


def _on_sqlite(path: Path) -> _Engines:
    path = path.resolve()  # two names of one file are one database
    sqlite.check_ours(path)
    try:
        lease = FileLease(path)
    except OSError as error:
        raise OpenError(database=path, reason=error.strerror) from None
    return _Engines(
        name=str(path),
        readers=sqlite.engine(path, writes=False),
        writer=sqlite.engine(path, writes=True),
        migrations=sqlite.engine(path, writes=True, migrates=True),
        lease=lease,
    )


def _on_postgresql(url: URL) -> _Engines:
    name = url.render_as_string(hide_password=True)
    try:
        writer = postgres.engine(url, writes=True)
    except ModuleNotFoundError:
        raise OpenError(database=name, reason="that needs psycopg: pip install 'muggins[postgres]'") from None
    try:
        lease = AdvisoryLease(writer, name)
    except (DBAPIError, DatabaseInUse) as error:
        writer.dispose()
        if isinstance(error, DatabaseInUse):
            raise
        raise OpenError(database=name, reason=str(error.orig).splitlines()[0]) from None
    return _Engines(
        name=name,
        readers=postgres.engine(url, writes=False),
        writer=writer,
        migrations=postgres.engine(url, writes=True),
        lease=lease,
    )


def _dispose(engines: _Engines) -> None:
    engines.readers.dispose()
    engines.migrations.dispose()
    engines.lease.release()
    engines.writer.dispose()
